"""Makes the feedback on each exercise, and chooses the exercise to read first."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, get_args

from autograder.core.exercises.model import (
    CHECKS,
    Check,
    Every,
    Exercise,
    GeneratedExercise,
)
from autograder.core.grading.report import (
    Report,
    extra_points_of,
    max_points_of,
    points_of,
)
from autograder.core.judging.judge import (
    Evidence,
    Failed,
    NotPassed,
    NotRun,
    Passed,
    Verdict,
)
from autograder.core.limits import MOST_PRINTED
from autograder.core.sandbox.outcome import Failure, Stopped, Unread
from autograder.core.sentences import plain_number, sentence
from autograder.core.text import QUOTE, quoted
from autograder.tell.levels import cut_report, is_advice
from autograder.tell.styled_text import Line, Span, Text, line, paragraph, plain
from reference.interfaces import is_judged_in_part, load

if TYPE_CHECKING:
    from autograder.explain.findings import Findings
    from autograder.explain.graded import ExplainedReport


class Sections(NamedTuple):
    """The sections of the feedback on an exercise, in the order of reading.

    A section that is not shown is empty. verdict: which checks hold. failure: why the
    search did not finish. diagnosis: the known mistakes. places: the lines of the
    program to look at. drawing: the tree. parting: where the two searches part. signs:
    the player whose numbers these are. rows: value, visits and calls. hint: the
    author's. printed: the program's output.
    """

    verdict: Sequence[Line] = ()
    failure: Sequence[Line] = ()
    diagnosis: Sequence[Line] = ()
    places: Sequence[Line] = ()
    drawing: Sequence[Line] = ()
    parting: Sequence[Line] = ()
    signs: Sequence[Line] = ()
    rows: Sequence[Line] = ()
    hint: Sequence[Line] = ()
    printed: Sequence[Line] = ()


class Surroundings(NamedTuple):
    """The facts of a report that the feedback on each of its exercises needs.

    mirrored: the search sees each number negated if MIN moves first. sources: the files
    of the program, by name. main_file: the one to hand in. is_any_right: whether the
    program passes some visible exercise.
    """

    mirrored: bool = False
    sources: Mapping[str, bytes] = MappingProxyType({})
    main_file: str = ""
    is_any_right: bool = True


NO_SURROUNDINGS = Surroundings()


def feedback(
    verdict: Verdict,
    earlier: NotPassed | None = None,
    findings: "Findings | None" = None,
    around: Surroundings = NO_SURROUNDINGS,
) -> Sections:
    """Return the feedback on an exercise, in the order in which it is read.

    verdict, findings: cut to their level. earlier: an exercise whose text describes an
    equal failure, which is then only named. around: facts of the whole report.
    """
    match verdict:
        case Passed():
            return _passed_sections(verdict)
        case NotRun():
            return _not_run_sections(verdict, earlier)
        case Failed():
            return _failed_sections(verdict, earlier, findings, around)


def whole(sections: Sections) -> Text:
    """Return all sections as one text."""
    return [row for section in sections for row in section]


def printed(text: str) -> Text:
    """Return the output of the student's code, under a heading, if there is any."""
    if not text:
        return []
    heading = line(Span(sentence("verdict", "your code printed"), "faint"))
    return [heading, *paragraph(quoted(text.rstrip("\n"), MOST_PRINTED))]


IN_OWN_WORDS = (*get_args(Unread), *get_args(Stopped), "not a value")
"""Causes of failures of which the first line is the grader's.

In that of an exception the message is the program's.
"""


def as_grader_line(row: Line) -> Line:
    """Return a line of a failure as the grader's own, unless it is quoted."""
    if plain([row]).startswith(QUOTE):
        return row
    return tuple(Span(text, "fault") for text, _ in row)


def failure_text(failure: Failure, earlier: NotPassed | None = None) -> Text:
    """Say why a step came to no answer, with the student's own traceback.

    earlier: an exercise that failed alike, to be named instead.
    """
    if earlier is not None:
        parts = {**_named(earlier), "headline": failure.headline}
        if failure.cause == "raised":
            return [line(sentence("verdict", "same exception", **parts))]
        return [line(sentence("verdict", "same failure", **parts))]
    headline, *explanation = paragraph(failure.message, "bad")
    if failure.cause in IN_OWN_WORDS:
        headline = as_grader_line(headline)
    text = [headline, *map(as_grader_line, explanation)]
    if failure.details:
        text += paragraph(failure.details)
    return text


def _named(verdict: NotPassed) -> dict[str, str]:
    """Return the parts of a sentence that names an exercise."""
    return {"exercise": verdict.exercise.id, "title": verdict.exercise.title}


NAMES_OF_CHECKS: Mapping[Check, str] = {
    "value": "the value",
    "pruned": "the pruned leaves",
    "order": "the order of visits",
}
"""The names of the phrases for the checks."""


def is_about_an_action(exercise: Exercise) -> bool:
    """Return whether the check of the value is about an action."""
    return load(exercise.pattern.interface).decides


def _names_in(exercise: Exercise) -> dict[Check, str]:
    """Return the names of the phrases for the checks of an exercise."""
    names = dict(NAMES_OF_CHECKS)
    if is_about_an_action(exercise):
        names["value"] = "the action"
    return names


def _passed_sections(verdict: Passed) -> Sections:
    """Return the sections of an exercise that is right in all that is asked."""
    message = sentence("verdict", "all right")
    if isinstance(verdict.exercise, GeneratedExercise):
        situation = "all right on generated trees"
        if isinstance(verdict.exercise.generate, Every):
            situation = "all right on small trees"
        message = sentence("verdict", situation, count=verdict.trees)
    if verdict.exercise.asked_checks != CHECKS or is_about_an_action(verdict.exercise):
        message = _right_in_what_is_asked(verdict)
    return Sections(
        verdict=[line(Span(message, "good"))], printed=printed(verdict.printed)
    )


def _right_in_what_is_asked(verdict: Passed) -> str:
    """Name the checks that are asked, all of which hold."""
    exercise = verdict.exercise
    names = _names_in(exercise)
    right = ", ".join(
        sentence("verdict", names[check]) for check in exercise.asked_checks
    )
    if not isinstance(exercise, GeneratedExercise):
        return sentence("verdict", "right", right=right)
    situation = "right on generated trees"
    if isinstance(exercise.generate, Every):
        situation = "right on small trees"
    return sentence("verdict", situation, right=right, count=verdict.trees)


def _not_run_sections(verdict: NotRun, earlier: NotPassed | None) -> Sections:
    failure = verdict.failure
    if verdict.feedback == "verdict":
        return Sections(verdict=[line(Span(failure.headline, "strong"))])
    return Sections(failure=failure_text(failure, earlier))


def _failed_sections(
    verdict: Failed,
    earlier: NotPassed | None,
    findings: "Findings | None",
    around: Surroundings,
) -> Sections:
    """Return the sections of an exercise that failed, as far as its level shows them.

    earlier: an exercise that failed in the same way and is told before, if there is
    one.
    """
    level = verdict.feedback
    message = f"{_verdict_sentence(verdict)} {_sentence_about_points(verdict)}".rstrip()
    if level == "full":
        message = f"{message} {_sentence_about_tree(verdict)}".rstrip()
    sections = Sections(verdict=[line(Span(message, "strong"))])
    if level == "verdict":
        return sections
    if verdict.failure is not None:
        sections = sections._replace(failure=failure_text(verdict.failure, earlier))
        # If a wrong thing was returned, the visits of the search still count.
        if earlier is not None and verdict.failure.cause != "not a value":
            return sections
    from autograder.explain.findings import NOTHING_FOUND
    from autograder.tell import failed  # a right run needs none of it

    findings = findings or NOTHING_FOUND
    sections = sections._replace(diagnosis=failed.diagnosis(verdict, findings))
    if level == "diagnosis":
        return sections
    search = failed.sections_of_search(verdict, findings, **around._asdict())
    return sections._replace(
        places=search.places,
        drawing=search.drawing,
        parting=search.parting,
        signs=search.signs,
        rows=search.rows,
        hint=search.hint,
        printed=printed(verdict.evidence.searched.printed),
    )


ON_TREES: Mapping[str, tuple[str, str]] = {
    "unfinished": ("unfinished on a small tree", "unfinished on a generated tree"),
    "cut short": ("cut short on small trees", "cut short on generated trees"),
    "right and wrong": (
        "right and wrong on small trees",
        "right and wrong on generated trees",
    ),
    "wrong": ("wrong on small trees", "wrong on generated trees"),
}
"""The names of sentences about many trees: all small ones, and drawn ones."""


def _verdict_sentence(verdict: Failed) -> str:
    """Say for all trees together which checks hold."""
    right = _names_of_checks(verdict, verdict.checks, are_right=True)
    wrong = _names_of_checks(verdict, verdict.checks, are_right=False)
    if verdict.evidence.searched.finished is None:
        situation = "unfinished"
    elif verdict.is_cut_short:
        situation = "cut short"
    else:
        situation = "right and wrong" if right else "wrong"
    exercise = verdict.exercise
    of_many = verdict.trees > 1 or verdict.is_cut_short
    if of_many and isinstance(exercise, GeneratedExercise):
        of_small_trees, of_drawn_trees = ON_TREES[situation]
        is_every = isinstance(exercise.generate, Every)
        situation = of_small_trees if is_every else of_drawn_trees
    return sentence("verdict", situation, right=right, wrong=wrong, count=verdict.trees)


def _sentence_about_points(verdict: Failed) -> str:
    """Say why checks that hold earn no points; "" if they do."""
    exercise = verdict.exercise
    is_any_right = any(verdict.checks[check] for check in exercise.asked_checks)
    if verdict.points or not is_any_right:
        return ""
    if exercise.earned == "all or nothing":
        return sentence("verdict", "no points unless all is right")
    if is_about_an_action(verdict.exercise):
        return sentence("verdict", "no points without the action")
    return sentence("verdict", "no points without the value")


def _sentence_about_tree(verdict: Failed) -> str:
    """Name the mistakes on the tree that is shown, if there are more on others."""
    evidence = verdict.evidence
    asked_checks = verdict.exercise.asked_checks
    is_same = all(
        evidence.checks[check] == verdict.checks[check] for check in asked_checks
    )
    if evidence.searched.finished is None or is_same:
        return ""
    wrong = _names_of_checks(verdict, evidence.checks, are_right=False)
    return sentence("verdict", "wrong on this tree", wrong=wrong) if wrong else ""


def _names_of_checks(
    verdict: Failed, checks: Mapping[Check, bool], *, are_right: bool
) -> str:
    """Return the names of the checks that hold, or of those that do not, as a list."""
    evidence = verdict.evidence
    names = _names_in(verdict.exercise)
    if is_judged_in_part(evidence.problem, evidence.expected):
        names["pruned"] = "the pruned leaves of the first pass"
        names["order"] = "the order of visits of the first pass"
    if evidence.only_calls_are_wrong:
        names["pruned"] = "the calls of the other function"
    if not are_right and _lacks_second_pass(evidence):
        names["pruned"] = names["order"] = "the second pass"
    told = [
        names[check]
        for check in verdict.exercise.asked_checks
        if checks[check] == are_right
    ]
    return ", ".join(sentence("verdict", name) for name in dict.fromkeys(told))


def _lacks_second_pass(evidence: Evidence) -> bool:
    from autograder.tell.divergence import lacks_second_pass  # only failures need it

    looks = evidence.searched.outcome.looks
    return lacks_second_pass(evidence.problem, evidence.expected, looks)


# --- All exercises of a report, and the order in which they are best read ---


class ReportFeedback(NamedTuple):
    """The feedback on the exercises of a report.

    report, findings: the report and its findings by ids, cut to their levels; the code
    that shows them looks at no others. order: the failed exercises, the simplest first.
    same_failure_as: by the ids of those that ended in an equal failure, the exercise
    whose text describes it. sections: by ids.
    """

    report: Report
    findings: "Mapping[str, Findings]"
    order: Sequence[NotPassed]
    same_failure_as: Mapping[str, NotPassed]
    sections: Mapping[str, Sections]

    def text_of(self, verdict: Verdict) -> Text:
        """Return the whole feedback on an exercise."""
        return whole(self.sections[verdict.exercise.id])


def feedback_of(
    explained: "ExplainedReport", *, show_hidden: bool = False
) -> ReportFeedback:
    """Return the feedback on a report. show_hidden: show an instructor everything."""
    report, findings = cut_report(explained, show_hidden=show_hidden)
    report = _beside_nearest_forms(report)
    order = simplest_first(report.verdicts if show_hidden else report.visible, findings)
    described = [verdict for verdict in order if verdict.feedback != "verdict"]
    same = same_failure_as(described)
    adapter = report.exercises.assignment.adapter
    around = Surroundings(
        mirrored=adapter is not None and adapter.mirrored,
        sources=report.sources,
        main_file=report.exercises.assignment.file,
        is_any_right=any(verdict.passed for verdict in report.visible),
    )
    sections: dict[str, Sections] = {}
    for verdict in report.verdicts:
        name = verdict.exercise.id
        sections[name] = feedback(verdict, same.get(name), findings.get(name), around)
    sections |= _folded_mistakes(described, sections, findings)
    return ReportFeedback(report, findings, order, same, sections)


def _beside_nearest_forms(report: Report) -> Report:
    """Return a report with the nearest right search beside each failed one."""
    if all(not isinstance(verdict, Failed) for verdict in report.verdicts):
        return report
    from autograder.tell.nearest_form import beside_nearest_form  # for failures

    verdicts = tuple(
        beside_nearest_form(verdict) if isinstance(verdict, Failed) else verdict
        for verdict in report.verdicts
    )
    return report._replace(verdicts=verdicts)


def _folded_mistakes(
    order: Sequence[NotPassed],
    sections: Mapping[str, Sections],
    findings: "Mapping[str, Findings]",
) -> dict[str, Sections]:
    """Return sections, by ids, that name an earlier exercise instead.

    It is named if its text tells the same mistake and the same lines. Lines that only
    look wrong may be the mistake of one exercise, and not of the other. order: those
    that failed, in the order of reading.
    """
    first_of: dict[tuple[object, ...], NotPassed] = {}
    folded: dict[str, Sections] = {}
    for verdict in order:
        name = verdict.exercise.id
        mistake = _mistake_key(verdict, sections[name])
        if mistake is None:
            continue
        first = first_of.setdefault(mistake, verdict)
        if first is not verdict:
            is_known = _is_explained(verdict, findings.get(name))
            situation = "same mistake" if is_known else "same lines"
            message = sentence("verdict", situation, **_named(first))
            instead = [line(Span(message, "bad"))]
            folded[name] = sections[name]._replace(diagnosis=instead, places=[])
    return folded


def _is_explained(verdict: NotPassed, findings: "Findings | None") -> bool:
    """Return whether what is told of an exercise is known to explain it.

    So is a mistake that has a name, or a change that makes the search better. A line
    that a failing search came by, and nobody means to write, is not.
    """
    if verdict.misconceptions:
        return True
    return findings is not None and bool(findings.told_repairs)


def mistakes_of(verdict: NotPassed) -> frozenset[str]:
    """Return the known mistakes that explain an exercise, in no order, to compare them.

    Each exercise has those first that its own tree shows.
    """
    return frozenset(verdict.misconceptions)


def _mistake_key(verdict: NotPassed, sections: Sections) -> tuple[object, ...] | None:
    """Return the key of a mistake: its names and lines; None if neither is shown."""
    if not sections.diagnosis and not sections.places:
        return None
    return mistakes_of(verdict), plain(sections.places)


def simplest_first(
    verdicts: Sequence[Verdict], findings: "Mapping[str, Findings]"
) -> list[NotPassed]:
    """Return those that failed, the clearest first and those not run at all last.

    1. An exception whose sentence is advice.
    2. A search that broke before its first look, as it has a traceback and no tree.
    3. Those that a change makes right, if it does not make all right, and those that
       the program answers by chance, as that hides all else.
    4. Those whose drawing shows the mistake that is named above it.
    5. The simplest; of sizes between two powers of 2, a wrong value before a leaf too
       many.
    6. The author's order.
    """

    def key(verdict: NotPassed) -> tuple[bool, bool, bool, tuple[int, ...], bool]:
        is_value_right = verdict.checks["value"]
        if isinstance(verdict, NotRun):
            return True, True, False, (), is_value_right
        is_not_advice = not is_advice(verdict)
        if not size_of_evidence(verdict):
            return False, is_not_advice, False, (), is_value_right
        is_generated = isinstance(verdict.exercise, GeneratedExercise)
        too_large, *kind, size = verdict.evidence.simplicity(drawn=is_generated)
        is_unclear = not _shows_its_mistake(verdict)
        simplicity = (too_large, is_unclear, *kind, size.bit_length())
        is_telling = _is_repaired(verdict, findings) or _is_by_chance(verdict)
        return False, is_not_advice, not is_telling, simplicity, is_value_right

    not_passed = [
        verdict for verdict in verdicts if isinstance(verdict, (NotRun, Failed))
    ]
    return sorted(not_passed, key=key)


def _is_repaired(verdict: NotPassed, findings: "Mapping[str, Findings]") -> bool:
    """Return whether a change makes an exercise right, but not all others."""
    if verdict.exercise.id not in findings:
        return False
    nearest = findings[verdict.exercise.id].nearest
    return nearest is not None and bool(nearest.exercises_repaired)


def _is_by_chance(verdict: NotPassed) -> bool:
    if not verdict.misconceptions:
        return False
    from autograder.explain.catalogue import CHANCE  # a right run needs none of it

    return CHANCE in verdict.misconceptions


def _shows_its_mistake(verdict: Failed) -> bool:
    if verdict.feedback != "full":
        return True  # no drawing is shown
    from autograder.tell import failed  # a right run needs none of it

    return failed.shows_its_mistake(verdict)


def size_of_evidence(verdict: NotPassed) -> int:
    """Return the number of nodes of the tree that a failure is shown on.

    It is 0 if the search broke before its first look.
    """
    if isinstance(verdict, NotRun):
        return 0
    if verdict.failure is not None and not verdict.failure.looks:
        return 0
    return len(verdict.evidence.problem.tree)


def same_failure_as(verdicts: Sequence[NotPassed]) -> Mapping[str, NotPassed]:
    """Return, by the ids of exercises, the earlier one that ended in the same way.

    Failures are equal if their messages are, and the traceback's last line.

    verdicts: in the order of reading.
    """
    first_of: dict[tuple[str, ...], NotPassed] = {}
    same: dict[str, NotPassed] = {}
    for verdict in verdicts:
        failure = verdict.failure
        if failure is None:
            continue
        # The file with the line's number, and the line itself.
        end_of_traceback = failure.details.split("\n")[-2:]
        key = (failure.cause, failure.message, *end_of_traceback)
        first = first_of.setdefault(key, verdict)
        if first is not verdict:
            same[verdict.exercise.id] = first
    return same


def why_first(shown: ReportFeedback) -> str:
    """Say why to look at one failed exercise first."""
    first = shown.order[0]
    name = first.exercise.id
    if isinstance(first, NotRun):
        return sentence("report", "begin with what could not be run", exercise=name)
    if len(shown.order) == 1:
        return sentence("report", "begin with the only one", exercise=name)
    if _is_repaired(first, shown.findings):
        situation = "begin with what a change makes right"
        return sentence("report", situation, exercise=name)
    if not size_of_evidence(first):
        return sentence("report", "begin with what saw no leaf", exercise=name)
    return sentence(
        "report", "begin with the easiest", exercise=name, count=len(shown.order)
    )


def sum_of_points(verdicts: Sequence[Verdict]) -> str:
    """Return the points of some exercises, of those that could be earned.

    An example is "56 of 53 points, 5 of them extra".
    """
    points = f"{points_of(verdicts):g}"
    count = plain_number(max_points_of(verdicts))
    extra = extra_points_of(verdicts)
    if not extra:
        return sentence("report", "points", points=points, count=count)
    return sentence(
        "report", "points, some extra", points=points, count=count, extra=f"{extra:g}"
    )


def visible_sum(verdicts: Sequence[Verdict]) -> str:
    """Return the points in visible exercises, and say that there are hidden ones.

    Nothing in it depends on the results of these.
    """
    visible = [verdict for verdict in verdicts if verdict.exercise.is_visible]
    hidden = len(verdicts) - len(visible)
    points = sum_of_points(visible)
    if not hidden:
        return points
    if not visible:
        about_hidden = sentence("report", "all are hidden", count=hidden)
        return f"{sentence('report', 'none is visible')} {about_hidden}"
    about_visible = sentence("report", "visible points", points=points)
    about_hidden = sentence("report", "hidden beside visible", count=hidden)
    return f"{about_visible} {about_hidden}"
