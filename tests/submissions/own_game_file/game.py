"""A small game of my own to try the search on my laptop, while I am on the train."""

print("this is my own game.py")


class State:
    def __init__(self, tree):
        self.tree = tree

    def is_terminal(self):
        return not isinstance(self.tree, list)

    def utility(self):
        print("looking at", self.tree)
        return self.tree

    def actions(self):
        return list(range(len(self.tree)))

    def result(self, action):
        return State(self.tree[action])
