"""A hostile T-Box ends within its budget, with a clear message and no output file."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from graph_rdf.entailment import Budget, find_engine
from graph_rdf.errors import EngineError, LimitError, UnknownNameError
from tests.entailment.cases import read_turtle
from tests.entailment.worlds import WORLD
from tests.golden_cases import environment

if TYPE_CHECKING:
    from pathlib import Path

PREFIXES = """@prefix : <http://e.example/> .
@prefix eg: <https://w3id.org/evidence-graph/ns#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


def clique(size: int) -> str:
    return "".join(f":a{at} owl:sameAs :a{(at + 1) % size} ; :p{at} :b{at} .\n" for at in range(size))


def self_chain(size: int) -> str:
    links = "".join(f":n{at} :p :n{at + 1} , :n{(at * 7) % size} .\n" for at in range(size))
    return ":p owl:propertyChainAxiom ( :p :p ) .\n" + links


LOOPED_LIST = ":C owl:unionOf _:l . _:l rdf:first :A ; rdf:rest _:l . :x a :A ."
HOSTILE = {
    "owlrl-clique": ("owlrl", clique(200), ("--max-seconds", "3")),
    "owlrl-chain": ("owlrl", self_chain(400), ("--max-triples", "5000", "--max-seconds", "60")),
    "reasonable-clique": ("reasonable", clique(200), ("--max-triples", "5000", "--max-seconds", "60")),
    "reasonable-memory": ("reasonable", clique(200), ("--max-memory", "64", "--max-seconds", "60")),
    "owlrl-looped-list": ("owlrl", LOOPED_LIST, ("--max-seconds", "60")),
}
MESSAGES = {
    "owlrl-clique": "owlrl was stopped: the closure needs more than 3 seconds (--max-seconds)",
    "owlrl-chain": "owlrl was stopped: the closure needs more than 5,000 triples (--max-triples)",
    "reasonable-clique": "reasonable was stopped: the closure needs more than 5,000 triples (--max-triples)",
    "reasonable-memory": "reasonable was stopped: the closure needs more than 64 MiB of memory",
    "owlrl-looped-list": "owlrl failed: ValueError: List contains a recursive rdf:rest reference",
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_hostile_t_box_ends_with_a_message_and_no_file(name: str, tmp_path: Path) -> None:
    engine, turtle, limits = HOSTILE[name]
    (tmp_path / "t-box.ttl").write_text(PREFIXES + turtle, encoding="utf-8")
    arguments = ["entail", WORLD, "--ontology", "t-box.ttl", "--engine", engine, *limits, "-o", "out.trig"]
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", *arguments],
        cwd=tmp_path,
        env=environment("0"),
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"ttl-check: {MESSAGES[name]}")
    assert done.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t-box.ttl"]


def test_the_derivations_are_within_the_budget_too() -> None:
    from graph_rdf.entailment import derive

    with pytest.raises(LimitError, match="--max-seconds"):
        derive(read_turtle(self_chain(200)), None, "owl2rl", 0.0)


def test_an_engine_that_is_not_there() -> None:
    with pytest.raises(UnknownNameError, match=r"^no engine 'reasonabel'; nearest: reasonable$"):
        find_engine("reasonabel")


def test_a_profile_that_an_engine_does_not_know() -> None:
    with pytest.raises(EngineError, match="reasonable does not know the profile rdfs; use --engine owlrl"):
        find_engine("reasonable").close([], "rdfs", Budget())


def test_literals_come_back_as_they_were_written() -> None:
    triples = read_turtle(
        ':p rdfs:subPropertyOf :q . :a :p "01"^^xsd:integer , "b\\n\\"c"@de , "plain" , "\\u00e4 b"^^:d .'
    )
    values = {value for _, predicate, value in triples if predicate.endswith("/p>")}
    assert len(values) == 4
    for engine in ("owlrl", "reasonable"):
        closure = find_engine(engine).close(triples, "owl2rl", Budget())
        assert {value for _, predicate, value in closure.entailed if predicate.endswith("/q>")} == values
