raise RuntimeError("ast.py of the submission was imported")
