"""The draft shapes for RDF 1.2, by rudof, and that our gate does not take them by accident."""

from __future__ import annotations

import io
from collections import Counter
from typing import Any

import pytest

from graph_rdf.errors import ShapesError
from graph_rdf.evidence import judge
from graph_rdf.export import write_annotated
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from graph_rdf.namespaces import EGSH, ID_BASE, PREFIXES, SH
from graph_rdf.ontology import packaged_ontology, read_predicates
from graph_rdf.resources import resource_names, resource_path
from tests.profile_forms import FINAL, final_export, library, written

SHAPES = resource_path("shapes", "draft-1.2", "reification.ttl")


def accepted(view: str) -> str:
    opened = open_world(str(FINAL), ReadOptions())
    out = io.BytesIO()
    seen = judge(opened.judgement.verdicts, opened.eligibility(view, None, ()))
    write_annotated(seen, out, {**PREFIXES, "id": ID_BASE})
    return out.getvalue().decode()


def violations(data: str) -> Counter[tuple[str, str]]:
    """Run rudof; each violation as its shape and its component."""
    pyrudof = library("pyrudof")
    rudof: Any = pyrudof.Rudof(pyrudof.RudofConfig())
    rudof.read_data(data, pyrudof.RDFFormat.Turtle, reader_mode=pyrudof.ReaderMode.Strict)
    rudof.read_shacl(SHAPES.read_text("utf-8"), pyrudof.ShaclFormat.Turtle)
    report = rudof.validate_shacl()
    found = [(str(each.source_shape), str(each.constraint_component)) for each in report]
    assert report.conforms == (not found)
    return Counter((shape.removeprefix(EGSH), component.removeprefix(SH)) for shape, component in found)


@pytest.mark.parametrize("view", ["view:final:base", "view:final:revised", "view:final:contested"])
def test_accepted_triples_are_reified(view: str) -> None:
    assert violations(accepted(view)) == {}


def test_accepted_triples_beside_all_records() -> None:
    records = written(final_export(), "rdf12").decode()
    assert violations(accepted("view:final:base") + records.replace('VERSION "1.2"\n', "")) == {}


GOOD = "dcterms:identifier 'x' ; prov:wasDerivedFrom <urn:anchor>"
CASES = {
    "no reifier": ("<urn:a> eg:{} <urn:b> .", ("reified-{}", "ReifierShapeConstraintComponent")),
    "reifier of another triple": (
        f"<urn:a> eg:{{}} <urn:b> . <urn:r> {GOOD} ; rdf:reifies <<( <urn:a> eg:{{}} <urn:c> )>> .",
        ("reified-{}", "ReifierShapeConstraintComponent"),
    ),
    "no anchor": (
        "<urn:a> eg:{} <urn:b> ~ <urn:r> {{| dcterms:identifier 'x' |}} .",
        ("reifier-anchor", "MinCountConstraintComponent"),
    ),
    "no id": (
        "<urn:a> eg:{} <urn:b> ~ <urn:r> {{| prov:wasDerivedFrom <urn:anchor> |}} .",
        ("reifier-identifier", "MinCountConstraintComponent"),
    ),
    "two ids": (
        f"<urn:a> eg:{{}} <urn:b> ~ <urn:r> {{{{| {GOOD} ; dcterms:identifier 'y' |}}}} .",
        ("reifier-identifier", "MaxCountConstraintComponent"),
    ),
    "blank node": (
        f"<urn:a> eg:{{}} <urn:b> ~ _:r {{{{| {GOOD} |}}}} .",
        ("reifier-record", "NodeKindConstraintComponent"),
    ),
}


@pytest.mark.parametrize("predicate", ["contact", "mentions", "not_operated_by", "operated_by"])
@pytest.mark.parametrize("name", sorted(CASES))
def test_what_is_wrong_is_found(name: str, predicate: str) -> None:
    text, (shape, component) = CASES[name]
    data = accepted("view:final:base") + text.format(predicate, predicate)
    assert violations(data) == {(shape.format(predicate), component): 1}


def test_each_packaged_predicate_has_its_shape() -> None:
    names = sorted(predicate.name for predicate in read_predicates(packaged_ontology()).values())
    text = SHAPES.read_text("utf-8")
    assert [name for name in names if f"egsh:reified-{name} a sh:NodeShape" not in text] == []
    assert text.count("sh:reificationRequired true") == text.count("sh:reifierShape") == len(names) == 4


def test_our_gate_does_not_load_the_draft() -> None:
    assert "reification" not in resource_names("shapes", ".ttl")
    report = validate([str(FINAL)], ReadOptions(), CheckOptions(portable=True)).report
    assert not any((finding.shape or "").startswith(EGSH + "reif") for finding in report.findings)


def test_our_engine_refuses_the_draft_by_name() -> None:
    with pytest.raises(ShapesError) as caught:
        validate([str(FINAL)], ReadOptions(), CheckOptions(shapes=(SHAPES,)))
    told = " ".join(str(problem) for problem in (caught.value, *caught.value.problems))
    assert "reifierShape" in told
    assert "reificationRequired" in told
