"""Reads CSV files as spreadsheets and platforms write them, and writes them back.

Writing a file back loses nothing of it.
"""

import codecs
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from pathlib import Path

from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.files import open_regular
from autograder.core.text import visible_name

MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
WINDOWS = "cp1252"
"""Excel's encoding if nobody asks it for UTF-8."""
LINE_END = "\r\n|\r|\n"
FIELD = (
    r'("[^"]*(?:""[^"]*)*"(?!")[^{0}\r\n]*|[^"{0}\r\n][^{0}\r\n]*|)({0}|\r\n|\r|\n|\Z)'
)
"""A field as it is written, quoted or not, and the separator or the end of the line."""
SEPARATOR = re.compile(rf"sep=([^\r\n])({LINE_END})", re.IGNORECASE)
"""The first line by which a file tells Excel the separator of its fields."""
DECIMAL_MARK = re.compile(r"\d+([.,])\d{1,2}")
"""A number with one or two decimals."""
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""The first bytes of .xlsx and .ods, which are archives, and of .xls."""


class Csv:
    """A CSV file, read without loss.

    A field that is not set is written back as it was, quotes included. remarks: how the
    file was read, if people must know it.
    """

    def __init__(self, content: bytes, titles: int = 0) -> None:
        """Read the headings and all rows.

        titles: lines before the headings. Raise ValueError if it cannot be read.
        """
        self.titles = titles
        self.remarks: list[str] = []
        text = self._decode(content)
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        separator_line = SEPARATOR.match(text, len(mark))
        start = separator_line.end() if separator_line else len(mark)
        if titles:
            line_ends = [*re.finditer(LINE_END, text[start:])]
            if len(line_ends) >= titles:
                start += line_ends[titles - 1].end()
        self._before = text[:start]
        self._first_line = 1 + len(re.findall(LINE_END, self._before))
        text = text[start:]
        if separator_line:
            self._separator = separator_line[1]
        else:
            # of the first line, without quoted text
            headings = re.split("[\r\n]", re.sub('"[^"]*"', "", text), maxsplit=1)[0]
            self._separator = max(",;\t", key=headings.count)
        self.rows: list[list[str]] = [[]]
        """The headings first. Fields are as they are written, which Python's csv
        module forgets."""
        self._ends: list[str] = []
        self._read(text)
        columns = range(len(self.rows[0]))
        self.headings = [self.plain(0, column).strip() for column in columns]

    def _decode(self, content: bytes) -> str:
        """Return the text of the file, and note its encoding. Raise ValueError."""
        self.encoding = "utf-8"
        for mark, encoding in MARKS.items():
            if content.startswith(mark):
                self.encoding = encoding
        try:
            return content.decode(self.encoding)
        except UnicodeDecodeError:
            self.encoding = WINDOWS
            return content.decode(WINDOWS)

    def _read(self, text: str) -> None:
        """Add the fields of all rows. Raise ValueError if a quotation is open."""
        pattern = re.compile(FIELD.format(re.escape(self._separator)))
        position = 0
        after = self._separator
        while after:
            match = pattern.match(text, position)
            if match is None:
                line = self._first_line + len(re.findall(LINE_END, text[:position]))
                raise ValueError(f"line {line}: a quotation mark is not closed")
            position = match.end()
            field, after = match.groups()
            self.rows[-1].append(field)
            if after != self._separator:
                self._ends.append(after)
                if after:
                    self.rows.append([])

    def plain(self, row: int, column: int) -> str:
        """Return the text of a field; "" if the row is shorter."""
        fields = self.rows[row]
        if column >= len(fields):
            return ""
        written = fields[column]
        if not written.startswith('"'):
            return written
        inner, _, rest = written[1:].rpartition('"')
        return inner.replace('""', '"') + rest

    @cached_property
    def has_decimal_commas(self) -> bool:
        """Whether numbers have a comma for a decimal point, as far as fields tell."""
        marks = Counter(
            match[1]
            for row in range(1, len(self.rows))
            for column in range(len(self.rows[row]))
            if (match := DECIMAL_MARK.fullmatch(self.plain(row, column).strip()))
        )
        if marks[","] == marks["."]:
            return self._separator == ";"
        return marks[","] > marks["."]

    def longer_rows(self) -> list[int]:
        """Return the rows with a field that has no heading.

        Somebody left out the quotation marks around a comma, and all fields behind it
        are one column too far.
        """
        width = len(self.rows[0])
        longer = []
        for row in range(1, len(self.rows)):
            columns = range(width, len(self.rows[row]))
            if any(self.plain(row, column).strip() for column in columns):
                longer.append(row)
        return longer

    def filled(self) -> list[int]:
        """Return the rows after the headings that do not begin with an empty field."""
        return [row for row in range(1, len(self.rows)) if self.plain(row, 0)]

    def set(self, row: int, column: int, text: str) -> None:
        """Write a field, with quotes if it needs them or had some."""
        fields = self.rows[row]
        fields += [""] * (column + 1 - len(fields))
        had_quotes = fields[column].startswith('"')
        if had_quotes or re.search(f'["\r\n{re.escape(self._separator)}]', text):
            doubled = text.replace('"', '""')
            text = f'"{doubled}"'
        fields[column] = text

    def content(self) -> bytes:
        """Return the file."""
        lines = [self._before]
        for fields, end in zip(self.rows, self._ends, strict=True):
            lines.append(self._separator.join(fields) + end)
        # Only a field that was set may not fit.
        return "".join(lines).encode(self.encoding, "replace")

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield each row after the first: its line in the file, and its fields.

        These are without blanks, by headings in lower case.
        """
        line = self._first_line
        for row in range(1, len(self.rows)):
            line += 1 + "".join(self.rows[row - 1]).count("\n")
            fields = {}
            for column, heading in enumerate(self.headings):
                fields[heading.lower()] = self.plain(row, column).strip()
            yield line, fields


def read_csv(file: Path, titles: int = 0) -> Csv:
    """Read a CSV file. titles: lines before its headings. Raise WrongUsage."""
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    try:
        with open_regular(Path(os.path.realpath(file))) as opened:
            content = opened.read()
        if content.startswith(SPREADSHEETS):
            raise WrongUsage(
                f"{shown}: this is a spreadsheet's own file and no CSV; open it,"
                " and save it as CSV UTF-8"
            )
        return Csv(content, titles)
    except OSError as error:
        raise WrongUsage(f"{shown}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUsage(
            f"{shown}: byte {error.start} is no text; save it as CSV UTF-8"
        ) from None
    except ValueError as error:
        raise WrongUsage(f"{shown}: {error}") from None


def number(text: str) -> float | None:
    """Return a number with either decimal mark.

    Return None for any other text, and for 1,000, which may be two numbers.
    """
    may_be_two = re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", text)
    if may_be_two or not re.fullmatch(r"\d+([.,]\d+)?", text):
        return None
    return float(text.replace(",", "."))


def doubled(headings: Iterable[str], read: Collection[str]) -> str:
    """Return that two of the columns that are read have the same heading, or ""."""
    for heading, count in Counter(headings).items():
        if heading and heading in read and count > 1:
            return (
                f'{count} columns are called "{heading}",'
                " and which one is meant is not guessed; rename the others"
            )
    return ""


def line_and_others(line: int, count: int) -> str:
    """Return the first of some lines, and how many there are besides."""
    others = f" and {count - 1} more" if count > 1 else ""
    return f"line {line}{others}"
