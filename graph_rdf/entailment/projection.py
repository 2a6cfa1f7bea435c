"""What is reasoned over: the accepted triples of a view, the types of their entities, and the T-Box.

Never the reified graph: `owl:sameAs` would give one `rdf:object` two values.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from graph_rdf import namespaces as ns
from graph_rdf.ntriples import iri

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyoxigraph import Triple

    from graph_rdf.dataset.protocol import Dataset
    from graph_rdf.evidence import Acceptance
    from graph_rdf.ntriples import LexicalTriple

_TYPES: Final = f"SELECT ?node ?class WHERE {{ ?node a <{ns.EG_ENTITY}> ; a ?class }}"
_TYPE: Final = iri(ns.RDF_TYPE)
_ANNOTATION: Final = f"<{ns.OWL}AnnotationProperty>"
_ANNOTATIONS: Final = frozenset(
    (
        *(f"<{ns.RDFS}{name}>" for name in ("comment", "isDefinedBy", "label", "seeAlso")),
        *(
            f"<{ns.OWL}{name}>"
            for name in (
                "backwardCompatibleWith",
                "deprecated",
                "imports",
                "incompatibleWith",
                "priorVersion",
                "versionIRI",
                "versionInfo",
            )
        ),
    )
)
"""The annotation and ontology properties that OWL 2 has of its own."""


@dataclass(frozen=True, slots=False)
class Projection:
    """The triples that an engine is given.

    Args:
        accepted: Accepted triple → the places of the records that state it; sorted.
        types: The types of the entities of these triples; sorted.
        axioms: The T-Box without its annotations; sorted.
        annotations: How many triples of the T-Box are annotations; they entail nothing and are left out.
        quarantined: How many contested records were left out.
    """

    accepted: Mapping[LexicalTriple, tuple[int, ...]]
    types: tuple[LexicalTriple, ...]
    axioms: tuple[LexicalTriple, ...]
    annotations: int
    quarantined: int

    @cached_property
    def asserted(self) -> tuple[LexicalTriple, ...]:
        """All triples, sorted, each once."""
        return tuple(sorted({*self.accepted, *self.types, *self.axioms}))


def project(
    acceptance: Acceptance, dataset: Dataset, t_box: Iterable[Triple], *, with_contested: bool = False
) -> Projection:
    """Make the projection.

    Args:
        acceptance: The records as the caller sees them in one view.
        dataset: The data, for the types of entities.
        t_box: The triples of the ontology.
        with_contested: Whether contested records count too. They contradict each other, so this is for
            those who want to see an engine find that.

    Returns:
        The projection, the same for the same input.
    """
    used = acceptance.accepted | (acceptance.opponents.keys() if with_contested else frozenset())
    world = acceptance.verdicts.world
    stated: dict[LexicalTriple, list[int]] = defaultdict(list)
    for record in sorted(used):
        node = world.records[record]
        parts = (world.subject.one[node], world.predicate.one[node], world.object.one[node])
        subject, predicate, value = map(written, parts)
        stated[subject, predicate, value].append(record)
    nodes = {node for triple in stated for node in (triple[0], triple[2])}
    types = {(str(row[0]), _TYPE, str(row[1])) for row in dataset.select(_TYPES) if str(row[0]) in nodes}
    axioms, annotations = _axioms(t_box)
    return Projection(
        accepted={triple: tuple(stated[triple]) for triple in sorted(stated)},
        types=tuple(sorted(types)),
        axioms=tuple(sorted(axioms)),
        annotations=annotations,
        quarantined=0 if with_contested else len(acceptance.opponents),
    )


def written(node: str) -> str:
    """Give a node of a world in N-Triples form.

    Example:
        >>> written("https://example.org/a"), written("_:b")
        ('<https://example.org/a>', '_:b')
    """
    return node if node.startswith(("_:", '"')) else iri(node)


def _axioms(t_box: Iterable[Triple]) -> tuple[set[LexicalTriple], int]:
    """Leave out annotations, unless an axiom is about the property that they use."""
    triples = {(str(t.subject), str(t.predicate), str(t.object)) for t in t_box}
    declared = {s for s, p, o in triples if p == _TYPE and o == _ANNOTATION}
    plain = declared | _ANNOTATIONS
    # An axiom about an annotation property makes its triples count, as the RDF-based semantics has it.
    live = {s for s, p, o in triples if s in plain and p not in plain and (p, o) != (_TYPE, _ANNOTATION)}
    axioms = {triple for triple in triples if triple[1] not in plain or triple[1] in live}
    return axioms, len(triples) - len(axioms)
