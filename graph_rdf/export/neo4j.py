"""CSV files that `neo4j-admin database import` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.export.property_graph import EDGE_PROPERTIES, NODE_PROPERTIES
from graph_rdf.export.terms import chunked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from graph_rdf.export.property_graph import PropertyGraph, Value

FILES: Final = ("nodes.csv", "relationships.csv")


def write_neo4j(graph: PropertyGraph, folder: Path) -> None:
    """Write the nodes and the relationships of a property graph.

    A text always stands in double quotes, its own ones doubled, whatever else is in it; an absent value is
    an empty cell without quotes, which is no empty text. Texts may hold line ends: the import needs
    ``--multiline-fields=true``. Labels are words of ours and local names, so that none can hold the ``;``
    that parts them.

    Args:
        graph: The graph.
        folder: A folder that is there.

    Raises:
        OSError: A file cannot be written.
        InputError: A records file changed since it was read.

    Source: Neo4j Operations Manual, "Import", CSV header format.
    """
    nodes, relationships = (folder / name for name in FILES)
    columns = [f"{name}:{kind}" for name, kind in NODE_PROPERTIES.items()]
    _write(
        nodes,
        ["iri:ID", ":LABEL", *columns],
        (
            [node.iri, ";".join(node.labels), *(node.properties.get(name) for name in NODE_PROPERTIES)]
            for node in graph.nodes()
        ),
    )
    columns = [f"{name}:{kind}" for name, kind in EDGE_PROPERTIES.items()]
    _write(
        relationships,
        [":START_ID", ":TYPE", ":END_ID", *columns],
        (
            [edge.start, edge.type, edge.end, *(edge.properties.get(name) for name in EDGE_PROPERTIES)]
            for edge in graph.edges()
        ),
    )


def _write(path: Path, header: list[str], rows: Iterable[list[Value]]) -> None:
    def lines() -> Iterator[str]:
        yield ",".join(header) + "\n"
        for row in rows:
            yield ",".join(map(_cell, row)) + "\n"

    with path.open("wb") as out:
        chunked(lines(), out)


def _cell(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return repr(value)
