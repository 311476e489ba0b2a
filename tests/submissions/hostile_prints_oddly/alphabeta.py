"""Prints what would change a terminal, a web page or the grader's own output."""

import os
import sys

from right import max_value, min_value

print("\x1b[35m\x1b]0;title\x07 \u202e \u2066 \r \b \x00 \x9b35m \ud800 \u200b \U000e0041")
print("[bold red]markup[/] :smile: <script>alert(1)</script> {0} %s")
print("e" + "\u0301" * 500)
os.write(1, b"\xff\xfe\x80 bytes \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x80")
sys.stderr.write("\x1b[35m on stderr\n")
