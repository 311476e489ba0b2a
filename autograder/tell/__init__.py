"""Tells people of verdicts: in sentences, drawings, pages and results.

It reads a finished report and judges nothing. First a report is cut to the facts that
a student may know, so that no sentence can tell others. Each sentence must follow from
facts. `words/en/cutoff.json` has the sentences about a cutoff, which students' tests
and the scripts of pages use, too.

- `levels`: cuts a report to its feedback level.
- `feedback`: the feedback on each exercise, made once for all who show it.
- `nearest_form`: puts the nearest right search beside a failed one.
- `failed`: the part of the feedback that no right run needs.
- `search_passes`: the textbook's passes, and the sentences about their cutoffs.
- `divergence`: the sentence on the parting of two searches.
- `wrong_values`: the sentence on a wrong value after right visits.
- `places`: the sentences about a line, and about a known mistake.
- `tree_drawing`: a tree in text, a line a node.
- `trace`: the textbook's search step by step.
- `next_step`: decides what to do next, and says it on one page that all show.
- `styled_text`: lines with styles, for terminals, Gradescope and plain files.
- `terminal`: shows a report to the person who started the run.
- `live`: how far a run is, and the changes since the run before.
- `formats`: results.json, and other platforms' files from it.
- `version`: the version, and the commit of a clone.
- `classroom50`: results for Classroom 50, in whole points.
- `pages`: the same for a browser.
"""

RUNS_IN = "the grader"
MODULES = (
    "classroom50",
    "failed",
    "feedback",
    "formats",
    "live",
    "next_step",
    "places",
    "search_passes",
    "styled_text",
    "terminal",
    "trace",
    "tree_drawing",
    "version",
)
