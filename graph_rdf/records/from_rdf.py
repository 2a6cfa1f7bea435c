"""RDF to records: the way back from the profile, without loss."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from pyoxigraph import Literal, NamedNode

from graph_rdf import namespaces as ns
from graph_rdf.errors import DataError, GraphRdfError
from graph_rdf.records.graph_nodes import GraphNodes, name_of
from graph_rdf.records.identity import id_of_iri
from graph_rdf.records.kinds import checked_record
from graph_rdf.records.predicates import predicate_of_iri, type_of_iri
from graph_rdf.records.problems import shown
from graph_rdf.records.record_set import RecordSet
from graph_rdf.records.references import reference_problems

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import TypeAlias

    from graph_rdf.dataset.protocol import Dataset, Term
    from graph_rdf.records.graph_nodes import Node
    from graph_rdf.records.lines import Report
    from graph_rdf.records.model import Record

    Json: TypeAlias = dict[str, object]

_ANCHOR_NUMBER: Final = re.compile(r"#anchor-([1-9][0-9]{0,17})\Z")
_LAST: Final = 1 << 62
_UNITS: Final = {"byte": ns.OA_DATA_POSITION_SELECTOR, "char": ns.OA_TEXT_POSITION_SELECTOR}

_TEXT: Final = {
    "source": {"label": ns.SKOS_PREF_LABEL},
    "entity": {"label": ns.SKOS_PREF_LABEL},
    "version": {
        "version": ns.DCAT_VERSION,
        "generated": ns.PROV_GENERATED_AT_TIME,
        "withdrawn": ns.PROV_INVALIDATED_AT_TIME,
    },
    "representation": {
        "media_type": ns.DC_FORMAT,
        "sha256": ns.EG_SHA256,
        "path": ns.EG_PATH,
        "body": ns.EG_BODY,
    },
    "relation": {"extractor": ns.EG_EXTRACTOR},
    "anchor": {"sha256": ns.EG_SHA256},
}
"""Kind → key → property with at most one literal."""

_TEXTS: Final = {
    "entity": {"aliases": ns.SKOS_ALT_LABEL},
    "source": {"audience": ns.EG_AUDIENCE},
    "version": {"audience": ns.EG_AUDIENCE},
}
"""Kind → key → property with any number of literals."""

_NODE: Final = {
    "document": {"source": ns.DCTERMS_SOURCE, "current": ns.DCAT_HAS_CURRENT_VERSION},
    "version": {"document": ns.DCAT_IS_VERSION_OF, "previous": ns.PROV_WAS_REVISION_OF},
    "representation": {"version": ns.PROV_SPECIALIZATION_OF},
    "relation": {"subject": ns.RDF_SUBJECT, "object": ns.RDF_OBJECT},
    "anchor": {
        "representation": ns.OA_HAS_SOURCE,
        "version": ns.EG_CITES_VERSION,
        "document": ns.EG_CITES_DOCUMENT,
        "source": ns.EG_CITES_SOURCE,
    },
}
"""Kind → key → property with at most one node."""

_IMPLIED: Final = {
    "representation": {ns.DCAT_MEDIA_TYPE, ns.DCAT_BYTE_SIZE, ns.SPDX_CHECKSUM},
    "entity": set[str](),
}
"""Kind → properties that the way to RDF computes again."""


class RecordsFromRdf(NamedTuple):
    """Records, and in words what of the dataset they do not hold, sorted."""

    records: RecordSet
    warnings: tuple[str, ...]


def records_from_dataset(
    dataset: Dataset,
    names: Mapping[str, str] | None = None,
    *,
    base: str = ns.ID_BASE,
    folder: Path | None = None,
) -> RecordsFromRdf:
    """Make records of the RDF 1.1 profile.

    A span is read in the unit of `eg:spanUnit`; a representation with `eg:path` keeps its path and leaves its
    body to the file; anchors keep the order of their numbers. A predicate comes back in its shortest form.
    Sets (aliases, audience, admitted versions) come back sorted, as reading sorts them too.

    Args:
        dataset: The dataset; its default graph is read.
        names: IRI → name of the declared predicates.
        base: The id base, for nodes that have no `dcterms:identifier`.
        folder: Where relative body paths are looked up.

    Returns:
        The records, and what they could not hold.

    Raises:
        DataError: Some node is no record, for example it has two subjects; all problems are in it.
        QueryError: The dataset does not answer.

    Source: evidence model, section 4.
    """
    reader = _Reader(GraphNodes(dataset), names or {}, base)
    return reader.read(folder)


class _Reader:
    def __init__(self, nodes: GraphNodes, names: Mapping[str, str], base: str) -> None:
        self.nodes = nodes
        self.names = names
        self.base = base
        self.ids = {
            name: found
            for group in nodes.kinds.values()
            for name, node in group.items()
            if (found := self._identifier(name, node)) is not None
        }
        self.problems: list[tuple[str, str]] = []
        self.warnings: Counter[str] = Counter()

    def read(self, folder: Path | None) -> RecordsFromRdf:
        records: dict[str, Record] = {}
        kinds: dict[str, str | None] = {}
        for kind, group in self.nodes.kinds.items():
            for name, node in group.items():
                value = self._json(kind, name, node)
                # RDF has no lone surrogates, and a dictionary no repeated keys.
                parsed = checked_record(value, self._reporter(name), odd=False)
                identifier = str(value["id"])
                if identifier in kinds:
                    self._problem(name, f"{shown(identifier)} is the id of two nodes")
                kinds[identifier] = kind
                if parsed.record is not None:
                    records[identifier] = parsed.record
        made = RecordSet.of(records.values(), folder)
        for wrong in reference_problems(made.catalogue, kinds):
            self._problem(wrong.record, f"{wrong.json_path}: {wrong.message}")
        if self.problems:
            problems = [GraphRdfError(f"{name}: {message}") for name, message in sorted(set(self.problems))]
            first = f"{problems[0].message} ({len(problems)} in all)"
            raise DataError(f"the graph does not fit records: {first}", problems)
        warnings = sorted(
            f"{message} ({count} time{'s' * (count > 1)})" for message, count in self.warnings.items()
        )
        return RecordsFromRdf(made, tuple(warnings))

    def _json(self, kind: str, name: str, node: Node) -> Json:
        used = {ns.RDF_TYPE, ns.DCTERMS_IDENTIFIER} | _IMPLIED.get(kind, set())
        value: Json = {"kind": kind, "id": self.ids.get(name, name)}
        value |= self._plain(kind, name, node, used)
        if kind == "entity":
            value["type"] = self._entity_type(node)
        elif kind == "view":
            used.add(ns.EG_ADMITS)
            value["admits"] = [self._id(term) for term in node.get(ns.EG_ADMITS, ())]
        elif kind == "representation" and value.get("path") is not None:
            value.pop("body", None)
        elif kind == "relation":
            used |= {ns.RDF_PREDICATE, ns.EG_CONFIDENCE, ns.PROV_WAS_DERIVED_FROM}
            predicate = self._one(name, node, ns.RDF_PREDICATE)
            if isinstance(predicate, NamedNode):
                value["predicate"] = predicate_of_iri(predicate.value, self.names)
            elif predicate is not None:
                self._problem(name, "the predicate is no IRI")
                value["predicate"] = name_of(predicate)
            value |= self._number("confidence", name, node, ns.EG_CONFIDENCE)
            value["support"] = self._support(node)
        self._note_unused(node, used)
        return value

    def _plain(self, kind: str, name: str, node: Node, used: set[str]) -> Json:
        value: Json = {}
        for key, predicate in _TEXT.get(kind, {}).items():
            used.add(predicate)
            term = self._one(name, node, predicate)
            if term is not None:
                value[key] = self._text(name, predicate, term)
        for key, predicate in _TEXTS.get(kind, {}).items():
            used.add(predicate)
            value[key] = [self._text(name, predicate, term) for term in node.get(predicate, ())]
        for key, predicate in _NODE.get(kind, {}).items():
            used.add(predicate)
            term = self._one(name, node, predicate)
            if term is not None:
                value[key] = self._id(term)
        return value

    def _support(self, node: Node) -> list[Json]:
        found: list[tuple[int, str, Json]] = []
        for term in node.get(ns.PROV_WAS_DERIVED_FROM, ()):
            name = name_of(term)
            anchor = self.nodes.anchors.get(name)
            if anchor is None:
                self.warnings[f"values of <{ns.PROV_WAS_DERIVED_FROM}> that are no anchors are not kept"] += 1
                continue
            number = _ANCHOR_NUMBER.search(name)
            place = int(number[1]) if number else _LAST  # the order in which they are checked too
            found.append((place, name, self._anchor(name, anchor)))
        return [anchor for _, _, anchor in sorted(found, key=lambda item: item[:2])]

    def _anchor(self, name: str, node: Node) -> Json:
        used = {ns.RDF_TYPE, ns.EG_SPAN_UNIT, ns.OA_HAS_SELECTOR}
        value = self._plain("anchor", name, node, used)
        self._note_unused(node, used)
        spans: dict[str, list[Json]] = {}
        quotes: list[str] = []
        for term in sorted(node.get(ns.OA_HAS_SELECTOR, ()), key=name_of):
            selector = name_of(term)
            properties = self.nodes.selectors.get(selector, {})
            types = {name_of(found) for found in properties.get(ns.RDF_TYPE, ())}
            for unit, kind in _UNITS.items():
                if kind in types:
                    offsets = self._number("start", selector, properties, ns.OA_START) | self._number(
                        "end", selector, properties, ns.OA_END
                    )
                    spans.setdefault(unit, []).append({"unit": unit, **offsets})
            if ns.OA_TEXT_QUOTE_SELECTOR in types:
                quote = self._one(selector, properties, ns.OA_EXACT)
                quotes += [] if quote is None else [self._text(selector, ns.OA_EXACT, quote)]
        if len(quotes) > 1 or any(len(same) > 1 for same in spans.values()):
            self._problem(name, "has several selectors of one kind, an anchor holds one of each")
        if quotes:
            value["quote"] = quotes[0]
        unit_term = self._one(name, node, ns.EG_SPAN_UNIT)
        unit = "byte" if unit_term is None else self._text(name, ns.EG_SPAN_UNIT, unit_term)
        if spans:
            value["span"] = spans.get(unit, next(iter(spans.values())))[0]
        return value

    def _entity_type(self, node: Node) -> str:
        types = sorted({name_of(term) for term in node.get(ns.RDF_TYPE, ())} - {ns.EG_ENTITY})
        if len(types) > 1:
            self.warnings["types of an entity beyond the first of the ontology are not kept"] += 1
            types.sort(key=lambda name: not name.startswith(ns.EG))
        return type_of_iri(types[0] if types else ns.EG_ENTITY)

    def _one(self, name: str, node: Node, predicate: str) -> Term | None:
        values = node.get(predicate, ())
        if len(values) > 1:
            self._problem(name, f"has {len(values)} values of <{predicate}>, a record holds one")
            return min(values, key=str)
        return values[0] if values else None

    def _text(self, name: str, predicate: str, term: Term) -> str:
        if not isinstance(term, Literal):
            self._problem(name, f"<{predicate}> has a node where a record holds a text")
            return ""
        if term.language is not None:
            self.warnings[f"language tags of <{predicate}> are not kept"] += 1
        return term.value

    def _number(self, key: str, name: str, node: Node, predicate: str) -> Json:
        term = self._one(name, node, predicate)
        if term is None:
            return {}
        text = self._text(name, predicate, term)
        try:
            return {key: float(text) if key == "confidence" else int(text)}
        except ValueError:
            self._problem(name, f"<{predicate}> {shown(text)} is no number of the right kind")
            return {key: 0}

    def _id(self, term: Term) -> str:
        name = name_of(term)
        return self.ids.get(name) or id_of_iri(name, self.base) or name

    def _identifier(self, name: str, node: Node) -> str | None:
        values = sorted(
            term.value for term in node.get(ns.DCTERMS_IDENTIFIER, ()) if isinstance(term, Literal)
        )
        return values[0] if values else id_of_iri(name, self.base)

    def _note_unused(self, node: Node, used: set[str]) -> None:
        for predicate in node.keys() - used:
            self.warnings[f"<{predicate}> is not kept"] += 1

    def _reporter(self, name: str) -> Report:
        return lambda path, message: self._problem(name, f"{path}: {message}")

    def _problem(self, name: str, message: str) -> None:
        self.problems.append((name, message))
