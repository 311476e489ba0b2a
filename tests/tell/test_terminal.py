"""The output on a terminal: that of a file, in colour, and of a student's text nothing that disguises."""

import pty
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from io import FileIO, StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder import load_set
from autograder.core.exercises.model import Adapter, Feedback
from autograder.core.grading.report import Report
from autograder.core.judging.judge import Failed, NotRun
from autograder.core.sandbox.containment import Isolation
from autograder.core.sandbox.meaning import describe
from autograder.core.sandbox.outcome import (
    Cause,
    Failure,
    missing_message,
    parse_absence,
    returned_message,
)
from autograder.core.sandbox.raised import (
    Clues,
    GradedProgram,
    RaisedException,
    ReturnedNoNumber,
    UnknownName,
)
from autograder.core.sentences import has_sentence, sentence
from autograder.core.text import QUOTE, quoted, visible, visible_name
from autograder.core.worker.tracebacks import called_names, declaration_outside
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.explain.repair.kinds import STATE_KEPT
from autograder.tell import terminal
from autograder.tell.next_step import short_ids
from autograder.tell.styled_text import (
    ANSI_CODES,
    CODES_ON_GREY,
    Span,
    Style,
    columns_of,
    folded,
    line,
    plain,
)
from autograder.tell.terminal import ProgressLines, load_aloud, print_report
from reference import interfaces
from reference.game import MESSAGES
from tests.core.test_submissions import explains_here
from tests.pages import CASES, FOLDER, READ, STUDENTS, file_of, page, with_pages
from tests.pages import quoted as quoted_page
from tests.sets import PROJECT, SUBMISSIONS, altered, cases, made_set, rows, written

pytestmark = pytest.mark.usefixtures("forked")
FIRST_THREE = load_set(PROJECT / "exercises", "0[1-3]*")
ENDS = "\x1b[0m"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the environment of a terminal that has colours, and is wide enough for all lines."""
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("LINES", "1000")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def on_a_terminal(show: Callable[[], None]) -> str:
    """Return the text that is written to standard output if that is a terminal."""
    ours, theirs = pty.openpty()
    with ThreadPoolExecutor() as reader, open(ours, "rb", buffering=0) as screen:
        written = reader.submit(lambda: b"".join(until_closed(screen)))
        with open(theirs, "w", encoding="utf-8") as file, redirect_stdout(file):
            show()
        return written.result().decode().replace("\r\n", "\n")


def until_closed(screen: FileIO) -> Iterator[bytes]:
    with suppress(OSError):  # how Linux says that nobody writes any more
        while True:
            yield screen.read(4096)


def graded(submission: str) -> ExplainedReport:
    return grade_and_explain(SUBMISSIONS / submission, FIRST_THREE)


def in_a_file(
    report: ExplainedReport, *, show_hidden: bool = False, in_full: bool = False
) -> str:
    with redirect_stdout(StringIO()) as file:
        print_report(report, show_hidden=show_hidden, in_full=in_full)
    return file.getvalue()


@pytest.mark.parametrize(
    ("submission", "head"),
    [
        ("textbook", f"\x1b[{ANSI_CODES['good']}m✓ 01_two_plies"),
        ("alpha_not_updated_1", f"\x1b[{ANSI_CODES['bad']}m✗ 01_two_plies"),
    ],
)
def test_terminal_shows_the_page_in_colour(submission: str, head: str) -> None:
    report = graded(submission)
    shown = on_a_terminal(lambda: print_report(report))
    assert "\x1b[1mAlpha-beta pruning\x1b[0m" in shown
    assert head in shown
    assert ("\x1b[1mThe simplest example: 01_two_plies" in shown) == (
        submission != "textbook"
    )
    assert set(re.findall(r"\x1b\[([0-9;]*)m", shown)) <= {"0", *ANSI_CODES.values()}, (
        "nothing is coloured by itself"
    )
    assert ESCAPES.sub("", shown) == in_a_file(report)
    assert "\x1b" not in in_a_file(report)


@pytest.mark.parametrize(
    ("submission", "is_part", "is_told"),
    [
        ("textbook", True, True),
        ("textbook", False, False),
        ("constant_answer", True, False),
    ],
)
def test_right_part_of_the_exercises_is_no_end(
    submission: str, is_part: bool, is_told: bool
) -> None:
    with redirect_stdout(StringIO()) as file:
        print_report(graded(submission), is_part=is_part)
    assert (
        file.getvalue().endswith(
            "are right\nNow grade all exercises: leave out --only.\n"
        )
        == is_told
    )


def luminance(color: int) -> float:
    """Return the luminance of one of the 216 colours of xterm's cube, as WCAG defines it."""
    red, green, blue = (
        (0, 95, 135, 175, 215, 255)[(color - 16) // step % 6] / 255
        for step in (36, 6, 1)
    )
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (red, green, blue)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("style", ["good", "bad", "cutoff"])
def test_colours_are_legible_on_white_and_on_black(style: Style) -> None:
    code = re.fullmatch(r"(?:1;)?38;5;(\d+)", ANSI_CODES[style])
    assert code, "the first 16 colours differ from terminal to terminal"
    brightness = luminance(int(code[1])) + 0.05
    assert min(1.05 / brightness, brightness / 0.05) >= 4.5


@pytest.mark.parametrize("style", ["good", "bad", "fault", "cutoff"])
def test_colours_are_legible_on_gradescope_be_its_page_light_or_dark(
    style: Style,
) -> None:
    """They bring #eeeeee with them, should a page not have the grey #f5f5f5."""
    code = re.fullmatch(r"(?:1;)?38;5;(\d+);48;5;255", CODES_ON_GREY[style])
    assert code
    for channel in (0xF5, 0xEE):
        grey = ((channel / 255 + 0.055) / 1.055) ** 2.4
        assert (grey + 0.05) / (luminance(int(code[1])) + 0.05) >= 4.5


def test_notes_and_what_is_not_isolated_stand_out() -> None:
    report = altered(
        graded("textbook"),
        notes=("Not looked at: b.py",),
        isolation=Isolation((), {"user": "no root"}),
    )
    shown = on_a_terminal(lambda: print_report(report))
    assert f"\x1b[{ANSI_CODES['cutoff']}mNot looked at: b.py\x1b[0m\n" in shown
    assert (
        f"\x1b[{ANSI_CODES['cutoff']}mNot isolated by user: no root. {sentence('isolation', 'user')}\x1b[0m\n"
        in shown
    )
    last_page = shown.split("\n\n")[-1]
    assert last_page.startswith("\x1b[1m9 of 9 points"), "a warning scrolls it away"


@pytest.mark.parametrize(
    ("char", "columns"), [("e", 1), ("\u0301", 0), ("\u20dd", 0), ("表", 2), ("Ａ", 2)]
)
def test_marks_take_no_column_and_wide_characters_two(char: str, columns: int) -> None:
    assert columns_of(char) == columns


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("level", get_args(Feedback))
def test_printed_output_is_shown_with_full_feedback_or_to_an_instructor(
    level: Feedback, hidden: bool
) -> None:
    report = altered(graded("textbook"), printed="hello from afar", feedback=level)
    shown = in_a_file(report, show_hidden=hidden)
    assert ("\n\nYour code printed:\n  │ hello from afar\n" in shown) == (
        hidden or level == "full"
    )


class AScreen(StringIO):
    """A file that says of itself that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("output", [AScreen, StringIO])
def test_terminal_tells_course_staff_how_to_see_the_sum_with_hidden_exercises(
    output: type[StringIO], tmp_path: Path
) -> None:
    hiding = [
        {"title": title, "tree": [1, 2], "visibility": visibility}
        for title, visibility in (("A", "visible"), ("B", "hidden"))
    ]
    folder = made_set(tmp_path / "set", hiding)
    report = grade_and_explain(SUBMISSIONS / "textbook", load_set(folder))
    for show_hidden in (False, True):
        with redirect_stdout(output()) as written_to:
            print_report(report, show_hidden=show_hidden)
        is_told = output is AScreen and not show_hidden
        assert ("--show-hidden is for" in written_to.getvalue()) == is_told


def test_an_equal_exception_is_named_only_where_its_message_is_shown() -> None:
    raised = graded("untouched_template")
    verdicts = tuple(
        verdict._replace(feedback="verdict") for verdict in raised.report.verdicts
    )
    report = altered(raised, verdicts=verdicts, feedback="verdict")
    assert re.search(
        r"The same exception as in 01_two_plies \(Two plies .*\): NotImplementedError",
        in_a_file(raised, in_full=True),
    )
    assert "NotImplementedError" not in in_a_file(report)
    assert "The same exception" in in_a_file(report, show_hidden=True)


def test_what_a_right_program_printed_is_shown_with_its_exercise(
    tmp_path: Path,
) -> None:
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    printing = tmp_path / "alphabeta.py"
    printing.write_text(
        source.replace(
            "return state.utility()", "return print('leaf') or state.utility()"
        ),
        "utf-8",
    )
    shown = in_a_file(
        grade_and_explain(printing, load_set(PROJECT / "exercises", "01*"))
    )
    assert (
        "Two plies with unknown leaves x and y\n    Your code printed:\n      │ leaf\n"
        in shown
    )


SENTENCE = "102 of 102 points"
FORGES = f"""
print(" " * {{width}} + {SENTENCE!r})
print("\\t" * 40 + {SENTENCE!r})
print("\u6f22" * ({{width}} // 2) + {SENTENCE!r})
print("e\u0301\u0301" * {{width}} + {SENTENCE!r})
{"x" * 30} = 3
def max_value(state, alpha, beta):
    raise ValueError(" " * {{width}} + {SENTENCE!r} + "\\n" + " " * {{width}} + {SENTENCE!r})
min_value = max_value
"""


def left_edges(shown: str, columns: int) -> list[str]:
    """Return the rows of a screen of a width, each folded as a terminal does: at the first character that finds no room."""
    screen: list[str] = []
    for text in ESCAPES.sub("", shown).split("\n"):
        screen.append("")
        used = 0
        for char in text:
            wide = (
                8 - used % 8
                if char == "\t"
                else 0
                if unicodedata.category(char) == "Mn"
                else 1
            )
            wide += unicodedata.east_asian_width(char) in "WF"
            used += min(wide, columns - 1 - used) if char == "\t" else wide
            if used > columns:
                screen.append("")
                used = wide
            screen[-1] += char
    return screen


@pytest.mark.usefixtures("unmended")
@pytest.mark.parametrize("columns", [40, 80, 133])
@pytest.mark.parametrize("less", range(12))
def test_no_row_of_a_screen_begins_with_what_a_program_chose(
    less: int, columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """less: columns to the left of quotations, for which the program makes room."""
    monkeypatch.setenv("COLUMNS", str(columns))
    (tmp_path / "alphabeta.py").write_text(FORGES.format(width=columns - less), "utf-8")
    report = grade_and_explain(tmp_path, load_set(PROJECT / "exercises", "01*"))
    rows = left_edges(on_a_terminal(lambda: print_report(report)), columns)
    assert any(SENTENCE in row for row in rows)
    assert not any(row.strip().startswith(SENTENCE) for row in rows)


TEXTS = st.text("ab \t│é漢\u0301✗", max_size=200)


@given(
    st.lists(st.tuples(TEXTS, st.sampled_from(["", "bad", "good"])), max_size=4),
    st.integers(0, 30),
    st.booleans(),
    st.integers(20, 90),
)
def test_a_folded_line_fits_and_loses_nothing(
    pieces: list[tuple[str, Style]], blanks: int, is_quoted: bool, columns: int
) -> None:
    row = line(
        " " * blanks + ("│ " if is_quoted else ""),
        *(Span(text, style) for text, style in pieces),
    )
    first, *others = folded([row], columns)
    for part in (first, *others):
        assert left_edges(plain([part]), columns) == [plain([part])] or not others
    if not others:
        assert first == row
        return
    text = plain([row]).expandtabs()
    indented = len(text) - len(text.lstrip(" "))
    margin = " " * min(indented, columns // 2) + "  "
    if text.lstrip(" ").startswith("│ ") or all(
        style == "bad" for piece, style in row if piece.strip()
    ):
        margin = margin[:-2] + "│ "
    assert all(plain([part]).startswith(margin) for part in others)
    together = plain([first]) + "".join(
        plain([part]).removeprefix(margin) for part in others
    )
    assert "".join(together.split()) == "".join(plain([row]).split())


def test_folded_drawing_keeps_its_branches_and_words() -> None:
    bad = Span("✗ your visit 4; it should be pruned", "bad")
    page = [
        line("    ├─ B2 MIN   ✂ should stop: v = 4 ≤ alpha = 4"),
        line("    │  └─ C4 1   ", bad),
        line("    └─ B3 MIN   ✂ should stop: v = 4 ≤ alpha = 4"),
    ]
    assert plain(folded(page, 40)).split("\n") == [
        "    ├─ B2 MIN   ✂ should stop: v = 4 ≤ ",
        "    │    alpha = 4",
        "    │  └─ C4 1   ✗ your visit 4; it ",
        "    │       should be pruned",
        "    └─ B3 MIN   ✂ should stop: v = 4 ≤ ",
        "         alpha = 4",
    ]


def test_tree_as_a_list_names_each_parent_and_draws_no_branch() -> None:
    exercises = load_set(PROJECT / "exercises", "0[69]*")
    report = grade_and_explain(SUBMISSIONS / "strict_cutoff", exercises)
    drawn = on_a_terminal(lambda: print_report(report))
    listed = on_a_terminal(lambda: print_report(report, lists=True))
    assert re.search("[├└│]", drawn)
    assert not re.search("[├└│]", listed)
    rows = [row.strip() for row in ESCAPES.sub("", listed).splitlines()]
    start = rows.index("- A1 MAX, the root")
    assert rows[start + 1 : start + 7] == [
        "- B1 MIN, below A1",
        "- C1 4, below B1   visit 1",
        "- C2 7, below B1   visit 2",
        "- B2 MIN ≤ 4, below A1   ✂ should stop: v = 4 ≤ alpha = 4",
        "- C3 4, below B2   visit 3",
        "- C4 1, below B2   ✗ your visit 4; it should be pruned",
    ]
    in_list = [row for row in rows if row.startswith("- ")]
    assert len(in_list) == len(
        re.findall(r"(?m)^ *(?:[├└│].*|A1 MAX)$", ESCAPES.sub("", drawn))
    )


def test_folded_row_keeps_a_mark_beside_its_word() -> None:
    head = line("✗ 13_lost_position 1/3  Lost (value ✓ pruned ✗ order ✗)")
    for columns in range(30, 50):
        rows = [plain([row]).rstrip() for row in folded([head], columns)]
        assert not any(row.endswith((" (value", "pruned", "order")) for row in rows)


def test_folded_quote_that_looks_like_a_drawing_keeps_its_bar() -> None:
    for style in ("", "bad"):
        rows = folded([line(Span("    │  └─ " + 30 * "x ", style))], 40)
        assert len(rows) > 1
        assert all(plain([row]).startswith("    │ ") for row in rows)
    forged = folded([line(Span("└─ " + 30 * "x ", "bad"))], 40)
    assert all(plain([row]).startswith("│ ") for row in forged[1:])


class Gone(StringIO):
    """An output whose reader has gone, as head does."""

    def flush(self) -> None:
        raise BrokenPipeError


def test_progress_lines_estimate_the_rest_and_ignore_a_closed_stream(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter((0.0, 1.0, 60.0, 61.0, 400.0, 0.0, 9.0))
    monkeypatch.setattr(
        terminal, "time", SimpleNamespace(monotonic=lambda: next(times))
    )
    progress = ProgressLines("submission")
    for done in (1, 100, 101, 300):
        progress.reached(done, 400)
    texts = [
        "100 of 400 submissions, about 3 min left",
        "300 of 400 submissions, about 2 min left",
    ]
    assert capsys.readouterr().err.splitlines() == texts
    ProgressLines("submission", Gone()).reached(1, 400)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_long_load_of_a_set_says_on_a_terminal_how_far_it_is(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = made_set(tmp_path / "set", [{"tree": [1, 2]}] * 3)
    times = iter((0.0, 1.0, 3.0, 4.0))
    monkeypatch.setattr(
        terminal, "time", SimpleNamespace(monotonic=lambda: next(times))
    )
    errors = StringIO()
    monkeypatch.setattr(errors, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stderr", errors)
    assert len(load_aloud(folder).exercises) == 3
    assert errors.getvalue() == ("2 of 3 files\n" if is_terminal else "")


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_color_settings_switch_colours_off(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    report = graded("alpha_not_updated_1")
    assert on_a_terminal(lambda: print_report(report)) == in_a_file(report)


@pytest.mark.parametrize("cause", ["not run", "not a value", "raised"])
def test_a_failure_that_repeats_is_told_once(cause: Cause, tmp_path: Path) -> None:
    made_set(tmp_path, {f"{number:02}_e": {"tree": [1]} for number in range(1, 5)})
    failure = Failure(cause, "Not run.", "there")
    verdicts = tuple(
        NotRun(exercise, failure) for exercise in load_set(tmp_path).exercises
    )
    report = ExplainedReport(
        Report(load_set(tmp_path), Path("x"), verdicts, None, 0), {}
    )
    shown = in_a_file(report)
    assert shown.count("Not run.") == 1
    assert "\nThe same in 3 others: 02-04.\n" in shown
    assert in_a_file(report, in_full=True).count("\nthere\n") == 1


# --- The last page ---


SMALL = {"COLUMNS": "80", "LINES": "24"}
TELLING = {
    "strict_cutoff": "if v > beta:",
    "two_mistakes": "v = 0",
    "untouched_template": "Write that code in its place.",
    "returns_none": "Is a `return`",
    "endless_recursion": "The recursion goes deeper",
    "no_pruning_1": "Nothing is ever pruned.",
    "plain_minimax": "this searches every child",
    "raises_index_error": "range(len(children) + 1)",
    "bounds_swapped_1": "put `beta, alpha` in the other order",
    "missing_min_value": "no function called min_value",
}
"""Programs, and the page for their students."""


@pytest.mark.parametrize("submission", TELLING)
def test_what_to_do_is_on_the_last_screen(
    submission: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SMALL.items():
        monkeypatch.setenv(name, value)
    report = grade_and_explain(
        SUBMISSIONS / submission, load_set(PROJECT / "exercises", "[012]*")
    )
    shown = ESCAPES.sub("", on_a_terminal(lambda: print_report(report)))
    rows = shown.splitlines()
    *_, head = (row for row in rows if "of 87 points" in row)
    screen = rows[-23:]
    assert head in screen, "the page does not fit"
    assert TELLING[submission] in "\n".join(screen)
    assert max(map(len, rows)) <= 80


def test_all_failed_exercises_are_printed_in_full_on_request() -> None:
    report = graded("alpha_not_updated_1")
    shown = in_a_file(report)
    failed_ids = [v.exercise.id for v in report.report.verdicts if not v.passed]
    assert len(failed_ids) > 1
    assert f"--all. One of them: --only {failed_ids[1]}" in shown
    assert shown.count("visited ") == 0
    in_full = in_a_file(report, in_full=True)
    assert in_full.count("visited ") >= len(failed_ids)
    assert "--all" not in in_full


def test_exercise_that_is_right_alone_is_not_told_to_be_looked_at_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What earlier searches leave behind is missing there."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "16")
    report, _ = explained = graded("alpha_not_updated_1")
    verdicts = tuple(
        verdict._replace(misconceptions=(STATE_KEPT,))
        if isinstance(verdict, Failed)
        else verdict
        for verdict in report.verdicts
    )
    changed = ExplainedReport(report._replace(verdicts=verdicts), {})
    shown = in_a_file(changed)
    assert "Something is remembered from earlier searches." in shown
    assert "One of them alone, with --only, may be right" in shown
    assert "add --only" in on_a_terminal(lambda: print_report(explained))
    assert "add --only" not in on_a_terminal(lambda: print_report(changed))


def test_checks_that_hold_are_told_of_the_example_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under the points they would be read as those of all exercises."""
    monkeypatch.setenv("COLUMNS", "80")
    report, _ = graded("alpha_not_updated_1")
    verdicts = tuple(
        verdict._replace(misconceptions=()) if isinstance(verdict, Failed) else verdict
        for verdict in report.verdicts
    )
    unnamed = ExplainedReport(report._replace(verdicts=verdicts), {})
    for height in "60", "16":
        monkeypatch.setenv("LINES", height)
        shown = ESCAPES.sub("", on_a_terminal(lambda: print_report(unnamed)))
        _, _, below = shown.partition(" of 9 points")
        _, blank, example, checks, *_ = below.splitlines()
        assert not blank
        assert example.startswith("The simplest example: ")
        assert checks.startswith("Right: the value. Wrong: the pruned leaves, ")


@pytest.mark.parametrize(
    ("submission", "others"),
    [
        ("returns_none", "The same in 3 others: 02-04."),
        ("untouched_template", "The same in 3 others: 02-04."),
        ("no_base_case", "3 others fail, too: 02-04."),
    ],
)
def test_others_are_the_same_only_if_that_is_known(
    submission: str, others: str
) -> None:
    """By one advice or by the same lines; without either nothing is said of them but that they fail."""
    exercises = load_set(PROJECT / "exercises", "0[1-4]*")
    report = grade_and_explain(SUBMISSIONS / submission, exercises)
    assert f"\n{others}\n" in in_a_file(report)


def test_others_that_raise_nothing_are_not_the_same_as_an_exception(
    tmp_path: Path,
) -> None:
    """Where the root itself is cut off, None is returned, and no other call takes it."""
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    cut_off = source.replace(
        "            return v\n        alpha", "            return\n        alpha"
    )
    assert cut_off != source
    (tmp_path / "alphabeta.py").write_text(cut_off, "utf-8")
    exercises = load_set(PROJECT / "exercises", "1[0-6]*")
    shown = in_a_file(grade_and_explain(tmp_path, exercises))
    assert "\nTypeError: " in shown
    assert (
        "\nThe same in 4 others: 11-14.\n1 other fails, too, and is right once this is"
        " changed: 16_window_fail_high.\n" in shown
    )


@pytest.mark.parametrize("strict", [False, True])
def test_lines_and_names_stand_below_an_exception_if_they_are_proved(
    strict: bool, tmp_path: Path
) -> None:
    """Without its value at the start the name has none, whatever the comparison is."""
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    unset = source.replace("    v = -math.inf\n", "")
    if strict:
        unset = unset.replace("v <= alpha", "v < alpha")
    (tmp_path / "alphabeta.py").write_text(unset, "utf-8")
    exercises = load_set(PROJECT / "exercises", "[0-2]*")
    shown = in_a_file(grade_and_explain(tmp_path, exercises))
    _, _, page = shown.partition("UnboundLocalError: ")
    assert "see line 20, `v = math.inf`" in page
    assert ("A player goes on when the bounds are equal." in page) == strict
    assert ("if v < alpha:   <- change the comparison" in page) == strict
    changes = "these changes" if strict else "this change"
    assert f"With {changes}, all 29 visible exercises are right." in page


def test_the_last_page_has_what_changed_under_the_points() -> None:
    report = graded("textbook")
    with redirect_stdout(StringIO()) as file:
        print_report(report, changes=[line("✓ Now right: 01_two_plies")])
    head, changed = file.getvalue().splitlines()[-2:]
    assert head.startswith("9 of 9 points")
    assert changed == "✓ Now right: 01_two_plies"


@pytest.mark.parametrize(
    ("failed", "all_ids", "expected"),
    [
        (
            ["02_b", "03_c", "04_d", "10_e"],
            ["02_b", "03_c", "04_d", "10_e"],
            "02-04 10",
        ),
        (["02_b"], ["02_b", "03_c"], "02_b"),
        (["a", "b"], ["a", "b"], "a, b"),
        (["01_a", "02_a"], ["01_a", "02_a", "02_b"], "01_a, 02_a"),
        (["01_a", "02_a"], ["01_a", "02_a", "c"], "01_a, 02_a"),
    ],
)
def test_ids_are_numbers_if_these_tell_them_apart(
    failed: list[str], all_ids: list[str], expected: str
) -> None:
    exercise = FIRST_THREE.exercises[0]
    verdicts = [
        NotRun(exercise._replace(id=name), Failure("not run", "")) for name in failed
    ]
    assert short_ids(verdicts, all_ids) == expected


# --- The pages of some telling submissions are those that were read in review ---


@pytest.mark.parametrize("name", CASES)
def test_page_equals_the_recorded_page(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No set of these has an adapter or another file.
    explains_here(monkeypatch, FIRST_THREE)
    assert page(CASES[name]) == file_of(name).read_text("utf-8"), (
        "if it is meant: .venv/bin/python -m tests.pages"
    )


def test_every_recorded_page_has_a_case() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(CASES)


def test_students_are_shown_pages_as_the_grader_prints_them() -> None:
    text = STUDENTS.read_text("utf-8")
    assert with_pages(text) == text, "if it is meant: .venv/bin/python -m tests.pages"
    assert all(quoted_page(name) in text for name in READ)


ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
MARKS = st.lists(
    st.sampled_from("a \n\t\u0300\u0301\u034f\u20dd\ufe0f\u3164\u2028")
).map("".join)
MOST_MARKS = 3


@given(ANY_TEXT | MARKS)
@example("a" + "\u0300" * 3000)
@example("\u0300 at the start")
@example(
    "\u3164\uffa0\u115f\u1160\u2800\u2028\u2029\u00a0\u3000\u202e\x1b]52;c;\x07\ud800"
)
def test_visible_leaves_no_disguising_character(text: str) -> None:
    shown = visible(text)
    marks = MOST_MARKS
    for char in shown:
        category = unicodedata.category(char)
        assert char in " \n\t" or category[0] in "LNPSM"
        assert char not in "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0f\uffa0"
        marks = (
            marks + 1 if category[0] == "M" else MOST_MARKS if char in " \n\t" else 0
        )
        assert marks <= MOST_MARKS or category[0] != "M"
    assert visible(shown, len(shown)) == shown


@given(
    st.text(st.characters(min_codepoint=33, max_codepoint=126))
    | st.sampled_from(["Größe", "值", "שלום", "e\u0301"])
)
def test_visible_keeps_harmless_text_unchanged(text: str) -> None:
    assert visible(text) == text


@given(ANY_TEXT, st.integers(1, 40))
def test_visible_cuts_long_text_and_says_so(text: str, longest: int) -> None:
    shown = visible(text, longest)
    assert len(shown) <= 10 * longest + 60
    assert ("(cut: " in shown.removeprefix(visible(text[:longest]))) == (
        len(text) > longest
    )


@given(ANY_TEXT)
def test_every_quoted_line_is_marked_and_a_name_is_one_line(text: str) -> None:
    assert all(row.startswith(QUOTE) for row in quoted(text).split("\n"))
    assert "\n" not in visible_name(text)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
@example("alphabeta.py", "max_value", "")
# Drawn texts hardly ever have two.
@example("alphabeta.py", "ValueError", "a message\nof two lines")
@example("alphabeta.py", "MemoryError", "a message\nthat is\nexplained below")
def test_error_sentences_hold_for_any_text_of_the_process(
    file: str, name: str, how: str
) -> None:
    for message in (
        missing_message(file, {name: parse_absence(how)}),
        returned_message(name, how),
    ):
        assert "\n" not in message
    first, *others = describe(RaisedException(name, how)).split("\n")
    assert "\x1b" not in first
    explained = int(has_sentence("exceptions", name))
    assert all(row.startswith(QUOTE) for row in others[: len(others) - explained])


def test_errors_show_no_path_of_the_grader() -> None:
    message = "cannot import name 'Node' from 'helper'"
    for path in (
        "/srv/grader (1)/helper.py",
        "helper.py",
        "python3.11/lib-dynload/helper.so",
        "unknown location",
    ):
        raised = RaisedException("ImportError", f"{message} ({path})")
        assert describe(raised) == f"ImportError: {message}"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("value = max(value, min_value(child, alpha, beta))", ["max", "min_value"]),
        ("return state.utility()() + (1)", []),
        ("value = 2 (3) + max (4)", []),
        ("largest_2(largest_2(a.max(b)))", ["largest_2"]),
        ("return value", []),
    ],
)
def test_called_names_are_those_before_a_parenthesis(
    line: str, names: list[str]
) -> None:
    assert called_names(line) == names


@pytest.mark.parametrize(
    ("statement", "advice"),
    [
        ("count += 1", "write `global count` as the first line of the function."),
        ("seen += 1", "write `nonlocal seen` as the first line of the inner function."),
        ("lost += 1", "give one of the two another name."),
    ],
)
def test_variable_outside_is_declared_if_there_is_one(
    statement: str, advice: str
) -> None:
    inner = f"    def inner():\n        {statement}\n"
    source = f"count = 0\ndef outer():\n    seen = 0\n{inner}    inner()\nouter()\n"
    with pytest.raises(UnboundLocalError) as caught:
        exec(compile(source, "alphabeta.py", "exec"), {})
    clues = Clues(outside=declaration_outside(caught.value))
    raised = RaisedException("UnboundLocalError", str(caught.value), clues=clues)
    assert describe(raised).endswith(advice)


@pytest.mark.parametrize(("error", "where", "words"), rows("exceptions"))
def test_what_an_error_means_is_said_by_its_type_and_message(
    error: str, where: str, words: str
) -> None:
    kind, _, message = error.partition(": ")
    raised = RaisedException(
        kind, message, "their line" if where == "in their code" else ""
    )
    head, *explained = describe(raised).split("\n")
    assert head == error
    assert bool(explained) == (words != "nothing")
    assert words in ("".join(explained) or "nothing")


@pytest.mark.parametrize(
    ("kind", "message"),
    cases("of_a_course_s_own_states_nothing_is_said_that_holds_of_ours"),
)
def test_of_a_course_s_own_states_nothing_is_said_that_holds_of_ours(
    kind: str, message: str
) -> None:
    raised = RaisedException(kind, message)
    description = describe(
        raised, GradedProgram(adapter=Adapter(Path("adapter.py"), "", ()))
    )
    assert "state." not in description
    ours = describe(raised)
    assert ours.startswith(description)
    assert "state." in ours
    assert "|" not in description + ours


def test_of_a_course_s_own_method_only_the_call_is_asked_about() -> None:
    message = "Match.apply() takes 2 positional arguments but 3 were given"
    raised = RaisedException("TypeError", message)
    adapter = Adapter(Path("adapter.py"), "class Match:\n    pass\n", ())
    description = describe(raised, GradedProgram(adapter=adapter))
    assert "`self`" not in description
    assert "Match.apply is the course's own. Look at the call" in description
    assert "`self`" in describe(raised, GradedProgram())


STATE = "actions() children evaluate() is_terminal() name result() successors() to_move utility()"


@pytest.mark.parametrize(
    ("kind", "meant", "words"), cases("describe_suggests_the_name_that_was_meant")
)
def test_describe_suggests_the_name_that_was_meant(
    kind: str, meant: str, words: str
) -> None:
    raised = RaisedException(kind, "?", unknown_name=UnknownName.parse(meant))
    assert describe(raised).split("\n")[1:] == ([words] if words else [])


@pytest.mark.parametrize(
    ("line", "words"), cases("syntax_of_another_language_is_explained")
)
def test_syntax_of_another_language_is_explained(line: str, words: str) -> None:
    description = describe(
        RaisedException(
            "SyntaxError", "invalid syntax", f'File "alphabeta.py", line 1\n    {line}'
        )
    )
    assert words in description
    version = "{}.{}".format(*sys.version_info)
    assert description.endswith(
        f"the one before it. It was graded by Python {version}."
    ) == (not words)


def test_describe_tells_how_a_function_is_called() -> None:
    for name in interfaces.names():
        assert all(
            call.startswith(f"{function}(")
            for function, call in interfaces.load(name).takes.items()
        )
    program = GradedProgram(calls=interfaces.load("max_value/min_value").takes)
    description = describe(
        RaisedException(
            "TypeError", "min_value() missing 1 required positional argument: 'beta'"
        ),
        program,
    )
    assert description.endswith(
        "In the assignment it is min_value(state, alpha, beta)."
    )
    message = describe(
        RaisedException(
            "TypeError", "spare() missing 1 required positional argument: 'beta'"
        ),
        program,
    )
    assert "In the assignment" not in message


def test_describe_finds_self_in_a_function_outside_of_a_class(tmp_path: Path) -> None:
    error = RaisedException(
        "TypeError", "max_value() missing 1 required positional argument: 'beta'"
    )
    program = GradedProgram(
        folder=tmp_path, calls=interfaces.load("max_value/min_value").takes
    )
    for parameters, is_told in (("self, state, alpha", True), ("state, alpha", False)):
        written(tmp_path / "alphabeta.py", f"def max_value({parameters}, beta): pass")
        description = describe(error, program)
        assert ("Remove `self`." in description) == is_told
        assert description.endswith(
            "In the assignment it is max_value(state, alpha, beta)."
        )


@pytest.mark.parametrize(
    ("code", "end", "is_told"),
    [
        ("print(v)", "4", True),
        ("print(max(v, alpha))", "4", True),
        ("print(v)", "3", False),
        ('print("strange")', "4", False),
        ('print(f"strange: {v}")', "4", False),
        ('print("v: " + str(v))', "4", False),
        ('print("v:", v)', "4", False),
        ("print(0)", "4", False),
        ("print()", "4", False),
        ("print(v", "4", False),
    ],
)
def test_print_is_named_in_place_of_return_only_if_it_prints_a_value(
    code: str, end: str, is_told: bool, tmp_path: Path
) -> None:
    """A text of the student's own is no result, and a call that ended in another line has not come there."""
    source = f"def min_value(state, alpha, beta):\n    v = 3\n    if v > alpha: return\n    {code}\n"
    (tmp_path / "alphabeta.py").write_text(source, encoding="utf-8")
    raised = RaisedException(
        "TypeError",
        "'>' not supported between instances of 'NoneType' and 'float'",
        returned=ReturnedNoNumber(end, "NoneType", "min_value"),
    )
    told = describe(raised, GradedProgram(folder=tmp_path))
    assert ("instead of `print`" in told) == is_told


def test_error_of_utility_mentions_evaluate_only_for_searches_with_a_depth() -> None:
    for name, is_told in (("alpha_beta", True), ("max_value/min_value", False)):
        program = GradedProgram(calls=interfaces.load(name).takes)
        message = MESSAGES["no utility"].format(name="B1")
        description = describe(RaisedException("ValueError", message), program)
        assert ("evaluate()" in description) == is_told
