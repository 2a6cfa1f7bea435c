"""The binding cases, for the embedded store and for servers alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Store, Variable

from graph_rdf.namespaces import XSD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyoxigraph import Triple

FOLDER = Path(__file__).parent / "endpoint"
PREFIX = "PREFIX : <http://example.org/>\n"
BOUND: dict[str, str] = json.loads((FOLDER / "bindings.json").read_text(encoding="utf-8"))
REFUSED: dict[str, str] = json.loads((FOLDER / "refusals.json").read_text(encoding="utf-8"))
A = NamedNode("http://example.org/a")
DATA = """@prefix : <http://example.org/> .
{ :a :p :b , :c . :b :p :a . :a :q 1 . :b :q 2 . :c :r "x" . }
:g { :a :p :c . }
"""
HOSTILE = (
    'say "hi"',
    "it's",
    "'''",
    '"""',
    "}",
    '" } } DROP ALL ; SELECT * { #',
    "line\nfeed\rreturn\ttab\x0bvertical\x00nul\x7f",
    "back\\slash\\",
    "\\",
    "\\u0022",
    "\\\\u0022 } #",
    "\\U00000022",
    "\\u005Cu0022",
    "\\n",
    "# no comment",
    "?x $x",
    "\u2028\u2029\ufeff\u202e",
    "\U0001f600 e\u0301",
    "<http://example.org/a>",
    "",
)
LITERALS = (
    *map(Literal, HOSTILE),
    Literal('"@en } #', language="en"),
    Literal("x^^", datatype=NamedNode(XSD + "token")),
    Literal("\\u0022", datatype=NamedNode("http://example.org/type")),
)


def cells(rows: Iterable[object], width: int) -> list[list[str]]:
    return [["-" if row[n] is None else str(row[n]) for n in range(width)] for row in rows]  # type: ignore[index]


def embedded_store() -> Store:
    store = Store()
    store.load(DATA.encode(), format=RdfFormat.TRIG)
    return store


def expected(text: str) -> tuple[list[str], list[list[str]]]:
    """What the embedded store gives for ``?x`` bound to ``:a``."""
    found = embedded_store().query(PREFIX + text, substitutions={Variable("x"): A})
    names = [variable.value for variable in found.variables]  # type: ignore[union-attr]
    return names, cells(found, len(names))  # type: ignore[arg-type]


def store_of(triples: Iterable[Triple]) -> Store:
    store = Store()
    store.extend(Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    return store
