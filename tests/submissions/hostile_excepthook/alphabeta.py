"""Waits for something to happen."""

import os
import sys
import threading

from right import max_value, min_value


def end(*arguments):
    os._exit(7)


sys.excepthook = sys.unraisablehook = sys.displayhook = sys.breakpointhook = threading.excepthook = end
sys.__excepthook__ = end
