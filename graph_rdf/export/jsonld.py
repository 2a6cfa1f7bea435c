"""Write JSON-LD with the shipped context: one node a line, nothing to fetch, nothing lost."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf import namespaces as ns
from graph_rdf.export.terms import blocks, chunked, hidden_escaped
from graph_rdf.ntriples import unquoted
from graph_rdf.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO, TypeAlias

    from graph_rdf.ntriples import LexicalTriple

    Rows: TypeAlias = list[tuple[str, str]]
    Json: TypeAlias = dict[str, object]

_LITERAL: Final = re.compile(r'("(?:[^"\\]|\\.)*+")(?:\^\^<([^>]*)>|@([A-Za-z0-9-]+))?', re.DOTALL)
_LOCAL: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
# Past this number a JSON reader with doubles would round, and an integer may not come back as written.
_CANONICAL: Final = re.compile(r"0|[1-9][0-9]{0,14}")
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(", ", ": "))


class _Term(NamedTuple):
    """What the context says of a property: its key, how values are typed, and whether there is a list."""

    key: str
    coercion: str | None
    is_set: bool


class Context:
    """A JSON-LD context, looked at from the side of a writer.

    Args:
        value: The value of ``@context``. Of its forms, those of the shipped file are known.
    """

    def __init__(self, value: dict[str, object]) -> None:
        self.value = value
        vocabulary = value["@vocab"]
        assert isinstance(vocabulary, str)  # noqa: S101 - a test reads the shipped file
        self._vocabulary = vocabulary
        self.names: dict[str, str] = {}
        self.properties: dict[str, _Term] = {}
        for key, made in value.items():
            if isinstance(made, dict):
                self.properties[made["@id"]] = _Term(key, made.get("@type"), made.get("@container") == "@set")
            elif isinstance(made, str) and not key.startswith("@"):
                self.names[made] = key
                self.properties[made] = _Term(key, None, is_set=False)

    def name(self, iri: str) -> str:
        """Give the shortest form of an IRI where names of the vocabulary count, as in ``@type``."""
        if iri in self.names:
            return self.names[iri]
        local = iri.removeprefix(self._vocabulary)
        if local != iri and local not in self.value and _LOCAL.fullmatch(local):
            return local
        return iri


@lru_cache(maxsize=1)
def shipped_context() -> Context:
    """Read the shipped context, `ontology/context.jsonld`.

    Raises:
        GraphRdfError: The file is missing.
    """
    text = resource_path("ontology", "context.jsonld").read_text(encoding="utf-8")
    return Context(json.loads(text)["@context"])


def write_jsonld(triples: Iterable[LexicalTriple], out: BinaryIO) -> None:
    """Write triples as JSON-LD.

    The context stands in the file, so that no reader has to fetch it. IRIs of nodes are written whole: a
    compact form would mean another node as soon as somebody's IRIs begin with the word of a prefix. The parts
    of a node (its IRI and a fragment) stand inside the node, where it points at them.

    Args:
        triples: Grouped by subject, the parts of a node behind it; no blank nodes, no triple terms.
        out: Where the UTF-8 bytes go.

    Raises:
        OSError: The output cannot be written.
        GraphRdfError: The shipped context is missing.

    Source: JSON-LD 1.1 (Recommendation of 2020-07-16), 4.1 and 9.
    """
    context = shipped_context()
    chunked(_pieces(_whole_nodes(triples, context), _ENCODER.encode(context.value)), out)


def _pieces(nodes: Iterator[Json], context: str) -> Iterator[str]:
    yield f'{{"@context": {context},\n"@graph": ['
    between = "\n"
    for node in nodes:
        yield between + hidden_escaped(_ENCODER.encode(node))
        between = ",\n"
    yield "\n]}\n"


def _whole_nodes(triples: Iterable[LexicalTriple], context: Context) -> Iterator[Json]:
    for _, group in groupby(blocks(triples), key=lambda block: block[0].partition("#")[0].rstrip(">")):
        (subject, rows), *parts = group
        waiting = dict(parts)
        yield _node(subject, rows, waiting, context)
        # What nothing of the node points at still has to be said.
        while waiting:
            part = next(iter(waiting))
            yield _node(part, waiting.pop(part), waiting, context)


def _node(subject: str, rows: Rows, parts: dict[str, Rows], context: Context) -> Json:
    """Make a node; a part is taken out of `parts` before it is entered, so the depth is bounded by them."""
    made: Json = {"@id": subject[1:-1]}
    types = [context.name(value[1:-1]) for predicate, value in rows if predicate == _TYPE]
    if types:
        made["@type"] = types
    for predicate, group in groupby((row for row in rows if row[0] != _TYPE), key=lambda row: row[0]):
        iri = predicate[1:-1]
        term = context.properties.get(iri) or _Term(iri, None, is_set=False)
        values = [_value(value, term.coercion, parts, context) for _, value in group]
        made[term.key] = values if term.is_set or len(values) > 1 else values[0]
    return made


def _value(value: str, coercion: str | None, parts: dict[str, Rows], context: Context) -> object:
    found = _LITERAL.fullmatch(value)
    if found is None:
        if value in parts:
            return _node(value, parts.pop(value), parts, context)
        iri = value[1:-1]
        if coercion == "@vocab":
            return context.name(iri)
        return iri if coercion == "@id" else {"@id": iri}

    text = unquoted(found[1])
    if found[3] is not None:
        return {"@value": text, "@language": found[3]}
    datatype = found[2] or ns.XSD_STRING
    if datatype == (coercion or ns.XSD_STRING):
        if datatype == ns.XSD_NON_NEGATIVE_INTEGER and _CANONICAL.fullmatch(text):
            return int(text)
        return text
    return {"@value": text, "@type": datatype}


_TYPE: Final = f"<{ns.RDF_TYPE}>"
