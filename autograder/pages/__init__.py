"""Pages to look at: a report, a class, trees to practise on, sheets to print. Each is one file that needs no other."""

__all__ = ["render", "report"]
