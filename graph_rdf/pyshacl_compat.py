"""`validate` with the arguments and results of pySHACL 0.40: change one import, keep the rest.

    from graph_rdf.pyshacl_compat import validate

What the native engine has no counterpart for is refused by name; nothing is passed over in silence. What
differs:

- Shapes that would be misread (ill-formed values and lists, recursion) raise `ShapesError`, where pySHACL
  often goes on; unknown parameters are logged.
- Messages that the shapes do not state are worded differently, and there is no ``sh:detail``.
- With `abort_on_first` the report holds the first result in its order, whatever shape it is of.
- rdflib graphs must hold RDF: a literal as subject or a relative IRI raises `DataError`.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import rdflib
from pyoxigraph import Dataset, Literal, RdfFormat, Store, Triple

from graph_rdf.dataset import EmbeddedDataset, load_sources
from graph_rdf.errors import DataError, GraphRdfError, InputError
from graph_rdf.findings import Severity
from graph_rdf.gate.engines import make_engine
from graph_rdf.interop import dataset_of, to_rdflib
from graph_rdf.interop.pyshacl_preparation import INFERENCES, prepared
from graph_rdf.interop.pyshacl_report import Descriptions, report_graph, report_text
from graph_rdf.namespaces import SH
from graph_rdf.shacl.lint import lint_shapes
from graph_rdf.shacl.messages import default_message
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import read_source, source_from_bytes

if TYPE_CHECKING:
    from graph_rdf.shacl.protocol import ShaclRun

__all__ = ["UnsupportedError", "validate"]

_log = logging.getLogger(__name__)

_FORMATS: Final = {
    "json-ld": RdfFormat.JSON_LD,
    "n3": RdfFormat.TURTLE,
    "nquads": RdfFormat.N_QUADS,
    "nt": RdfFormat.N_TRIPLES,
    "trig": RdfFormat.TRIG,
    "ttl": RdfFormat.TURTLE,
    "turtle": RdfFormat.TURTLE,
    "xml": RdfFormat.RDF_XML,
}
"""Format names of rdflib."""

_REFUSED: Final = {
    "advanced": "SHACL Advanced Features are not implemented",
    "check_dash_result": "it is for the test suite of DASH",
    "check_sht_result": "it is for the test suite of the W3C",
    "debug": "use the logger graph_rdf.pyshacl_compat",
    "do_owl_imports": "nothing is fetched; load the imported graphs, or use graph_rdf.validate with catalog",
    "focus_nodes": "the engine checks all focus nodes at once",
    "iterate_rules": "SHACL Rules are not implemented",
    "js": "SHACL-JS is not implemented",
    "max_validation_depth": "the engine has no such limit: recursive shapes are refused, all others end",
    "meta_shacl": "shapes are always checked, and ill-formed ones raise ShapesError",
    "multi_data_graphs_mode": "several data graphs are combined; call once for each to have them apart",
    "sparql_mode": "use ttl-check validate --endpoint",
    "use_shapes": "all shapes are used; give a shapes graph that holds those you want",
}
"""Argument → why it cannot be given; its neutral value can."""

_NEUTRAL: Final[tuple[object, ...]] = (None, False, (), [], "combine", "none")


class UnsupportedError(GraphRdfError):
    """An argument of pySHACL that has no counterpart here."""


def validate(
    data_graph: Any,
    *,
    shacl_graph: Any = None,
    ont_graph: Any = None,
    inference: str | None = None,
    inplace: bool = False,
    abort_on_first: bool = False,
    allow_infos: bool = False,
    allow_warnings: bool = False,
    data_graph_format: str | None = None,
    shacl_graph_format: str | None = None,
    ont_graph_format: str | None = None,
    serialize_report_graph: bool | str = False,
    **others: Any,
) -> tuple[bool, rdflib.Graph | bytes, str]:
    """Validate a data graph, as `pyshacl.validate` does.

    Args:
        data_graph: A graph or dataset of rdflib or pyoxigraph, a path, Turtle text or bytes, an open file, or
            a list of these. It is never changed.
        shacl_graph: Likewise; the data graph itself when absent.
        ont_graph: Likewise; its axioms are mixed into a copy of the data, as pySHACL does.
        inference: ``rdfs``, ``owlrl``, ``both`` or ``none``, done by pySHACL's own code on a copy.
        inplace: Accepted without `inference` and `ont_graph`, where it means nothing.
        abort_on_first: Report the first result alone.
        allow_infos: Whether results of severity sh:Info leave the data conformant.
        allow_warnings: Whether those of sh:Warning and sh:Info do.
        data_graph_format: The format of the data by rdflib's name, where its file name does not tell.
        shacl_graph_format: Likewise.
        ont_graph_format: Likewise.
        serialize_report_graph: Give the report graph as bytes, in Turtle or in the format named.
        **others: Arguments of pySHACL that are refused unless they have their neutral value.

    Returns:
        Whether the data conforms, the report graph, and the report as a text.

    Raises:
        UnsupportedError: An argument has no counterpart.
        TypeError: pySHACL has no such argument either.
        GraphRdfError: An input cannot be read, or the shapes are ill-formed.

    Source: pySHACL 0.40, `pyshacl.validate`.
    """
    abort_on_first = bool(others.pop("abort_on_error", False)) or abort_on_first
    _refuse(others)
    inference = None if inference in (None, "none") else inference
    if inference not in (None, *INFERENCES):
        raise UnsupportedError(f"inference={inference!r}: it must be one of none, {', '.join(INFERENCES)}")
    if inplace and (inference is not None or ont_graph is not None):
        raise UnsupportedError("inplace with inference or ont_graph: the data graph is never changed")
    data = _union(_loaded(data_graph, data_graph_format, "the data graph"))
    shapes_triples = (
        data if shacl_graph is None else _union(_loaded(shacl_graph, shacl_graph_format, "the shapes graph"))
    )
    if ont_graph is not None or inference is not None:
        ontology = (
            None
            if ont_graph is None
            else to_rdflib(_union(_loaded(ont_graph, ont_graph_format, "the ontology")))
        )
        data = _union(dataset_of(prepared(to_rdflib(data), ontology, inference)))
    run, shapes = _run(data, shapes_triples, first_only=abort_on_first)
    allowed = {SH + "Info"} if allow_infos or allow_warnings else set()
    allowed |= {SH + "Warning"} if allow_warnings else set()
    conforms = all(result.severity.value in allowed for result in run.results)
    graph = report_graph(
        run,
        Descriptions(data),
        Descriptions(shapes.triples),
        conforms=conforms,
        prefixes=_prefixes(shacl_graph if shacl_graph is not None else data_graph),
    )
    text = report_text(run, graph, conforms=conforms)
    if serialize_report_graph:
        form = serialize_report_graph if isinstance(serialize_report_graph, str) else "turtle"
        return conforms, graph.serialize(format=form, encoding="utf-8"), text
    return conforms, graph, text


def _run(
    data: list[Triple], shapes_triples: list[Triple], *, first_only: bool
) -> tuple[ShaclRun, ShapesGraph]:
    shapes = ShapesGraph(shapes_triples)
    for warning in lint_shapes(shapes, allow_empty=True):
        _log.warning("%s", warning)
    limits = Limits(max_results=1 if first_only else None)
    run = make_engine().validate(EmbeddedDataset.from_triples(data), shapes, limits)
    results = tuple(
        result if result.messages else replace(result, messages=(Literal(default_message(result, shapes)),))
        for result in run.results
    )
    return replace(run, results=results), shapes


def _refuse(others: dict[str, Any]) -> None:
    for name, value in sorted(others.items()):
        if name not in _REFUSED:
            raise TypeError(f"validate() got an unexpected keyword argument {name!r}")
        if not any(value is neutral or value == neutral for neutral in _NEUTRAL):
            raise UnsupportedError(f"{name}={value!r} is not supported: {_REFUSED[name]}")


def _union(dataset: EmbeddedDataset) -> list[Triple]:
    """All graphs are one data graph, as for pySHACL."""
    return list(dict.fromkeys(quad.triple for quad in dataset.quads()))


def _prefixes(given: Any) -> dict[str, str]:
    if not isinstance(given, rdflib.Graph):
        return {}
    return {prefix: str(namespace) for prefix, namespace in given.namespaces()}


def _loaded(given: Any, form: str | None, what: str) -> EmbeddedDataset:
    """Read what pySHACL would take, but for what is on the network."""
    if isinstance(given, list | tuple) and not all(isinstance(item, Triple) for item in given):
        parts = [_loaded(item, form, what) for item in given]
        return EmbeddedDataset.from_triples([quad for part in parts for quad in part.quads()])
    if isinstance(given, rdflib.Graph | Store | Dataset | EmbeddedDataset | list | tuple):
        return dataset_of(given)
    if form is not None and form not in _FORMATS:
        raise UnsupportedError(f"the format {form!r} is not supported; known: {', '.join(sorted(_FORMATS))}")
    syntax = None if form is None else _FORMATS[form]
    if hasattr(given, "read"):
        given = given.read()
    if isinstance(given, str) and given.lower().startswith(("http:", "https:", "ftp:")):
        raise UnsupportedError(f"{what}: nothing is fetched from the network: {given}")
    if isinstance(given, Path) or (isinstance(given, str) and "\n" not in given and Path(given).exists()):
        source = read_source(Path(given), format=syntax)
    elif isinstance(given, str | bytes):
        text = given.encode() if isinstance(given, str) else given
        source = source_from_bytes(text, name=what, format=syntax or RdfFormat.TURTLE)
    else:
        raise InputError(f"{what}: a {type(given).__name__} is no graph, path or text")
    dataset, findings = load_sources([source], lexical=False)
    faults = [f for f in findings if f.severity is Severity.ERROR]
    if faults:
        problems = [GraphRdfError(f.message, path=f.path, line=f.line, column=f.column) for f in faults]
        raise DataError(str(problems[0]), problems)
    return dataset
