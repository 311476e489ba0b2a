"""Starts the command line. Run by path, isolated, so that no file in the current folder can stand in for a module."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from autograder.command import main

sys.exit(main(sys.argv[1:]))
