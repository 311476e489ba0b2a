"""Makes pages for a browser: a report, trees to practise on, sheets to print.

Each page is one file that needs no other, with a Content-Security-Policy of hashes. The
modules need Jinja2, which is imported only to make a page. Scripts show facts that were
computed when the page was made; only those of the lecture and to practise on search by
themselves, held against the reference by a test. Templates and scripts ask for each
sentence by `say`, and a page has those sentences alone that its scripts may say.

- `report`: a run, with its trees and searches.
- `picture`: a tree as it is drawn.
- `playback`: both searches of a failed exercise, moment by moment.
- `image`: a tree as a file of its own.
- `render`: a page of a template.
"""

RUNS_IN = "the grader"
MODULES = ("image", "picture", "playback", "render", "report")
