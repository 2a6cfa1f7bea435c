"""`validate` where the data lies: shapes and evidence on a server, nothing fetched but what they ask for."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from pyoxigraph import Literal

from graph_rdf.dataset.endpoint_url import shown
from graph_rdf.errors import NothingCheckedError
from graph_rdf.gate.declarations import declaration_findings
from graph_rdf.gate.judging import judge_by_shapes
from graph_rdf.gate.lines import SourceLines
from graph_rdf.gate.ontologies import Ontology, read_ontology
from graph_rdf.gate.reading import EVIDENCE, RECORDS, stated_query
from graph_rdf.gate.record_findings import RecordFindings, record_findings, with_records
from graph_rdf.gate.server import judge_remote, refuse_reifiers
from graph_rdf.gate.shapes import choose_shapes, require_focus_nodes, require_found
from graph_rdf.gate.stopping import engine_limits, run_within
from graph_rdf.gate.unknown_terms import unknown_term_findings
from graph_rdf.gate.validation import NO_SHACL, Part, Validation, joined_report, run_summary
from graph_rdf.ontology import predicate_names, read_predicates
from graph_rdf.shacl.endpoint_engine import EndpointEngine
from graph_rdf.shacl.result_findings import shacl_findings

if TYPE_CHECKING:
    from graph_rdf.dataset.endpoint import EndpointDataset
    from graph_rdf.findings import Finding
    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.gate.server import RemoteGraphs
    from graph_rdf.gate.shapes import ChosenShapes
    from graph_rdf.shacl.protocol import Limits, ShaclRun

_TRIPLES = "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }"
_PUSHED = "CONSTRUCT WHERE { ?s ?p ?o }"


@dataclass(frozen=True, slots=True)
class RemoteData:
    """What of the data on a server decides which shapes run; see `graph_rdf.gate.reading.DataGraph`."""

    dataset: EndpointDataset
    has_evidence: bool
    has_records: bool
    stated: tuple[str, ...]
    triples: int
    empty: tuple[str, ...] = ()
    is_broken: bool = False


def validate_remote(graphs: RemoteGraphs, reading: ReadOptions, options: CheckOptions) -> Validation:
    """Check the data on a server.

    Args:
        graphs: The server and its graphs.
        reading: The catalog of imports, and the ontology files whose declarations may stand in the data.
        options: What to check; the engine is always the one for servers.

    Returns:
        What the same data in files would give, without paths and lines. A text that is not embedded cannot
        be read there, so records that cite one are refused.

    Raises:
        GraphRdfError: It could not be checked, as in `graph_rdf.gate.validate.validate`; or the server
            failed, or cannot answer what a shape asks.
    """
    started = monotonic()
    return run_within(
        lambda: _validate(graphs, reading, options, started),
        seconds=options.max_seconds,
        mebibytes=options.max_memory,
    )


def _validate(
    graphs: RemoteGraphs, reading: ReadOptions, options: CheckOptions, started: float
) -> Validation:
    """Check the data, in the process in which the budget is watched."""
    refuse_reifiers(graphs.data)
    ontology = _ontology(graphs, reading, options)
    data = _survey(graphs, ontology, options)
    shapes = choose_shapes(data, reading, options)
    focus = require_focus_nodes(data, shapes, allow_empty=options.allow_empty)
    run, by_shapes = _run_shapes(data, shapes, engine_limits(options, started))
    found = require_found(shapes, run.untargeted, allow_empty=options.allow_empty)
    findings = list(by_shapes)
    told = RecordFindings()
    if options.evidence and data.has_evidence:
        findings += unknown_term_findings(data.dataset, ontology)
    if options.evidence and data.has_records:
        verified = judge_remote(data.dataset)
        judgement = judge_by_shapes(data, by_shapes) if options.portable else verified
        told = record_findings(judgement, data, options)
        findings = [*with_records(findings, told.names), *told.findings]
    if not (run.focus_nodes or told.verdicts or options.allow_empty):
        raise NothingCheckedError("nothing was checked: no shape matched a node")
    part = Part(
        findings=[*declaration_findings(graphs.data, (), ontology), *findings],
        records=told.verdicts,
        summary=run_summary(0, data.triples, run, told.verdicts),
        shacl=run,
        sources=(),
        shapes=(),
        warnings=(*shapes.warnings, *focus, *found, *run.limits_hit, *run.doubts),
        nodes={name: iri for iri, name in told.names.items()},
    )
    return Validation(
        report=joined_report([part], options, (), SourceLines(()), shown(graphs.whole.url)),
        shacl=run,
        line_of=SourceLines(()),
        warnings=part.warnings,
        nodes=part.nodes,
        inputs=(),
    )


def _ontology(graphs: RemoteGraphs, reading: ReadOptions, options: CheckOptions) -> Ontology:
    """Gather what may declare predicates: the packaged ontology, the user's files, and a pushed one."""
    given = read_ontology(reading.ontologies, packaged=options.evidence)
    if not options.evidence:
        return given
    pushed = frozenset(graphs.ontology.construct(_PUSHED)) if graphs.ontology is not None else frozenset()
    names = dict(predicate_names(read_predicates(graphs.whole)))
    return Ontology(given.sources, (*given.triples, *sorted(pushed, key=str)), names)


def _survey(graphs: RemoteGraphs, ontology: Ontology, options: CheckOptions) -> RemoteData:
    """Find out what the data is, as `graph_rdf.gate.reading.read_data` does for files."""
    data = graphs.data
    return RemoteData(
        dataset=graphs.whole if options.evidence else data,
        has_evidence=data.ask(EVIDENCE),
        has_records=data.ask(RECORDS),
        stated=tuple(iri for iri in sorted(ontology.names.values()) if data.ask(stated_query(iri))),
        triples=_number(data),
    )


def _number(data: EndpointDataset) -> int:
    """Count the triples."""
    cell = next(iter(data.select(_TRIPLES)))[0]
    assert isinstance(cell, Literal)  # noqa: S101 - COUNT gives a number
    return int(cell.value)


def _run_shapes(data: RemoteData, shapes: ChosenShapes, limits: Limits) -> tuple[ShaclRun, list[Finding]]:
    """Run the SHACL engine on the server."""
    if shapes.graph is None:
        return NO_SHACL, []
    run = EndpointEngine().validate(data.dataset, shapes.graph, limits)
    return run, shacl_findings(run, shapes.graph)
