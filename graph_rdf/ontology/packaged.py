"""The packaged T-Box, `ontology/evidence.ttl`, as a source and as triples."""

from __future__ import annotations

from pyoxigraph import RdfFormat, Triple, parse

from graph_rdf.errors import OntologyError
from graph_rdf.resources import resource_path
from graph_rdf.syntax.source import Source

_FILE = ("ontology", "evidence.ttl")


def packaged_ontology_source() -> Source:
    """Read the packaged ontology as a source, to be merged into the data.

    Returns:
        The bytes of the file, under the name that reports print; it needs no base and has no folder.

    Raises:
        GraphRdfError: The file was not shipped.
        OntologyError: The file cannot be read.

    Example:
        >>> packaged_ontology_source().path
        'ontology/evidence.ttl'
    """
    path = resource_path(*_FILE)
    name = "/".join(_FILE)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise OntologyError(
            f"cannot be read: {error.strerror}; install ttl-check again", path=name
        ) from error
    return Source(path=name, data=data, format=RdfFormat.TURTLE)


def packaged_ontology() -> list[Triple]:
    """Parse the packaged ontology.

    Returns:
        Its triples, in the order of the file; there are no blank nodes among them.

    Raises:
        GraphRdfError: The file was not shipped.
        OntologyError: The file is not well-formed Turtle.

    Example:
        >>> len(packaged_ontology()) > 100
        True
    """
    source = packaged_ontology_source()
    try:
        return [quad.triple for quad in parse(source.data, format=source.format)]
    except SyntaxError as error:
        raise OntologyError(f"is damaged: {error.msg}", path=source.path, line=error.lineno) from error
