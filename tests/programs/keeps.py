from types import SimpleNamespace
count, seen, table = 0, [], {"a": [0]}
kept = SimpleNamespace(best=0)

class Agent:
    tries = 0

    def go(self):
        Agent.tries += 1
        return Agent.tries

def go():
    global count
    count += 1
    seen.append(count)
    table["a"].append(count)
    kept.best += 1
    go.calls = getattr(go, "calls", 0) + 1
    return count, len(seen), table["a"], kept.best, go.calls, Agent().go()
