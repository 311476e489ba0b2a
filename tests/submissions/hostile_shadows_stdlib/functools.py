raise RuntimeError("functools.py of the submission was imported")
