"""How the pages look in a real browser: light and dark, wide and narrow, and to who cannot see them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.chromium import opened
from tests.web_modules import install_web

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


SCHEMES = ("light", "dark")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_light_and_dark(browser: Browser, final: Path, report: Path, scheme: str) -> None:
    for file in (final, report):
        with opened(browser, file, color_scheme=scheme) as watched:
            ground = watched.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            channels = [int(one) for one in re.findall(r"\d+", ground)]
            assert all(one > 200 for one in channels) == (scheme == "light")
            assert all(one < 60 for one in channels) == (scheme == "dark")
            watched.quiet()


@pytest.mark.parametrize("width", [360, 800, 1920])
def test_any_width(browser: Browser, final: Path, report: Path, width: int) -> None:
    for file in (final, report):
        with opened(browser, file, viewport={"width": width, "height": 800}) as watched:
            assert watched.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    web = install_web(tmp_path_factory.mktemp("axe"))
    return (web / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def problems(page: Page, axe: str) -> list[Any]:
    page.evaluate(axe)
    found: list[Any] = page.evaluate(
        """async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa',
          'best-practice']})).violations.map(one =>
            [one.id, one.nodes.map(node => node.html.slice(0, 200))])"""
    )
    return found


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing(
    browser: Browser, final: Path, looked_up: Path, report: Path, axe: str, scheme: str
) -> None:
    for file in (final, looked_up, report):
        with opened(browser, file, color_scheme=scheme) as watched:
            assert problems(watched.page, axe) == []
            if file is report:
                for card in watched.page.locator("details.card > summary").all():
                    card.click()
                assert problems(watched.page, axe) == []
            else:
                for record in (0, 2, 5, 7):
                    watched.page.click(f"#graph .chip[data-record='{record}']")
                    assert problems(watched.page, axe) == []
                watched.page.click("#graph .entity.namesake >> nth=0")
                assert problems(watched.page, axe) == []
