raise RuntimeError("re.py of the submission was imported")
