"""The HTML report in a real browser: findings first, its filters, and how it reads without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from graph_rdf.findings import Finding, Severity
from graph_rdf.report.html_report import render_html
from graph_rdf.report.model import Summary, ValidationReport
from graph_rdf.rules import all_rules
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
        page.click("summary:has-text('By rule')")
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


@pytest.fixture(scope="module")
def every_rule(folder: Path) -> Path:
    """The report of a world that breaks every rule there is, with much to say besides."""
    rules = [(rule.id, rule.severity or Severity.ERROR) for rule in all_rules()]
    assert len(rules) > 100
    findings = tuple(
        Finding(rule, severity, f"{rule}: {'a long story ' * 20}", "data/a/world.ttl", 3, 1, 9, f"r:{place}")
        for place, (rule, severity) in enumerate(rules)
    )
    found = ValidationReport(
        findings,
        (),
        Summary(files=1, triples=330, errors=len(rules)),
        rule_counts=tuple((*rule, 1) for rule in rules),
    )
    file = folder / "every-rule.html"
    page = render_html(found, lambda *_: "x" * 90, "0", warnings=["a warning of the run " * 10] * 9)
    file.write_text(page, encoding="utf-8")
    return file


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_finding_is_on_the_first_screen(browser: Browser, every_rule: Path, scheme: str) -> None:
    size = {"width": 1280, "height": 800}
    with opened(browser, every_rule, viewport=size, color_scheme=scheme) as watched:
        page = watched.page
        box = page.locator(".finding").first.bounding_box()
        assert box is not None
        assert page.evaluate("scrollY") == 0
        assert box["y"] + box["height"] <= size["height"]
        watched.quiet()


def test_the_summary_is_one_line_that_opens(browser: Browser, every_rule: Path) -> None:
    with opened(browser, every_rule) as watched:
        page = watched.page
        cards = page.locator("details.card > summary")
        assert [" ".join(one.split()) for one in cards.all_inner_texts()] == [
            "What was looked at 1 file: 330 triples, 0 focus nodes, 0 records",
            f"By rule {len(all_rules())} rules",
            "About this run 9 warnings",
        ]
        rule = page.locator("button[data-choose-rule='wrong-bridge']")
        assert not rule.is_visible()
        cards.nth(1).press("Enter")
        rule.click()
        assert page.locator(".finding:visible .rule").all_inner_texts() == ["wrong-bridge"]
        watched.quiet()


def test_what_is_folded_is_printed(browser: Browser, every_rule: Path) -> None:
    with opened(browser, every_rule) as watched:
        table = watched.page.locator("[data-choose-rule='wrong-bridge']")
        assert not table.is_visible()
        watched.page.emulate_media(media="print")
        assert table.is_visible()
