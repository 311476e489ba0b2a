raise RuntimeError("logging.py of the submission was imported")
