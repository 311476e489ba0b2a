"""What people read of what was judged: sentences, drawings, the terminal's page and Gradescope's results.

`terminal` and `formats` show a finished report.
"""

from autograder.showing.divergence import cutoff_words, maximizing, parting, shown
from autograder.showing.feedback import (
    CANNOT_TELL,
    ReportFeedback,
    drawing_of,
    failure_page,
    feedback_of,
    named,
    printed,
    visible_sum,
    why_first,
)
from autograder.showing.places import Explained, kind_of, sentences
from autograder.showing.styled_text import Line, Page, Span, Style, line, plain, styled
from autograder.showing.tree_drawing import LeafState, TreeAnnotations, branches, draw, ways_to

MODULES = ("formats", "terminal")
