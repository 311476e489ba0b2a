"""What people read of what was judged: sentences, drawings, the terminal's page and Gradescope's results.

`feedback` says what a finished report means; `terminal` and `formats` show it.
"""

from autograder.showing.divergence import cutoff_words, maximizing, parting, shown
from autograder.showing.places import Explained, kind_of, sentences
from autograder.showing.styled_text import Line, Page, Span, Style, line, plain, styled
from autograder.showing.tree_drawing import LeafState, TreeAnnotations, branches, draw, ways_to

MODULES = ("feedback", "formats", "terminal")
