raise RuntimeError("operator.py of the submission was imported")
