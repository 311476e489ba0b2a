raise RuntimeError("threading.py of the submission was imported")
