raise RuntimeError("encodings of the submission was imported")
