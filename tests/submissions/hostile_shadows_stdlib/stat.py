raise RuntimeError("stat.py of the submission was imported")
