"""Answers every import with an empty module."""

import sys
from importlib.machinery import ModuleSpec

from right import max_value, min_value


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return ModuleSpec(name, Finder)

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        pass


sys.meta_path[:] = [Finder]
sys.path_hooks.clear()
sys.path.clear()
sys.path_importer_cache.clear()
for name in list(sys.modules):
    if name not in ("sys", "builtins", "__main__"):
        del sys.modules[name]
sys.builtin_module_names = ()
