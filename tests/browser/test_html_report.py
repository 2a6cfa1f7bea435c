"""The HTML report in a real browser: its filters, and how it reads without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.chromium import opened

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_the_report(browser: Browser, report: Path) -> None:
    with opened(browser, report) as watched:
        page = watched.page
        every = page.locator(".finding").count()
        assert every > 4
        assert page.inner_text("#kept") == f"{every} of {every} findings"
        page.select_option("#filter-rule", "wrong-bridge")
        assert page.locator(".finding:visible").count() == 1
        assert page.locator(".file:visible").count() == 1
        page.click("#filters button")
        expect(page.locator(".finding[hidden]")).to_have_count(0)
        page.click("button[data-choose-rule='missing-support']")
        assert page.locator(".finding:visible").count() == 2
        page.fill("#filter-text", "rel:final:9")
        assert page.locator(".finding:visible").count() == 1
        page.select_option("#filter-severity", "warning")
        assert page.locator(".finding:visible").count() == 0
        watched.quiet()


def test_the_report_reads_without_a_script(browser: Browser, report: Path) -> None:
    made = browser.new_context(java_script_enabled=False)
    try:
        page = made.new_page()
        page.goto(report.as_uri())
        assert page.locator(".finding:visible").count() > 4
        assert not page.locator("#filters").is_visible()
    finally:
        made.close()
