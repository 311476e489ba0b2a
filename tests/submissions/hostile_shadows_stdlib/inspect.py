raise RuntimeError("inspect.py of the submission was imported")
