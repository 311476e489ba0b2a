"""What instructors do with exercises: check them, walk through them, see what they catch, make and pack sets."""

from autograder.teaching.trace import Step, recorded, trace

MODULES = ("audit", "deployment", "growth", "handout", "new_sets", "validation", "walkthrough")
