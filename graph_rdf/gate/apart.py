"""What decides which versions count and who may see them, declared in more than one file."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final, TypeAlias

from pyoxigraph import NamedNode, RdfFormat

from graph_rdf import namespaces as ns
from graph_rdf.findings import Finding, Severity
from graph_rdf.records import iri_of_id
from graph_rdf.syntax import parse_quads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.records import RecordSet
    from graph_rdf.syntax import Source

RULE: Final = "declared-apart"

_EFFECTS: Final = {
    ns.EG_ADMITS: "admits",
    ns.EG_AUDIENCE: "audience",
    ns.DCAT_HAS_CURRENT_VERSION: "current version",
    ns.PROV_INVALIDATED_AT_TIME: "withdrawal",
}
_PLAIN_SYNTAXES: Final = (RdfFormat.TURTLE, RdfFormat.TRIG, RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
_KINDS: Final = frozenset((ns.EG_VIEW, ns.EG_SOURCE, ns.EG_DOCUMENT, ns.EG_DOCUMENT_VERSION))

_WORDS: Final = tuple(re.split(r"[/#]", iri)[-1].encode() for iri in (*_EFFECTS, *sorted(_KINDS)))
"""The local names of the terms."""

_Statement: TypeAlias = tuple[str, str, str]
"""Node, property, value; the property is empty where a file only says what the node is."""


def declared_apart(sources: Iterable[Source], records: RecordSet | None, base: str) -> list[Finding]:
    """Find views, versions, documents and sources about which the files of a run do not say the same.

    Merged files are a union: a second file can admit more versions to a view, add a scope to an audience, or
    give an audience to a version that had that of its source. That is how RDF merges, so it is no error; but
    nobody who reviews the first file can see it.

    Args:
        sources: The RDF sources that were merged, the user's ontologies too.
        records: The records that were merged, if there are any.
        base: The id base.

    Returns:
        A warning for each node and property of which two files that describe the node state different
        values, by node; the focus node is that node.

    Source: evidence model, section 7; RDF 1.1 Semantics, section 4.1 (merging).
    """
    values: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    describing: dict[str, set[str]] = defaultdict(set)
    for file, (node, prop, value) in _statements(sources, records, base):
        describing[node].add(file)
        if prop:
            values[node, prop][file].add(value)
    findings: list[Finding] = []
    for (node, prop), by_file in sorted(values.items()):
        files = sorted(describing[node])
        if len({frozenset(by_file.get(file, ())) for file in files}) < 2:
            continue
        findings.append(
            Finding(
                RULE,
                Severity.WARNING,
                f"the files do not say the same of the {_EFFECTS[prop]} of {_shown(node, base)}: "
                f"{_counted(files, by_file)}; merged, all of it counts",
                focus_node=node,
                result_path=f"<{prop}>",
            )
        )
    return findings


def _statements(
    sources: Iterable[Source], records: RecordSet | None, base: str
) -> Iterator[tuple[str, _Statement]]:
    for source in sources:
        for quad in parse_quads(source) if _may_speak_of_them(source) else ():
            prop = quad.predicate.value
            if prop in _EFFECTS:
                yield source.path, (_key(quad.subject), prop, _key(quad.object))
            elif prop == ns.RDF_TYPE and _key(quad.object) in _KINDS:
                yield source.path, (_key(quad.subject), "", "")
    if records is not None:
        for identifier, stated in _records(records, base):
            place = records.place(identifier)
            for prop, value in stated:
                yield "" if place is None else place[0], (iri_of_id(identifier, base), prop, value)


def _may_speak_of_them(source: Source) -> bool:
    """Tell whether a file may hold one of the terms; to read a large one again takes its time.

    In Turtle and its kin a name stands as it is, unless it is written with an escape.
    """
    if source.format not in _PLAIN_SYNTAXES or any(escape in source.data for escape in (b"\\u", b"\\U")):
        return True
    return any(word in source.data for word in _WORDS)


def _records(records: RecordSet, base: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Give what records state, with the values as RDF has them."""
    catalogue = records.catalogue

    def nodes(prop: str, ids: Iterable[str | None]) -> list[tuple[str, str]]:
        return [(prop, iri_of_id(each, base)) for each in ids if each is not None]

    def texts(prop: str, values: Iterable[str]) -> list[tuple[str, str]]:
        return [(prop, f'"{value}"') for value in values]

    for view in catalogue.views.values():
        yield view.id, [("", ""), *nodes(ns.EG_ADMITS, view.admits)]
    for document in catalogue.documents.values():
        yield document.id, [("", ""), *nodes(ns.DCAT_HAS_CURRENT_VERSION, [document.current])]
    for source in catalogue.sources.values():
        yield source.id, [("", ""), *texts(ns.EG_AUDIENCE, source.audience)]
    for version in catalogue.versions.values():
        withdrawn = [] if version.withdrawn is None else [version.withdrawn]
        yield (
            version.id,
            [
                ("", ""),
                *texts(ns.EG_AUDIENCE, version.audience),
                *texts(ns.PROV_INVALIDATED_AT_TIME, withdrawn),
            ],
        )


def _counted(files: Iterable[str], by_file: Mapping[str, set[str]]) -> str:
    counts = ((file, len(by_file.get(file, ()))) for file in files)
    return ", ".join(f"{file} has {count} value{'s' * (count != 1)}" for file, count in counts)


def _key(term: Term) -> str:
    """Name a term; of a literal only its text counts."""
    if isinstance(term, NamedNode):
        return term.value
    value = getattr(term, "value", None)
    return f'"{value}"' if value is not None and not str(term).startswith("_:") else str(term)


def _shown(node: str, base: str) -> str:
    return node.removeprefix(base)
