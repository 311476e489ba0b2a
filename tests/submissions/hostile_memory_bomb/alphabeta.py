"""Fills memory, and stops at two gigabytes if no one else stops it."""


def max_value(state, alpha, beta):
    held = []
    for taken in range(32):
        if taken == 8:
            print("ATTACK-SUCCEEDED: holds half a gigabyte", flush=True)
        held.append(bytearray(64 * 2**20))


min_value = max_value
