raise RuntimeError("warnings.py of the submission was imported")
