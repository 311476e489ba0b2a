raise RuntimeError("string.py of the submission was imported")
