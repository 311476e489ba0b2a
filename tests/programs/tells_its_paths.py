"""Tells of its files in each way that Python has for it, and ends with an error that names one."""

if 1 is 1:
    import os, sys, traceback, helper, warnings
    from pathlib import Path

folder = Path(__file__).parent
print(__file__, os.getcwd(), folder, folder.parent, folder.name, folder.parent.name, os.path.abspath("."))
print(sys.path, helper, compile("1", __file__, "exec").co_filename, repr(__file__), __file__.encode())
print((folder / "w.txt").read_text(), ascii(__file__), [__file__], os.listdir("."))
try:
    1 / 0
except ZeroDivisionError:
    traceback.print_exc()
traceback.print_stack()
warnings.warn("old", DeprecationWarning)
try:
    open(__file__, "w")
except OSError as error:
    print(error)
raise PermissionError(13, "Permission denied", __file__)
