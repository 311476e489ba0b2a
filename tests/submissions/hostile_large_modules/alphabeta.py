"""Right, after a file that is too large."""

from right import max_value, min_value
