raise RuntimeError("pickle.py of the submission was imported")
