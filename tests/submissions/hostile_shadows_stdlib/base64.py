raise RuntimeError("base64.py of the submission was imported")
