"""The constraint components of SHACL Core: one table, one module for each section of SHACL 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.shacl.components.cardinality import CARDINALITY_READERS
from graph_rdf.shacl.components.logical import LOGICAL_READERS
from graph_rdf.shacl.components.other import OTHER_READERS
from graph_rdf.shacl.components.property_pair import PAIR_READERS
from graph_rdf.shacl.components.shape_based import SHAPE_BASED_READERS
from graph_rdf.shacl.components.string_based import STRING_READERS
from graph_rdf.shacl.components.value_range import RANGE_READERS
from graph_rdf.shacl.components.value_type import VALUE_TYPE_READERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graph_rdf.shacl.constraint import Constraint
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

CORE_READERS: Final[dict[str, Callable[[ShapesGraph, Node], Iterable[Constraint]]]] = {
    **VALUE_TYPE_READERS,
    **CARDINALITY_READERS,
    **RANGE_READERS,
    **STRING_READERS,
    **PAIR_READERS,
    **LOGICAL_READERS,
    **SHAPE_BASED_READERS,
    **OTHER_READERS,
}
"""Parameter → how to read the constraints that it makes, in the order of the specification."""
