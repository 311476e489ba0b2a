"""Waits for threads six times 0.3 seconds, and prints what processor time that took."""

import concurrent.futures, threading, time
before = time.process_time()
for _ in range(5):
    thread = threading.Thread(target=time.sleep, args=(0.3,))
    thread.start()
    thread.join()
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    list(pool.map(time.sleep, [0.3, 0.3]))
print(time.process_time() - before)
