raise RuntimeError("random.py of the submission was imported")
