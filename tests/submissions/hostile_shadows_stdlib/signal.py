raise RuntimeError("signal.py of the submission was imported")
