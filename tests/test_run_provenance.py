"""A run as provenance: an outcome for each record and rule, measurements, and the same bytes every time."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import BlankNode, DefaultGraph, RdfFormat, Store

from graph_rdf.errors import InputError, TimeError
from graph_rdf.evidence import RecordVerdict
from graph_rdf.evidence.rules import SUPPORT_RULES
from graph_rdf.export.run_provenance import outcomes
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.run_provenance import write_run
from graph_rdf.gate.validate import validate
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FINAL = ROOT / "examples" / "final" / "final.records.jsonl"
TIME = "2026-01-01T00:00:00Z"
PREFIXES = """
PREFIX earl: <http://www.w3.org/ns/earl#> PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX dqv: <http://www.w3.org/ns/dqv#> PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/> PREFIX egsh: <https://w3id.org/evidence-graph/shapes#>
"""


def verdict(*reasons: str, eligible: bool = True, contested: bool = False) -> RecordVerdict:
    word = "refused" if reasons else "supported"
    return RecordVerdict("r", "a", "p", "b", word, reasons, eligible, contested)


@pytest.mark.parametrize(
    ("given", "failed", "unknown"),
    [
        (verdict(), [], []),
        (verdict(contested=True), ["contested"], []),
        (verdict(eligible=False), [], ["contested"]),
        (verdict("wrong-bridge"), ["wrong-bridge"], ["contested"]),
        (
            verdict("ambiguous-label", "wrong-bridge"),
            ["ambiguous-label", "wrong-bridge"],
            ["contested"],
        ),
        (verdict("missing-support"), ["missing-support"], [*SUPPORT_RULES[3:], "contested"]),
        (
            verdict("digest-mismatch"),
            ["digest-mismatch"],
            [*SUPPORT_RULES[SUPPORT_RULES.index("digest-mismatch") + 1 :], "contested"],
        ),
    ],
)
def test_outcomes(given: RecordVerdict, failed: list[str], unknown: list[str]) -> None:
    found = outcomes(given)
    assert list(found) == [*SUPPORT_RULES, "contested"]
    assert [rule for rule, outcome in found.items() if outcome == "failed"] == failed
    assert [rule for rule, outcome in found.items() if outcome == "cantTell"] == unknown


def written(folder: Path, name: str = "run.ttl", *, stream: bool = False, time: str | None = TIME) -> bytes:
    outcome = validate([str(FINAL)], ReadOptions(), CheckOptions(stream=stream))
    write_run(outcome, folder / name, time)
    return (folder / name).read_bytes()


def rows(data: bytes, query: str) -> set[tuple[str, ...]]:
    store = Store()
    store.load(data, format=RdfFormat.TURTLE)
    found = store.query(PREFIXES + query)
    return {tuple(term.value for term in row) for row in found}  # type: ignore[union-attr]


def test_the_run_of_the_packaged_world(tmp_path: Path) -> None:
    data = written(tmp_path)
    failed = "earl:test ?rule ; earl:subject ?record ; earl:result [ earl:outcome earl:failed ]"
    query = f"SELECT ?record ?rule WHERE {{ ?a {failed} }}"
    short = {(record.rpartition("/")[2], rule.rpartition("#")[2]) for record, rule in rows(data, query)}
    assert short == {
        ("rel:final:8", "wrong-bridge"),
        ("rel:final:9", "missing-support"),
        ("rel:final:1", "contested"),
        ("rel:final:5", "contested"),
    }
    count = "SELECT (COUNT(?a) AS ?n) WHERE { ?a a earl:Assertion ; prov:wasGeneratedBy [ a prov:Activity ] }"
    assert rows(data, count) == {("162",)}
    metrics = (
        "SELECT ?metric ?value WHERE { ?m dqv:isMeasurementOf ?metric ; dqv:value ?value FILTER(?value > 0) }"
    )
    assert {(metric.partition("/metric/")[2], value) for metric, value in rows(data, metrics)} == {
        ("records", "9"),
        ("supported", "7"),
        ("refused", "2"),
        ("contested", "2"),
        ("refused/wrong-bridge", "1"),
        ("refused/missing-support", "1"),
    }
    used = "SELECT ?digest WHERE { ?run prov:used [ eg:sha256 ?digest ] ; prov:endedAtTime ?time }"
    assert rows(data, used) == {(sha256(FINAL.read_bytes()).hexdigest(),)}


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    assert written(tmp_path) == written(tmp_path, stream=True)
    assert written(tmp_path, time="2026-01-02T00:00:00Z") != written(tmp_path)


def test_without_a_time_the_clock_is_read(tmp_path: Path) -> None:
    [(time,)] = rows(written(tmp_path, time=None), "SELECT ?t WHERE { ?run prov:endedAtTime ?t }")
    assert time.endswith("Z")
    assert time > TIME


def test_trig_has_one_named_graph(tmp_path: Path) -> None:
    store = Store()
    store.load(written(tmp_path, "run.trig"), format=RdfFormat.TRIG)
    (name,) = store.named_graphs()
    quads = list(store)
    assert not any(isinstance(quad.graph_name, DefaultGraph) for quad in quads)
    assert not any(isinstance(term, BlankNode) for quad in quads for term in (quad.subject, quad.object))
    assert str(name).startswith("<https://w3id.org/evidence-graph/run/")


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(TimeError):
        written(tmp_path, time="yesterday")
    outcome = validate([str(FINAL)], ReadOptions(), CheckOptions())
    object.__setattr__(outcome, "inputs", (("-", None),))
    with pytest.raises(InputError, match="standard input cannot be digested"):
        write_run(outcome, tmp_path / "run.ttl", TIME)
    assert list(tmp_path.iterdir()) == []
