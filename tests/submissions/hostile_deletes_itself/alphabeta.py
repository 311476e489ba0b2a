"""Removes the evidence."""

import os
import shutil

from right import max_value, min_value

HERE = os.path.dirname(os.path.abspath(__file__))
shutil.rmtree(HERE, ignore_errors=True)
if not os.path.exists(__file__):
    print("ATTACK-SUCCEEDED: deleted itself")
