raise RuntimeError("token.py of the submission was imported")
