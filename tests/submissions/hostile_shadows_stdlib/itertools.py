raise RuntimeError("itertools.py of the submission was imported")
