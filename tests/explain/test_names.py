"""The sentences about a known mistake: its name if repair and behaviour agree, and words that hold of the tree shown."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import FixedExercise
from autograder.core.grading.report import Report
from autograder.core.judging.judge import (
    Evidence,
    Failed,
    evidence_of,
    judge,
)
from autograder.core.limits import MOST_EDITS
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.core.sentences import sentence
from autograder.explain.catalogue import CATALOGUE, Misconception
from autograder.explain.components import (
    Component,
    as_shown,
    without_idle,
    without_refuted,
)
from autograder.explain.failures import FailedProgram, _agreed, _likeliest
from autograder.explain.findings import (
    ClaimedRepair,
    EditedLine,
    Findings,
    Location,
)
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.explain.proof import prove
from autograder.explain.repair import kinds
from autograder.explain.repair.messages import NewLines
from autograder.explain.ways import ALSO_OF_OTHERS, variants
from autograder.tell.formats import results
from autograder.tell.places import (
    CLAIMS,
    ExplainOutput,
    describe_mistake,
    describe_repairs,
    note_of,
)
from autograder.tell.styled_text import plain
from reference.game import Value
from reference.observe import observe
from reference.problem import Answer, Observation, Problem
from tests.changes import changes, patched
from tests.core.test_submissions import explains_here
from tests.sets import PROJECT, SUBMISSIONS, submitted

pytestmark = pytest.mark.usefixtures("forked")
EQUAL_LINE = sentence("repair", "equal line", count=1)
ONE_OF_EQUALS = sentence("repair", "equal line", count=2)
EQUAL_LINES = sentence("repair", "equal lines")
CORE = load_set(PROJECT / "exercises", "[01][0-9]_*")
SET_OF = {
    f"{name}_textbook": load_set(PROJECT / "exercises" / name, "0*")
    for name in ("aima_4e", "aima_python", "alpha_beta", "cs188", "negamax")
}
"""By the right program that is changed, if it is not the core set's."""
STRICT = "@@ -12 +12 @@\n-        if v >= beta:\n+        if v > beta:\n"


def graded(
    folder: Path, diff: str = STRICT, style: str = "textbook"
) -> ExplainedReport:
    """Return a right program with a change, graded on a part of its set."""
    exercises = SET_OF.get(style, CORE)
    file = exercises.assignment.file
    source = (submitted(SUBMISSIONS / style, file, folder) / file).read_text("utf-8")
    (folder / file).write_text(patched(source, diff), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        explains_here(patch, exercises)
        return grade_and_explain(folder, exercises)


def names_of(explained: ExplainedReport) -> set[str]:
    failed = [
        verdict for verdict in explained.report.visible if isinstance(verdict, Failed)
    ]
    assert failed
    return {name for verdict in failed for name in verdict.misconceptions}


@pytest.mark.parametrize(
    ("said", "diff"),
    [pytest.param(*change, id=change[0][1]) for change in changes("names")],
)
def test_explanation_names_only_mistakes_that_were_made(
    said: list[str], diff: str, tmp_path: Path
) -> None:
    style, about, names, *lines = said
    explained = graded(tmp_path, diff, style)
    named = set() if names == "no name" else {*names.split(" ")}
    assert names_of(explained) == named
    places = ExplainOutput(explained).explanation.locations
    if lines:
        texts = [
            explained.findings[verdict.exercise.id].locations
            for verdict in explained.report.visible
            if isinstance(verdict, Failed)
        ]
        assert {
            tuple(str(location.line) for location in locations)
            for locations in (*texts, places)
        } == {tuple(lines)}
    if about.startswith("two mistakes"):  # each has a place of its own
        assert {location.misconception for location in places} - {""} == named


def repair_of(kind: kinds.Kind, role: str, *parts: ClaimedRepair) -> ClaimedRepair:
    return ClaimedRepair(
        (EditedLine(kind, role, "alphabeta.py", 1),), (), components=parts
    )


def test_late_test_is_proved_by_an_edit_that_undoes_it_alone() -> None:
    """A test that is never true looks at the same leaves."""
    late = ("eager-children",)
    assert repair_of(kinds.OTHER_PART, "value").undoes(late) == ()
    assert repair_of(kinds.INTO, "test").undoes(late) == late


def test_repair_undoes_of_several_agreeing_mistakes_those_that_fit_its_place() -> None:
    looser = repair_of(kinds.LOOSER, "test")
    assert looser.undoes(("eager-children", "strict-cutoff")) == ("strict-cutoff",)
    # Another kind of change undoes late-cutoff at such a place, but LOOSER says more.
    assert looser.undoes(("late-cutoff", "eager-children")) == ()
    assert looser.undoes(("wrong-bound-returned", "eager-children")) == ()
    # No form of the search may be the program's, so what is mended counts for more.
    opposite = repair_of(kinds.OPPOSITE, "test")
    assert opposite.undoes(("swapped-cutoff",)) == ("inverted-cutoff",)
    # This one says nothing, so the place does.
    and_or = repair_of(kinds.PART_DROPPED, "test")
    several = ("late-cutoff", "wrong-bound-returned")
    assert and_or.undoes(several) == ("late-cutoff",)
    # Of an assignment whose role is unknown, the kind at any role tells it.
    target = repair_of(kinds.TARGET, "assignment")
    assert target.undoes(("eager-children", "beta-not-updated")) == (
        "beta-not-updated",
    )
    assert looser.undoes(()) == ()
    # The number itself shows finite-infinity, so no candidate is needed.
    assert repair_of(kinds.FAR, "initial").undoes(()) == ("finite-infinity",)
    assert repair_of(kinds.LOOSER, "horizon", looser, looser).undoes(
        ("strict-cutoff",)
    ) == ("strict-cutoff",)


def test_mistake_that_behaves_as_others_does_not_hide_the_only_other_one() -> None:
    """A bound that never moves behaves as one that moves the wrong way."""
    as_there = repair_of(kinds.AS_THE_OTHER, "window")
    agreeing = ("alpha-not-updated", "update-reversed")
    assert as_there.undoes(agreeing) == ("alpha-not-updated",)
    assert as_there.undoes(agreeing[1:]) == ()
    assert repair_of(kinds.OTHER_FOLD, "update").undoes(agreeing) == agreeing[1:]


def test_repair_of_one_change_undoes_one_of_the_mistakes_that_behave_alike() -> None:
    """A MIN that moves alpha prunes nothing, whether MAX raises alpha or not."""
    alike = ("alpha-not-updated", "beta-not-updated", "wrong-bound-updated")
    target = repair_of(kinds.WHOLE_TARGET, "update")
    assert _likeliest(target, alike) == ("wrong-bound-updated",)
    assert _likeliest(target, alike[:1]) == ("alpha-not-updated",)
    assert _likeliest(target, ()) == ()


@pytest.mark.parametrize(
    ("slip", "names"),
    [
        ("no way out", ("no-min-cutoff",)),
        ("after all", ()),
        ("ends nothing", ("no-min-cutoff",)),
    ],
)
def test_slip_tells_which_mistake_was_made_if_nothing_repairs_the_program(
    slip: str, names: tuple[str, ...]
) -> None:
    exercise = CORE.exercises[0]
    searched = Searched(observe(exercise.pattern))
    failed = Failed(exercise, {}, 1, evidence_of(exercise.pattern, searched))
    program = FailedProgram(CORE.assignment, {}, Mock())
    program._agreeing = ("own-bound-not-passed", "no-min-cutoff", "alpha-not-updated")
    line = EditedLine(kinds.SLIPS[slip], "", "alphabeta.py", 1)
    assert program._without_repair(failed, Findings(slips=(line,))) == names
    assert program._without_repair(failed, Findings()) == ()


def places_in(findings: Findings, *names: str) -> list[tuple[int, str]]:
    """Return the lines and mistakes of `places` in results, of an exercise with some names."""
    exercise = CORE.fixed[0]
    evidence = evidence_of(exercise.problem, Searched(Observation(0, (1, 2))))
    verdict = Failed(exercise, evidence.checks, 1, evidence, names)
    report = Report(CORE, Path(), (verdict,), None, 0.0)
    explained = ExplainedReport(report, {exercise.id: findings})
    about = results(explained)["tests"][0]["extra_data"]
    return [(place["line"], place["misconception"]) for place in about["places"]]


def test_line_of_a_mistake_without_a_name_is_labelled_with_no_other_name() -> None:
    ties = repair_of(kinds.STRICTER, "best")
    strict = EditedLine(kinds.LOOSER, "test", "alphabeta.py", 2)
    edits = (*ties.edits, strict)
    two = ClaimedRepair(edits, (), components=(ties, ClaimedRepair((strict,), ())))
    once = Findings((two,), names=("strict-cutoff",))
    assert places_in(once, "strict-cutoff") == [(1, ""), (2, "strict-cutoff")]
    equal = repair_of(kinds.FOLDED, "test")._replace(edits=(edits[0]._replace(line=9),))
    assert places_in(once._replace(repairs=(two, equal)), "strict-cutoff")[2:] == [
        (9, "")
    ]
    # One kind of repair mends one mistake, in whichever line.
    whole = once._replace(repairs=(two._replace(components=()),))
    assert {name for _, name in places_in(whole, "strict-cutoff")} == {"strict-cutoff"}


def test_part_that_undoes_a_mistake_labels_its_lines_with_it() -> None:
    component = repair_of(kinds.PART_DROPPED, "")._replace(mistake="late-cutoff")
    other = ClaimedRepair((component.edits[0]._replace(line=2),), ())
    two = ClaimedRepair(
        (*component.edits, *other.edits), (), components=(component, other)
    )
    findings = Findings((two,), names=("late-cutoff",))
    assert places_in(findings, "late-cutoff") == [(1, "late-cutoff"), (2, "")]


PARTS = (
    repair_of(kinds.STRICTER, "best"),
    ClaimedRepair((EditedLine(kinds.LOOSER, "test", "alphabeta.py", 2),), ()),
)
TWO = ClaimedRepair((*PARTS[0].edits, *PARTS[1].edits), (), components=PARTS)


def shown_in(
    exercise: str, names: tuple[str, ...]
) -> tuple[list[tuple[int, str]], tuple[str, ...]]:
    """Return the places and names in one of two exercises, of which each shows one part of TWO."""
    components = [
        Component(repair, shown_in=frozenset({number})).named(names)
        for number, repair in zip(("first", "second"), PARTS, strict=True)
    ]
    findings = Findings((TWO,), names=names).with_components(
        [component.repair for component in components]
    )
    shown, names = as_shown(findings, names, components, exercise)
    return [
        (location.line, location.misconception) for location in shown.locations
    ], names


def test_first_line_and_name_are_of_the_mistake_that_the_tree_shows() -> None:
    names = ("last-of-ties", "strict-cutoff")
    lines = [(1, "last-of-ties"), (2, "strict-cutoff")]
    assert shown_in("first", names) == (lines, names)
    assert shown_in("second", names) == (lines[::-1], names[::-1])
    assert shown_in("third", names) == (lines, names)


def test_tree_that_shows_a_mistake_without_a_name_has_not_the_name_of_another() -> None:
    lines = [(1, ""), (2, "strict-cutoff")]
    assert shown_in("first", ("strict-cutoff",)) == (lines, ())
    assert shown_in("second", ("strict-cutoff",)) == (lines[::-1], ("strict-cutoff",))


@pytest.mark.parametrize("broken", [True, False])
def test_exception_hides_the_mistake_of_another_part_where_it_is_raised(
    broken: bool,
) -> None:
    """The first part keeps the search of one exercise from raising it."""
    names = ("strict-cutoff",)
    raising, strict = (
        Component(repair, shown_in=frozenset(ids), broken_in=frozenset(broken_in))
        for repair, ids, broken_in in (
            (PARTS[0], {"first", "other"}, {"first"} if broken else {"other"}),
            (PARTS[1]._replace(mistake="strict-cutoff"), {"second"}, set[str]()),
        )
    )
    findings = Findings((TWO,), names=names)
    _, shown = as_shown(findings, names, [raising, strict], "first")
    assert shown == (names if broken else ())


def test_part_that_is_hidden_by_an_exception_keeps_its_mistake() -> None:
    """Before the exception is mended, nothing that it does is seen."""
    strict = Component(PARTS[1]._replace(mistake="strict-cutoff"), ["as", "at first"])
    for ends_exception, mistake in ((True, "strict-cutoff"), (False, "")):
        repair = PARTS[0]._replace(ends_exception=ends_exception)
        other = Component(repair, ["broken"])
        _, kept = without_idle([other, strict], ["broken"])
        assert kept.mistake == mistake


def test_part_that_changes_nothing_when_made_alone_undoes_no_mistake() -> None:
    """It only mends what the other part breaks."""
    known = PARTS[1]._replace(mistake="strict-cutoff")
    # The program of the first part shows the rest of the second part.
    first, second = Component(PARTS[0], ["alike"]), Component(known, ["otherwise"])
    assert without_idle([first, second], ["alike"]) == [first, second.undoing("")]
    assert without_idle([first, second], ["as never"]) == [first, second]
    assert without_idle([first, second, first], ["alike"]) == [first, second, first]
    # Beside another known mistake it may be hidden.
    other = first.undoing("depth-off-by-one")
    assert without_idle([other, second], ["alike"]) == [other, second]


def test_name_that_the_repair_of_another_mistake_removes_is_no_second_mistake() -> None:
    """A bound that never moves prunes nothing; the rest is a test that is too strict."""
    names = ("update-reversed", "no-pruning")
    of_update = Component(repair_of(kinds.OPPOSITE, "update"), agreeing=names)
    of_test = Component(
        repair_of(kinds.TEST_ADDED, "test"), agreeing=("strict-cutoff",)
    )
    components = [part.named(names) for part in (of_update, of_test)]
    assert [part.mistake for part in components] == ["update-reversed", ""]
    assert without_refuted(names, components) == ("update-reversed",)
    # Nothing is known of a part that behaves as no known mistake.
    unknown = of_test._replace(agreeing=())
    assert unknown.named(names).mistake == "no-pruning"
    # Several parts may be one mistake, repaired in a roundabout way.
    assert without_refuted(("no-pruning",), components) == ("no-pruning",)


def test_equal_repair_is_told_only_where_it_replaces_all_lines_of_the_best() -> None:
    first, second = (edit for component in PARTS for edit in component.edits)
    best = ClaimedRepair((first, second), ())

    def lines(*edits: EditedLine, others: Sequence[EditedLine] = ()) -> list[str]:
        equals = [ClaimedRepair(edits, ())]
        equals += [ClaimedRepair((other,), ()) for other in others]
        findings = Findings((best, *equals), exercises=3)
        text = plain(describe_repairs(findings, main_file="alphabeta.py"))
        _, equal = text.split("are right.")
        return [row.strip() for row in equal.strip().splitlines()]

    third, fourth = (first._replace(line=line, text=f"line {line}") for line in (3, 4))
    note = note_of(first)
    assert lines(third) == [EQUAL_LINE, f"3 | line 3   <- {note}"]
    assert lines(third, others=[fourth]) == [
        ONE_OF_EQUALS,
        f"3 | line 3   <- {note}",
        "4 | line 4   <- the same",
    ]
    assert lines(third, others=[third]) == [EQUAL_LINE, f"3 | line 3   <- {note}"]
    assert lines(first, third) == []  # which replaces the second line alone
    assert lines(third, fourth) == [
        EQUAL_LINES,
        f"3 | line 3   <- {note}",
        "4 | line 4   <- the same",
    ]


@pytest.mark.parametrize("name", ["alpha-not-updated", "beta-not-updated"])
def test_bound_that_stays_is_told_of_no_root_that_may_have_its_own_loop(
    name: str,
) -> None:
    for interface in ("alpha_beta_search", "alpha_beta"):
        exercise = load_set(PROJECT / "exercises" / interface).fixed[0]
        searched = Searched(observe(exercise.problem))
        evidence = evidence_of(exercise.problem, searched)
        verdict = Failed(exercise, evidence.checks, 1, evidence)
        title = describe_mistake(name, [verdict]).title
        is_choice = interface == "alpha_beta_search"
        assert title.endswith(", except perhaps at the root") == is_choice


@pytest.mark.parametrize("name", ["depth-off-by-one", "depth-miscounted"])
def test_search_that_ends_at_another_depth_is_told_in_which_direction(
    name: str,
) -> None:
    """The other direction is never told: a text for both would ask one half for the mistake."""
    descriptions: set[str] = set()
    fixed = load_set(PROJECT / "exercises" / "alpha_beta").fixed
    for made in variants("alpha_beta", "alpha >= beta", name):
        for exercise in fixed:
            observation = made.attempt(exercise.problem)
            if made.form or observation is None:
                continue
            evidence = evidence_of(exercise.problem, Searched(observation))
            verdict = Failed(exercise, evidence.checks, 1, evidence)
            description = describe_mistake(name, [verdict]).explanation
            depth, tree = exercise.problem.depth, exercise.problem.tree
            deepest = max(map(tree.ply, observation.looks), default=0)
            is_late = depth is not None and deepest > depth
            assert ("too late" in description or "too long" in description) == is_late
            descriptions.add(description)
    assert len(descriptions) > 1


def test_slip_beside_a_repair_is_labelled_with_no_mistake_of_the_repair() -> None:
    slip = EditedLine(kinds.SLIPS["anew"], "alpha beta anew", "alphabeta.py", 3)
    beside = Findings((repair_of(kinds.LOOSER, "test"),), slips=(slip,))
    strict = beside._replace(names=("strict-cutoff",))
    assert places_in(strict, "strict-cutoff") == [(1, "strict-cutoff"), (3, "")]
    # Without a repair the slip itself may be the mistake.
    alone = Findings(slips=(slip,))
    assert places_in(alone, "window-not-passed") == [(3, "window-not-passed")]
    assert places_in(alone, "strict-cutoff") == [(3, "")]


@pytest.mark.parametrize("role", ["test", "horizon", ""])
def test_only_mistake_that_agrees_is_named_whatever_the_repair_changes(
    role: str,
) -> None:
    for kind in (kinds.LOOSER, kinds.OTHER_VALUE, kinds.PART_DROPPED):
        repair = repair_of(kind, role)
        if repair.undoes(()) == ():  # else the repair itself proves another mistake
            assert repair.undoes(("strict-cutoff",)) == ("strict-cutoff",)
            assert repair.undoes(("shallow-only",)) == ("shallow-only",)
    for name in ALSO_OF_OTHERS:  # their words hold only of such an edit
        assert repair_of(kinds.PART_DROPPED, "somewhere").undoes((name,)) == ()


NESTED = """@@ -12,2 +12,5 @@
-        if v >= beta:
-            return v
+        if v > beta:
+            if state.name:
+                return v
+            else:
+                return v
"""


def test_equal_bounds_are_named_where_the_jump_is_in_an_if_of_its_own(
    tmp_path: Path,
) -> None:
    report = graded(tmp_path, NESTED)
    assert names_of(report) == {"strict-cutoff"}
    assert {
        location.line for location in ExplainOutput(report).explanation.locations
    } == {12}


def test_a_slice_of_an_array_looks_at_every_leaf_and_is_no_missing_cutoff() -> None:
    folder = SUBMISSIONS / "written_minimax_array_halves_copied"
    assert (
        names_of(
            grade_and_explain(folder, load_set(PROJECT / "exercises" / "minimax_array"))
        )
        == set()
    )


def test_numbers_for_infinity_are_one_change_in_however_many_lines() -> None:
    far = repair_of(kinds.FAR, "initial").edits[0]
    edits = [far._replace(line=line) for line in range(1, 6)]
    looser = repair_of(kinds.LOOSER, "test").edits[0]._replace(line=9)
    assert not ClaimedRepair((*edits, looser), ()).changes_much
    looser_in_many = [looser._replace(line=line) for line in range(11, 14)]
    assert not ClaimedRepair((*edits, *looser_in_many), ()).changes_much
    jump = repair_of(kinds.BREAK, "test").edits[0]
    jumps = [jump._replace(line=line) for line in range(11, 14)]
    assert ClaimedRepair((*edits, *jumps), ()).changes_much


@pytest.mark.parametrize(("lines", "names"), [(3, ("no-pruning",)), (4, ())])
def test_repair_of_several_kinds_in_many_lines_proves_no_mistake(
    lines: int, names: tuple[str, ...]
) -> None:
    component = repair_of(kinds.BREAK, "test")
    edits = tuple(
        component.edits[0]._replace(line=line) for line in range(1, lines + 1)
    )
    program = FailedProgram(CORE.assignment, {}, Mock())
    program._agreeing = ("no-pruning",)
    repair = ClaimedRepair(edits, (), components=(component, component))
    assert program._undone(repair, program._components(repair, ())) == names
    # Equal changes in many lines are one mistake.
    assert program._undone(ClaimedRepair(edits, ()), ()) == ("no-pruning",)


def test_nearest_repair_is_shown_only_with_points_that_it_adds(
    tmp_path: Path,
) -> None:
    explained = graded(tmp_path)
    output = ExplainOutput(explained)
    best = output.explanation.repairs[0]
    output.explanation = Findings(
        nearest=best._replace(points=explained.report.points + 1)
    )
    page = "\n".join(output.lines())
    assert (
        f"With the nearest change it has {explained.report.points + 1:g} of {explained.report.max_points:g} points, and now"
        in page
    )
    output.explanation = Findings()
    assert "No change was found that makes anything right" in "\n".join(output.lines())


def test_proved_line_is_told_though_naming_its_mistake_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ClaimedRepair, "undoes", lambda *_: 1 // 0)
    report = graded(tmp_path)
    assert names_of(report) == set()
    assert ExplainOutput(report).explanation.locations == (
        Location("alphabeta.py", 12),
    )


class Broken:
    def search(self, _: Problem) -> Searched:
        return Searched(Failure("raised", "an error"))

    def search_each(self, problems: Sequence[Problem]) -> list[Searched]:
        return [self.search(problem) for problem in problems]


def test_changed_program_ends_before_the_next_one_starts() -> None:
    running: list[ClaimedRepair] = []
    repairs_running: list[tuple[str, int]] = []

    @contextmanager
    def program(repair: ClaimedRepair) -> Iterator[Any]:
        running.append(repair)
        repairs_running.append((repair.kind, len(running)))
        yield Broken()
        running.remove(repair)

    verdicts = [
        judge(exercise, Broken().search_each, lambda: True)
        for exercise in CORE.exercises[:2]
    ]
    text = (NewLines("alphabeta.py", 1, 1, ("pass",)),)
    claims = [
        repair_of(kinds.LOOSER, "test")._replace(kind=word, text=text)
        for word in ("repair", "nearest") * 2
    ]
    assert prove(verdicts, claims, program, lambda: True) == Findings(exercises=2)
    assert repairs_running == [
        ("repair", 1),
        ("repair", 1),
        ("nearest", 1),
        ("nearest", 1),
    ]


def test_explanation_keeps_no_more_slips_than_a_repair_may_have_places() -> None:
    slips = repair_of(kinds.SLIPS["bare"], "")._replace(kind="seen")
    every = [slips._replace(edits=slips.edits * MOST_EDITS)] * 3
    assert prove((), every, Mock(), lambda: True).slips == slips.edits * MOST_EDITS


SETS = Path(__file__).parents[2] / "exercises"
LARGEST = 30
CLAIMED = [mistake for mistake in CATALOGUE if mistake.claims]


def sets() -> Iterator[list[FixedExercise]]:
    """Yield the fixed exercises of each interface and convention, with small trees."""
    folders = ("alpha_beta", "minimax_ab", "alpha_beta_search", "negamax", "cs188")
    for folder in (".", *folders):
        fixed = [
            exercise
            for exercise in load_set(SETS / folder).exercises
            if isinstance(exercise, FixedExercise)
        ]
        yield [
            exercise
            for exercise in fixed
            if exercise.problem.isolate is None
            and len(exercise.problem.tree) <= LARGEST
        ]


def failures(exercises: list[FixedExercise], entry: Misconception) -> Iterator[Failed]:
    """Yield exercises that the first way to make a mistake fails."""
    problem = exercises[0].problem
    for made in islice(variants(problem.interface, problem.prune_when, entry.id), 1):
        for exercise in exercises:
            observation = made.attempt(exercise.problem)
            evidence = observation and evidence_of(
                exercise.problem, Searched(observation)
            )
            if evidence and not evidence.passed:
                yield Failed(exercise, evidence.checks, 1, evidence)


def claimed_of(evidence: Evidence) -> set[str]:
    """Return the claims that hold of a search, found out in other ways than `CLAIMS` has."""
    problem, observation = evidence.problem, evidence.searched.outcome
    assert isinstance(observation, Observation)
    known = set[str]()
    if any(look not in evidence.expected.visited for look in observation.looks):
        known.add("extra-leaf")
    worth = {
        side * value
        for value in problem.tree.values
        if value is not None
        for side in ((1, -1) if problem.interface == "negamax" else (1,))
    }
    if observation.value not in worth and observe(problem).value != observation.value:
        known |= {
            "value-of-no-leaf",
            *(["returned-zero"] if observation.value == 0 else []),
        }
    if observe(problem).value != observation.value:
        known.add("wrong-value")
    tree = problem.tree
    ends = {*tree.leaves(depth=problem.depth)}
    for look in {*observation.looks} - ends:
        reaches_an_end = ends & {*tree.leaves(look, problem.depth)} - {look}
        known.add("above-depth" if reaches_an_end else "below-depth")
    action, right = observation.value, observe(problem).value
    if isinstance(action, str) and worth_of(problem, action) != worth_of(
        problem, right
    ):
        known.add("worth-less")
    return known


def worth_of(problem: Problem, action: Answer) -> Value:
    """Return the value of an action at the root, by a search that leaves out nothing."""
    tree = problem.tree
    (child,) = (child for child in tree.children(0) if tree.name(child) == action)
    return worth_of_node(problem, child)


def worth_of_node(problem: Problem, node: int) -> Value:
    tree = problem.tree
    if node in {*tree.leaves(depth=problem.depth)}:
        value = tree.values[node]
        assert value is not None
        return value
    best = max if tree.player(node) == "MAX" else min
    return best(worth_of_node(problem, child) for child in tree.children(node))


def test_catalogue_claims_shown_beside_a_tree_hold_for_it() -> None:
    holding, silent = Counter[str](), Counter[str]()
    for exercises in sets():
        for mistake in CLAIMED:
            for verdict in failures(exercises, mistake):
                holds = {claim for claim in CLAIMS if CLAIMS[claim](verdict.evidence)}
                assert holds <= claimed_of(verdict.evidence), (
                    f"{mistake.id}: {verdict.exercise.id}"
                )
                for named in CLAIMED:  # beside this one there may be another
                    told_now = describe_mistake(named.id, [verdict]).explanation
                    assert told_now == named.description(holds.__contains__)
                holding.update(holds)
                silent.update({*CLAIMS} - holds)
    assert set(holding) == set(silent) == set(CLAIMS)


def test_kinds_that_are_a_mistake_name_it_in_a_form_that_no_textbook_has() -> None:
    """Arguments that are no bounds may be in another order for another reason."""
    assert repair_of(kinds.NO_ELIF, "test").undoes(()) == ("late-cutoff",)
    exchanged = repair_of(kinds.EXCHANGED, "window")
    assert exchanged.undoes(()) == ("bounds-swapped",)
    assert repair_of(kinds.ARGUMENTS_MOVED, "").undoes(()) == ()


@pytest.mark.parametrize(
    ("shown", "names"), [("late-cutoff", ("late-cutoff",)), ("fold-reversed", ())]
)
def test_mistake_that_only_one_cause_can_have_is_named_whatever_is_changed(
    shown: str, names: tuple[str, ...]
) -> None:
    diagnosis = Mock(shows=shown.__eq__, agrees_nearby=lambda _: False)
    repair = repair_of(kinds.MOVED_DOWN, "assignment")
    assert _agreed(repair, (), [diagnosis]) == names
