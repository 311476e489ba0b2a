raise RuntimeError("argparse.py of the submission was imported")
