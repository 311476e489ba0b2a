"""The words of each interface for its students, one file an interface, named as in `reference.interfaces`."""
