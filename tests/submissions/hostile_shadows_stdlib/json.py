raise RuntimeError("json.py of the submission was imported")
