raise RuntimeError("wire.py of the submission was imported")
