"""Worlds and servers: push a world that was opened, and open a world where it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode

from graph_rdf.dataset.endpoint import EndpointDataset
from graph_rdf.dataset.statements import REIFIERS_QUERY, reifying_records, stated_triples
from graph_rdf.errors import DataError, EndpointError, NothingCheckedError, QueryError
from graph_rdf.evidence import DEFAULT_VIEW, Eligibility, choose_view, judge, read_world, verify
from graph_rdf.gate.judging import Judgement
from graph_rdf.gate.query_text import variables_of
from graph_rdf.gate.querying import Answer, run_query, written_term
from graph_rdf.gate.reading import RecordGraph, record_profile
from graph_rdf.lookup import accepted_graph
from graph_rdf.namespaces import ID_BASE
from graph_rdf.ontology import predicate_names, read_predicates
from graph_rdf.records import iri_of_id
from graph_rdf.records.identity import percent_encoded
from graph_rdf.servers import (
    NO_SHACL,
    GraphNames,
    GraphStore,
    PushReport,
    ServerUrls,
    contents_of,
    listing_of,
    push,
    urls_of,
)
from graph_rdf.syntax import parse_quads

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from pyoxigraph import Triple

    from graph_rdf.dataset.endpoint_client import Client
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.evidence import World
    from graph_rdf.gate.callers import OpenWorld
    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.gate.querying import Question

PUBLIC: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Which server, and what of it.

    Args:
        endpoint: With a preset the URL that it starts from, else the query URL.
        kind: The name of a preset.
        update: The update URL, in place of that of the preset.
        graph_store: The Graph Store URL, in place of that of the preset.
        graphs: The graphs that queries run over.
        union: Whether queries run over all graphs of the server.
    """

    endpoint: str
    kind: str | None = None
    update: str | None = None
    graph_store: str | None = None
    graphs: tuple[str, ...] = ()
    union: bool = False

    def urls(self) -> ServerUrls:
        """Give the URLs of the services.

        Raises:
            UnknownNameError: There is no such preset.
            EndpointError: A URL is none that can be used.
        """
        preset = urls_of(self.kind, self.endpoint) if self.kind else ServerUrls(self.endpoint)
        return ServerUrls(
            preset.query, self.update or preset.update, self.graph_store or preset.graphs, preset.union
        )

    def require_shacl(self) -> None:
        """Refuse a server that cannot answer what shapes ask.

        Raises:
            EndpointError: It is one of them.
        """
        if self.kind in NO_SHACL:
            raise EndpointError(
                f"data cannot be validated there: {NO_SHACL[self.kind]}; pull it and validate the file"
            )


def push_world(
    opened: OpenWorld,
    store: GraphStore,
    options: ReadOptions,
    progress: Callable[[int, int], None] | None = None,
) -> PushReport:
    """Push a world with its ontology, and the accepted graph of each view for a caller without scopes.

    Args:
        opened: The world.
        store: The server.
        options: How the world was read.
        progress: Told how many triples of how many have been sent.

    Returns:
        What was done.

    Raises:
        DataError: The world has blank nodes.
        EndpointError: The server failed; it holds what it held before.
    """
    base = options.base or ID_BASE
    world, verdicts = opened.judgement.world, opened.judgement.verdicts
    views = [None, *sorted(world.id_of(view) for view in world.views)]
    accepted = [
        accepted_graph(judge(verdicts, Eligibility(world, choose_view(world, view), PUBLIC)), base)
        for view in views
    ]
    triples = _DataTriples(opened, options)
    contents = contents_of(triples, opened.ontology.triples, accepted, GraphNames(base))
    return push(store, contents, progress)


class _DataTriples:
    """The triples of the files alone, without the ontology; they can be iterated again and again.

    Records that are reifiers of RDF 1.2 become statements: servers differ in whether they know triple terms.
    """

    def __init__(self, opened: OpenWorld, options: ReadOptions) -> None:
        self._opened = opened
        self._options = options

    def __iter__(self) -> Iterator[Triple]:
        reifiers = reifying_records(self._written())
        return stated_triples(self._written(), reifiers) if reifiers else self._written()

    def _written(self) -> Iterator[Triple]:
        data = self._opened.data
        for source in data.sources:
            for quad in parse_quads(source):
                yield quad.triple
        if data.records is not None:
            yield from RecordGraph(data.records, record_profile(self._options, self._opened.ontology))


def remote_dataset(options: ServerOptions, client: Client, base: str | None = None) -> EndpointDataset:
    """Choose what queries on a server run over.

    Args:
        options: The server. Graphs that it names count; else, when asked for, the union of all its graphs;
            else the graphs of a world that was pushed there, with its ontology; else its own default graph.
        client: The HTTP client.
        base: The id base of the world.

    Returns:
        The dataset.

    Raises:
        EndpointError: The server fails, or has no union of its graphs that could be asked for.
    """
    return remote_graphs(options, client, base).whole


@dataclass(frozen=True, slots=True)
class RemoteGraphs:
    """What of a server is asked.

    Args:
        whole: The data with its ontology.
        data: The data alone, where a push tells it from the ontology; else the same.
        ontology: The ontology alone; None where nothing tells it from the data.
    """

    whole: EndpointDataset
    data: EndpointDataset
    ontology: EndpointDataset | None = None


def remote_graphs(options: ServerOptions, client: Client, base: str | None = None) -> RemoteGraphs:
    """Choose the graphs of a server; see `remote_dataset`."""
    urls = options.urls()
    plain = EndpointDataset(urls.query, client)
    if options.graphs:
        chosen = plain.over_graphs(options.graphs)
        return RemoteGraphs(chosen, chosen)
    if options.union:
        if urls.union is None:
            raise EndpointError(
                "no parameter is known that makes this server ask all its graphs; name graphs"
            )
        union = EndpointDataset(urls.query, client, parameters=urls.union)
        return RemoteGraphs(union, union)
    names = GraphNames(base or ID_BASE)
    listing = listing_of(GraphStore(urls, client), names) if _is_pushed(plain, names) else None
    if listing is None:
        return RemoteGraphs(plain, plain)
    return RemoteGraphs(
        whole=plain.over_graphs([*listing.data, *listing.ontology]),
        data=plain.over_graphs(listing.data),
        ontology=plain.over_graphs(listing.ontology) if listing.ontology else None,
    )


def accepted_dataset(
    options: ServerOptions, client: Client, view: str | None, base: str | None = None
) -> EndpointDataset:
    """Choose the accepted graph of a view on a server.

    Raises:
        EndpointError: No accepted graph of this view was pushed.
    """
    base = base or ID_BASE
    graph = f"{base}{percent_encoded(view or DEFAULT_VIEW)}#accepted"
    plain = EndpointDataset(options.urls().query, client)
    listing = GraphNames(base).listing
    wanted = {"g": NamedNode(listing), "a": NamedNode(graph)}
    if not plain.ask("ASK { GRAPH ?g { ?a ?p ?o } }", wanted):
        raise EndpointError(f"no accepted graph of the view {view or DEFAULT_VIEW!r} was pushed there")
    return plain.over_graphs([graph])


def _is_pushed(dataset: EndpointDataset, names: GraphNames) -> bool:
    return dataset.ask("ASK { GRAPH ?g { ?g ?p ?o } }", {"g": NamedNode(names.listing)})


@dataclass(frozen=True, slots=True)
class RemoteWorld:
    """A world on a server whose records have been verified; the graph itself was not fetched.

    Args:
        dataset: Where it lies.
        judgement: The verdicts. A body that is not embedded cannot be read there: its records are refused.
    """

    dataset: EndpointDataset
    judgement: Judgement

    def eligibility(self, view: str | None, as_of: str | None, scopes: Iterable[str]) -> Eligibility:
        """Give the view and the permissions of a caller."""
        caller = frozenset(scopes)
        choice = self.judgement.choice(view, as_of, caller)
        return Eligibility(self.judgement.world, choice, caller)


def open_remote(dataset: EndpointDataset) -> RemoteWorld:
    """Verify a world on a server.

    Args:
        dataset: The server and the graphs.

    Returns:
        The world.

    Raises:
        NothingCheckedError: There is no node of the evidence model.
        DataError: Nodes of it are blank nodes, which no two queries to a server can share.
        EndpointError: The server fails.
    """
    judgement = judge_remote(dataset)
    if not any(_nodes(judgement.world)):
        raise NothingCheckedError(
            "nothing of the evidence model is there: push a world, or name its graphs with --graph"
        )
    return RemoteWorld(dataset, judgement)


def refuse_reifiers(dataset: EndpointDataset) -> None:
    """Refuse records in the form of RDF 1.2: what they reify is made statements only where files are read.

    Raises:
        DataError: There are such records.
        EndpointError: The server fails.
    """
    if dataset.ask(REIFIERS_QUERY):
        raise DataError(
            "records there are reifiers of RDF 1.2 (rdf:reifies), which are read from files alone; push their"
            " file with ttl-check, which writes statements of RDF 1.1"
        )


def judge_remote(dataset: EndpointDataset) -> Judgement:
    """Verify the records on a server, if there are any.

    Raises:
        DataError: Nodes of the world are blank nodes, which no two queries to a server can share, or records
            are reifiers.
        EndpointError: The server fails.
    """
    refuse_reifiers(dataset)
    world = read_world(dataset)
    if any(node.startswith("_:") for nodes in _nodes(world) for node in nodes):
        raise DataError("the world on the server has blank nodes, which cannot be followed there; pull it")
    return Judgement(world, verify(world, {}))


def _nodes(world: World) -> tuple[Collection[str], ...]:
    """Give the nodes of the evidence model, by kind."""
    return world.records, world.anchors, world.entities, world.representations, world.views


def ask_server(
    dataset: EndpointDataset, question: Question, settings: Mapping[str, str], base: str | None = None
) -> Answer:
    """Run a query on a server, with what the server lets the caller see.

    Args:
        dataset: The server and the graphs.
        question: The query.
        settings: Variable → value as the user wrote it: an id, a predicate name, ``<IRI>`` or a literal.
        base: The id base.

    Returns:
        The answer; rows in the order of the query, sorted when it has none.

    Raises:
        QueryError: The query is ill-formed, cannot be bound, or names a variable that is not there.
        EndpointError: The server fails.
        DataError: The query is one of ours about records, and the records there are reifiers.
    """
    if question.runs_on == "world":
        refuse_reifiers(dataset)
    names: dict[str, str] | None = None
    bindings: dict[str, Term] = {}
    for name, value in sorted(settings.items()):
        if name not in (set(question.kinds) if question.described else variables_of(question.text)):
            raise QueryError(f"--set {name}: the query has no such parameter")
        if value.startswith(("<", '"')):
            bindings[name] = written_term(name, value)
            continue
        if names is None:
            names = dict(predicate_names(read_predicates(dataset)))
        if question.kinds.get(name) != "id" and value in names:
            bindings[name] = NamedNode(names[value])
        else:
            bindings[name] = NamedNode(iri_of_id(value, base or ID_BASE))
    return run_query(dataset, question.text, bindings)
