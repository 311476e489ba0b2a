raise RuntimeError("math.py of the submission was imported")
