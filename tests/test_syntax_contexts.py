"""Contexts of JSON-LD come from a folder of copies, or the document is refused by name."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from graph_rdf.errors import InputError
from graph_rdf.syntax import parse_quads, source_from_bytes, syntax_findings, with_contexts
from graph_rdf.syntax.contexts import MAX_INSERTED
from tests.golden_cases import environment

if TYPE_CHECKING:
    from pathlib import Path

NAME = {"name": "http://schema.org/name"}
HOME = {"home": {"@id": "http://schema.org/url", "@type": "@id"}}
FILES: dict[str, Any] = {
    "person.jsonld": {"@context": NAME},
    "example.org/a/person.jsonld": {"@context": [HOME, NAME]},
    "empty.jsonld": {"@context": []},
    "based.jsonld": {"@context": {"@base": "http://wrong.example/", **HOME}},
    "both.json": {"@context": ["https://example.org/a/person", {"nick": "urn:nick"}]},
    "relative.jsonld": {"@context": "a/person.jsonld"},
    "scoped.jsonld": {
        "@context": {"friend": {"@id": "urn:friend", "@context": "http://example.org/person.jsonld"}}
    },
    "importing.jsonld": {"@context": {"@version": 1.1, "@import": "http://example.org/person.jsonld"}},
    "circle.jsonld": {"@context": ["http://example.org/round.jsonld"]},
    "round.jsonld": {"@context": "http://example.org/circle.jsonld"},
    "none.jsonld": {"name": "http://schema.org/name"},
    "list.jsonld": [1],
    "many.jsonld": {"@context": [f"http://example.org/l{n}.jsonld" for n in range(8)]},
    **{
        f"l{n}.jsonld": {"@context": {f"t{i}": f"urn:{'x' * 100}{i}" for i in range(40_000)}}
        for n in range(8)
    },
}
PERSON = "http://schema.org/name"


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contexts") / "catalog"
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    (folder / "broken.jsonld").write_text("{", encoding="utf-8")
    (folder / "twice.jsonld").write_text('{"@context": {"a": "urn:a", "a": "urn:b"}}', encoding="utf-8")
    (folder.parent / "outside.jsonld").write_text(json.dumps({"@context": NAME}), encoding="utf-8")
    (folder / "link.jsonld").symlink_to(folder.parent / "outside.jsonld")
    return folder


def quads(document: Any, catalog: Path | None) -> set[str]:
    text = document if isinstance(document, str) else json.dumps(document)
    source = source_from_bytes(text.encode(), name="d.jsonld", base="http://data.example/d")
    filled = with_contexts(source, catalog)
    assert filled.data.count(b"\n") == source.data.count(b"\n")
    return {
        f"{_text(quad.subject)} {_text(quad.predicate)} {_text(quad.object)}" for quad in parse_quads(filled)
    }


def _text(term: Any) -> str:
    return str(term.value)


RESOLVED: list[tuple[Any, dict[str, Any], set[str]]] = [
    ("http://other.example/x/person.jsonld", {"name": "Ash"}, {f"urn:s {PERSON} Ash"}),
    ("http://other.example/x/person", {"name": "Ash"}, {f"urn:s {PERSON} Ash"}),
    (
        "https://example.org/a/person.jsonld",
        {"name": "Ash", "home": "h"},
        {f"urn:s {PERSON} Ash", "urn:s http://schema.org/url http://data.example/h"},
    ),
    (["https://example.org/a/person.jsonld", {"n": PERSON}], {"n": "Ash"}, {f"urn:s {PERSON} Ash"}),
    (["http://example.org/empty.jsonld", NAME], {"name": "Ash"}, {f"urn:s {PERSON} Ash"}),
    ("http://example.org/empty.jsonld", {PERSON: "Ash"}, {f"urn:s {PERSON} Ash"}),
    (
        "http://example.org/based.jsonld",
        {"home": "h"},
        {"urn:s http://schema.org/url http://data.example/h"},
    ),
    (
        "http://example.org/both.json",
        {"name": "Ash", "nick": "A"},
        {f"urn:s {PERSON} Ash", "urn:s urn:nick A"},
    ),
    ("https://example.org/relative.jsonld", {"name": "Ash"}, {f"urn:s {PERSON} Ash"}),
    (
        "http://example.org/scoped.jsonld",
        {"friend": {"@id": "urn:o", "name": "Elm"}},
        {"urn:s urn:friend urn:o", f"urn:o {PERSON} Elm"},
    ),
    ("person.jsonld", {"name": "Ash"}, {f"urn:s {PERSON} Ash"}),
    (
        NAME,
        {"name": {"@type": "@json", "@value": {"@context": "http://example.org/person.jsonld"}}},
        {f'urn:s {PERSON} {{"@context":"http://example.org/person.jsonld"}}'},
    ),
]


@pytest.mark.parametrize(("context", "body", "expected"), RESOLVED)
def test_a_context_of_the_catalog_is_used(
    catalog: Path, context: Any, body: dict[str, Any], expected: set[str]
) -> None:
    assert quads({"@context": context, "@id": "urn:s", **body}, catalog) == expected


def test_the_context_may_stand_last_and_in_a_node_of_a_graph(catalog: Path) -> None:
    text = (
        '{"@graph": [\n {"@id": "urn:s", "name": "a \\" @context \\" b",\n  "@context":\n "http://e.x/person.jsonld"},'
        '\n {"@id": "urn:t", "http://e.x/@context": "http://e.x/person.jsonld"}]}'
    )
    assert quads(text, catalog) == {
        f'urn:s {PERSON} a " @context " b',
        "urn:t http://e.x/@context http://e.x/person.jsonld",
    }


@pytest.mark.parametrize(
    "name",
    [
        "http://example.org/missing.jsonld",
        "http://example.org/../outside.jsonld",
        "http://example.org/%2e%2e/outside.jsonld",
        "http://example.org/..%2foutside.jsonld",
        "http://example.org/link.jsonld",
        "http://example.org/",
        "urn:person.jsonld",
        "file:///person.jsonld",
    ],
)
def test_a_context_that_is_not_there_is_named(catalog: Path, name: str) -> None:
    text = json.dumps({"@context": name, "@id": "urn:s", "name": "Ash"})
    source = with_contexts(source_from_bytes(text.encode(), name="d.jsonld"), catalog)
    (finding,) = syntax_findings(source)
    assert finding.rule == "syntax-error"
    assert finding.message.startswith(f"the context <{name}> is not in the file and nothing is fetched")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none", "is no JSON-LD context: it has no @context"),
        ("list", "is no JSON-LD context: it has no @context"),
        ("broken", "the context cannot be read"),
        ("twice", "the context cannot be read: the key 'a' stands twice in one object"),
        ("circle", "names itself"),
        ("many", f"the contexts are larger than {MAX_INSERTED} bytes together"),
    ],
)
def test_a_copy_that_is_none_is_refused(catalog: Path, name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        quads({"@context": f"http://example.org/{name}.jsonld", "@id": "urn:s"}, catalog)


@pytest.mark.parametrize(
    "context",
    [
        {"@import": "http://example.org/person.jsonld", **HOME},
        [NAME, {"@version": 1.1, "@import": "http://example.org/person.jsonld"}],
        {"friend": {"@id": "urn:friend", "@context": {"@import": "http://example.org/person.jsonld"}}},
        "http://example.org/importing.jsonld",
    ],
)
def test_an_import_is_refused(catalog: Path, context: Any) -> None:
    """It is never left out in silence; without a catalog it is named as every context that is not there."""
    document = {"@context": context, "@id": "urn:s", "name": "Ash"}
    with pytest.raises(InputError) as caught:
        quads(document, catalog)
    assert str(caught.value) == (
        "d.jsonld: a context imports <http://example.org/person.jsonld> with @import, which is not followed;"
        ' name it in an array instead: "@context": ["http://example.org/person.jsonld", {…}]'
    )
    text = json.dumps(document)
    (finding,) = syntax_findings(source_from_bytes(text.encode(), name="d.jsonld"))
    name = context if isinstance(context, str) else "http://example.org/person.jsonld"
    assert finding.message.startswith(f"the context <{name}> is not in the file and nothing is fetched")


def test_an_import_that_is_data_is_data(catalog: Path) -> None:
    value = {"@type": "@json", "@value": {"@context": {"@import": "x"}}}
    found = quads({"@context": NAME, "@id": "urn:s", "name": value}, catalog)
    assert found == {f'urn:s {PERSON} {{"@context":{{"@import":"x"}}}}'}


def test_without_a_catalog_and_in_other_formats_nothing_changes(catalog: Path) -> None:
    source = source_from_bytes(b'{"@context": "http://example.org/person.jsonld"}', name="d.jsonld")
    assert with_contexts(source, None) is source
    turtle = replace(source, format=source_from_bytes(b"", name="a.ttl").format)
    assert with_contexts(turtle, catalog) is turtle
    with pytest.raises(InputError, match="the catalog is no folder"):
        with_contexts(source, catalog / "person.jsonld")


def test_validate_takes_the_catalog(catalog: Path, tmp_path: Path) -> None:
    (tmp_path / "d.jsonld").write_text(
        '{"@context": "https://example.org/a/person.jsonld", "@id": "http://example.org/s", "name": "Ash"}'
    )
    (tmp_path / "s.ttl").write_text(
        "@prefix sh: <http://www.w3.org/ns/shacl#> . <http://example.org/S> a sh:NodeShape ;"
        " sh:targetSubjectsOf <http://schema.org/name> ; sh:nodeKind sh:IRI ."
    )
    command = ["validate", "d.jsonld", "--shapes", "s.ttl"]
    codes = []
    for more in ([], ["--catalog", str(catalog)]):
        done = subprocess.run(
            [sys.executable, "-m", "ttl_check", *command, *more],
            cwd=tmp_path,
            env=environment("0"),
            capture_output=True,
            text=True,
            check=False,
        )
        codes.append(
            (done.returncode, "<https://example.org/a/person.jsonld> is not in the file" in done.stdout)
        )
    assert codes == [(1, True), (0, False)]
