"""The map of the nine records in a real browser: what is drawn, clicks, keys, filters, views."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.pages import drawn, rows, texts
from tests.chromium import opened

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

REFUSED_ROWS = {"rel:final:8": "wrong-bridge", "rel:final:9": "missing-support"}


def test_every_fact_of_the_nine_records_is_drawn(browser: Browser, final: Path) -> None:
    with opened(browser, final) as watched:
        shown = [f"{name}|{kind}|{'|'.join(lines)}" for name, (kind, lines) in drawn(watched.page).items()]
        assert sorted(shown) == [
            "rel:final:1|chip contested|operated_by|doc:final:assignments@v1|≠ opposes rel:final:5",
            "rel:final:2|chip accepted|contact|doc:final:contacts@v1|✓ accepted",
            "rel:final:3|chip not-current|operated_by|doc:final:assignments@v2|○ not in this view",
            "rel:final:4|chip accepted|contact|doc:final:contacts@v1|✓ accepted",
            "rel:final:5|chip contested|not_operated_by|doc:final:notice@v1|≠ opposes rel:final:1",
            "rel:final:6|chip accepted weak|mentions|doc:final:notes@v1|≈ weak: never evidence",
            "rel:final:7|chip accepted|contact|doc:final:contacts@v1|✓ accepted",
            "rel:final:8|chip refused|operated_by|doc:final:assignments@v2|✕ wrong-bridge",
            "rel:final:9|chip refused|contact|cites nothing|✕ missing-support",
        ]
        nodes = [
            (node.get_attribute("class"), node.locator("> text").all_text_contents())
            for node in watched.page.locator("#graph .entity").all()
        ]
        assert sorted(nodes) == [
            ("entity", ["Alder", "contact:final:other", "Contact"]),
            ("entity", ["Cedar", "contact:final:desk", "Contact"]),
            ("entity", ["PR-84", "project:final:main", "Project"]),
            ("entity", ["PR-88", "project:final:ghost", "Project"]),
            ("entity", ["PR-89", "project:final:shortcut", "Project"]),
            ("entity namesake", ["Rowan", "org:final:north", "Organisation · 1 of 2"]),
            ("entity namesake", ["Rowan", "org:final:south", "Organisation · 2 of 2"]),
        ]
        dashes = {
            name: watched.page.locator(f"#graph .line.{name} .stroke").first.evaluate(
                "line => getComputedStyle(line).strokeDasharray"
            )
            for name in ("accepted", "refused", "contested", "not-current")
        }
        assert dashes["accepted"] == "none"
        assert len(set(dashes.values())) == 4
        watched.quiet()


def test_no_label_overlaps_another(browser: Browser, final: Path) -> None:
    with opened(browser, final) as watched:
        boxes = watched.page.evaluate(
            """() => [...document.querySelectorAll('#graph .chip > rect, #graph .entity > rect')].map(one => {
              const box = one.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom] })"""
        )
        assert len(boxes) == 16
        meeting = [
            (one, other)
            for place, one in enumerate(boxes)
            for other in boxes[place + 1 :]
            if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
        ]
        assert meeting == []
        spilling = watched.page.evaluate(
            """() => [...document.querySelectorAll('#graph [role=button]')].flatMap(one => {
              const box = one.querySelector('rect').getBoundingClientRect();
              return [...one.querySelectorAll(':scope > text')].filter(text =>
                text.getBoundingClientRect().right > box.right + 1).map(text => text.textContent) })"""
        )
        assert spilling == []


def test_a_click_shows_the_text_and_its_checks(browser: Browser, final: Path) -> None:
    with opened(browser, final) as watched:
        page = watched.page
        page.click("#graph .chip[data-record='7']")
        assert page.inner_text("#panel h2") == "rel:final:8"
        assert page.evaluate("document.activeElement.id") == "panel-title"
        assert page.locator("#panel pre").evaluate(
            "pre => [...pre.childNodes].map(node => node.nodeName)"
        ) == ["#text", "MARK", "#text"]
        assert page.locator("#panel mark").evaluate("mark => mark.childNodes[1].data") == (
            "project:final:main operated_by org:final:south"
        )
        assert page.locator("#panel pre").evaluate("pre => pre.firstChild.data") == "Assignments, revised.\n"
        outcomes = [
            one.split()[-1]
            for one in page.locator("#panel .check").evaluate_all("all => all.map(one => one.className)")
        ]
        assert outcomes == ["passed"] * 13 + ["failed"] + ["passed"] * 3
        failed = page.inner_text("#panel .check.failed")
        assert "wrong-bridge" in failed
        assert "not the record's own 'project:final:ghost operated_by org:final:south'" in failed
        assert page.get_attribute("#graph .chip[data-record='7']", "aria-pressed") == "true"
        assert page.evaluate("location.hash") == "#rel%3Afinal%3A8"

        page.click("#rows tr[data-record='8'] button")
        assert page.inner_text("#panel h2") == "rel:final:9"
        assert "so there is none to show" in page.inner_text("#panel")
        assert page.locator("#panel pre").count() == 0

        page.click("#rows tr[data-record='0'] td >> nth=2")
        assert page.inner_text("#panel h2") == "rel:final:1"
        view_checks = page.locator("#panel .checks").last.locator(".check")
        assert [one.get_attribute("class") for one in view_checks.all()] == ["check passed", "check failed"]
        page.click("#panel .link:has-text('rel:final:5')")
        assert page.inner_text("#panel h2") == "rel:final:5"

        page.click("#graph .entity[data-entity='2']")
        assert page.inner_text("#panel h2") == "Rowan"
        assert "Not the same as" in page.inner_text("#panel")
        assert texts(page, "#panel .namesakes code") == ["org:final:south"]
        watched.quiet()


def test_a_line_is_clicked_too(browser: Browser, final: Path) -> None:
    with opened(browser, final) as watched:
        watched.page.locator("#graph .line[data-record='6'] .hit").evaluate(
            """path => {
              const at = path.getPointAtLength(path.getTotalLength() * 0.1), box = path.getScreenCTM();
              const x = at.x * box.a + box.e, y = at.y * box.d + box.f;
              document.elementFromPoint(x, y).dispatchEvent(new MouseEvent('click', {bubbles: true})) }"""
        )
        assert watched.page.inner_text("#panel h2") == "rel:final:7"


def test_the_table_says_what_the_graph_shows(browser: Browser, final: Path) -> None:
    with opened(browser, final) as watched:
        page = watched.page
        found = rows(page)
        graph = drawn(page)
        assert [row[0] for row in found] == sorted(graph)
        for name, _, predicate, _, _, reason, cites, _ in found:
            classes, (drawn_predicate, version, standing) = graph[name]
            assert predicate == drawn_predicate
            assert version == ("cites nothing" if cites == "nothing" else cites)
            if "refused" in classes:
                assert standing == f"✕ {REFUSED_ROWS[name]}"
                assert reason.startswith(REFUSED_ROWS[name])
        assert found[0] == [
            "rel:final:1",
            "PR-84 project:final:main",
            "operated_by",
            "Rowan org:final:north",
            "≠ contested",
            "contested rel:final:5 states the opposite, not_operated_by, of the same two entities",
            "doc:final:assignments@v1",
            "project:final:main operated_by org:final:north",
        ]


@pytest.mark.parametrize(
    ("select", "value", "expected"),
    [
        ("filter-standing", "contested", ["rel:final:1", "rel:final:5"]),
        ("filter-standing", "refused", ["rel:final:8", "rel:final:9"]),
        ("filter-rule", "wrong-bridge", ["rel:final:8"]),
        ("filter-rule", "weak-predicate", ["rel:final:6"]),
        ("filter-rule", "not-current", ["rel:final:3"]),
        ("filter-document", "doc:final:assignments", ["rel:final:1", "rel:final:3", "rel:final:8"]),
        ("filter-document", "doc:final:notice", ["rel:final:5"]),
    ],
)
def test_filters(browser: Browser, final: Path, select: str, value: str, expected: list[str]) -> None:
    with opened(browser, final) as watched:
        page = watched.page
        page.select_option(f"#{select}", value)
        assert [row[0] for row in rows(page)] == expected
        assert page.inner_text("#kept") == f"{len(expected)} of 9 records"
        lit = [name for name, (classes, _) in drawn(page).items() if "dim" not in classes]
        assert sorted(lit) == expected
        page.click("#filters button")
        expect(page.locator("#rows tr")).to_have_count(9)
        page.fill("#filter-text", "cedar")
        assert [row[0] for row in rows(page)] == ["rel:final:2", "rel:final:6", "rel:final:7", "rel:final:9"]
        watched.quiet()


def test_views_and_instants(browser: Browser, final: Path) -> None:
    with opened(browser, final) as watched:
        page = watched.page
        labels = [" ".join(one.split()) for one in texts(page, "#views label")]
        assert labels == [
            "current versions 4 accepted",
            "view:final:base 5 accepted",
            "view:final:contested 4 accepted",
            "view:final:revised 5 accepted",
            "2026-01-01 1 accepted",
            "2026-01-02 4 accepted",
            "2026-01-03 5 accepted",
            "2026-01-04 4 accepted",
            "2026-02-01 6 accepted",
        ]
        places = page.locator("#graph .chip rect").evaluate_all(
            "all => all.map(one => one.getAttribute('x'))"
        )
        page.check("#view-3", force=True)
        standings = {name: classes for name, (classes, _) in drawn(page).items()}
        assert standings["rel:final:1"] == "chip not-current"
        assert standings["rel:final:3"] == "chip accepted"
        assert "doc:final:assignments@v1 is not admitted by view:final:revised" in page.inner_text("#rows")
        again = page.locator("#graph .chip rect").evaluate_all("all => all.map(one => one.getAttribute('x'))")
        assert again == places
        page.check("#view-8", force=True)
        assert drawn(page)["rel:final:5"][0] == "chip accepted"
        assert "as of 2026-02-01T00:00:00Z" in page.inner_text("#panel h2")
        watched.quiet()


def test_keys_alone(browser: Browser, final: Path) -> None:
    """Everything can be reached and left with keys, and the focus is never lost."""
    with opened(browser, final) as watched:
        page = watched.page
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "To the graph"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "graph-title"
        for _ in range(3):
            page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        focused = "document.activeElement.getAttribute('aria-label')"
        first = page.evaluate(focused)
        assert first.startswith("Entity PR-88")
        seen = {first}
        for key in (
            "ArrowDown",
            "ArrowRight",
            "ArrowDown",
            "ArrowRight",
            "ArrowUp",
            "End",
            "Home",
            "ArrowRight",
        ):
            page.keyboard.press(key)
            seen.add(page.evaluate(focused))
        assert len(seen) > 5
        page.locator("#graph .chip[data-record='8']").focus()
        assert page.evaluate(focused) == (
            "rel:final:9: PR-88 (project:final:ghost) contact Cedar (contact:final:desk); refused, "
            "missing-support: the record has no anchor; nothing says where a text states it; cites nothing"
        )
        page.keyboard.press("Enter")
        assert page.inner_text("#panel h2") == "rel:final:9"
        assert page.evaluate("document.activeElement.id") == "panel-title"
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.dataset.record") == "8"
        page.keyboard.press(" ")
        assert page.inner_text("#panel h2") == "rel:final:9"
        page.keyboard.press("Escape")
        page.locator("#rows tr[data-record='2'] button").focus()
        page.keyboard.press("Enter")
        assert page.inner_text("#panel h2") == "rel:final:3"
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.textContent") == "rel:final:3"
        page.locator("#view-0").focus()
        page.keyboard.press("ArrowDown")
        assert page.is_checked("#view-1")
        assert page.inner_text("#status").startswith("view:final:base: 5 accepted")
        assert page.locator("#graph [tabindex='0']").count() == 1
        watched.quiet()


def test_search(browser: Browser, final: Path) -> None:
    with opened(browser, final) as watched:
        page = watched.page
        page.fill("#search", "rowan")
        assert texts(page, "#found li") == ["Rowan org:final:north", "Rowan org:final:south"]
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        assert page.inner_text("#panel code >> nth=0") == "org:final:south"
        page.fill("#search", "rel:final:4")
        page.keyboard.press("Enter")
        assert page.inner_text("#panel h2") == "rel:final:4"
        page.fill("#search", "nobody")
        assert texts(page, "#found li") == ["Nothing found"]
        watched.quiet()


def test_the_path_of_a_lookup(browser: Browser, looked_up: Path) -> None:
    with opened(browser, looked_up) as watched:
        page = watched.page
        said = " ".join(page.inner_text("#lookup").split())
        assert said == (
            "Lookup project:final:main → operated_by → contact: answered This world gives what the "
            "certificate says. Cedar contact:final:desk: 1 rel:final:1, then 2 rel:final:2 Not followed "
            "step 1: rel:final:3 not-current version 'doc:final:assignments@v2' is not admitted by "
            "view 'view:final:base'"
        )
        on_path = {name for name, (classes, _) in drawn(page).items() if "path" in classes}
        assert on_path == {"rel:final:1", "rel:final:2"}
        assert page.locator("#graph .step text").all_text_contents() == ["1", "2"]
        assert page.locator("#graph .entity.path").count() == 3
        page.check("#view-0", force=True)
        assert page.locator("#graph .path").count() == 0
        page.click("#lookup button:has-text('Show view:final:base')")
        assert page.is_checked("#view-1")
        assert page.locator("#graph .chip.path").count() == 2
        watched.quiet()


def test_a_link_opens_a_record(browser: Browser, final: Path) -> None:
    with opened(browser, final) as watched:
        watched.page.goto(f"{final.as_uri()}#rel%3Afinal%3A6")
        watched.page.reload()
        assert watched.page.inner_text("#panel h2") == "rel:final:6"
        watched.page.goto(f"{final.as_uri()}#%E0%A4%A")
        watched.page.reload()
        assert watched.page.inner_text("#panel h2") == "In this view: current versions"
        watched.quiet()
