raise RuntimeError("abc.py of the submission was imported")
