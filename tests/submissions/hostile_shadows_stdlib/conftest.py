raise RuntimeError("conftest.py of the submission was imported")
