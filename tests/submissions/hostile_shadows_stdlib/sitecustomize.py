raise RuntimeError("sitecustomize.py of the submission was imported")
