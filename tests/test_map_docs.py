"""The how-to page of the map: its commands are run, and its numbers are those of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.gate.map_views import MAX_INSTANTS, MAX_VIEWS
from graph_rdf.gate.mapping import MAX_RECORDS
from tests.golden_cases import ROOT
from tests.test_docs import DOCS, blocks, run, steps

if TYPE_CHECKING:
    from pathlib import Path

PAGE = DOCS / "how-to" / "map.md"


def test_the_commands_of_the_page(tmp_path: Path) -> None:
    listed = [step for block in blocks(PAGE, "console") for step in steps(block)]
    assert len(listed) == 7
    for command, printed in listed:
        told = run(command, tmp_path)
        shown, rest, _ = printed.partition("...\n")
        assert told.startswith(shown) if rest else told == printed, command
    pages = sorted(path.name for path in tmp_path.glob("*.html"))
    assert pages == ["base.html", "january.html", "map.html", "path.html", "report.html"]


def test_the_numbers_of_the_page() -> None:
    told = PAGE.read_text(encoding="utf-8")
    assert f"of more than {MAX_VIEWS} views or {MAX_INSTANTS} instants" in told
    assert f"is the limit, {MAX_RECORDS:,} unless" in told
    script = (ROOT / "web" / "src" / "map.ts").read_text(encoding="utf-8")
    assert "const WHOLE = 60;" in script
    assert "Up to 60 records" in told
    assert (PAGE.parent / "map.png").stat().st_size < 150_000
