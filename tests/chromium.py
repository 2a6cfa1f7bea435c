"""A real browser for the pages: opened, watched for whatever a page must not do, and closed."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path() -> str:
    """Find the browser; skip without one, and in continuous integration fail."""
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    reason = f"needs a browser: none of {', '.join(NAMES)} is on the path"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser."""
    from playwright.sync_api import sync_playwright

    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


@dataclass(slots=True)
class Watched:
    """A page, and what it did besides showing itself."""

    page: Page
    said: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def quiet(self) -> None:
        """Hold that nothing was said, asked for or refused, and that no text of the data ran."""
        assert self.said == []
        assert self.requests == []
        assert self.page.evaluate("window.hacked") is None


@contextmanager
def opened(browser: Browser, file: Path, **context: Any) -> Iterator[Watched]:
    """Open a page from its file and watch it.

    Args:
        browser: The browser.
        file: The page.
        context: Options of the browser context, such as the colour scheme.
    """
    made = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **context})
    try:
        page = made.new_page()
        watched = Watched(page)
        page.on("console", lambda message: watched.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: watched.said.append(f"error: {error}"))
        page.on("dialog", lambda dialog: watched.said.append(f"dialog: {dialog.message}"))
        page.add_init_script(
            "document.addEventListener('securitypolicyviolation',"
            " event => console.error('refused: ' + event.violatedDirective));"
        )
        url = file.as_uri()
        page.on(
            "request",
            lambda request: (
                watched.requests.append(request.url) if request.url.split("#")[0] != url else None
            ),
        )
        page.goto(url)
        # A string to wait for would be evaluated in the page, and its policy forbids that, as it should.
        assert page.evaluate("document.documentElement.dataset.ready") == "true"
        yield watched
    finally:
        made.close()
