"""Whatever graph a caller has, as a dataset of ours; the caller's own is never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import rdflib
from pyoxigraph import Dataset, Quad, Store, Triple

from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.errors import InputError
from graph_rdf.interop.rdflib_graphs import from_rdflib

if TYPE_CHECKING:
    from collections.abc import Iterable

    AnyData: TypeAlias = EmbeddedDataset | rdflib.Graph | Store | Dataset | Iterable[Triple | Quad]
else:
    AnyData: TypeAlias = object


def dataset_of(data: AnyData) -> EmbeddedDataset:
    """Copy a graph or dataset.

    Args:
        data: A Graph or Dataset of rdflib, a Store or Dataset of pyoxigraph, triples or quads of it, or a
            dataset of ours.

    Returns:
        A dataset of its own: changing it changes nothing of the caller's.

    Raises:
        DataError: An rdflib graph holds what is no RDF.
        InputError: It is nothing of these.
    """
    if isinstance(data, rdflib.Graph):
        return from_rdflib(data)
    if isinstance(data, EmbeddedDataset):
        return EmbeddedDataset.from_triples(list(data.quads()))
    try:
        items = list(data)
    except TypeError:
        items = [None]
    if not all(isinstance(item, Triple | Quad) for item in items):
        raise InputError(
            f"a {type(data).__name__} is no graph: give an rdflib Graph or Dataset, a pyoxigraph Store or "
            "Dataset, triples or quads"
        )
    return EmbeddedDataset.from_triples(items)
