"""Which shapes a run loads, and that they are fit to be used."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode, RdfFormat

from graph_rdf.errors import NothingCheckedError
from graph_rdf.namespaces import OWL, RDF_TYPE
from graph_rdf.pipes import refuse_named_pipe
from graph_rdf.resources import resource_path
from graph_rdf.shacl.imports import load_imports
from graph_rdf.shacl.lint import lint_shapes
from graph_rdf.shacl.targets import require_focus, survey_targets
from graph_rdf.shacl.vocabulary import SH_TARGET
from graph_rdf.syntax import Source, read_source, with_contexts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.gate.reading import DataGraph
    from graph_rdf.shacl.shapes_graph import ShapesGraph

STRUCTURE, EVIDENCE, RELATIONS, PREFIXES = "structure.ttl", "evidence.ttl", "relations.ttl", "prefixes.ttl"

_ONTOLOGIES = f"SELECT DISTINCT ?ontology WHERE {{ ?ontology <{RDF_TYPE}> <{OWL}Ontology> }}"


@dataclass(frozen=True, slots=True)
class ChosenShapes:
    """The shapes of a run.

    Args:
        graph: The shapes graph, which has passed the lint; None when there is none to run.
        user: The user's shapes files.
        warnings: What the lint has to say about the user's files.
    """

    graph: ShapesGraph | None
    user: tuple[Source, ...]
    warnings: tuple[str, ...]


def packaged_shapes(data: DataGraph, options: CheckOptions) -> tuple[str, ...]:
    """Choose the packaged shapes files for the data.

    Returns:
        Their names; none when the data holds nothing of the evidence model, or the user turned them off.
    """
    if not options.evidence:
        return ()
    names: list[str] = []
    if data.has_evidence:
        names.append(STRUCTURE)
    if data.has_records and options.portable:
        names.append(EVIDENCE)
    if data.stated:
        names.append(RELATIONS)
    return (*names, PREFIXES) if names else ()


def choose_shapes(data: DataGraph, reading: ReadOptions, options: CheckOptions) -> ChosenShapes:
    """Read the shapes of a run and refuse those that would be misread.

    Args:
        data: The data, for what it declares.
        reading: For the catalog of imports.
        options: The user's shapes.

    Returns:
        The shapes.

    Raises:
        InputError: A file cannot be read.
        ShapesError: A shapes file is ill-formed, has unknown terms, or imports what is not there.
        NothingCheckedError: A shapes file holds no shape, or there are no shapes at all.
    """
    for shapes in options.shapes:
        if not isinstance(shapes, Source):
            refuse_named_pipe(shapes)
    user = tuple(
        shapes
        if isinstance(shapes, Source)
        else with_contexts(replace(read_source(shapes), base=reading.base), reading.catalog)
        for shapes in options.shapes
    )
    packaged = [_packaged(name) for name in packaged_shapes(data, options)]
    if not user and not packaged:
        if options.allow_empty or data.is_broken:
            return ChosenShapes(None, (), ("no shape was loaded",) if options.allow_empty else ())
        raise NothingCheckedError(_nothing_to_run(data, options))
    nodes = [row[0] for row in data.dataset.select(_ONTOLOGIES)]
    declared = [node.value for node in nodes if isinstance(node, NamedNode)]
    graph, imports = load_imports([*user, *packaged], catalog=reading.catalog, declared=declared)
    remarks = lint_shapes(graph, imports, allow_empty=options.allow_empty)
    return ChosenShapes(graph, user, tuple(str(remark) for remark in remarks))


def _nothing_to_run(data: DataGraph, options: CheckOptions) -> str:
    """Say why there is nothing to run."""
    if data.empty:
        return f"nothing was checked: {data.empty[0]} holds no triple"
    why = (
        "--no-evidence was given" if not options.evidence else "the data holds no node of the evidence model"
    )
    return (
        f"nothing was checked but the syntax: {why} and there is no shape; "
        "give --shapes FILE, or --allow-empty when the syntax is all that matters"
    )


def evidence_shapes() -> ShapesGraph:
    """Read the packaged shapes that say what the verifier checks."""
    return load_imports([_packaged(EVIDENCE), _packaged(PREFIXES)], catalog=None, declared=())[0]


def require_focus_nodes(data: DataGraph, shapes: ChosenShapes, *, allow_empty: bool) -> tuple[str, ...]:
    """Refuse a run in which no shape, or no shape of one of the user's files, met a node.

    Args:
        data: The data.
        shapes: The shapes of the run.
        allow_empty: Whether that is a warning only.

    Returns:
        A warning for each shape of the user's files that met no node.

    Raises:
        NothingCheckedError: No shape met a node.
    """
    if shapes.graph is None:
        return ()
    own = {source.path for source in shapes.user}
    if not own:
        return ()
    survey = survey_targets(data.dataset, shapes.graph)
    mine = {
        shape
        for shape in survey.counts
        if (source := shapes.graph.source_of(shape)) is not None and source.path in own
    }
    asked = replace(
        survey,
        counts={shape: count for shape, count in survey.counts.items() if shape in mine},
        hints={shape: hint for shape, hint in survey.hints.items() if shape in mine},
        focus_nodes=sum(count for shape, count in survey.counts.items() if shape in mine),
        by_query=survey.by_query & mine,
    )
    return require_focus(asked, shapes.graph, allow_empty=allow_empty)


def require_found(shapes: ChosenShapes, untargeted: Iterable[str], *, allow_empty: bool) -> tuple[str, ...]:
    """Say which shapes with a SPARQL-based target met no node: that is known only after the run.

    Args:
        shapes: The shapes of the run.
        untargeted: The shapes that met no node, as `ShaclRun.untargeted`.
        allow_empty: Whether a file all of whose shapes met no node is a warning only.

    Returns:
        One warning for each, sorted.

    Raises:
        NothingCheckedError: No shape of one of the user's files met a node.
    """
    graph = shapes.graph
    if graph is None:
        return ()
    silent = set(untargeted)
    warnings: list[str] = []
    for source in shapes.user:
        own = [
            shape
            for shape in graph.shapes
            if graph.has_targets(shape)
            and not graph.is_deactivated(shape)
            and graph.source_of(shape) == source
        ]
        left = [
            shape for shape in own if (shape.value if isinstance(shape, NamedNode) else str(shape)) in silent
        ]
        found = [
            f"{source.path}: {graph.name(shape)} matched no node: the query of its target finds none"
            for shape in left
            if graph.objects(shape, SH_TARGET)
        ]
        if found and left == own and not allow_empty:
            why = "; ".join(sorted(found))
            raise NothingCheckedError(
                f"nothing was checked: no shape of {source.path} matched a node ({why})"
            )
        warnings += found
    return tuple(sorted(warnings))


def _packaged(name: str) -> Source:
    """Read a packaged shapes file, under the name that reports print."""
    return Source(f"shapes/{name}", resource_path("shapes", name).read_bytes(), RdfFormat.TURTLE)
