"""Whether a search is right, and which known mistake explains one that is not.

Only these modules are for other rooms. `run` grades a submission from first to last.
"""

MODULES = ("answers", "findings", "judge", "probe_trees", "report", "run")
