"""Is no ordinary module."""

import sys
from types import ModuleType


class Hostile(ModuleType):
    @property
    def max_value(self):
        raise RuntimeError("not today")

    @property
    def __dict__(self):
        raise RuntimeError("not today either")


globals()[5] = lambda: None
globals()["\x1b[35m two words\nmin_value is fine"] = lambda: None
sys.modules[__name__].__class__ = Hostile
