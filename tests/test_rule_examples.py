"""Every rule has a failing and a passing example, and each finds exactly what it says."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import RdfFormat, parse

from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.entailment import ENGINES, lint_t_box
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from graph_rdf.ontology import packaged_ontology
from graph_rdf.report.rule_pages import render_rule_page, render_rules_json
from graph_rdf.rules import all_rules, find_rule
from graph_rdf.rules.examples import KINDS, Example, example_graph, examples, without_example
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.syntax import source_from_bytes
from tests.entailment.cases import read_turtle
from tests.golden_cases import ROOT, environment
from tests.shape_results import result_rows, shipped_shapes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyoxigraph import Triple

    from graph_rdf.rules import Rule

EXAMPLES = examples()
PROMPT = "  $ ttl-check "
PREFIXES = "".join(line + "\n" for line in example_graph().splitlines() if line.startswith("@prefix"))
SHAPES_PREFIXES = (
    "@prefix ex: <http://example.org/> .\n@prefix sh: <http://www.w3.org/ns/shacl#> .\n"
    "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
    "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
)
RELATIONS_PREFIXES = (
    "@prefix eg: <https://w3id.org/evidence-graph/ns#> .\n@prefix ex: <http://example.org/> .\n"
)


def triples(text: str) -> dict[tuple[str, str, str], Triple]:
    quads = parse((PREFIXES + text).encode(), format=RdfFormat.TURTLE, rename_blank_nodes=False)
    return {(str(q.subject), str(q.predicate), str(q.object)): q.triple for q in quads}


def of_graph(example: Example, text: str, _folder: Path) -> list[str]:
    graph = triples(example_graph())
    lines = text.splitlines()
    gone = triples("\n".join(line[2:] for line in lines if line.startswith("- ")))
    come = triples("\n".join(line[2:] for line in lines if line.startswith("+ ")))
    assert len(lines) == len(gone) + len(come)
    assert gone.keys() <= graph.keys(), "what goes must be there"
    assert not come.keys() & graph.keys(), "what comes must be new"
    left = [triple for key, triple in graph.items() if key not in gone]
    data = EmbeddedDataset.from_triples([*left, *come.values(), *packaged_ontology()])
    return [rule for rule, _, _ in result_rows(NativeEngine(), data, shipped_shapes("structure", "evidence"))]


def of_relations(example: Example, text: str, _folder: Path) -> list[str]:
    source = source_from_bytes((RELATIONS_PREFIXES + text).encode(), name="accepted.ttl")
    data, findings = load_sources([source], triples=packaged_ontology())
    assert findings == []
    return [rule for rule, _, _ in result_rows(NativeEngine(), data, shipped_shapes("relations"))]


def checked(folder: Path, name: str, data: bytes, shapes: str = "") -> list[str]:
    (folder / name).write_bytes(data)
    files = ()
    if shapes:
        (folder / "shapes.ttl").write_text(SHAPES_PREFIXES + shapes, encoding="utf-8")
        files = (folder / "shapes.ttl",)  # type: ignore[assignment]
    options = CheckOptions(shapes=files, allow_empty=not shapes)
    return [finding.rule for finding in validate([str(folder / name)], ReadOptions(), options).findings]


def of_shapes(example: Example, text: str, folder: Path) -> list[str]:
    return checked(folder, "data.ttl", (SHAPES_PREFIXES + text).encode(), example.shapes)


def of_file(example: Example, text: str, folder: Path) -> list[str]:
    return checked(folder, example.name, text.encode(example.encoding if text is example.fails else "utf-8"))


def of_t_box(example: Example, text: str, _folder: Path) -> list[str]:
    found = lint_t_box(read_turtle(text), example.engine, ENGINES[example.engine].never_fires)
    return [finding.rule for finding in found]


def said_to_run(rule: Rule) -> list[str]:
    """Give the commands that the page of a rule shows, in their order."""
    lines = render_rule_page(rule).splitlines()
    return [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]


def run_in(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "ttl_check", *arguments],
        cwd=folder,
        env=environment("0"),
        capture_output=True,
        check=False,
    )


def of_command(example: Example, text: str, folder: Path) -> list[str]:
    """Run a command in a folder that holds only what the page of the rule says to put there."""
    *first, fails, passes = said_to_run(find_rule(example.rule))
    assert [fails, passes] == [example.fails.strip(), example.passes.strip()]
    for command in first:
        done = run_in(folder, *shlex.split(command))
        assert done.returncode == 0, done.stderr.decode()
    for name, content in example.files.items():
        (folder / name).write_text(content, encoding="utf-8")
    done = run_in(folder, *shlex.split(text), "--format", "json")
    assert done.returncode in (0, 1), done.stderr.decode()
    report = json.loads(done.stdout)
    return [each.get("rule") or each["reason"] for each in report.get("findings", report.get("refusals"))]


RUN: dict[str, Callable[[Example, str, Path], list[str]]] = {
    "graph": of_graph,
    "shapes": of_shapes,
    "file": of_file,
    "relations": of_relations,
    "t-box": of_t_box,
    "command": of_command,
}


def test_every_rule_has_an_example_or_a_reason() -> None:
    rules = [rule.id for rule in all_rules()]
    reasoned = {rule for rule in rules if without_example(rule) is not None}
    assert set(EXAMPLES) | reasoned == set(rules)
    assert set(EXAMPLES) & reasoned == set()
    assert set(RUN) == set(KINDS) == {example.kind for example in EXAMPLES.values()}


def test_no_text_of_a_rule_names_a_file_of_the_checkout() -> None:
    """Who installed the wheel has none of its folders."""
    folders = "|".join(sorted(each.name for each in ROOT.iterdir() if each.is_dir() and each.name.isalpha()))
    path = re.compile(rf"(?<![\w/.:-])(?:{folders})/[\w./-]+")
    assert path.findall("validate examples/final/world.ttl") == ["examples/final/world.ttl"]
    found = {
        rule.id: paths
        for rule in all_rules()
        if (paths := path.findall(render_rule_page(rule) + render_rules_json([rule])))
    }
    assert found == {}


def test_the_graph_of_the_examples_breaks_no_rule(tmp_path: Path) -> None:
    assert of_graph(EXAMPLES["identifier"], "", tmp_path) == []
    assert checked(tmp_path, "graph.ttl", example_graph().encode()) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_fails(name: str, tmp_path: Path) -> None:
    example = EXAMPLES[name]
    found = RUN[example.kind](example, example.change or example.fails, tmp_path)
    assert sorted(found) == list(example.found)
    assert name in found


@pytest.mark.parametrize("name", [name for name, example in EXAMPLES.items() if not example.change])
def test_what_passes(name: str, tmp_path: Path) -> None:
    example = EXAMPLES[name]
    found = RUN[example.kind](example, example.passes, tmp_path)
    assert sorted(found) == list(example.passing)
    assert name not in found
