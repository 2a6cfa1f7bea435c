"""The pages on profiles say what the program does: their commands are run, their tables are complete."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from graph_rdf.export import PROFILES
from graph_rdf.export.profiles import ALIASES
from graph_rdf.export.property_graph import EDGE_PROPERTIES, NODE_PROPERTIES, PropertyGraph
from graph_rdf.gate.exporting import Choice, open_export
from graph_rdf.gate.options import ReadOptions
from tests.profile_forms import FINAL, library
from tests.test_docs import DOCS, blocks, run, steps

if TYPE_CHECKING:
    from pathlib import Path

PAGES = {"profiles.md": 4, "how-to/neo4j.md": 1}
"""Page → number of commands on it."""


@pytest.mark.parametrize("name", sorted(PAGES))
def test_commands(name: str, tmp_path: Path) -> None:
    shutil.copytree(FINAL, tmp_path / "examples" / "final")
    listed = [step for block in blocks(DOCS / name, "console") for step in steps(block)]
    assert len(listed) == PAGES[name]
    for command, printed in listed:
        shown, dots, _ = printed.partition("...\n")
        told = run(command, tmp_path)
        assert told.startswith(shown) if dots else told == printed, command


def test_networkx_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    library("networkx")
    (tmp_path / "examples").symlink_to(FINAL.parent)
    text = (DOCS / "profiles.md").read_text("utf-8")
    command = next(
        c for block in blocks(DOCS / "profiles.md", "console") for c, _ in steps(block) if "graphml" in c
    )
    run(command, tmp_path)
    monkeypatch.chdir(tmp_path)
    (code,) = blocks(DOCS / "profiles.md", "python")
    exec(code, {})  # noqa: S102 - our own page
    printed = re.search(r"^# (\[.*\])$", text, re.MULTILINE)
    assert printed is not None
    assert capsys.readouterr().out == printed[1] + "\n"


def test_every_profile_is_in_the_table_and_says_whether_it_comes_back() -> None:
    text = (DOCS / "profiles.md").read_text("utf-8")
    rows = re.findall(r"^\| ((?:`[\w-]+`(?:, )?)+) \| .* \| (yes|no) \|$", text, re.MULTILINE)
    told = {name: back == "yes" for names, back in rows for name in re.findall(r"[\w-]+", names)}
    assert {name: lossless for name, lossless in told.items() if name not in ALIASES} == {
        profile.name: profile.lossless for profile in PROFILES
    }
    assert told["ttl"]


def test_neo4j_page_names_every_label_relationship_and_property() -> None:
    text = (DOCS / "how-to" / "neo4j.md").read_text("utf-8")
    export = open_export(str(FINAL), ReadOptions(), Choice(accepted_only=True, view="view:final:base"))
    graph = PropertyGraph(export.records, export.profile, export.proof)
    labels = {node.labels[0] for node in graph.nodes()}
    types = {edge.type for edge in graph.edges() if not edge.properties}
    names = {*NODE_PROPERTIES, *EDGE_PROPERTIES, "iri", *labels, *types} - {"confidence", "extractor"}
    assert sorted(name for name in names if f"`{name}`" not in text) == []
