"""The pages: text from the data stays text, and a page asks for nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from html5rdf import HTMLParser  # type: ignore[import-untyped]

from graph_rdf.errors import GraphRdfError
from graph_rdf.findings import Finding, Severity
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.mapping import map_world
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from graph_rdf.report.html_report import MAX_FINDINGS, render_html
from graph_rdf.report.map_page import render_map
from graph_rdf.report.model import Summary, ValidationReport
from graph_rdf.report.page import asset, data_block, render_page, text
from tests.golden_cases import ROOT, environment
from tests.hostile_world import HOSTILE, LONG, hostile_world

if TYPE_CHECKING:
    from pathlib import Path

FINAL = str(ROOT / "examples" / "final" / "final.records.jsonl")


def map_of(path: str) -> str:
    return render_map(map_world(open_world(path, ReadOptions()), "w"), "0")


def report_of(path: str) -> str:
    outcome = validate([path], ReadOptions(), CheckOptions())
    return render_html(outcome.report, outcome.line_of, "0", outcome.prefixes, outcome.warnings)


def check_valid(page: str) -> None:
    """Parse a page as HTML with every parse error fatal, and look for what no parse error covers."""
    HTMLParser(strict=True).parse(page)
    ids = re.findall(r'\sid="([^"]*)"', page.split("<script")[0])
    assert len(ids) == len(set(ids))
    targets = re.findall(r'(?:for|aria-labelledby)="([^"]*)"', page.split("<script")[0])
    assert set(targets) <= set(ids)
    tags = re.findall(r"<[a-z][^>]*>", page.split("<script")[0].split("</style>")[1])
    assert [
        tag for tag in tags if re.search(r"\s(?:on\w+|style|src|href)=", re.sub(r'href="#', "", tag))
    ] == []


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_a_block_of_data_holds_any_text(hostile: str) -> None:
    made = data_block({"label": hostile})
    assert json.loads(made) == {"label": hostile}
    assert not set("<>&\u2028\u2029\u202e\ufeff\x00\x85") & set(made)
    assert not any("\ud800" <= character <= "\udfff" for character in made)
    assert made.encode("utf-8")


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_text_in_markup_is_escaped(hostile: str) -> None:
    made = text(hostile)
    assert not set("<>\"'\u202e\u2028\x00") & set(made)


@pytest.mark.parametrize("path", [FINAL, "hostile"])
@pytest.mark.parametrize("render", [map_of, report_of])
def test_pages_are_valid_and_closed(render: object, path: str, tmp_path: Path) -> None:
    assert callable(render)
    page = render(path if path == FINAL else str(hostile_world(tmp_path)))
    check_valid(page)
    assert page.count("<script") == page.count("</script") == (2 if render is map_of else 1)
    assert page.count("<style") == page.count("</style") == 1
    before = page.split("<style>")[0]
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', before)
    script = page.rsplit("<script>", 1)[1].rsplit("</script>", 1)[0]
    style = page.split("<style>", 1)[1].split("</style>", 1)[0]
    digests = [b64encode(sha256(part.encode()).digest()).decode() for part in (script, style)]
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{digests[0]}'; style-src 'sha256-{digests[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert "\r" not in page
    assert "\x00" not in page


def test_endless_names_are_cut(tmp_path: Path) -> None:
    path = str(hostile_world(tmp_path))
    assert len(LONG) == 100_000
    for page in (map_of(path), report_of(path)):
        assert len(page) < 250_000
        assert "x" * 3000 not in page
    assert "(100,003 characters)" in map_of(path)


def test_assets_end_nothing() -> None:
    for name in ("map.js", "report.js"):
        code = asset(name)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f]", code)
        assert not re.search(r"</script|<!--|<script|\r|[^\x00-\x7f]", code)
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", code
        )
        assert not re.search(r"\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import)\s*\(", code)
    style = asset("page.css")
    assert not re.search(r"</style|url\(|@import|\r|[^\x00-\x7f]", style)
    with pytest.raises(GraphRdfError, match=r"nothing\.js"):
        asset("nothing.js")


def test_addresses_in_a_page_are_names_alone() -> None:
    """The namespace of SVG is a name; nothing else in script and style looks like an address."""
    found = {
        match
        for name in ("map.js", "report.js", "page.css")
        for match in re.findall(r"\w+://[^\s\"'`]*", asset(name))
    }
    assert found <= {"http://www.w3.org/2000/svg"}


def test_the_same_map_gives_the_same_bytes(tmp_path: Path) -> None:
    pages = set()
    for seed in ("0", "1", "42"):
        file = tmp_path / f"{seed}.html"
        command = [sys.executable, "-m", "ttl_check", "map", FINAL, "-o", str(file), "-q"]
        subprocess.run(command, check=True, env=environment(seed))
        pages.add(file.read_bytes())
    assert len(pages) == 1
    again = tmp_path / "world.html"
    world = str(ROOT / "examples" / "final" / "world.ttl")
    command = [sys.executable, "-m", "ttl_check", "map", world, "-o", str(again), "-q"]
    subprocess.run(command, check=True, env=environment("0"))
    (page,) = pages
    assert again.read_bytes().replace(b"world.ttl", b"final.records.jsonl") == page


def test_the_report_says_what_was_looked_at_and_found() -> None:
    page = report_of(FINAL)
    shown = [
        (match["rule"], match["severity"])
        for match in re.finditer(r'data-rule="(?P<rule>[^"]*)" data-severity="(?P<severity>[^"]*)"', page)
    ]
    assert shown == [("contested", "warning"), ("wrong-bridge", "error"), ("missing-support", "error")]
    facts = dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page))
    assert facts == {
        "Data": "1 file",
        "Triples": "416",
        "Shapes": "64 loaded, 15 with targets",
        "Focus nodes": "71",
        "Constraints skipped": "0",
        "Relation records": "9",
        "Supported": "7",
        "Refused": "2",
        "Contested": "2",
    }
    marked = re.findall(r'<span class="number"> *(\d+)</span>[^<]*<mark>([^<]*)</mark>', page)
    assert marked == [
        ("24", "&quot;predicate&quot;:&quot;operated_by&quot;"),
        ("31", "&quot;quote&quot;:&quot;project:final:main operated_by org:final:south&quot;"),
        ("32", "&quot;support&quot;:[]"),
    ]


def test_the_report_of_nothing_and_of_too_much() -> None:
    empty = render_html(ValidationReport((), (), Summary(files=1, triples=3)), lambda *_: None, "0")
    check_valid(empty)
    assert "There is none." in empty
    finding = Finding("wrong-bridge", Severity.ERROR, "m", path="f.ttl", line=3, end_line=30)
    many = ValidationReport(
        (finding,) * (MAX_FINDINGS + 5),
        (),
        Summary(files=1, errors=MAX_FINDINGS + 5),
        rule_counts=(("wrong-bridge", Severity.ERROR, MAX_FINDINGS + 5), ("mine", Severity.ERROR, 0)),
    )
    page = render_html(many, lambda _, number: f"line {number}" if number > 1 else None, "0")
    assert "Not all are here: 10,000 of 10,005." in page
    assert page.count("data-severity=") == MAX_FINDINGS
    assert "19 more lines" in page


def test_an_excerpt_leads_to_the_part_that_is_meant() -> None:
    """A part far down a long statement is shown with its neighbours; what is between is left out."""
    lines = ["ex:a a ex:B ;", *(f"  ex:p{number} {number} ;" for number in range(2, 40)), "  ex:last 1 ."]
    finding = Finding(
        "sh", Severity.ERROR, "m", path="f.ttl", line=1, column=1, end_line=40, focus_node="urn:a",
        result_path="<urn:p30>",
    )  # fmt: skip
    page = render_html(
        ValidationReport((finding,), (), Summary(files=1, errors=1)),
        lambda _, number: lines[number - 1] if 1 <= number <= len(lines) else None,
        "0",
        {"ex": "urn:"},
    )
    [shown] = re.findall(r'<pre class="excerpt">(.*?)</pre>', page, re.DOTALL)
    numbers = re.findall(r'<span class="number"> *(\S+)</span>', shown)
    assert numbers == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "…", "29", "30", "31", "…"]
    assert re.findall("<mark>(.*?)</mark>", shown) == ["ex:p30"]
    assert shown.endswith("9 more lines")


def test_a_page_without_data_has_one_script() -> None:
    assert render_page("t & <t>", "<p>b</p>", "report.js").count("<script") == 1
    assert "<title>t &amp; &lt;t&gt;</title>" in render_page("t & <t>", "<p>b</p>", "report.js")
