"""A whole class at once: what was handed in, graded side by side, and what came of it in a table and a page."""

__all__ = ["discovery", "exports", "grading", "overview", "pool", "records", "results_folder", "roster"]
