"""The shapes graph: exact terms, found by subject and by object, and which of its nodes are shapes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from graph_rdf.errors import GraphRdfError, ShapesError
from graph_rdf.namespaces import OWL, RDF_TYPE, RDFS
from graph_rdf.shacl.owners import Owners
from graph_rdf.shacl.shapes_source import read_shapes_source
from graph_rdf.shacl.terms import short_term, term_key
from graph_rdf.shacl.vocabulary import (
    COMPONENT_OF_PARAMETER,
    RDF_FIRST,
    RDF_NIL,
    RDF_REST,
    SH_CONSTRAINT_COMPONENT,
    SH_DEACTIVATED,
    SH_NODE_SHAPE,
    SH_PARAMETER,
    SH_PATH,
    SH_PROPERTY_SHAPE,
    SHAPE_LIST_PARAMETERS,
    SHAPE_PARAMETERS,
    TARGET_PREDICATES,
)
from graph_rdf.syntax import locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.syntax import Place, Source

Node: TypeAlias = NamedNode | BlankNode

_RDFS_CLASS = NamedNode(RDFS + "Class")
_IMPORTS = OWL + "imports"
_SUB_CLASS_OF = RDFS + "subClassOf"
_TRUE = ("true", "1")


class ShapesGraph:
    """The merged triples of all shapes files, with literals exactly as written.

    Named graphs are merged with the default graph. Blank nodes are named by file and order of first
    appearance (``s0b12``), so they never meet those of the data and are the same in every run.

    Args:
        triples: The triples, in any order; duplicates count once.
        sources: The sources they were read from, for line numbers.

    Source: SHACL 1.2, 2.1.
    """

    def __init__(self, triples: Iterable[Triple], sources: Sequence[Source] = ()) -> None:
        self.triples: tuple[Triple, ...] = tuple(dict.fromkeys(triples))
        self.sources = tuple(sources)
        self.imported: frozenset[str] = frozenset()
        self._source_of: dict[Term, Source] = {}
        self._instances: dict[str, frozenset[Node]] = {}
        self._objects: dict[Term, dict[str, list[Term]]] = {}
        self._subjects: dict[str, dict[Term, list[Node]]] = {}
        for triple in self.triples:
            subject, predicate, value = triple.subject, triple.predicate.value, triple.object
            if isinstance(subject, Triple):
                continue  # RDF 1.2 allows triple terms as objects only
            self._objects.setdefault(subject, {}).setdefault(predicate, []).append(value)
            self._subjects.setdefault(predicate, {}).setdefault(value, []).append(subject)
        for by_predicate in self._objects.values():
            for values in by_predicate.values():
                values.sort(key=term_key)
        for by_object in self._subjects.values():
            for subjects in by_object.values():
                subjects.sort(key=term_key)

    @classmethod
    def read(cls, sources: Sequence[Source], imported: Sequence[Source] = ()) -> ShapesGraph:
        """Read shapes files into one graph.

        Args:
            sources: The files that the user gave.
            imported: The files that they import; these may hold no shape.

        Returns:
            The merged graph.

        Raises:
            ShapesError: Some files are no RDF; `problems` holds one error for each.
        """
        read: list[Source] = []
        triples: list[Triple] = []
        source_of: dict[Term, Source] = {}
        problems: list[GraphRdfError] = []
        for number, given in enumerate((*sources, *imported)):
            try:
                source, found = read_shapes_source(given, number)
            except ShapesError as error:
                problems += error.problems or [error]
                continue
            read.append(source)
            triples += found
            for triple in found:
                source_of.setdefault(triple.subject, source)
        if problems:
            first = problems[0]
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            raise ShapesError(
                f"{first.message}{more}", problems, path=first.path, line=first.line, column=first.column
            )
        graph = cls(triples, read)
        graph._source_of = source_of
        graph.imported = frozenset(source.path for source in imported)
        return graph

    def source_of(self, node: Term) -> Source | None:
        """Give the first source that says something about a node; None when it is never a subject."""
        return self._source_of.get(node)

    def objects(self, subject: Term, predicate: str) -> tuple[Term, ...]:
        """Give the objects of a subject and predicate, sorted, without duplicates; empty when none."""
        return tuple(self._objects.get(subject, {}).get(predicate, ()))

    def value(self, subject: Term, predicate: str) -> Term | None:
        """Give the only object of a subject and predicate.

        Raises:
            ShapesError: There are several.
        """
        values = self.objects(subject, predicate)
        if len(values) > 1:
            raise self.error(
                subject, f"has {len(values)} values of {short_term(NamedNode(predicate))}, one is allowed"
            )
        return values[0] if values else None

    def subjects(self, predicate: str, value: Term) -> tuple[Node, ...]:
        """Give the subjects of a predicate and object, sorted, without duplicates; empty when none."""
        return tuple(self._subjects.get(predicate, {}).get(value, ()))

    def predicates(self, subject: Term) -> tuple[str, ...]:
        """Give the predicates of a subject, sorted; empty when it has no triple."""
        return tuple(sorted(self._objects.get(subject, ())))

    def subjects_of(self, predicate: str) -> tuple[Node, ...]:
        """Give all subjects of a predicate, sorted, without duplicates."""
        found = {subject for subjects in self._subjects.get(predicate, {}).values() for subject in subjects}
        return tuple(sorted(found, key=term_key))

    def is_list(self, node: Term) -> bool:
        """Tell whether a node looks like an RDF list: ``rdf:nil``, or it has an ``rdf:first``."""
        return node == NamedNode(RDF_NIL) or RDF_FIRST in self._objects.get(node, ())

    def list_items(self, node: Term) -> tuple[Term, ...]:
        """Read an RDF list.

        Args:
            node: Its head.

        Returns:
            The members in list order, duplicates kept; empty for ``rdf:nil``.

        Raises:
            ShapesError: It is no list, or one without an end, with a fork, or with a cycle.
        """
        items: list[Term] = []
        seen: set[Term] = set()
        rest = node
        while rest != NamedNode(RDF_NIL):
            first, after = self.objects(rest, RDF_FIRST), self.objects(rest, RDF_REST)
            if rest in seen or len(first) != 1 or len(after) != 1:
                fault = "runs into itself" if rest in seen else "is ill-formed"
                raise self.error(
                    node, f"the list {fault}: each of its nodes needs one rdf:first and one rdf:rest"
                )
            seen.add(rest)
            items.append(first[0])
            rest = after[0]
        return tuple(items)

    def subclasses(self, of: Term) -> frozenset[Term]:
        """Give a class and all its subclasses by the ``rdfs:subClassOf`` triples of the shapes graph."""
        found: set[Term] = {of}
        pending: list[Term] = [of]
        while pending:
            for subject in self.subjects(_SUB_CLASS_OF, pending.pop()):
                if subject not in found:
                    found.add(subject)
                    pending.append(subject)
        return frozenset(found)

    def imports_of(self, ontology: Term) -> tuple[Term, ...]:
        """Give an ontology and all that it imports, by ``owl:imports``, transitively, in a fixed order."""
        found: dict[Term, None] = {ontology: None}
        pending = [ontology]
        while pending:
            for imported in self.objects(pending.pop(), _IMPORTS):
                if imported not in found:
                    found[imported] = None
                    pending.append(imported)
        return tuple(found)

    def instances(self, of: str) -> frozenset[Node]:
        """Give the SHACL instances of a class in the shapes graph. Source: SHACL 1.1."""
        if of not in self._instances:
            kinds = self.subclasses(NamedNode(of))
            self._instances[of] = frozenset(s for kind in kinds for s in self.subjects(RDF_TYPE, kind))
        return self._instances[of]

    @cached_property
    def custom_parameters(self) -> frozenset[str]:
        """The parameters of the custom constraint components declared here. Source: SHACL 6.2.1."""
        return frozenset(
            path.value
            for component in self.instances(SH_CONSTRAINT_COMPONENT)
            for parameter in self.objects(component, SH_PARAMETER)
            for path in self.objects(parameter, SH_PATH)
            if isinstance(path, NamedNode)
        )

    @cached_property
    def shapes(self) -> tuple[Node, ...]:
        """All shapes, sorted: typed or used as one, or with a target or parameter. Source: SHACL 2.1."""
        found: set[Term] = {*self.instances(SH_NODE_SHAPE), *self.instances(SH_PROPERTY_SHAPE)}
        for predicate in (*TARGET_PREDICATES, *COMPONENT_OF_PARAMETER, *self.custom_parameters):
            found.update(self.subjects_of(predicate))
        found.update(value for _, _, value in self.shape_references)
        return tuple(
            sorted((node for node in found if isinstance(node, NamedNode | BlankNode)), key=term_key)
        )

    @cached_property
    def shape_references(self) -> tuple[tuple[Node, str, Term], ...]:
        """Every use of a shape: (user, parameter, shape used), sorted; broken lists are left out."""
        found: list[tuple[Node, str, Term]] = []
        for predicate in SHAPE_PARAMETERS:
            for subject in self.subjects_of(predicate):
                found.extend((subject, predicate, value) for value in self.objects(subject, predicate))
        for predicate in SHAPE_LIST_PARAMETERS:
            for subject in self.subjects_of(predicate):
                for head in self.objects(subject, predicate):
                    try:
                        found.extend((subject, predicate, value) for value in self.list_items(head))
                    except ShapesError:
                        continue
        return tuple(sorted(found, key=lambda use: (term_key(use[0]), use[1], term_key(use[2]))))

    def is_property_shape(self, shape: Term) -> bool:
        """Tell whether a shape has an ``sh:path``. Source: SHACL 2.3."""
        return SH_PATH in self._objects.get(shape, ())

    def is_deactivated(self, shape: Term) -> bool:
        """Tell whether a shape says ``sh:deactivated true``. Source: SHACL 2.1.6."""
        return any(isinstance(v, Literal) and v.value in _TRUE for v in self.objects(shape, SH_DEACTIVATED))

    def is_implicit_class(self, shape: Term) -> bool:
        """Tell whether a shape is an IRI that is also a class of the shapes graph. Source: SHACL 2.1.3.3."""
        return isinstance(shape, NamedNode) and shape in self._implicit_classes

    @cached_property
    def _implicit_classes(self) -> frozenset[Node]:
        typed = self.instances(SH_NODE_SHAPE) | self.instances(SH_PROPERTY_SHAPE)
        return typed & self.instances(_RDFS_CLASS.value)

    def has_targets(self, shape: Term) -> bool:
        """Tell whether a shape declares a target or is one by being a class. Source: SHACL 2.1.3."""
        declared = self._objects.get(shape, {})
        return any(predicate in declared for predicate in TARGET_PREDICATES) or self.is_implicit_class(shape)

    def owner(self, node: Term) -> NamedNode | None:
        """Give the nearest IRI that leads to a blank node; the node itself when it is an IRI.

        Args:
            node: Any node of the graph.

        Returns:
            The first IRI in a search from the node upwards, smallest first; None when none leads there.
        """
        return self._owners.of(node)

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.triples)

    def name(self, node: Term) -> str:
        """Name a node for a person: its short IRI, or a blank node by its path and the shape it stands in."""
        if not isinstance(node, BlankNode):
            return short_term(node)
        paths = [path for path in self.objects(node, SH_PATH) if isinstance(path, NamedNode)]
        of_path = f" of path {short_term(paths[0])}" if paths else ""
        owner = self.owner(node)
        return f"{node}{of_path} in {short_term(owner)}" if owner is not None else f"{node}{of_path}"

    def place(self, node: Term) -> Place | None:
        """Give the file and lines of a node, else of its owner; None when neither has a place."""
        place = self._places.get(node)
        if place is None and isinstance(node, BlankNode) and (owner := self.owner(node)) is not None:
            place = self._places.get(owner)
        return place

    @cached_property
    def _places(self) -> dict[Term, Place]:
        found: dict[Term, Place] = {}
        for source in self.sources:
            # The reader of data labels the same blank nodes with another letter.
            names = {
                node.value if isinstance(node, NamedNode) else f"_:f{node.value[1:]}": node
                for node, of in self._source_of.items()
                if of is source and isinstance(node, NamedNode | BlankNode)
            }
            found |= {names[name]: place for name, place in locate(source, names.keys()).items()}
        return found

    def error(self, node: Term, fault: str | ShapesError) -> ShapesError:
        """Make the error that says what is wrong with a node, with its name, file and line.

        Args:
            node: The node.
            fault: What is wrong; an error that has its place already is given back as it is.
        """
        if isinstance(fault, ShapesError) and fault.path is not None:
            return fault
        message = fault.message if isinstance(fault, ShapesError) else fault
        text = f"{self.name(node)}: {message}"
        place = self.place(node)
        if place is not None:
            return ShapesError(text, path=place.path, line=place.line, column=place.column)
        owner = self.owner(node)
        source = self._source_of.get(node if owner is None else owner)
        return ShapesError(text, path=None if source is None else source.path)
