raise RuntimeError("reference of the submission was imported")
