"""The map of worlds that strain it in a real browser: hostile names, many records, one entity with most."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.chromium import opened
from tests.hostile_world import HOSTILE

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_hostile_names_do_nothing(browser: Browser, hostile: Path) -> None:
    with opened(browser, hostile) as watched:
        page = watched.page
        assert page.locator("#rows tr").count() == len(HOSTILE) + 1
        for record in range(len(HOSTILE) + 1):
            page.locator(f"#rows tr[data-record='{record}'] button").click()
            page.locator("#panel .link").first.click()
        for entity in range(0, len(HOSTILE), 3):
            page.locator(f"#graph .entity[data-entity='{entity}']").dispatch_event("click")
        page.fill("#search", "<")
        page.fill("#filter-text", "onerror")
        assert page.locator("#rows tr").count() == 1
        known = page.evaluate(
            "[...new Set([...document.body.querySelectorAll('*')].map(one => one.localName))].sort()"
        )
        assert not {"img", "i", "b", "iframe", "a:not(.skip)"} & set(known) - {"b"}
        assert page.locator("script").count() == 2
        assert page.evaluate("Object.prototype.hacked") is None
        shown = page.evaluate("document.body.innerText")
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff\u0000]", shown)
        page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1 || console.error('too wide')")
        watched.quiet()


def test_five_thousand_records(browser: Browser, large: Path) -> None:
    assert large.stat().st_size < 6_000_000
    with opened(browser, large) as watched:
        page = watched.page
        assert page.evaluate("document.querySelectorAll('*').length") < 8000
        assert 0 < page.locator("#graph .chip").count() <= 24
        assert page.locator("#rows tr").count() == 50
        assert page.inner_text("#kept") == "5,004 of 5,004 records, 1 to 50 shown"
        page.click("#next")
        assert page.inner_text("#kept") == "5,004 of 5,004 records, 51 to 100 shown"
        page.fill("#search", "org:w000321")
        found = page.locator("#found button")
        assert found.count() == 2
        found.first.click()
        assert "w000321" in page.inner_text("#drawn")
        assert "w000321" in page.evaluate("document.activeElement.getAttribute('aria-label')")
        page.select_option("#steps", "1")
        near = page.locator("#graph .chip").count()
        page.select_option("#steps", "3")
        assert near < page.locator("#graph .chip").count() <= 24
        page.select_option("#filter-standing", "refused")
        assert page.inner_text("#kept") == "1,112 of 5,004 records, 1 to 50 shown"
        page.locator("#rows button").first.click()
        assert page.locator("#graph .chip.selected").count() == 1
        options = page.locator("#view-select option").count()
        assert options > 40
        page.select_option("#view-select", index=2)
        assert page.locator("#panel h2").inner_text().startswith("rel:")
        watched.quiet()


def test_the_middle_of_a_hub_is_in_sight(browser: Browser, hub: Path) -> None:
    """Of an entity with many records the first ones are drawn, the rest is said, and it stays in sight."""
    with opened(browser, hub) as watched:
        page = watched.page
        assert page.locator("#graph .chip").count() == 24
        assert page.inner_text("#drawn") == (
            "Around Hub (hub): 24 records; 56 more here are not drawn: take fewer steps or a filter"
        )
        in_sight = """entity => {
          const found = document.querySelector(`#graph .entity[data-entity="${entity}"] rect`);
          const one = found.getBoundingClientRect();
          const box = document.getElementById('graph').getBoundingClientRect();
          return one.top >= box.top && one.bottom <= box.bottom }"""
        found = page.evaluate("JSON.parse(document.getElementById('data').text)")
        entities = [entity["id"] for entity in found["entities"]]
        assert page.evaluate(in_sight, entities.index("hub"))
        page.fill("#filter-text", "e:79")
        assert page.locator("#graph .chip").count() == 1
        page.fill("#filter-text", "")
        page.click("#next")
        page.locator("#rows button").last.click()
        assert page.locator("#graph .chip.selected").count() == 1
        watched.quiet()
