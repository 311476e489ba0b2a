raise RuntimeError("codecs.py of the submission was imported")
