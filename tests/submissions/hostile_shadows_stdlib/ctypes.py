raise RuntimeError("ctypes.py of the submission was imported")
