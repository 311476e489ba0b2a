raise RuntimeError("time.py of the submission was imported")
