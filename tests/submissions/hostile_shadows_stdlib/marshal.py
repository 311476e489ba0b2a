raise RuntimeError("marshal.py of the submission was imported")
