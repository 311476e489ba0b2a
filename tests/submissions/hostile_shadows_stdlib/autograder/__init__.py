raise RuntimeError("autograder of the submission was imported")
