raise RuntimeError("usercustomize.py of the submission was imported")
