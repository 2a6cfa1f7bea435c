"""The native engine against pySHACL: equal results, but for a list of cases that the specification decides.

`DISAGREEMENTS` is that list; the generated worlds of the comparison avoid its causes.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from graph_rdf.errors import EngineError
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits, ShaclEngine
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests.shacl_worlds import NUMBERS, PLAIN, REWRITTEN, TIMES, World, worlds

Result = tuple[str, str, str, str, str]


def results(engine: ShaclEngine, world: World) -> set[Result]:
    run = engine.validate(world.dataset(), world.shapes_graph(), Limits())
    return {
        (
            str(result.focus_node),
            str(result.source_shape),
            result.result_path or "",
            result.component.value.rpartition("#")[2],
            str(result.value),
        )
        for result in run.results
    }


def compare(world: World) -> None:
    assert results(NativeEngine(), world) == results(PyshaclEngine(), world)


QUICK = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
same_kind = worlds((*PLAIN, *NUMBERS, *REWRITTEN, *TIMES), agreed=True)


def test_same_results() -> None:
    QUICK(given(same_kind)(compare))()


@pytest.mark.slow
def test_same_results_of_many() -> None:
    settings(QUICK, max_examples=2000)(given(same_kind)(compare))()


PREDICATE = ":s sh:targetNode :a ; sh:property [ sh:path :p ; {} ] ."
DISAGREEMENTS = {
    "SHACL 4.4.1: a blank node violates every minimum length, 0 too": (
        ":a :p _:x .",
        PREDICATE.format("sh:minLength 0"),
        {"MinLengthConstraintComponent"},
        set(),
    ),
    "SPARQL 17.3: a boolean and a time have no order": (
        ":a :p true .",
        PREDICATE.format('sh:maxInclusive "2026-01-01T00:00:00Z"^^xsd:dateTime'),
        {"MaxInclusiveConstraintComponent"},
        set(),
    ),
    "SPARQL 17.3: a number and a date have no order": (
        ":a :p 1.5 .",
        PREDICATE.format('sh:minExclusive "2026-01-02"^^xsd:date'),
        {"MinExclusiveConstraintComponent"},
        set(),
    ),
    "SPARQL 17.3: a string and a language-tagged string have no order": (
        ':a :p "abc" .',
        PREDICATE.format('sh:maxInclusive "x"@en'),
        {"MaxInclusiveConstraintComponent"},
        set(),
    ),
    "SHACL 4.5.3: what cannot be compared violates sh:lessThan; it is no failure": (
        ":a :p _:x ; :q 1 .",
        PREDICATE.format("sh:lessThan :q"),
        {"LessThanConstraintComponent"},
        None,
    ),
    "SPARQL 9.3: a sequence is walked back from its end": (
        ":b :p :c . :c :q :a .",
        (
            ":s sh:targetNode :a ; "
            "sh:property [ sh:path [ sh:inversePath ( :p :q ) ] ; sh:nodeKind sh:Literal ] ."
        ),
        {"NodeKindConstraintComponent"},
        set(),
    ),
    "SHACL 4.4.5: only the term true switches sh:uniqueLang on (W3C test uniqueLang-002)": (
        ':a :p "x"@en , "y"@en .',
        PREDICATE.format('sh:uniqueLang "1"^^xsd:boolean'),
        set(),
        {"UniqueLangConstraintComponent"},
    ),
}


@pytest.mark.parametrize(("data", "shapes", "ours", "theirs"), DISAGREEMENTS.values(), ids=DISAGREEMENTS)
def test_disagreement(data: str, shapes: str, ours: set[str], theirs: set[str] | None) -> None:
    world = World(data, shapes)
    assert {component for *_, component, _ in results(NativeEngine(), world)} == ours
    if theirs is None:
        with pytest.raises(EngineError):
            results(PyshaclEngine(), world)
    else:
        assert {component for *_, component, _ in results(PyshaclEngine(), world)} == theirs
