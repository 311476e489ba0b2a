"""Makes pages for a browser: a report, trees to practise on, sheets to print.

Each page is one file that needs no other. The modules need Jinja2, which is imported
only where a page is made.
"""

RUNS_IN = "the grader"
MODULES = ("picture", "playback", "render", "report")
