"""Tells the kind of a file that is no program in Python.

Its bytes tell it, or the end of its name.
"""

ARCHIVE = "zip archive"
OTHER_ARCHIVE = "archive"
NOTEBOOK = "notebook"
DOCUMENT = "document"
WEB_PAGE = "web page"
POINTER = "pointer"  # of Git LFS
RICH_TEXT = "rich text"
COMPILED = "compiled"
PICTURE = "picture"
PLACEHOLDER = "placeholder"  # for a file in a cloud
SHORTCUT = "shortcut"
BACKUP = "backup"
PROSE_WITH_CODE = "prose with code"
"""Kinds of files that are no program: names of sentences."""

BEGINNINGS = (
    (b"PK\x03\x04", ARCHIVE),
    (b"PK\x05\x06", ARCHIVE),  # one without anything in it
    (b"Rar!\x1a\x07", OTHER_ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", OTHER_ARCHIVE),
    (b"\x1f\x8b", OTHER_ARCHIVE),  # gzip
    (b"\xfd7zXZ\x00", OTHER_ARCHIVE),
    (b"version https://git-lfs.github.com/spec/", POINTER),
    (b"{\\rtf", RICH_TEXT),
    (b"%PDF-", DOCUMENT),
    (b"\xd0\xcf\x11\xe0", DOCUMENT),  # Word before 2007
    (b"\x89PNG", PICTURE),
    (b"\xff\xd8\xff", PICTURE),  # JPEG
    (b"L\0\0\0\x01\x14\x02\0", SHORTCUT),  # .lnk of Windows
    (b"[InternetShortcut]", SHORTCUT),
    (b"[Desktop Entry]", SHORTCUT),
    (b"bplist00", PLACEHOLDER),  # .icloud
    (b'{"url":"https://docs.google.com/', PLACEHOLDER),
    (b'{"url": "https://docs.google.com/', PLACEHOLDER),
)
"""Kinds of files by their first bytes: no program in Python begins so."""
OF_AN_OFFICE = (b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis.opendocument")
"""Names at the beginning of the zip archive that a document of Word or LibreOffice
is."""
MARKUP = (b"<!doctype html", b"<html", b"<head")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ENDINGS = {
    ".zip": ARCHIVE,
    ".ipynb": NOTEBOOK,
    **dict.fromkeys(
        (".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz"), OTHER_ARCHIVE
    ),
}
"""Kinds of files by the end of their names, if no file has the right name."""
DOCUMENTS = (".doc", ".docx", ".odt", ".pages", ".pdf", ".rtf", ".html", ".htm")
IN_PLACE_OF_THE_PROGRAM = {
    **dict.fromkeys(DOCUMENTS, DOCUMENT),
    **dict.fromkeys((".qmd", ".rmd", ".md"), PROSE_WITH_CODE),
    **dict.fromkeys((".pyc", ".pyo"), COMPILED),
    **dict.fromkeys((".icloud", ".gdoc", ".gsheet", ".cloud"), PLACEHOLDER),
    **dict.fromkeys((".lnk", ".url", ".webloc", ".desktop"), SHORTCUT),
    **dict.fromkeys((".py~", ".py#", ".bak", ".orig", ".swp"), BACKUP),
}
"""Kinds of files by the end of their names, if such a file is called like the program
and the beginning of its content does not tell the kind."""


def kind_of(start: bytes) -> str:
    """Return the kind of a file that is plainly no Python.

    It is "" if the file may be Python. start: its beginning.
    """
    text = start.removeprefix(BYTE_ORDER_MARK).lstrip()
    # Such a document is a zip archive, too, so this comes before BEGINNINGS.
    if start.startswith(b"PK") and any(name in start[:200] for name in OF_AN_OFFICE):
        return DOCUMENT
    for beginning, kind in BEGINNINGS:
        if text.startswith(beginning):
            return kind
    if text.startswith(b"<") and any(tag in text[:2000].lower() for tag in MARKUP):
        return WEB_PAGE
    if kind := _kind_inside(start):
        return kind
    is_notebook = text.startswith(b"{") and b'"nbformat"' in start
    return NOTEBOOK if is_notebook else ""


def _kind_inside(start: bytes) -> str:
    """Return the kind of a file by bytes that follow others."""
    is_tar = start[257:262] == b"ustar"
    is_bzip2 = start[4:10] == b"1AY&SY"
    if is_tar or is_bzip2:
        return OTHER_ARCHIVE
    # Python's magic number, and flags.
    if start[2:4] == b"\r\n" and b"\0" in start[:16]:
        return COMPILED
    return ""
