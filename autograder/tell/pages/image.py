"""Draws the tree of a failed exercise as an image, for platforms that show some."""

from base64 import b64encode

from markupsafe import Markup

from autograder.core.judging.judge import Failed
from autograder.core.sentences import sentence
from autograder.tell import failed
from autograder.tell.pages.picture import part_of, picture
from autograder.tell.pages.playback import student_labels
from autograder.tell.pages.render import STYLES_OF_DRAWINGS, environment, styles


def image_of(verdict: Failed) -> dict[str, str]:
    """Return the student's search as an image: a label, and the SVG as an address."""
    svg = b64encode(_drawn(verdict).encode()).decode()
    return {
        "label": sentence("platforms", "image", exercise=verdict.exercise.id),
        "url": f"data:image/svg+xml;base64,{svg}",
    }


def _drawn(verdict: Failed) -> str:
    """Return the student's search as SVG; it must have a tree to draw."""
    annotated = failed.drawing_of(verdict)
    assert annotated is not None
    drawn = picture(annotated, part_of(annotated), student_labels(verdict.evidence))
    template = environment().get_template("image.svg.j2")
    return template.render(
        picture=drawn,
        label=sentence("platforms", "image", exercise=verdict.exercise.id),
        style=Markup(styles(*STYLES_OF_DRAWINGS)),  # noqa: S704 - this project's own
    )
