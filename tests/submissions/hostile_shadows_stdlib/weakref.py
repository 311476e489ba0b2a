raise RuntimeError("weakref.py of the submission was imported")
