"""pySHACL as an engine: the second opinion. The only module that calls pySHACL."""

from __future__ import annotations

import logging
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Triple

from graph_rdf.errors import EngineError
from graph_rdf.namespaces import RDF_TYPE, SH
from graph_rdf.shacl.budget import QUERY_SECONDS, Budget
from graph_rdf.shacl.compile import compile_shapes
from graph_rdf.shacl.data_view import DataView
from graph_rdf.shacl.focus_survey import survey_focus
from graph_rdf.shacl.paths import path_expression, read_path
from graph_rdf.shacl.protocol import ShaclResult, ShaclRun, cut_results, result_key
from graph_rdf.shacl.resolved_targets import resolve_targets
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.shacl.targets import survey_targets
from graph_rdf.shacl.terms import term_key
from graph_rdf.shacl.vocabulary import (
    SH_CONSTRAINT_COMPONENT,
    SH_DECLARE,
    SH_MESSAGE,
    SH_NODE_SHAPE,
    SH_NODE_VALIDATOR,
    SH_PREFIXES,
    SH_PROPERTY_SHAPE,
    SH_PROPERTY_VALIDATOR,
    SH_TARGET,
    SH_VALIDATOR,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.dataset import EmbeddedDataset
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.focus_survey import FocusSurvey
    from graph_rdf.shacl.protocol import Limits
    from graph_rdf.shacl.shapes_graph import Node

_VALIDATORS = (SH_VALIDATOR, SH_NODE_VALIDATOR, SH_PROPERTY_VALIDATOR)


class PyshaclEngine:
    """SHACL by pySHACL, in the caller's process: no inference, no imports, no network.

    Of the advanced features it has SPARQL-based targets alone, as all that gets past the lint. It has no time
    and memory budget of its own: pySHACL cannot be stopped from within.
    """

    name = "pyshacl"

    def validate(self, data: EmbeddedDataset, shapes: ShapesGraph, limits: Limits) -> ShaclRun:
        """Validate the default graph of a dataset; see `ShaclEngine.validate`.

        Raises:
            EngineError: pySHACL is not installed, failed, or skipped over a deep recursion.
        """
        by_class = survey_targets(data, shapes)
        survey = _survey_queries(data, shapes, limits) if by_class.by_query else by_class
        report, skipped = _run_pyshacl(data, shapes)
        results = _read_results(report, shapes)
        kept, truncated = cut_results(results, limits)
        return ShaclRun(
            results=kept,
            shapes=len(shapes.shapes),
            shapes_with_targets=survey.shapes_with_targets,
            focus_nodes=survey.focus_nodes,
            constraints_skipped=skipped,
            untargeted=survey.untargeted,
            truncated=truncated,
        )


def _survey_queries(data: EmbeddedDataset, shapes: ShapesGraph, limits: Limits) -> FocusSurvey:
    """Count what the targets matched when some are queries; pySHACL does not tell."""
    view = DataView(data)
    try:
        compiled = resolve_targets(compile_shapes(shapes), view, Budget(limits, QUERY_SECONDS))
        return survey_focus(compiled.shapes.values(), view)
    finally:
        view.close()


def _run_pyshacl(data: EmbeddedDataset, shapes: ShapesGraph) -> tuple[ShapesGraph, int]:
    """Run it; give its report graph and how many constraints it passed over with a mere warning."""
    try:
        import pyshacl
        import rdflib

        from graph_rdf.shacl.rdflib_graph import to_rdflib_graph
        from graph_rdf.shacl.rdflib_terms import from_rdflib
    except ImportError as error:
        raise EngineError(f"the engine pyshacl needs the package pyshacl: {error}") from error
    default = DefaultGraph()
    with _silence() as caught:
        data_graph = to_rdflib_graph(quad.triple for quad in data.quads() if quad.graph_name == default)
        shapes_graph = to_rdflib_graph([*shapes.triples, *_imported_prefixes(shapes), *_types(shapes)])
        try:
            _, report, text = pyshacl.validate(
                data_graph,
                shacl_graph=shapes_graph,
                # Targets are all that the lint lets through of the advanced features.
                advanced=bool(shapes.subjects_of(SH_TARGET)),
                inference="none",
                do_owl_imports=False,
                meta_shacl=False,
                js=False,
                abort_on_first=False,
                # No way through shapes without recursion is longer than their number, others fail loudly.
                max_validation_depth=len(shapes.shapes) + 1,
            )
        except RecursionError as error:
            raise EngineError("pySHACL: the shapes are nested too deep for it") from error
        except Exception as error:  # pySHACL raises almost anything, from its own errors to pyparsing's
            raise EngineError(f"pySHACL: {_one_line(error)}") from error
        if not isinstance(report, rdflib.Graph):
            raise EngineError(f"pySHACL: {_one_line(report if isinstance(report, Exception) else text)}")
        triples = [
            Triple(from_rdflib(s), NamedNode(str(p)), from_rdflib(o))  # type: ignore[arg-type]
            for s, p, o in report
        ]
    return ShapesGraph(triples), len(caught)


def _imported_prefixes(shapes: ShapesGraph) -> Iterator[Triple]:
    """Say of each value of sh:prefixes what its imports declare: pySHACL does not follow owl:imports there.

    Source: SHACL 5.2.1.
    """
    for start in sorted(
        {value for s in shapes.subjects_of(SH_PREFIXES) for value in shapes.objects(s, SH_PREFIXES)},
        key=term_key,
    ):
        if isinstance(start, NamedNode | BlankNode):
            for imported in shapes.imports_of(start):
                for declaration in shapes.objects(imported, SH_DECLARE):
                    yield Triple(start, NamedNode(SH_DECLARE), declaration)


def _types(shapes: ShapesGraph) -> Iterator[Triple]:
    """Say that a shape with a SPARQL-based target is one: pySHACL does not tell by the target.

    Source: SHACL Advanced Features 3: what has a value of sh:target is a shape.
    """
    for shape in shapes.subjects_of(SH_TARGET):
        kind = SH_PROPERTY_SHAPE if shapes.is_property_shape(shape) else SH_NODE_SHAPE
        yield Triple(shape, NamedNode(RDF_TYPE), NamedNode(kind))


def _one_line(error: object) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= _MESSAGE_LENGTH else f"{text[:_MESSAGE_LENGTH]}…"


_MESSAGE_LENGTH = 500


@contextmanager
def _silence() -> Iterator[list[str]]:
    """Keep loggers and warnings quiet; collect what says that a constraint was passed over."""
    skipped: list[str] = []

    class _Skips(logging.Filter):
        def filter(self, record: logging.LogRecord) -> bool:
            if record.name.startswith("pyshacl") and record.levelno >= logging.WARNING:
                skipped.append(record.getMessage())
            return False

    quiet = _Skips()
    loggers = [logging.getLogger(name) for name in ("pyshacl-validate", "pyshacl", "rdflib.term", "rdflib")]
    for logger in loggers:
        logger.addFilter(quiet)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield skipped
            skipped.extend(str(w.message) for w in caught if type(w.message).__module__.startswith("pyshacl"))
    finally:
        for logger in loggers:
            logger.removeFilter(quiet)


def _read_results(report: ShapesGraph, shapes: ShapesGraph) -> list[ShaclResult]:
    results = [
        _read_result(report, node, shapes)
        for root in report.subjects_of(SH + "conforms")
        for node in report.objects(root, SH + "result")
    ]
    return sorted(results, key=result_key)


def _read_result(report: ShapesGraph, node: Term, shapes: ShapesGraph) -> ShaclResult:
    shape = _node(report.value(node, SH + "sourceShape"))
    component = report.value(node, SH + "sourceConstraintComponent")
    focus = report.value(node, SH + "focusNode")
    severity = report.value(node, SH + "resultSeverity")
    if (
        shape is None
        or focus is None
        or not isinstance(component, NamedNode)
        or not isinstance(severity, NamedNode)
    ):
        raise EngineError("pySHACL: a result lacks its focus node, shape, component or severity")
    constraint = _node(report.value(node, SH + "sourceConstraint"))
    path = report.value(node, SH + "resultPath")
    own = _has_message(shapes, shape, component, constraint)
    messages = report.objects(node, SH + "resultMessage") if own else ()
    return ShaclResult(
        focus_node=focus,
        source_shape=shape,
        component=component,
        severity=severity,
        messages=tuple(message for message in messages if isinstance(message, Literal)),
        result_path=None if path is None else path_expression(read_path(report, path)),
        value=report.value(node, SH + "value"),
        source_constraint=constraint,
    )


def _node(term: Term | None) -> Node | None:
    return term if isinstance(term, NamedNode | BlankNode) else None


def _has_message(shapes: ShapesGraph, shape: Node, component: NamedNode, constraint: Node | None) -> bool:
    """Tell whether the shapes graph states a message; pySHACL makes up one of its own where none is."""
    sayers: list[Term] = [shape, *([constraint] if constraint is not None else [])]
    if component in shapes.instances(SH_CONSTRAINT_COMPONENT):
        sayers.append(component)
        sayers += [validator for kind in _VALIDATORS for validator in shapes.objects(component, kind)]
    return any(shapes.objects(sayer, SH_MESSAGE) for sayer in sayers) or _selects_message(shapes, constraint)


def _selects_message(shapes: ShapesGraph, constraint: Node | None) -> bool:
    queries = shapes.objects(constraint, SH + "select") if constraint is not None else ()
    return any("message" in query.value for query in queries if isinstance(query, Literal))
