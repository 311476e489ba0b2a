"""The pages that students get for some telling submissions, as a terminal shows them, each in a file of its own.

They are there to be read: a change of words, of a drawing or of what is shown at all is seen in review. After a change
that is meant, `.venv/bin/python -m tests.pages` writes them anew, and in docs/students.md those that it quotes. The
exercises are fixed ones, as the smallest failing tree of a generated one is Hypothesis' to find.
"""

import contextlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path

from autograder import load_set
from autograder.explain.graded import grade_and_explain
from autograder.tell.terminal import print_report

PROJECT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
STUDENTS = PROJECT / "docs" / "students.md"
RUNNING = "by Python {}.{}".format(*sys.version_info)
NOT_ISOLATED = "Not isolated by "
"""How a line begins that is about the machine."""


@dataclass(frozen=True)
class Case:
    """A submission, and the exercises on which it is graded. hidden: students do not see these."""

    submission: str
    only: str
    exercises: str = "exercises"
    hidden: bool = False


READ = {
    "equal_bounds": Case("strict_cutoff", "*_ties_*"),
    "alpha_stays": Case("alpha_not_updated_1", "0[1-4]*"),
    "wrong_player": Case("one_player_max_1", "2[45]*"),
    "both_mistakes": Case("two_mistakes", "[02][29]_[nt]*"),
    "index_error": Case("raises_index_error", "2[45]*"),
}
"""The pages that are read to students in docs/students.md, in that order."""
CASES = READ | {
    "passed": Case("textbook", "0[1-3]*"),
    "pruning": Case("strict_cutoff", "[01]*"),
    "too_little_visited": Case("wrong_bound_updated_1", "[01]*"),
    "another_order": Case("right_to_left_1", "0[1-4]*"),
    "first_child_only": Case("first_child_only_1", "0[1-4]*"),
    "value_only": Case("zero_initial_value_1", "[012][0-5]*"),
    "two_mistakes": Case("two_mistakes", "[01]*"),
    "nothing_looked_at": Case("constant_answer", "0[1-3]*"),
    "window_fails": Case("bounds_swapped_1", "1[4-8]*"),
    "one_function_alone": Case("half_max_only", "3[23]*"),
    "exception": Case("raises_index_error", "0[1-4]*"),
    "returns_none": Case("returns_none", "0[1-4]*"),
    "returns_a_tuple": Case("returns_tuple", "0[1-3]*"),
    "ends_itself": Case("exits_in_search", "0[1-6]*"),
    "not_loaded": Case("syntax_error", "0[1-3]*"),
    "not_found": Case("two_candidates", "0[1-3]*"),
    "stub": Case("untouched_template", "0[1-3]*"),
    "hidden": Case("strict_cutoff", "0[89]*", hidden=True),
    "strict_convention": Case(
        "strict_convention_eager_cutoff_1", "0*", "exercises/strict_convention"
    ),
    "alpha_beta": Case("alpha_beta_depth_off_by_one_1", "0*", "exercises/alpha_beta"),
    "alpha_beta_search": Case(
        "alpha_beta_search_last_of_ties_1", "0*", "exercises/alpha_beta_search"
    ),
    "aspiration_search": Case(
        "aspiration_search_no_re_search_1", "0*", "exercises/aspiration_search"
    ),
    "minimax": Case("minimax_pruning", "0*", "exercises/minimax"),
    "minimax_ab": Case(
        "minimax_ab_returns_wrong_bound", "*[0-9]_[dwt]*", "exercises/minimax_ab"
    ),
    "minimax_array": Case(
        "minimax_array_strict_cutoff", "0*", "exercises/minimax_array"
    ),
    "negamax": Case("negamax_sign_not_flipped_1", "0[1-6]*", "exercises/negamax"),
}


def page(case: Case) -> str:
    """Return the output of a case on the terminal, without the parts that depend on the machine."""
    exercises = load_set(PROJECT / case.exercises, case.only)
    if case.hidden:
        kept = tuple(
            exercise._replace(visibility="hidden") for exercise in exercises.exercises
        )
        exercises = exercises._replace(exercises=kept)
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        print_report(
            grade_and_explain(
                PROJECT / "tests" / "submissions" / case.submission, exercises
            )
        )
    said = (
        written.getvalue().replace(f"{PROJECT}/", "").replace(RUNNING, "by Python 3.11")
    )
    rows = said.splitlines(keepends=True)
    return "".join(row for row in rows if not row.startswith(NOT_ISOLATED))


def quoted(name: str) -> str:
    """Return a case's page as docs/students.md quotes it."""
    rows = file_of(name).read_text("utf-8").rstrip("\n").split("\n")
    return "\n".join(f"    {row}".rstrip() for row in rows)


def with_pages(text: str) -> str:
    """Return a text in which each page stands that it names: between a line `<!-- page NAME -->` and one `<!-- end -->`."""
    for name in READ:
        start = f"<!-- page {name} -->\n"
        before, _, after = text.partition(start)
        _, end, rest = after.partition("\n<!-- end -->")
        text = f"{before}{start}\n{quoted(name)}\n{end}{rest}"
    return text


def file_of(name: str) -> Path:
    """Return the file of a case's page."""
    return FOLDER / f"{name}.txt"
