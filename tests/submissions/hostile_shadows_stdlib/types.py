raise RuntimeError("types.py of the submission was imported")
