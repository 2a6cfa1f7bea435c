"""Evidence graphs: an edge counts only when a span of a stated document version says exactly that triple."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph_rdf.gate.library import validate
    from graph_rdf.interop import from_rdflib, to_rdflib

try:
    __version__ = version("ttl-check")
except PackageNotFoundError:  # a checkout that was never installed
    __version__ = "0+unknown"

__all__ = ["__version__", "from_rdflib", "to_rdflib", "validate"]

_LAZY = {
    "from_rdflib": "graph_rdf.interop",
    "to_rdflib": "graph_rdf.interop",
    "validate": "graph_rdf.gate.library",
}
"""Name → module. They are imported when they are used, so that `import graph_rdf` stays quick."""


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
