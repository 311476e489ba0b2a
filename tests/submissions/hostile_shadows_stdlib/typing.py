raise RuntimeError("typing.py of the submission was imported")
