"""How the shapes files are written: keys and their order, ids, the guards of the support rules."""

from __future__ import annotations

import re
from typing import Final

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, parse

from graph_rdf.evidence import ANCHOR_RULES, RECORD_RULES, SUPPORT_RULES
from graph_rdf.namespaces import DCTERMS_SOURCE, EGSH, PREFIXES, RDF_TYPE, SH
from graph_rdf.resources import resource_names, resource_path
from tests.shape_results import shipped_shapes, short

FILES: Final = ("structure", "evidence", "relations")
KEYS: Final = [SH + "name", SH + "description", SH + "message", SH + "severity", DCTERMS_SOURCE]
FORBIDDEN: Final = re.compile(r"\b(MINUS|VALUES|SERVICE|LATERAL|FROM)\b|!!|\\\\[psdwPSDW]|\$\"")
READINGS: Final = ("unlicensed-clause", "ambiguous-label", "wrong-bridge")
BLOCKS: Final = {
    "# not undeclared-predicate, not unknown-entity": 2,
    "# an anchor": 2,
    "# the representation": 3,
    "# not anchor-mismatch": 4,
} | {f"# not {rule}": place + 4 for place, rule in enumerate(ANCHOR_RULES[1:11], 1)}
"""First line of each guard → how far down the list of rules it belongs."""


def test_the_folder_holds_these_files() -> None:
    assert resource_names("shapes", ".ttl") == sorted([*FILES, "prefixes"])


@pytest.mark.parametrize("name", FILES)
def test_each_shape_has_an_iri_and_five_keys_in_order(name: str) -> None:
    graph = shipped_shapes(name)
    assert graph.shapes
    for shape in graph.shapes:
        assert isinstance(shape, NamedNode)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", shape.value.removeprefix(EGSH))
        assert [key for key in KEYS if len(graph.objects(shape, key)) != 1] == []
    order: dict[str, list[str]] = {}
    for quad in parse(path=str(resource_path("shapes", f"{name}.ttl")), format=RdfFormat.TURTLE):
        if quad.predicate.value in KEYS and quad.subject in graph.shapes:
            order.setdefault(str(quad.subject), []).append(quad.predicate.value)
    assert {tuple(keys) for keys in order.values()} == {tuple(KEYS)}


@pytest.mark.parametrize("name", FILES)
def test_blank_nodes_are_lists_and_paths_only(name: str) -> None:
    used = set()
    for quad in parse(path=str(resource_path("shapes", f"{name}.ttl")), format=RdfFormat.TURTLE):
        if isinstance(quad.subject, BlankNode):
            used.add(quad.predicate.value.rpartition("#")[2])
    assert used <= {"first", "rest", "inversePath"}


def test_prefixes_are_those_of_the_toolkit() -> None:
    found: dict[str, dict[str, str]] = {}
    for quad in parse(path=str(resource_path("shapes", "prefixes.ttl")), format=RdfFormat.TURTLE):
        if quad.predicate.value in (SH + "prefix", SH + "namespace") and isinstance(quad.object, Literal):
            found.setdefault(str(quad.subject), {})[quad.predicate.value] = quad.object.value
    declared = {row[SH + "prefix"]: row[SH + "namespace"] for row in found.values()}
    assert declared
    assert {prefix: PREFIXES[prefix] for prefix in declared} == declared


def test_evidence_has_one_shape_for_each_support_rule() -> None:
    shapes = shipped_shapes("evidence").shapes
    assert {short(shape) for shape in shapes} == {f"egsh:{rule}" for rule in SUPPORT_RULES}
    kind = shipped_shapes("evidence").objects(shapes[0], RDF_TYPE)
    assert kind == (NamedNode(SH + "NodeShape"),)


def queries() -> dict[str, str]:
    graph = shipped_shapes("evidence")
    found = {}
    for rule in SUPPORT_RULES:
        query = graph.value(NamedNode(f"{EGSH}{rule}-select"), SH + "select")
        assert isinstance(query, Literal)
        found[rule] = query.value
    return found


@pytest.mark.parametrize("rule", SUPPORT_RULES)
def test_queries_keep_to_what_every_engine_can_do(rule: str) -> None:
    text = re.sub(r"#[^\n]*", "", queries()[rule])
    assert FORBIDDEN.search(text) is None
    assert all("$this" in select for select in re.findall(r"SELECT[^{]*", text))


def guards_of(query: str) -> dict[str, str]:
    """First line of each guard → its text, without the indent."""
    found = {}
    for block in re.split(r"\n\s*\n", query.rstrip().removesuffix("}")):
        lines = [line.strip() for line in block.strip("\n").split("\n")]
        if lines[0] in BLOCKS:
            found[lines[0]] = "\n".join(lines).strip()
    return found


def test_a_guard_has_the_same_text_in_every_query() -> None:
    texts: dict[str, set[str]] = {}
    for rule in ANCHOR_RULES[2:]:
        for name, text in guards_of(queries()[rule]).items():
            texts.setdefault(name, set()).add(text)
    assert set(texts) == set(BLOCKS)
    assert {name: len(found) for name, found in texts.items() if len(found) > 1} == {}


@pytest.mark.parametrize("rule", ANCHOR_RULES[2:])
def test_a_query_guards_against_all_rules_before_its_own(rule: str) -> None:
    wanted = set(BLOCKS) - {f"# not {later}" for later in ANCHOR_RULES[ANCHOR_RULES.index(rule) :]}
    assert set(guards_of(queries()[rule])) == wanted


def test_the_three_rules_about_readings_differ_in_one_number() -> None:
    found = queries()
    texts = {re.sub(r"HAVING\(MAX\(\?rank\) = [0-2]\)", "HAVING", found[rule]) for rule in READINGS}
    assert len(texts) == 1
    ranks = [re.findall(r"HAVING\(MAX\(\?rank\) = ([0-9])\)", found[rule]) for rule in READINGS]
    assert ranks == [["0"], ["1"], ["2"]]


def test_record_rules_have_no_guards() -> None:
    assert [rule for rule in RECORD_RULES if guards_of(queries()[rule])] == []
