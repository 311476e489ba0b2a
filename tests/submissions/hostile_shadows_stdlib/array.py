raise RuntimeError("array.py of the submission was imported")
