"""Every finding points to the line where the statement of its focus node starts.

The files are written here, so the right line of every node is known without asking the code that is tested.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import Literal

from graph_rdf import validate
from graph_rdf.errors import OntologyError
from graph_rdf.evidence import ANCHOR_RULES, RECORD_RULES
from graph_rdf.namespaces import EG
from graph_rdf.ontology import packaged_ontology
from tests.golden_cases import ROOT
from tests.shape_results import mutated

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pyoxigraph import Quad

    from graph_rdf.findings import Finding

MUTATIONS = ROOT / "tests" / "mutations"
GOOD = MUTATIONS / "good.ttl"
MANIFEST: dict[str, list[list[str]]] = json.loads((MUTATIONS / "manifest.json").read_text(encoding="utf-8"))
FINAL = ROOT / "examples" / "final"
BROKEN = sorted(name for name, rows in MANIFEST.items() if rows)
DECLARATIONS = {name for name in BROKEN if name.startswith("predicate-")}
"""Cases in which the data declares a predicate in a way that cannot be used: an error, with its line too."""

AT_THE_LITERAL = {"ill-typed-literal", "empty-language"}
"""Rules that point to a term in the statement, not to its start."""

Block = tuple[int, int]


def turtle(quads: Iterable[Quad]) -> tuple[str, dict[str, Block]]:
    """Write triples, a block for each subject, and say on which lines the block of each subject stands.

    Blocks stand apart by a different number of lines, and texts with line ends are written over several
    lines, so that a place that is off by one, or counts lines of texts wrongly, is seen.
    """
    by_subject: dict[str, list[Quad]] = {}
    for quad in quads:
        by_subject.setdefault(str(quad.subject), []).append(quad)
    text, blocks = "# The lines of this file are known.\n", {}
    for number, (subject, rows) in enumerate(sorted(by_subject.items())):
        text += "\n" * (number % 3) + ("# <urn:not-a-subject> a comment.\n" if number % 5 == 0 else "")
        start = text.count("\n") + 1
        statements = sorted(f"    {row.predicate} {_term(row.object)}" for row in rows)
        text += f"{subject}\n" + " ;\n".join(statements) + " .\n"
        name = subject[1:-1] if subject.startswith("<") else subject
        blocks[name] = (start, text.count("\n"))
    return text, blocks


def _term(term: object) -> str:
    if isinstance(term, Literal) and "\n" in term.value and term.language is None:
        body = term.value.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r")
        return f'"""{body}"""^^{term.datatype}'
    return str(term)


@cache
def written(name: str) -> tuple[str, dict[str, Block]]:
    """Write the good graph, changed by one update; literals stay as the update wrote them."""
    update = (MUTATIONS / "cases" / f"{name}.ru").read_text(encoding="utf-8")
    ontology = frozenset(packaged_ontology())
    return turtle(quad for quad in mutated(GOOD, update).quads() if quad.triple not in ontology)


def check_places(findings: Iterable[Finding], path: Path, blocks: dict[str, Block]) -> None:
    labels = {name for name in blocks if name.startswith("_:")}
    for finding in findings:
        assert finding.path == str(path), finding
        assert finding.line is not None, finding
        assert finding.focus_node is not None, finding
        if finding.focus_node.startswith("_:"):  # the reader gave it another label
            assert finding.line in {blocks[label][0] for label in labels}, finding
            continue
        start, end = blocks[finding.focus_node]
        if finding.rule in AT_THE_LITERAL:
            assert start < finding.line <= end, finding
        else:
            assert (finding.line, finding.column, finding.end_line) == (start, 1, end), finding


@pytest.mark.parametrize(
    "portable",
    [pytest.param(False, id="verifier"), pytest.param(True, id="portable", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("name", BROKEN)
def test_each_mutation(name: str, portable: bool, tmp_path: Path) -> None:
    text, blocks = written(name)
    file = tmp_path / "world.ttl"
    file.write_text(text, encoding="utf-8", newline="")
    if name in DECLARATIONS:
        with pytest.raises(OntologyError) as caught:
            validate(file, portable=portable)
        place = (caught.value.path, caught.value.line, caught.value.column)
        assert place == (str(file), blocks[EG + "contact"][0], 1)
        return
    findings = validate(file, portable=portable).findings
    assert findings
    check_places(findings, file, blocks)


def test_there_are_mutations_of_every_evidence_rule() -> None:
    seen = {row[0] for name in BROKEN for row in MANIFEST[name]}
    assert {*RECORD_RULES, *ANCHOR_RULES} <= seen
    assert len(BROKEN) > 100


def packaged(path: Path) -> dict[str, int]:
    """Find the line on which the statement of each node starts: it begins with the name of the node."""
    lines: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        name = line.split(" ", 1)[0]
        if name.startswith("id:"):
            lines["https://w3id.org/evidence-graph/id/" + name.removeprefix("id:").replace("\\", "")] = number
        elif name.startswith("<"):
            lines[name[1:-1]] = number
    return lines


@pytest.mark.parametrize("portable", [False, True], ids=["verifier", "portable"])
def test_the_packaged_world(portable: bool) -> None:
    path = FINAL / "world.ttl"
    lines = packaged(path)
    findings = validate(path, portable=portable).findings
    assert [(f.rule, f.record) for f in findings if f.record] == [
        ("contested", "rel:final:1"),
        ("wrong-bridge", "rel:final:8"),
        ("missing-support", "rel:final:9"),
    ]
    assert [finding.line for finding in findings] == [lines[finding.focus_node or ""] for finding in findings]


@pytest.mark.parametrize("portable", [False, True], ids=["verifier", "portable"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_every_record_of_the_packaged_world_when_it_is_broken(
    portable: bool, end: str, tmp_path: Path
) -> None:
    path = tmp_path / "world.ttl"
    text = (
        (FINAL / "world.ttl").read_text(encoding="utf-8").replace("rdf:predicate eg:", "rdf:predicate eg:x_")
    )
    path.write_text(text.replace("\n", end), encoding="utf-8", newline="")
    lines = packaged(FINAL / "world.ttl")
    findings = validate(path, portable=portable).findings
    broken = [finding for finding in findings if finding.rule == "undeclared-predicate"]
    assert [finding.record for finding in broken] == [f"rel:final:{number}" for number in range(1, 10)]
    for finding in findings:
        assert finding.line == lines[finding.focus_node or ""], finding


@pytest.mark.parametrize("portable", [False, True], ids=["verifier", "portable"])
def test_every_record_of_a_records_file_when_it_is_broken(portable: bool, tmp_path: Path) -> None:
    path = tmp_path / "final.records.jsonl"
    source = (
        (FINAL / "final.records.jsonl")
        .read_text(encoding="utf-8")
        .replace('"predicate":"', '"predicate":"x_')
    )
    source = source.replace('"predicate": "', '"predicate": "x_')
    path.write_text("\n\n" + source, encoding="utf-8")
    rows = [
        json.loads(line) if line.strip() else {} for line in path.read_text(encoding="utf-8").splitlines()
    ]
    lines = {row["id"]: number for number, row in enumerate(rows, start=1) if row}
    findings = [f for f in validate(path, portable=portable).findings if f.rule == "undeclared-predicate"]
    assert sorted(finding.record or "" for finding in findings) == [f"rel:final:{n}" for n in range(1, 10)]
    for finding in findings:
        assert (finding.line, finding.end_line, finding.column) == (lines[finding.record or ""],) * 2 + (1,)


def test_the_writer_of_this_file_tells_the_right_lines() -> None:
    text, blocks = written("clause-kept-lines")
    assert '"""' in text
    lines = text.splitlines()
    for name, (start, end) in blocks.items():
        assert lines[start - 1] == (name if name.startswith("_:") else f"<{name}>")
        assert lines[end - 1].endswith(" .")
