"""Which of a student's submissions this is, and how much feedback the assignment gives to it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from autograder.exercises import Feedback, FeedbackByAttempt
from autograder.text import counted

MEANING: dict[Feedback, str] = {
    "full": "feedback in full",
    "diagnosis": "the diagnosis, without the trees",
    "verdict": "the verdict alone, which checks failed",
}


def attempt_number(metadata: Path) -> int | None:
    """Which attempt Gradescope's metadata say this is, from 1. None where they do not, which is said in the log.

    Earlier submissions on which the autograder itself failed do not count.
    """
    try:
        earlier = json.loads(metadata.read_text(encoding="utf-8"))["previous_submissions"]
        return 1 + sum(entry.get("autograder_error") is not True for entry in _list(earlier))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        why = f"{type(error).__name__}: {error}"
        print(f"{metadata} does not say which attempt this is, so feedback is full ({why})", file=sys.stderr)
        return None


def feedback_for(asked: Feedback | FeedbackByAttempt, attempt: int | None) -> Feedback:
    """The feedback that an attempt gets; in full where it is not known which one this is."""
    if not isinstance(asked, FeedbackByAttempt):
        return asked
    if attempt is None or attempt <= asked.full:
        return "full"
    return "diagnosis" if attempt <= asked.full + asked.diagnosis else "verdict"


def about_attempt(asked: Feedback | FeedbackByAttempt, attempt: int | None) -> str:
    """What this attempt gets and how many more get the same, in a sentence; nothing where all attempts are alike."""
    if not isinstance(asked, FeedbackByAttempt) or attempt is None:
        return ""
    level = feedback_for(asked, attempt)
    words = f"This is attempt {attempt}: it gets {MEANING[level]}"
    if level == "verdict":
        return f"{words}, as all later ones do."
    last = asked.full if level == "full" else asked.full + asked.diagnosis
    after = MEANING[feedback_for(asked, last + 1)]
    if attempt == last:
        return f"{words}, and is the last that does. Later ones get {after}."
    more = last - attempt
    return (
        f"{words}. {counted(more, 'more attempt')} {'gets' if more == 1 else 'get'} the same; later ones get {after}."
    )


def _list(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list):
        raise TypeError("previous_submissions is no list")
    return value
