"""A browser that looks at pages, without a window. If the machine has none, tests that need it are skipped."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.patience import PATIENCE

CHROMIUM = which("chromium") or which("chromium-browser")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
# Chromium cannot make its sandbox for root, and the pages are the project's own.
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    *QUIET,
)
WIDTHS = (320, 390, 1280)
"""Of a desk at 400 %, a telephone and a desk."""
LONGEST_WAIT = PATIENCE
"""Seconds in which a page does what was asked of it, on a busy machine, too."""
BETWEEN_LOOKS = 20
"""Milliseconds from one look at a page to the next."""


@dataclass
class Seen:
    """A page that is open, and what it did that no page may: errors on the console, and requests."""

    page: Any
    complaints: list[str] = field(default_factory=list)

    def is_fit_for_everyone(self) -> None:
        """Axe-core finds nothing that keeps the page from people, and it does not scroll sideways."""
        assert self._violations() == []
        assert not self.overflows

    def _violations(self) -> list[str]:
        """Return what axe-core finds: for each element that violates a rule the rule and the element."""
        from axe_playwright_python.base import AXE_SCRIPT

        if not self.page.evaluate("'axe' in window"):  # half a megabyte, once a page
            self.page.evaluate(AXE_SCRIPT)
        results = self.page.evaluate("axe.run({resultTypes: ['violations']})")
        return [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in results["violations"]
            for node in violation["nodes"]
        ]

    @property
    def overflows(self) -> bool:
        """Whether the page as a whole scrolls sideways."""
        return bool(
            self.page.evaluate(
                "document.documentElement.scrollWidth > document.documentElement.clientWidth"
            )
        )


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip(
            "no browser is installed; on Debian or Ubuntu: sudo apt-get install chromium"
        )
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(OPTIONS)
        )
        yield browser
        browser.close()


def wait_until(page: Any, condition: str, argument: object = None) -> None:
    """Wait until an expression of a page, or a function of an argument, is true.

    Playwright's own wait has the page evaluate a text if it is not true at once, which
    the page's Content-Security-Policy forbids.
    """
    until = time.monotonic() + LONGEST_WAIT
    while not page.evaluate(condition, argument):
        assert time.monotonic() < until, condition
        page.wait_for_timeout(BETWEEN_LOOKS)


def for_everyone(test: Callable[..., None]) -> Callable[..., None]:
    """Have a test look at a page in light and dark and in every width."""
    schemes = pytest.mark.parametrize("scheme", ["light", "dark"])
    return schemes(pytest.mark.parametrize("width", WIDTHS)(test))  # type: ignore[no-any-return]


@contextmanager
def opened(
    browser: Any, file: Path, width: int = 1280, scheme: str = "light"
) -> Iterator[Seen]:
    """Yield a page from a file, as a double click opens it, which does nothing that no page may.

    It is opened in the window of the page before, of which nothing is left, as a new window takes long. A test that may
    leave more than storage and another page closes the window.
    """
    context = (
        browser.contexts[0]
        if browser.contexts
        else browser.new_context(accept_downloads=True)
    )
    page = context.pages[0] if context.pages else context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media="null", color_scheme=scheme, reduced_motion="reduce")
    page.mouse.move(0, 0)
    seen = Seen(page)
    listeners: dict[str, Callable[[Any], None]] = {
        "console": lambda message: seen.complaints.append(f"console: {message.text}"),
        "pageerror": lambda error: seen.complaints.append(f"error: {error}"),
        "request": lambda request: (
            seen.complaints.append(request.url)
            if not request.url.startswith(("file:", "blob:"))
            else None
        ),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    try:
        page.goto(file.as_uri())
        yield seen
        assert not seen.complaints
    except BaseException:
        context.close()
        raise
    if page.is_closed():
        context.close()
        return
    page.evaluate("localStorage.clear()")
    for other in context.pages[1:]:
        other.close()
    for event, listener in listeners.items():
        page.remove_listener(event, listener)
