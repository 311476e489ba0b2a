"""Right, but does not want to go."""

import atexit
import threading
import time
import weakref

from right import max_value, min_value


def linger():
    print("ATTACK-SUCCEEDED: ran at exit", flush=True)
    time.sleep(600)


class Kept:
    def __del__(self):
        linger()


atexit.register(linger)
kept = Kept()
kept.itself = kept
weakref.finalize(kept, linger)
threading.Thread(target=time.sleep, args=(600,)).start()
