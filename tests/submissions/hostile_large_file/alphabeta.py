"""Right, and heavy."""

from right import max_value, min_value
