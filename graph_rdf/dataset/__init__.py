"""The embedded store, and what any dataset can be asked."""

from graph_rdf.dataset.embedded import EmbeddedDataset
from graph_rdf.dataset.loading import load_sources
from graph_rdf.dataset.statements import as_statements

__all__ = ["EmbeddedDataset", "as_statements", "load_sources"]
