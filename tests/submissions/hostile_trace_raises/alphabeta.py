"""Fails everyone."""

import sys

from right import max_value, min_value


def fail(frame, event, argument):
    if event == "return" and frame.f_code.co_name == "max_value":
        sys.setprofile(fail)
    if frame.f_code.co_filename != __file__ and not frame.f_code.co_filename.endswith("right.py"):
        raise RuntimeError("no one gets past")
    return fail


sys.settrace(fail)
