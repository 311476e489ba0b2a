"""Pauses the collector of cycles where large structures without any are built: it would walk them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collecting_paused() -> Iterator[None]:
    """Leaves cycles uncollected as long as it lasts; serves as a decorator too."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
