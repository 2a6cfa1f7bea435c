"""`graph_rdf.validate`: the gate for programs, on files and on graphs in memory alike."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pyoxigraph import RdfFormat, Triple, serialize

from graph_rdf.errors import InputError
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate as validate_files
from graph_rdf.gate.validate import validate_dataset
from graph_rdf.interop import dataset_of
from graph_rdf.syntax import Source

if TYPE_CHECKING:
    from graph_rdf.gate.validation import Validation
    from graph_rdf.interop import AnyData

    Shapes: TypeAlias = str | Path | AnyData

GRAPH_NAME = "graph"
"""What findings call a graph that is in memory: it has no file."""

SHAPES_NAME = "shapes graph"


def validate(
    data: str | Path | Iterable[str | Path] | AnyData,
    *,
    shapes: Shapes | Iterable[str | Path] = (),
    ontology: str | Path | Iterable[str | Path] = (),
    evidence: bool = True,
    portable: bool = False,
    engine: str | None = None,
    view: str | None = None,
    as_of: str | None = None,
    base: str | None = None,
    catalog: str | Path | None = None,
    allow_empty: bool = False,
    max_results: int | None = None,
    max_per_rule: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    coverage: bool = False,
) -> Validation:
    """Check a graph, or files.

    Args:
        data: An rdflib Graph or Dataset, a pyoxigraph Store or Dataset, triples or quads, or one path or
            several of files and folders (RDF and ``*.records.jsonl``). Named graphs and several files are
            one data graph. A graph is copied, never changed.
        shapes: Shapes of the caller: one path or several, or a graph.
        ontology: Ontology files of the caller.
        evidence: Whether the packaged shapes and the support rules run on what holds relation records.
        portable: Whether ``evidence.ttl`` judges the support in place of the verifier.
        engine: The SHACL engine by name; the native one when absent.
        view: The id of the view in which records can contest each other; the default view when absent.
        as_of: A time that chooses the versions in place of a view.
        base: What relative IRIs of files resolve against, and the id base of records.
        catalog: The folder with copies of what is imported.
        allow_empty: Whether a run that looked at nothing is no error.
        max_results: The largest number of findings kept.
        max_per_rule: The largest number of findings of one rule kept.
        max_seconds: Time budget. With it or `max_memory` the work is done in a forked process, where the
            platform can fork, and stopped whatever runs. Units: seconds.
        max_memory: Memory budget of each process. Units: MiB.
        coverage: Whether to find out what the shapes looked at; see `report.coverage` of the outcome.

    Returns:
        The outcome, with `conforms`, `findings`, `records`, `summary` and `warnings`; `shacl` are the SHACL
        results alone. Findings of a graph in memory have neither path nor line.

    Raises:
        LimitError: A budget was spent, and the run could not end in good order.
        GraphRdfError: It could not be checked: an input cannot be read, the shapes are ill-formed, a name is
            unknown, or nothing would have been checked.

    Example:
        >>> import rdflib
        >>> shapes = rdflib.Graph().parse(format="turtle", data='''
        ...     @prefix ex: <urn:ex:> . @prefix sh: <http://www.w3.org/ns/shacl#> .
        ...     ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .''')
        >>> data = rdflib.Graph().parse(data="<urn:a> a <urn:ex:C> .", format="turtle")
        >>> outcome = validate(data, shapes=shapes)
        >>> outcome.conforms, [finding.focus_node for finding in outcome.findings]
        (False, ['urn:a'])
    """
    reading = ReadOptions(
        ontologies=tuple(map(Path, _paths(ontology))),
        base=base,
        catalog=None if catalog is None else Path(catalog),
    )
    options = CheckOptions(
        shapes=_shapes(shapes),
        evidence=evidence,
        portable=portable,
        engine=engine,
        view=view,
        as_of=as_of,
        allow_empty=allow_empty,
        max_results=max_results,
        max_per_rule=max_per_rule,
        max_seconds=max_seconds,
        max_memory=max_memory,
        coverage=coverage,
    )
    given = data if _is_graph(data) else _listed(data)
    if isinstance(given, list) and all(isinstance(item, str | Path) for item in given):
        if not given:
            raise InputError("there is no path to read")
        return validate_files([str(item) for item in given], reading, options)
    return validate_dataset(dataset_of(given), GRAPH_NAME, reading, options)  # type: ignore[arg-type]


def shapes_source(shapes: AnyData, name: str = SHAPES_NAME) -> Source:
    """Write a shapes graph that is in memory as a source: shapes files and graphs then go the same way."""
    quads = dataset_of(shapes).quads()
    triples = [Triple(quad.subject, quad.predicate, quad.object) for quad in quads]
    data = serialize(triples, format=RdfFormat.N_TRIPLES)
    assert data is not None  # noqa: S101 - None only when an output is given
    return Source(name, data, RdfFormat.N_TRIPLES)


def _shapes(given: Shapes | Iterable[str | Path]) -> tuple[Path | Source, ...]:
    listed = given if _is_graph(given) else _listed(given)
    if isinstance(listed, list) and all(isinstance(item, str | Path) for item in listed):
        return tuple(Path(item) for item in listed)
    return (shapes_source(listed),)  # type: ignore[arg-type]


def _is_graph(given: object) -> bool:
    """A graph is iterable too, but its items need not be looked at."""
    return not isinstance(given, str | Path | list | tuple | set | frozenset) and hasattr(given, "__len__")


def _listed(given: object) -> object:
    if isinstance(given, str | Path):
        return [given]
    return list(given) if isinstance(given, Iterable) else given


def _paths(given: str | Path | Iterable[str | Path]) -> list[str | Path]:
    return [given] if isinstance(given, str | Path) else list(given)
