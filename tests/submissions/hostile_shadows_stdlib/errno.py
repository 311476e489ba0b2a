raise RuntimeError("errno.py of the submission was imported")
