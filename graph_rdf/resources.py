"""The one door to the shipped files: ontology, shapes, queries and examples."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from graph_rdf.errors import GraphRdfError

FOLDERS = ("ontology", "shapes", "queries", "examples")


def resource_path(*parts: str) -> Path:
    """Find a shipped file or folder.

    Args:
        parts: The path from the top, starting with one of `FOLDERS`.

    Returns:
        An existing path: inside the installed package, else in the source checkout around it.

    Raises:
        GraphRdfError: It stands in neither place; both are named.

    Example:
        >>> resource_path("ontology", "evidence.ttl").name
        'evidence.ttl'
    """
    package = Path(str(files("graph_rdf")))
    places = (package / "_resources", package.parent)
    for place in places:
        found = place.joinpath(*parts)
        if found.exists():
            return found
    looked = " and ".join(str(place.joinpath(*parts)) for place in places)
    raise GraphRdfError(f"shipped file is missing, looked for {looked}; install ttl-check again")


def resource_names(folder: str, suffix: str) -> list[str]:
    """List the shipped files of one folder.

    Args:
        folder: One of `FOLDERS`.
        suffix: How the names end, with the dot.

    Returns:
        The names without the suffix, sorted.

    Raises:
        GraphRdfError: The folder is missing.

    Example:
        >>> "evidence" in resource_names("ontology", ".ttl")
        True
    """
    return sorted(path.name.removesuffix(suffix) for path in resource_path(folder).glob(f"*{suffix}"))
