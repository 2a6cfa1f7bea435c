"""Worlds on SPARQL servers: where services lie, what goes into which named graph, push and pull."""

from graph_rdf.servers.contents import Contents, GraphNames, Listing, contents_of
from graph_rdf.servers.graph_store import GraphStore
from graph_rdf.servers.presets import DIGEST, NO_SHACL, TESTED, ServerUrls, urls_of
from graph_rdf.servers.pull import Comparison, Pulled, compare, listing_of, pull
from graph_rdf.servers.push import PushReport, push

__all__ = [
    "DIGEST",
    "NO_SHACL",
    "TESTED",
    "Comparison",
    "Contents",
    "GraphNames",
    "GraphStore",
    "Listing",
    "Pulled",
    "PushReport",
    "ServerUrls",
    "compare",
    "contents_of",
    "listing_of",
    "pull",
    "push",
    "urls_of",
]
