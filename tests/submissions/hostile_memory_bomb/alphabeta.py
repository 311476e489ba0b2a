"""Fills memory from search to search, and stops at 160 megabytes if no one else stops it."""

held = []


def max_value(state, alpha, beta):
    while len(held) < 5:
        held.append(bytearray(32 * 2**20))
    print("ATTACK-SUCCEEDED: holds more than its share", flush=True)


min_value = max_value
