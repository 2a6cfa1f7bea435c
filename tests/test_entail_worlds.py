"""Entailment over worlds: what it changes, what it must not change, and how it is written down."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from graph_rdf import namespaces as ns
from graph_rdf.entailment import ENGINES, derive, find_engine, lint_t_box, read_out
from graph_rdf.errors import UnknownNameError
from graph_rdf.export import write_trig
from graph_rdf.lookup import make_step
from graph_rdf.ontology import packaged_ontology
from graph_rdf.report.entailment_html import render_ledger_html
from graph_rdf.report.entailment_json import render_ledger_json
from tests.entailment.cases import BUDGET
from tests.entailment.worlds import WORLD, run

VIEWS = (None, "view:final:base", "view:final:revised", "view:final:contested")
BASE = {"view": "view:final:base"}


@pytest.mark.parametrize("engine", sorted(ENGINES))
@pytest.mark.parametrize("view", VIEWS)
def test_no_lookup_of_the_packaged_world_changes(engine: str, view: str | None) -> None:
    ledger = run(engine=engine, view=view).ledger
    assert ledger.lookups.lookups >= 7 * (2 + 4)
    assert ledger.lookups.answered > 0
    assert ledger.lookups.differences == ()
    assert (ledger.entailed, ledger.growth) == (0, 1.0)
    assert ledger.findings == ()


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_a_sub_property_changes_answers_and_the_ledger_says_which(engine: str) -> None:
    outcome = run("handled-by", engine=engine, **BASE)
    names = outcome.names
    assert outcome.ledger.rules == {"prp-spo1": 1}
    assert outcome.ledger.families == {"property axioms": 1}
    assert {
        (
            names.shown(each.start),
            "/".join(map(names.shown, each.path)),
            *map(names.shown, each.gained),
            each.lost,
        )
        for each in outcome.ledger.lookups.differences
    } == {
        ("project:final:main", "handled_by", "org:final:north", ()),
        ("project:final:main", "handled_by/contact", "contact:final:desk", ()),
        ("contact:final:desk", "contact/handled_by", "org:final:north", ()),
    }


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_named_lookups(engine: str) -> None:
    lookups = ("project:final:main:operated_by/contact", "project:final:main:handled_by/contact")
    compared = run("handled-by", engine=engine, lookups=lookups, **BASE).ledger.lookups
    assert (compared.starts, compared.paths, compared.lookups) == (1, 2, 2)
    assert (compared.equal, compared.gained, compared.lost) == (1, 1, 0)
    every = run("handled-by", engine=engine, paths=("handled_by",), **BASE).ledger.lookups
    assert (every.starts, every.lookups, every.gained) == (7, 7, 1)


@pytest.mark.parametrize("text", ["project:final:nobody:contact", "contact", "project:final:main:contcat"])
def test_a_lookup_that_names_nothing(text: str) -> None:
    with pytest.raises(UnknownNameError):
        run(lookups=(text,))


def test_a_class_hierarchy_types_entities() -> None:
    outcome = run("classes", **BASE)
    shown = {outcome.names.shown_triple(triple) for triple in outcome.entailed.triples}
    assert shown == {
        "org:final:north a <https://example.org/ns#Agent>",
        "org:final:south a <https://example.org/ns#Agent>",
    }
    assert [count[1:] for count in outcome.ledger.classes if "Agent" in count.iri] == [(0, 2)]


def test_a_proof_leads_down_to_record_and_quote() -> None:
    outcome = run("handled-by", **BASE)
    proof = outcome.proof(("project:final:main", "handled_by", "org:final:north"))
    assert proof is not None
    assert [(line.by, line.premises) for line in proof.lines] == [
        ("axiom", ()),
        ("record", ()),
        ("prp-spo1", (1, 2)),
    ]
    steps = [make_step(outcome.acceptance, place) for place in proof.records]
    assert [(step.record, step.support.quote) for step in steps] == [
        ("rel:final:1", "project:final:main operated_by org:final:north")
    ]
    asserted = outcome.proof(("project:final:main", "operated_by", "org:final:north"))
    assert asserted is not None
    assert [line.by for line in asserted.lines] == ["record"]
    assert outcome.proof(("org:final:north", "handled_by", "project:final:main")) is None


def test_contested_records_are_quarantined_by_default() -> None:
    ledger = run().ledger
    assert ledger.quarantined == 2
    assert ledger.inconsistencies == ()


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_with_contested_records_the_contradiction_is_traced_to_their_anchors(engine: str) -> None:
    ledger = run(engine=engine, with_contested=True).ledger
    (found,) = ledger.inconsistencies
    assert found.rule == "prp-pdw"
    assert [(step.record, step.support.representation, step.support.quote) for step in found.records] == [
        (
            "rel:final:1",
            "doc:final:assignments@v1/text",
            "project:final:main operated_by org:final:north",
        ),
        (
            "rel:final:5",
            "doc:final:notice@v1/text",
            "project:final:main not_operated_by org:final:north",
        ),
    ]
    (finding,) = ledger.findings
    assert (finding.rule, finding.severity.value, finding.record, finding.line) == (
        "inconsistent",
        "error",
        "rel:final:1",
        None,
    )


def test_a_caller_sees_nothing_more_through_entailment(tmp_path: Path) -> None:
    """What rests on a version that is not for everyone is entailed for those alone who may see it."""
    folder = tmp_path / "final"
    shutil.copytree(Path(WORLD).parent, folder)
    (folder / "world.ttl").unlink()
    file = folder / Path(WORLD).name
    version = '"id":"doc:final:assignments@v1"'
    lines = [
        line.replace('"audience":[]', '"audience":["inner"]') if version in line else line
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    without, inside = (run("handled-by", str(file), scopes=scopes, **BASE) for scopes in ((), ("inner",)))
    assert (without.ledger.entailed, inside.ledger.entailed) == (0, 1)
    nodes = {node for triple in without.projection.accepted for node in (triple[0], triple[2])}
    assert {triple[0] for triple in without.projection.types} == nodes


@pytest.mark.parametrize("engine", sorted(ENGINES))
@pytest.mark.parametrize("predicate", [ns.EG_OPERATED_BY, ns.EG_CONTACT])
def test_no_closure_over_a_chain_of_a_thousand(engine: str, predicate: str) -> None:
    chain = [
        (f"<http://e.example/n{at}>", f"<{predicate}>", f"<http://e.example/n{at + 1}>") for at in range(1000)
    ]
    axioms = [
        (str(t.subject), str(t.predicate), str(t.object)) for t in packaged_ontology() if not _is_text(t)
    ]
    given = [*chain, *axioms]
    closure = find_engine(engine).close(given, "owl2rl", BUDGET)
    assert [triple for triple in closure.entailed if triple[1] == f"<{predicate}>"] == []
    assert read_out(given, closure, "owl2rl").triples == {}
    assert lint_t_box(axioms, engine, {}) == []


def _is_text(triple: Triple) -> bool:
    return not isinstance(triple.object, NamedNode)


def test_the_entailed_graph_is_apart_and_says_where_it_comes_from() -> None:
    outcome = run("handled-by", **BASE)
    graph, description = outcome.description("2026-03-01T00:00:00Z")
    assert graph.value == f"{ns.ID_BASE}view:final:base#entailed"
    out = io.BytesIO()
    write_trig([(None, description), (graph, outcome.triples)], out, {"id": ns.ID_BASE})
    quads = list(parse(out.getvalue(), format=RdfFormat.TRIG))
    named = [quad for quad in quads if quad.graph_name == graph]
    assert [(quad.subject.value, quad.predicate.value, quad.object.value) for quad in named] == [
        (
            f"{ns.ID_BASE}project:final:main",
            "https://example.org/ns#handled_by",
            f"{ns.ID_BASE}org:final:north",
        )
    ]
    facts = {(quad.subject.value, quad.predicate.value): quad.object for quad in quads}
    view = f"{ns.ID_BASE}view:final:base"
    assert facts[f"{view}#entailed", ns.PROV_WAS_GENERATED_BY] == NamedNode(f"{view}#entailment")
    assert facts[f"{view}#engine", ns.DCAT_VERSION].value == outcome.ledger.version
    assert facts[f"{view}#entailment", ns.PROV_ENDED_AT_TIME].value == "2026-03-01T00:00:00Z"
    used = {quad.object.value for quad in quads if quad.predicate.value == ns.PROV_USED}
    assert sum(iri.startswith(ns.NI) for iri in used) == 3
    assert [
        triple for triple in outcome.description(None)[1] if triple.predicate.value == ns.PROV_ENDED_AT_TIME
    ] == []


def test_the_reports_keep_measurements_apart() -> None:
    outcome = run("handled-by", **BASE)
    texts = [
        render_ledger_json(outcome.ledger, outcome.names, "0", measured=measured)
        for measured in (False, True)
    ]
    assert ['"measured"' in text for text in texts] == [False, True]
    page = render_ledger_html(outcome.ledger, outcome.names, measured=False)
    assert "seconds" not in page
    assert '<span class="bar" style="width:20.00em">' in page
    assert "3 lookups answer something else" in page


def test_every_entailed_triple_has_a_derivation_without_a_loop() -> None:
    outcome = run("functional", with_contested=True)
    derivations = outcome.entailed.derivations
    assert derivations
    for triple, derivation in derivations.items():
        rounds = [derivations[premise].round for premise in derivation.premises if premise in derivations]
        assert derivation.round > max(rounds, default=0), triple


def test_what_is_derived_does_not_depend_on_the_order() -> None:
    given = list(run("functional").projection.asserted)
    assert derive(given, None, "owl2rl") == derive(reversed(given), None, "owl2rl")
