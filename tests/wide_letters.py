"""A language that is English in wide letters: what is left in others on a page is not of the words."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from autograder.core import sentences
from autograder.core.sentences import ABOUT_LANGUAGE, DECIDES, ENGLISH, FOLDER
from tests.reading import forget_sentences

WIDE = {
    ord(letter): ord(letter) + 0xFEE0
    for letter in map(chr, range(65, 123))
    if letter.isalpha()
}
"""The changes that make letters those of a language that looks like English, and is none."""
OWN_WORDS = {"MAX", "MIN", "alpha", "beta"}
"""They are the same in all languages."""
READ = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest("script, style, textarea, noscript, [data-lines]")) texts.push(node.data);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
  }
  return texts.join("\\n");
}"""
"""Reads the page, without the text of a search, which is code."""


def wide(text: str) -> str:
    """Return a text in the other language: its parts stay, and so do own words."""
    pieces = re.split(r"(\{\w+\}|\b(?:MAX|MIN|alpha|beta)\b)", text)
    return "".join(
        piece if index % 2 else piece.translate(WIDE)
        for index, piece in enumerate(pieces)
    )


@contextmanager
def language_in_wide_letters(folder: Path) -> Iterator[str]:
    """Have a language in a new folder, and yield its code."""
    (folder / "qq").mkdir(parents=True)
    (folder / ENGLISH).symlink_to(FOLDER / ENGLISH)
    for file in (FOLDER / ENGLISH).glob("*.json"):
        texts: dict[str, Any] = json.loads(file.read_text("utf-8"))
        if file.stem != ABOUT_LANGUAGE:
            for name, forms in texts.items():
                if isinstance(forms, str):
                    texts[name] = wide(forms)
                else:
                    texts[name] = {
                        category: text if category == DECIDES else wide(text)
                        for category, text in forms.items()
                    }
        (folder / "qq" / file.name).write_text(json.dumps(texts), "utf-8")
    forget_sentences()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentences, "FOLDER", folder)
        yield "qq"
    forget_sentences()


def english_on(page: Any, typed: str = "") -> set[str]:
    """Return the words on a page that are in English, but for those that were typed."""
    words = re.compile(r"[A-Za-z]{3,}")
    return {*words.findall(page.evaluate(READ))} - {*words.findall(typed)} - OWN_WORDS
