"""The calls that ask for sentences, and the literals beside them, in modules, scripts and templates of pages."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from jinja2 import nodes

from autograder.teach.worksheets import latex_environment
from autograder.tell.pages.render import environment
from tests.sets import PROJECT


class Call(NamedTuple):
    """A call that asks for a sentence. name: None if it is computed. parts: likewise."""

    file: str
    line: int
    topic: str
    name: str | None
    parts: set[str] | None


def _path(file: Path) -> str:
    return file.relative_to(PROJECT).as_posix()


# --- Modules ---


ASKS = re.compile(r"\b(sentence|line_of|text_of)\(")
"""A module without it asks for no sentence, and need not be parsed."""


def calls_in(file: Path) -> Iterator[Call]:
    """Yield the calls of `sentence` in a module, with a topic that is written out."""
    text = file.read_text("utf-8")
    if not ASKS.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(
                func=ast.Name(id="sentence" | "line_of" | "text_of" as function),
                args=[ast.Constant(value=str() as topic), name],
            ):
                keywords = [keyword.arg for keyword in node.keywords]
                yield Call(
                    _path(file),
                    node.lineno,
                    topic,
                    str(name.value) if isinstance(name, ast.Constant) else None,
                    None
                    if None in keywords or function == "text_of"
                    else set(filter(None, keywords)),
                )


def literals(file: Path) -> set[str]:
    """Return the strings in a module that are written out."""
    return {
        node.value
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


# --- Scripts ---

TOKEN = re.compile(
    r"""(?P<comment> //[^\n]* | /\*[\s\S]*?\*/ )
    |(?P<text> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
    |(?P<template> `(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\})*` )
    |(?P<pattern> (?:(?<=[(,=:[!&|?;]\ )|(?<=[(\[])|(?<=\ \ ))
        /(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]* )
    |(?P<word> [\w$]+ )
    |(?P<sign> \.\.\.|[^\s] )""",
    re.VERBOSE,
)
IN_TEMPLATE = re.compile(r"\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}")
OPENING, CLOSING = "([{", ")]}"


class Token(NamedTuple):
    """A token of a script. kind: the name of its group in `TOKEN`."""

    kind: str
    text: str
    line: int

    @property
    def value(self) -> str:
        """Return the text of a literal, with a pair of braces for each value in it."""
        return IN_TEMPLATE.sub("{}", self.text[1:-1])


def _tokens(text: str, first_line: int = 1) -> list[Token]:
    """Return the tokens of a script without its comments, with those in its template literals."""
    tokens: list[Token] = []
    line, counted_to = first_line, 0
    for match in TOKEN.finditer(text):
        kind = match.lastgroup
        assert kind is not None
        line += text.count("\n", counted_to, match.start())
        counted_to = match.start()
        assert match[0] not in ('"', "'", "`"), f"line {line}: a literal has no end"
        if kind != "comment":
            tokens.append(Token(kind, match[0], line))
        if kind == "template":
            for value in IN_TEMPLATE.findall(match[0]):
                tokens += _tokens(value[2:-1], line)
    return tokens


def calls_in_script(file: Path) -> Iterator[Call]:
    """Yield the calls of `say` in a script."""
    tokens = _tokens(file.read_text("utf-8"))
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else ""
        is_call = token.text == "say" and tokens[index + 1].text == "("
        if is_call and before != "function":
            topic, name, *arguments = _arguments(tokens, index + 1)
            assert [literal.kind for literal in topic] == ["text"], token
            yield Call(
                _path(file),
                token.line,
                topic[0].value,
                name[0].value if [piece.kind for piece in name] == ["text"] else None,
                _keys(arguments[0]) if arguments else set(),
            )


def _arguments(tokens: list[Token], start: int) -> list[list[Token]]:
    """Return the tokens between a bracket and its second one, as its commas part it."""
    depth = 0
    arguments: list[list[Token]] = [[]]
    for token in tokens[start:]:
        is_sign = token.kind == "sign"
        if is_sign and token.text in CLOSING:
            depth -= 1
        if depth == 0 and token is not tokens[start]:
            break
        if is_sign and token.text == "," and depth == 1:
            arguments.append([])
        elif depth:
            arguments[-1].append(token)
        if is_sign and token.text in OPENING:
            depth += 1
    return [argument for argument in arguments if argument]


def _keys(argument: list[Token]) -> set[str] | None:
    """Return the keys of an object; None if some are not written out."""
    if argument[0].text != "{":
        return None
    entries = _arguments(argument, 0)
    if any(item[0].text == "..." for item in entries):
        return None
    return {item[0].text for item in entries}


def literals_in_script(file: Path, without: re.Pattern[str] | None = None) -> list[str]:
    """Return the strings of a script, in its order. without: a part of it to leave out."""
    text = file.read_text("utf-8")
    if without is not None:
        text = without.sub("", text)
    return [
        token.value for token in _tokens(text) if token.kind in ("text", "template")
    ]


# --- Templates ---

ATTRIBUTES_THAT_ARE_READ = ("aria-label", "alt", "placeholder", "title")
BLOCKS_THAT_ARE_NOT_READ = ("kind", "language")
"""The class of a page's body, and the code of its language."""


def calls_in_template(file: Path) -> Iterator[Call]:
    """Yield the calls of `say` in a template."""
    for call in _parsed(file).find_all(nodes.Call):
        match call:
            case nodes.Call(node=nodes.Name(name="say"), args=[topic, name]):
                assert isinstance(topic, nodes.Const), call
                yield Call(
                    _path(file),
                    call.lineno,
                    topic.value,
                    name.value if isinstance(name, nodes.Const) else None,
                    {keyword.key for keyword in call.kwargs}
                    if not call.dyn_kwargs
                    else None,
                )


def literals_in_template(file: Path) -> list[str]:
    """Return the strings in a template's expressions."""
    return _strings_in(_parsed(file))


def counted_in_template(file: Path) -> list[str]:
    """Return the nouns that a template puts into the plural by English rules."""
    filters = _parsed(file).find_all(nodes.Filter)
    return [
        noun
        for filter_ in filters
        if filter_.name == "counted"
        for noun in _strings_in(filter_)
    ]


def _strings_in(node: nodes.Node) -> list[str]:
    return [
        constant.value
        for constant in node.find_all(nodes.Const)
        if isinstance(constant.value, str)
    ]


def texts_in_template(file: Path) -> list[str]:
    """Return the texts of a template for HTML, with braces for each expression."""
    reader = _TextReader()
    template = _parsed(file)
    unread: set[nodes.Node] = set()
    for block in template.find_all(nodes.Block):
        if block.name in BLOCKS_THAT_ARE_NOT_READ:
            unread.update(block.find_all(nodes.Output))
    pieces: list[str] = []
    for output in template.find_all(nodes.Output):
        if output not in unread:
            pieces += [
                node.data if isinstance(node, nodes.TemplateData) else "{}"
                for node in output.nodes
            ]
    reader.feed("".join(pieces))
    reader.close()
    return reader.texts


def _parsed(file: Path) -> nodes.Template:
    is_latex = file.name.endswith(".tex.j2")
    reader = latex_environment() if is_latex else environment()
    return reader.parse(file.read_text("utf-8"))


class _TextReader(HTMLParser):
    """Collects the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [
            value for name, value in attrs if value and name in ATTRIBUTES_THAT_ARE_READ
        ]

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


# --- Words that are joined ---

JOINED_IN_SCRIPT = re.compile(
    r"""\[\s*((?:["'`][^"'`]*["'`]\s*,?\s*){3,})\]\s*\.join\("""
)


def joined_in_page(file: Path) -> list[str]:
    """Return the lists of words, and the parts with a blank, that a page joins."""
    if file.suffix == ".js":
        return JOINED_IN_SCRIPT.findall(file.read_text("utf-8"))
    template = _parsed(file)
    lists = [
        filter_.node
        for filter_ in template.find_all(nodes.Filter)
        if filter_.name == "join"
    ]
    joined = [
        " ".join(_strings_in(literal))
        for literal in lists
        if isinstance(literal, nodes.List | nodes.Tuple)
        and len(_strings_in(literal)) >= 3
    ]
    added = [
        text
        for concatenation in template.find_all(nodes.Concat)
        for text in _strings_in(concatenation)
    ]
    return joined + [text for text in added if text != text.strip()]
