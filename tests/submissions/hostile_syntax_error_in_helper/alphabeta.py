"""Right but for its helper."""

from helper import max_value, min_value
