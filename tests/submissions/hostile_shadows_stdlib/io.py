raise RuntimeError("io.py of the submission was imported")
