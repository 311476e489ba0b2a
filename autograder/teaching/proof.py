"""Proves a program right on every tree up to a size: a set of one exercise, larger than one that is graded may be."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from autograder.exercises import Every, ExerciseSet, GeneratedExercise
from reference.game import Tree

PROOF = "proof"
DAYS = 7
"""How long a proof may take."""


def proof_set(exercises: ExerciseSet, leaves: int, plies: int) -> ExerciseSet:
    """The set that asks for every tree of at most so many leaves and plies, in the interface of another set."""
    asked = [exercise.pattern for exercise in exercises.exercises]
    same = [problem for problem in asked if problem.interface == exercises.assignment.interface]
    pattern = (same or asked)[0]
    pattern = replace(pattern, tree=Tree([0]), window=(-inf, inf), depth=None, isolate=None)
    if pattern.guess is not None:  # room for as many values on each side of the window and inside
        pattern = replace(pattern, guess=0, epsilon=leaves + 1)
    far = 3 * (leaves + 1)
    title = f"Every tree of at most {leaves} leaves and {plies} plies"
    exercise = GeneratedExercise(PROOF, title, pattern, Every(leaves, plies, values=(-far, far)))
    limits = replace(exercises.assignment.limits, run_seconds=DAYS * 24 * 3600)
    assignment = replace(exercises.assignment, limits=limits, feedback="full")
    return replace(exercises, assignment=assignment, exercises=(exercise,))
