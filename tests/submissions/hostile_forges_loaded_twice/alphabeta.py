"""Is loaded before it is loaded."""

from channel import LOADED, send
from right import max_value, min_value

send(LOADED)
