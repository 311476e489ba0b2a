"""Writes what was judged as other platforms than Gradescope take it, each format from Gradescope's own record of a run.

Most of them show everything at once to whoever sees the grade. So of hidden exercises they get a single entry, with
their points together, which the grade tells anyway.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from autograder.limits import LARGEST_FOREIGN
from autograder.showing.gradescope import text_of
from autograder.showing.styled_text import Page, ansi, plain
from autograder.text import counted

Record = Mapping[str, Any]
"""What `gradescope.results` or `gradescope.unfinished` made."""
NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NOT_GRADED = "Nothing was graded. The text below says why."
LEFT_OUT = "Left out here, as all of it would be longer than this platform takes."


class Entry(NamedTuple):
    """A visible exercise, or all hidden ones together. page: what is told of it."""

    name: str
    points: float
    max_points: float
    page: str
    hidden: bool = False

    @property
    def passed(self) -> bool:
        """Whether every point was earned."""
        return self.points >= self.max_points

    @property
    def of_max(self) -> str:
        """The points, in short."""
        return f"{self.points:g}/{self.max_points:g}"


class Format(NamedTuple):
    """How a platform takes results.

    files: what is written to the file that was named, and to others whose names go on as their key does.
    shown: how its pages are written. most: bytes of a file, beyond which the longest pages are left out.
    """

    files: Mapping[str, Callable[[Record, Sequence[Entry]], str]]
    shown: Callable[[Page], str] = plain
    most: float = LARGEST_FOREIGN


def texts(name: str, record: Record) -> dict[str, str]:
    """The files of a format, by what their names end with. record: with pages as the format shows them."""
    form = FORMATS[name]
    return {ending: _fitting(write, record, form.most) for ending, write in form.files.items()}


def share(points: float, max_points: float) -> float:
    """The part of the points that was earned: all, where there are none."""
    return min(1.0, round(points / max_points, 9)) if max_points > 0 else 1.0


def entries(record: Record) -> list[Entry]:
    """What students may be told of each exercise; none where grading did not come to an end."""
    tests = record.get("tests", ())
    seen = [test for test in tests if test["visibility"] == "visible"]
    hidden = [test for test in tests if test["visibility"] != "visible"]
    found = [
        Entry(_one_line(f"{test['extra_data']['exercise']}: {test['name']}"), *_points([test]), test["output"])
        for test in seen
    ]
    if hidden:
        name = counted(len(hidden), "hidden exercise")
        found.append(Entry(name, *_points(hidden), "The points count, and nothing else is told.", hidden=True))
    return found


def _points(tests: Sequence[Record]) -> tuple[float, float]:
    return sum(test["score"] for test in tests), sum(test["max_score"] for test in tests)


def _total(found: Sequence[Entry]) -> tuple[float, float]:
    return sum(entry.points for entry in found), sum(entry.max_points for entry in found)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _fitting(write: Callable[[Record, Sequence[Entry]], str], record: Record, most: float) -> str:
    """What is written, without the longest pages where it would be too large."""
    found = entries(record)
    text = write(record, found)
    for place in sorted(range(len(found)), key=lambda place: -len(found[place].page)):
        if len(text.encode()) <= most:
            break
        found[place] = found[place]._replace(page=LEFT_OUT)
        text = write(record, found)
    return text


def _gradescope(record: Record, found: Sequence[Entry]) -> str:
    return text_of(dict(record))


def _prairielearn(record: Record, found: Sequence[Entry]) -> str:
    """The results.json of an external grader. What could not be graded costs no attempt there."""
    if not found or record["extra_data"].get("failure"):
        return text_of({"gradable": False, "format_errors": [NOT_GRADED], "output": record["output"]})
    tests = [
        {"name": entry.name, "points": entry.points, "max_points": entry.max_points, "output": entry.page}
        for entry in found
    ]
    return text_of({"gradable": True, "score": share(*_total(found)), "output": record["output"], "tests": tests})


def _junit(record: Record, found: Sequence[Entry]) -> str:
    """JUnit's XML, as Jenkins' schema for it has it; it knows no points, so they are properties of the suite."""
    from xml.etree import ElementTree  # slow to import

    failed = [entry for entry in found if not entry.passed and not entry.hidden]
    counts = {"tests": len(found) or 1, "failures": len(failed), "errors": 0 if found else 1}
    counts["skipped"] = sum(entry.hidden for entry in found)
    suite = ElementTree.Element("testsuite", {"name": "autograder", **{key: str(counts[key]) for key in counts}})
    properties = ElementTree.SubElement(suite, "properties")
    for name, points in zip(("score", "max_score"), _total(found), strict=True):
        ElementTree.SubElement(properties, "property", name=name, value=f"{points:g}")
    for entry in found or [Entry("grading", 0, 0, "")]:
        case = ElementTree.SubElement(suite, "testcase", name=entry.name, classname="autograder")
        if not found:
            ElementTree.SubElement(case, "error", message=NOT_GRADED)
        elif entry.hidden:
            ElementTree.SubElement(case, "skipped", message=entry.page)
        elif not entry.passed:
            ElementTree.SubElement(case, "failure", message=f"{entry.of_max} points").text = entry.page
    ElementTree.SubElement(suite, "system-out").text = record["output"]
    ElementTree.indent(suite)
    text = ElementTree.tostring(suite, "unicode")
    return NOT_XML.sub("\ufffd", f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n')


def _github(record: Record, found: Sequence[Entry]) -> str:
    """The `result` that classroom-resources/autograding-grading-reporter reads: JSON in base64, on one line."""
    import base64

    status = "error" if not found else "pass" if all(entry.passed for entry in found) else "fail"
    tests: list[dict[str, object]] = [
        {"name": entry.name, "status": "pass" if entry.passed else "fail", "score": entry.points} for entry in found
    ]
    tests = tests or [{"name": "grading", "status": "error", "score": 0, "message": record["output"]}]
    about: dict[str, object] = {"test_code": "", "filename": "", "line_no": 0}  # else it says "line undefined"
    result = {"version": 1, "status": status, "max_score": _total(found)[1], "tests": [about | test for test in tests]}
    return base64.b64encode(json.dumps(result).encode()).decode() + "\n"


def _markdown(record: Record, found: Sequence[Entry]) -> str:
    """GitHub's summary of a job: a table of the exercises, and a page of each failed one to unfold."""
    rows = [f"| {'✓' if entry.passed else '✗'} | {_escaped(entry.name)} | {entry.of_max} |" for entry in found]
    table = ["| | exercise | points |", "|---|---|---|", *rows, ""] if rows else []
    pages = [
        f"<details><summary>{_escaped(entry.name)}</summary>\n\n{_pre(entry.page)}\n\n</details>\n"
        for entry in found
        if not entry.passed and not entry.hidden
    ]
    return "\n".join([_pre(record["output"]), "", *table, *pages])


def _escaped(text: str) -> str:
    """Text in which nothing is HTML's or Markdown's, nor a mention of somebody."""
    return re.sub(r"""[&<>"'`*_~|[\]\\$@#!]""", lambda found: f"&#{ord(found[0])};", text)


def _pre(text: str) -> str:
    return f"<pre>{_escaped(text)}</pre>"


def _vpl(record: Record, found: Sequence[Entry]) -> str:
    """What VPL reads of an evaluation: a comment with a title for each exercise, and, last, the grade on its scale.

    Each line of a page begins with ">", which makes it preformatted, so none is taken for a title, a tag or a grade.
    """
    points, most = _total(found)
    rows = ["<|--", *_case(record["output"])]
    for entry in found:
        rows.append(f"-{'✓' if entry.passed else '✗'} {entry.name}: {entry.of_max}")
        rows += [] if entry.passed and not entry.hidden else _case(entry.page)
    rows.append("--|>")
    if found:  # else none is proposed, and nobody gets a 0 for a fault of the autograder's
        low, high = _scale("VPL_GRADEMIN", 0), _scale("VPL_GRADEMAX", most)
        rows.append(f"Grade :=>>{low + share(points, most) * (high - low):.6g}")
    return "\n".join(rows) + "\n"


def _case(text: str) -> list[str]:
    return [f">{row}" for row in text.split("\n")]


def _scale(variable: str, otherwise: float) -> float:
    try:
        return float(os.environ.get(variable, otherwise))
    except ValueError:
        return otherwise


FORMATS: Mapping[str, Format] = {
    "gradescope": Format({"": _gradescope}, ansi, inf),
    "prairielearn": Format({"": _prairielearn}, ansi),
    "junit": Format({"": _junit}),
    "github": Format({"": _github, ".md": _markdown}),
    "vpl": Format({"": _vpl}),
    "json": Format({"": _gradescope}, plain, inf),
}
"""Each by its name, as `--format` takes it."""
