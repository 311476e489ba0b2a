raise RuntimeError("importlib of the submission was imported")
