raise RuntimeError("contextlib.py of the submission was imported")
