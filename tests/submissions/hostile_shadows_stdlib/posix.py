raise RuntimeError("posix.py of the submission was imported")
