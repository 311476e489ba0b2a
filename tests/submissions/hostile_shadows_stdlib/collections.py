raise RuntimeError("collections.py of the submission was imported")
