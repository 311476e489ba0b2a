"""The types of my own little game. Not used yet."""

NODE = list
LEAF = int
