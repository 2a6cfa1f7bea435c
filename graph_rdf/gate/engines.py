"""The SHACL engines by name; to add one is one line here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from graph_rdf.errors import EngineError, UnknownNameError

if TYPE_CHECKING:
    from graph_rdf.shacl.protocol import ShaclEngine

ENGINES = {
    "native": ("graph_rdf.shacl.native_engine", "NativeEngine"),
    "pyshacl": ("graph_rdf.shacl.pyshacl_engine", "PyshaclEngine"),
}
"""Name → module and class; the first is the default. They are imported when they are used."""

DEFAULT_ENGINE = next(iter(ENGINES))


def make_engine(name: str | None = None) -> ShaclEngine:
    """Make a SHACL engine.

    Args:
        name: One of `ENGINES`; the default when None.

    Returns:
        The engine.

    Raises:
        UnknownNameError: There is no engine of that name.
        EngineError: A library that it needs is not installed.
    """
    chosen = name or DEFAULT_ENGINE
    if chosen not in ENGINES:
        raise UnknownNameError("engine", chosen, ENGINES)
    module, class_name = ENGINES[chosen]
    try:
        engine: ShaclEngine = getattr(import_module(module), class_name)()
    except ImportError as error:
        raise EngineError(
            f"the engine {chosen!r} needs a library that is not installed: {error.name}"
        ) from error
    return engine
