"""Write N-Triples and N-Quads: one canonical line a triple, sorted within each subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.export.terms import blocks, chunked

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from graph_rdf.export.terms import AnyTriple, GraphTriples


def write_ntriples(triples: Iterable[AnyTriple], out: BinaryIO) -> None:
    """Write triples as N-Triples.

    Args:
        triples: Grouped by subject; within a subject they are sorted here and written once.
        out: Where the UTF-8 bytes go.

    Raises:
        OSError: The output cannot be written.

    Source: RDF 1.1 N-Triples.
    """
    write_nquads([(None, triples)], out)


def write_nquads(graphs: Iterable[GraphTriples], out: BinaryIO) -> None:
    """Write graphs as N-Quads.

    Args:
        graphs: Name of each graph, in N-Triples form or as a term (None for the default graph), and its
            triples.
        out: Where the UTF-8 bytes go.

    Raises:
        OSError: The output cannot be written.

    Source: RDF 1.1 N-Quads.
    """
    chunked(
        (
            f"{subject} {predicate} {value}{'' if name is None else f' {name}'} .\n"
            for name, triples in graphs
            for subject, rows in blocks(triples)
            for predicate, value in rows
        ),
        out,
    )
