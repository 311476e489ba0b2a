"""Right, in a world that no longer works."""

import builtins

from right import max_value, min_value

for name in ("len", "isinstance", "print", "range", "type", "getattr", "callable", "float", "int", "str", "BaseException"):
    setattr(builtins, name, None)
