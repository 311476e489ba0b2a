raise RuntimeError("socket.py of the submission was imported")
