raise RuntimeError("bisect.py of the submission was imported")
