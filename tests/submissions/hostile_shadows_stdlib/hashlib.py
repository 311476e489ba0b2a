raise RuntimeError("hashlib.py of the submission was imported")
