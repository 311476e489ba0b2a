raise RuntimeError("site.py of the submission was imported")
