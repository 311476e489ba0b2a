raise RuntimeError("sys.py of the submission was imported")
