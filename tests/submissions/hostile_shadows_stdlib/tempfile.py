raise RuntimeError("tempfile.py of the submission was imported")
