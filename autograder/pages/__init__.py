"""Pages to look at: a report, trees to practise on, sheets to print. Each is one file that needs no other.

Its modules need Jinja2, which is imported only where a page is made.
"""

MODULES = ("render", "report", "worksheets")
