raise RuntimeError("copy.py of the submission was imported")
