"""Makes what people read of verdicts: sentences, drawings, pages and results.

It reads a finished report and judges nothing. What a student may not know is cut away
first, once, so that no sentence can tell it. Each sentence must follow from what
happened. `words/en/cutoff.json` has what is said of a cutoff, for students' tests and
the scripts of pages, too.

- `levels`: cuts a report to its feedback level.
- `feedback`: what is said of each exercise, made once for all who show it.
- `failed`: what of that no right run needs.
- `divergence`: the sentence about where two searches part, or a value went wrong.
- `places`: the sentence about a line, and what a known mistake is.
- `tree_drawing`: a tree in text, a line a node.
- `trace`: the textbook's search step by step.
- `next_step`: decides what to do next, and says it on one page that all show.
- `styled_text`: lines with styles, for terminals, Gradescope and plain files.
- `terminal`: shows a report to whoever started the run.
- `live`: how far a run is, and what changed since the run before.
- `formats`: results.json, and of that what other platforms take.
- `version`: the version, and the commit of a clone.
- `classroom50`: what Classroom 50 takes, in whole points.
- `pages`: the same for a browser.
"""

RUNS_IN = "the grader"
MODULES = (
    "classroom50",
    "divergence",
    "failed",
    "feedback",
    "formats",
    "live",
    "next_step",
    "places",
    "styled_text",
    "terminal",
    "trace",
    "tree_drawing",
    "version",
)
