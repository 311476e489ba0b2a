raise RuntimeError("dataclasses.py of the submission was imported")
