"""Makes a page of a template: one file, in which alone its styles and script may run.

They stand in the page, and its Content-Security-Policy has their hashes.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from autograder.core.limits import LONGEST_TEXT
from autograder.core.outputs import FileKind, any_of, begins_like, begins_with
from autograder.core.project import NAME
from autograder.core.sentences import (
    form_for,
    language,
    languages,
    plain_number,
    topic_of,
)
from autograder.core.text import counted, visible

HERE = Path(__file__).parent
INFINITY = r"(?<![\w.\"'])(?:\+|(-))?inf(?![\w\"'])"
MARK = (
    r'<!DOCTYPE html>\n<html lang="[\w-]+">\n<head>\n<meta charset="utf-8">\n'
    f'<meta name="generator" content="{re.escape(NAME)}"'
)
"""How pages begin, in any language."""
MARK_UNTIL_3_0 = (
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\''
)
"""How they began up to version 3.0.0, when they named no generator."""
A_PAGE = FileKind(
    "the page",
    any_of(begins_like(MARK.encode()), begins_with(MARK_UNTIL_3_0)),
    begins_like(rb"<(!doctype )?html\b"),
)
TOPIC_IN_SCRIPT = re.compile(r'\bsay\(\s*"(\w+)"')
CODE = re.compile(r"`([^`\n]+)`")
"""Code in a sentence of the pages' own."""
LANGUAGE_OF_PAGE = re.compile(r'<html lang="([\w-]+)">')
NEVER = "(?!)"
"""A pattern that matches nothing."""


STYLES_OF_DRAWINGS = ("colors.css", "tree.css")


def styles(*names: str) -> str:
    """Return the text of some style sheets."""
    return "".join((HERE / "styles" / name).read_text("utf-8") for name in names)


def rendered(template: str, scripts: Sequence[str] = (), **values: Any) -> str:
    """Return a page. scripts: the names of its scripts. values: for its template."""
    style = styles(*STYLES_OF_DRAWINGS, "page.css")
    names = ["sentences.js", "parts.js", *scripts] if scripts else []
    files = [(HERE / "scripts" / name).read_text("utf-8") for name in names]
    if files:
        files.insert(0, _constants(files))
    return (
        environment()
        .get_template(template)
        .render(
            style=Markup(style),  # noqa: S704
            script=Markup("".join(files)),  # noqa: S704
            generator=NAME,
            language=language(),
            **values,
        )
    )


def _constants(scripts: Iterable[str]) -> str:
    """Return a page's language, and the sentences that its scripts may say."""
    topics = {topic for text in scripts for topic in TOPIC_IN_SCRIPT.findall(text)}
    sentences = {topic: topic_of(topic) for topic in sorted(topics)}
    return (
        f"const LANGUAGE = {_json_in_html(language())};\n"
        f"const SENTENCES = {_json_in_html(sentences)};\n"
    )


def _json_in_html(value: object) -> str:
    """Return a value as JSON that cannot end the element that it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def say(topic: str, name: str, /, **parts: object) -> Markup:
    """Return a sentence as HTML, with its parts in place.

    Text in backticks in the sentence itself is code. parts: Markup stays as it is, and
    all other text is escaped.
    """
    text = str(escape(form_for(topic, name, parts)))
    html = Markup(CODE.sub(r"<code>\1</code>", text))  # noqa: S704 - it is escaped
    return html.format_map(
        {part: _made_visible(value) for part, value in parts.items()}
    )


def language_of(page: str) -> str:
    """Return the code of a page's language; if it names none, the present one."""
    match = LANGUAGE_OF_PAGE.search(page)
    named = match[1] if match else ""
    return named if named in languages() else language()


def with_signs(text: str) -> str:
    """Return a text with its infinities written as in drawings.

    Those in quotes stay, as they are Python's.
    """
    return re.sub(INFINITY, r"\1∞", text)


def prose(text: str, links: Mapping[str, str] | None = None) -> Markup:
    """Return a sentence as HTML.

    Text in backticks is code, and ids of exercises lead to them on the page. links:
    these anchors, by id; None if a program's own words are in the sentence, whose
    infinities stay.
    """
    sentence = visible(text, LONGEST_TEXT)
    html = Markup("")
    end = 0
    for match in _marked(links or {}).finditer(sentence):
        html += _plain(sentence[end : match.start()], links)
        end = match.end()
        code, name = match["code"], match["id"]
        if code is not None:
            html += Markup("<code>{}</code>").format(code)
        elif links is not None:
            html += Markup('<a href="#{}">{}</a>').format(links[name], name)
    return html + _plain(sentence[end:], links)


def _plain(text: str, links: Mapping[str, str] | None) -> Markup:
    """Return the rest of a sentence, which is neither code nor an id."""
    return escape(text if links is None else with_signs(text))


def _marked(links: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of marked text in a sentence: code, and ids to link.

    If an id begins with another one, the longer one counts.
    """
    longest_first = sorted(links, key=len, reverse=True)
    ids = [rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in longest_first]
    pattern_of_ids = "|".join(ids) if ids else NEVER
    return re.compile(rf"`(?P<code>[^`\n]+)`|(?P<id>{pattern_of_ids})")


def short_id(exercise: str) -> str:
    """Return the number that an exercise's id begins with, or the id."""
    return exercise.split("_")[0] if exercise[:1].isdigit() else exercise


@lru_cache
def environment() -> Environment:
    """Return the environment that reads templates, with the filters that they use."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Text that could disguise itself is made visible, whoever wrote it.
        finalize=_made_visible,
    )
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    made.filters.update(hashed=_hashed, counted=counted, short_id=short_id, prose=prose)
    made.filters.update(grouped="{:,}".format, with_signs=with_signs)
    made.filters.update(plain_number=plain_number)
    made.globals.update(say=say)
    return made


def _made_visible(value: object) -> object:
    # Markup is a str, too, but not by its exact type: it stays as it is.
    return visible(value, LONGEST_TEXT) if type(value) is str else value


def _hashed(source: str) -> str:
    """Return the name of a style or script in a Content-Security-Policy."""
    digest = sha256(source.encode()).digest()
    return f"sha256-{b64encode(digest).decode()}"
