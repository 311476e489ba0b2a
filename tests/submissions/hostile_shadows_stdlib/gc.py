raise RuntimeError("gc.py of the submission was imported")
