"""GraphML of a property graph, for networkx, Gephi and others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.export.property_graph import EDGE_PROPERTIES, NODE_PROPERTIES
from graph_rdf.export.terms import chunked
from graph_rdf.export.xml_text import xml_attribute, xml_problem, xml_replaced, xml_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import BinaryIO

    from graph_rdf.export.property_graph import Properties, PropertyGraph

_NODE_KEYS: Final = {"labels": "string", **NODE_PROPERTIES}
_EDGE_KEYS: Final = {"type": "string", **EDGE_PROPERTIES}


def write_graphml(graph: PropertyGraph, out: BinaryIO, warn: Callable[[str], None]) -> None:
    """Write a property graph as GraphML.

    Nodes are named by their IRI; their labels stand in ``labels``, parted by ``;``, the type of a
    relationship in ``type``. Relationships have numbers as ids, since two may join the same nodes.

    Args:
        graph: The graph.
        out: Where the UTF-8 bytes go.
        warn: Told how many texts had characters that XML cannot hold; U+FFFD stands in their place.

    Raises:
        OSError: The output cannot be written.
        InputError: A records file changed since it was read.

    Source: The GraphML specification, 1.0, with the attribute types extension.
    """
    chunked(_Writer(graph, warn).pieces(), out)


class _Writer:
    def __init__(self, graph: PropertyGraph, warn: Callable[[str], None]) -> None:
        self._graph = graph
        self._warn = warn
        self._replaced = 0

    def pieces(self) -> Iterator[str]:
        yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
        for owner, keys in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
            for name, kind in keys.items():
                key = f'id="{owner[0]}_{name}" for="{owner}" attr.name="{name}" attr.type="{kind}"'
                yield f"  <key {key}/>\n"
        yield '  <graph id="evidence" edgedefault="directed">\n'
        for node in self._graph.nodes():
            yield f'    <node id="{xml_attribute(node.iri)}">\n'
            yield from self._data("n", _NODE_KEYS, {"labels": ";".join(node.labels), **node.properties})
            yield "    </node>\n"
        for number, edge in enumerate(self._graph.edges()):
            ends = f'source="{xml_attribute(edge.start)}" target="{xml_attribute(edge.end)}"'
            yield f'    <edge id="e{number}" {ends}>\n'
            yield from self._data("e", _EDGE_KEYS, {"type": edge.type, **edge.properties})
            yield "    </edge>\n"
        yield "  </graph>\n</graphml>\n"
        if self._replaced:
            count = f"{self._replaced} text{'s' * (self._replaced > 1)}"
            self._warn(f"{count} had characters that XML cannot hold: U+FFFD stands in their place")

    def _data(self, owner: str, keys: Mapping[str, str], properties: Properties) -> Iterator[str]:
        for name in keys:
            value = properties.get(name)
            if value is None:
                continue
            text = value if isinstance(value, str) else repr(value)
            if xml_problem(text) is not None:
                self._replaced += 1
                text = xml_replaced(text)
            yield f'      <data key="{owner}_{name}">{xml_text(text)}</data>\n'
