"""Makes what people read of verdicts: sentences, drawings, pages and results.

Only these modules are for other rooms. `feedback` says what a finished report means;
`terminal` and `formats` show it.
"""

RUNS_IN = "the grader"
MODULES = (
    "divergence",
    "failed",
    "feedback",
    "formats",
    "live",
    "places",
    "styled_text",
    "terminal",
    "trace",
    "tree_drawing",
)
