"""Ends the program politely, with a status that means success."""

import sys

from right import max_value, min_value

sys.exit(0)
