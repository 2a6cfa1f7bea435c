"""From the shared options of the command line to the values that the library takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.gate.options import ReadOptions


def read_options(settings: Mapping[str, Any]) -> ReadOptions:
    """Gather how inputs are read.

    Args:
        settings: The parameters of a command, by name.

    Returns:
        The options that the command has; the others keep their defaults.
    """
    from graph_rdf.gate.options import ReadOptions

    names = ("base", "catalog", "embed_limit", "max_body")
    given = {name: settings[name] for name in names if settings.get(name) is not None}
    return ReadOptions(
        ontologies=tuple(settings.get("ontologies", ())), stdin_name=settings.get("stdin_filename"), **given
    )
