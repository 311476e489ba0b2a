"""Makes the pictures of docs/pictures: .venv/bin/python -m tests.pictures, in the project's folder. Needs a browser."""

import argparse
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from autograder.classroom.overview import class_page
from autograder.classroom.records import Outcome, Record, Student
from autograder.core.exercises.load import load_set
from autograder.explain.graded import grade_and_explain
from autograder.teach.walkthrough import walkthrough_of
from autograder.teach.worksheets import (
    lecture_page,
    lesson_page,
    practice_page,
    sheet_page,
    sheets,
    tasks,
)
from autograder.tell.pages.report import report_page
from tests.browser import CHROMIUM, OPTIONS, opened
from tests.sets import PROJECT

PICTURES = PROJECT / "docs" / "pictures"
NAMES = """
Ada Alan Barbara Donald Edsger Frances Grace John Kathleen Leslie Niklaus Tony
Allen Booth Dijkstra Hoare Hopper Knuth Lamport Liskov Lovelace McCarthy Turing Wirth
"""
FIRST, LAST = (line.split() for line in NAMES.split("\n")[1:3])
MISTAKES = ("strict-cutoff", "alpha-not-updated", "no-pruning", "window-not-passed")


def report() -> str:
    """Return a report on a search that goes on if bounds are equal."""
    submission = PROJECT / "tests" / "submissions" / "strict_cutoff"
    return report_page(
        grade_and_explain(submission, load_set(PROJECT / "exercises", "0[1-9]*"))
    )


def practice() -> str:
    """Return the page to practise on."""
    exercises = load_set(PROJECT / "exercises" / "by_hand")
    return practice_page(exercises, tasks(exercises))


def lecture() -> str:
    """Return the page for the lecture."""
    exercise = load_set(PROJECT / "exercises" / "by_hand", "01*").exercises[0]
    return lecture_page(walkthrough_of(exercise))


def lesson() -> str:
    """Return the lesson of docs/pages.md."""
    trees = (
        ("minimax", "02"),
        (".", "02"),
        (".", "03"),
        (".", "04"),
        (".", "16"),
        ("aspiration_search", "02"),
        (".", "19"),
        (".", "20"),
    )
    return lesson_page(
        [
            walkthrough_of(
                load_set(PROJECT / "exercises" / folder, f"{start}*").exercises[0]
            )
            for folder, start in trees
        ]
    )


def sheet() -> str:
    """Return a sheet of two exercises."""
    exercises = load_set(PROJECT / "exercises" / "by_hand", "0[46]*")
    return sheet_page(
        exercises.assignment.title, sheets(exercises, 1, 0), solutions=True
    )


def a_class() -> str:
    """Return a class that there never was."""
    exercises = load_set(PROJECT / "exercises", "[01]*").exercises
    chance = random.Random(7)
    students = []
    for name in sorted(
        {f"{chance.choice(FIRST)} {chance.choice(LAST)}" for _ in range(90)}
    ):
        skill = chance.random()
        points = {
            exercise.id: (
                3.0 if chance.random() < skill + 0.3 else float(chance.randrange(3)),
                exercise.max_points,
            )
            for exercise in exercises
        }
        made = (chance.choices(MISTAKES, (5, 3, 2, 1))[0],) if skill < 0.6 else ()
        source = {
            "places": ("alphabeta.py:14",),
            "source": "        if v > beta:\n            return v",
        }
        of_mistake: dict[str, Any] = source if made == ("strict-cutoff",) else {}
        outcome = Outcome(
            sum(earned for earned, _ in points.values()),
            points,
            dict.fromkeys(made, 1),
            **of_mistake,
        )
        students.append(Record(Student(name), None, outcome))
    return class_page("Homework 3: alpha-beta pruning", exercises, students)


def show_parting(page: Any) -> None:
    """Scroll a report to a tree, at the moment of the parting of the searches."""
    page.get_by_role("button", name="First difference").first.click()
    page.locator(".exercise").first.evaluate("element => element.scrollIntoView()")
    page.locator("[data-windows]").first.check()


def press_leaves(page: Any) -> None:
    """Do a part of an exercise, wrongly, and check it."""
    for name in ("C1", "C2", "C3", "C4", "C5"):
        page.get_by_role("button", name=re.compile(rf"^{name},")).click()
    page.get_by_role("button", name="Check").click()


def write_windows(page: Any) -> None:
    """Have the page ask for windows and cut edges, and say some of them."""
    page.get_by_label("also ask for alpha and beta").check()
    for name, ends in {"A1": ("-∞", "∞"), "B1": ("-∞", "∞"), "B2": ("3", "∞")}.items():
        for end, typed in zip(("alpha", "beta"), ends, strict=True):
            page.get_by_label(f"{end} at {name}", exact=True).fill(typed)
    page.get_by_role("button", name="the edge from B2 to C5 is cut").click()


def step_to_a_cutoff(page: Any) -> None:
    """Go through a lecture's search as far as its first cutoff."""
    for _ in range(5):
        page.keyboard.press("ArrowRight")


def go_to(tree: int, step: int) -> Callable[[Any], None]:
    """Return a function that goes to a step of a lesson's tree."""

    def go(page: Any) -> None:
        page.get_by_role("button", name=f"Tree {tree} of").click()
        page.evaluate("document.activeElement.blur()")
        for _ in range(step):
            page.keyboard.press("ArrowRight")

    return go


def put_best_first(page: Any) -> None:
    """Put the best move first in the lesson's last tree, and search it."""
    go_to(8, 0)(page)
    page.locator("[data-orders]").check()
    page.locator("[data-order='best']").click()
    page.keyboard.press("End")


def stay(page: Any) -> None:
    """Show a page as it opens."""


SHOWN: dict[
    str, tuple[Callable[[], str], Callable[[Any], None], str, tuple[int, int]]
] = {
    "report": (report, show_parting, "light", (1000, 690)),
    "report_phone": (report, stay, "dark", (390, 700)),
    "lecture": (lecture, step_to_a_cutoff, "light", (1000, 700)),
    "lesson_pruning": (lesson, go_to(2, 5), "light", (1000, 620)),
    "lesson_deep": (lesson, go_to(4, 13), "dark", (1000, 700)),
    "lesson_window": (lesson, go_to(6, 10), "light", (1000, 620)),
    "lesson_order": (lesson, put_best_first, "light", (1100, 820)),
    "practice": (practice, press_leaves, "dark", (1000, 760)),
    "practice_phone": (practice, write_windows, "light", (390, 700)),
    "class": (a_class, stay, "light", (1000, 900)),
    "class_phone": (a_class, stay, "dark", (390, 700)),
    "sheet": (sheet, stay, "light", (1000, 900)),
}
"""For each picture how its page is made, what is done on it, in which colours, and how large it is."""


def main() -> int:
    """Make all of them."""
    made = "Makes the pictures of docs/pictures anew, with a browser, which takes a minute."
    argparse.ArgumentParser(
        prog="python -m tests.pictures", description=made
    ).parse_args()
    if CHROMIUM is None:
        print(
            "no browser is installed; on Debian or Ubuntu: sudo apt-get install chromium",
            file=sys.stderr,
        )
        return 2
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(OPTIONS)
        )
        for name, (make, do, scheme, (width, height)) in SHOWN.items():
            file = Path(folder, f"{name}.html")
            file.write_text(make(), encoding="utf-8")
            with opened(browser, file, width, scheme) as seen_page:
                do(seen_page.page)
                seen_page.page.set_viewport_size({"width": width, "height": height})
                if name == "report":
                    seen_page.page.locator(".exercise").first.evaluate(
                        "element => element.scrollIntoView()"
                    )
                seen_page.page.screenshot(path=PICTURES / f"{name}.png")
            print(PICTURES / f"{name}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
