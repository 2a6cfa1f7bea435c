"""Graphs of the libraries that people already use, in and out, with every term exactly as it is there."""

from graph_rdf.interop.given_data import AnyData, dataset_of
from graph_rdf.interop.rdflib_graphs import from_rdflib, to_rdflib

__all__ = ["AnyData", "dataset_of", "from_rdflib", "to_rdflib"]
