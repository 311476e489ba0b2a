raise RuntimeError("pathlib.py of the submission was imported")
