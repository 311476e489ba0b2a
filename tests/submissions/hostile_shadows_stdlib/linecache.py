raise RuntimeError("linecache.py of the submission was imported")
