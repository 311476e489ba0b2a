raise RuntimeError("atexit.py of the submission was imported")
