raise RuntimeError("os.py of the submission was imported")
