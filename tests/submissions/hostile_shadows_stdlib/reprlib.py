raise RuntimeError("reprlib.py of the submission was imported")
