raise RuntimeError("builtins.py of the submission was imported")
