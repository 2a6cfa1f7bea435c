"""The embedded store, and what any dataset can be asked."""

from graph_rdf.dataset.embedded import EmbeddedDataset
from graph_rdf.dataset.loading import load_sources

__all__ = ["EmbeddedDataset", "load_sources"]
