"""`query`: a shipped or own query over what a caller may see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import Literal, NamedNode, RdfFormat, parse

from graph_rdf.dataset import EmbeddedDataset
from graph_rdf.dataset.sparql_tokens import undeclared_prefix
from graph_rdf.errors import InputError, QueryError, UnknownNameError
from graph_rdf.evidence import judge
from graph_rdf.gate.permission import visible_dataset
from graph_rdf.gate.query_text import form_of, is_ordered, variables_of
from graph_rdf.lookup import NO_ONTOLOGY, accepted_graph
from graph_rdf.namespaces import DCTERMS_IDENTIFIER, ID_BASE, PREFIXES
from graph_rdf.ontology import predicate_names
from graph_rdf.pipes import refuse_named_pipe
from graph_rdf.queries import parse_query, shipped_query
from graph_rdf.resources import resource_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyoxigraph import Triple

    from graph_rdf.dataset.protocol import Dataset, Term
    from graph_rdf.evidence import Eligibility
    from graph_rdf.gate.callers import OpenWorld
    from graph_rdf.queries import GraphKind, Query

SUFFIX = ".rq"
_HEADER = re.compile(r"^# Runs on: ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Question:
    """A query and where it runs.

    Args:
        name: The name of the query or of its file.
        text: SPARQL 1.1.
        runs_on: The kind of graph.
        kinds: Parameter → ``id`` or ``predicate``, as far as the header says; else any variable may be set.
        described: Whether a header says which parameters there are.
    """

    name: str
    text: str
    runs_on: GraphKind
    kinds: Mapping[str, str]
    described: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a SELECT; unbound cells are None."""

    variables: tuple[str, ...]
    rows: tuple[tuple[Term | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a query: exactly one of the three is there."""

    table: Table | None = None
    truth: bool | None = None
    triples: tuple[Triple, ...] | None = None


def find_question(name: str) -> Question:
    """Find a query.

    Args:
        name: The name of a shipped query, or a file that ends in ``.rq``.

    Raises:
        UnknownNameError: There is no such query; the nearest names are in the message.
        InputError: The file cannot be read.
        QueryError: Its header is begun and not in the fixed form.
    """
    if not name.endswith(SUFFIX):
        if name not in resource_names("queries", SUFFIX) and (Path(name).is_file() or " " in name):
            message = f"no shipped query; one of your own stands in a file that ends in {SUFFIX}"
            raise InputError(message, path=name)
        return _described(shipped_query(name))
    path = Path(name)
    if not path.exists() and path.name.removesuffix(SUFFIX) not in resource_names("queries", SUFFIX):
        raise InputError("no such file", path=name)
    if not path.exists():
        return _described(shipped_query(path.name.removesuffix(SUFFIX)))
    refuse_named_pipe(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8", path=name) from error
    if _HEADER.search(text):
        return _described(parse_query(path.name.removesuffix(SUFFIX), text), name)
    return Question(name, text, "world", {}, described=False)


def _described(query: Query, name: str | None = None) -> Question:
    kinds = {parameter.name: parameter.kind for parameter in query.parameters}
    return Question(name or query.name, query.text, query.runs_on, kinds, described=True)


def ask_question(
    opened: OpenWorld,
    eligibility: Eligibility,
    question: Question,
    settings: Mapping[str, str],
    base: str | None = None,
) -> Answer:
    """Run a query over what a caller may see.

    A query for the accepted graph runs over the accepted triples of the view alone; every other one over the
    part of the world that the caller may see.

    Args:
        opened: The world.
        eligibility: The view and the permissions of the caller.
        question: The query.
        settings: Variable → value as the user wrote it: an id, a predicate name, ``<IRI>`` or a literal.
        base: The id base.

    Returns:
        The answer; rows in the order of the query, sorted when it has none.

    Raises:
        QueryError: The query is ill-formed or fails.
        UnknownNameError: A setting names a parameter or a node that is not there.
    """
    acceptance = judge(opened.judgement.verdicts, eligibility)
    visible = visible_dataset(opened.data.dataset, acceptance)
    bindings = {
        name: _term(opened, visible, question, name, value) for name, value in sorted(settings.items())
    }
    if question.runs_on == "accepted graph":
        visible = EmbeddedDataset.from_triples(accepted_graph(acceptance, base or ID_BASE).triples)
    try:
        return run_query(visible, question.text, bindings)
    except QueryError as error:
        unknown = undeclared_prefix(question.text)
        if unknown is not None:
            namespace = PREFIXES.get(unknown[0], "…")
            message = (
                f"prefix {unknown[0]}: is not declared; add PREFIX {unknown[0]}: <{namespace}> at the top"
            )
            raise QueryError(message, path=question.name, line=unknown[1]) from error
        raise QueryError(error.message, path=question.name, line=error.line, column=error.column) from error


def run_query(dataset: Dataset, text: str, bindings: Mapping[str, Term]) -> Answer:
    """Run a query of any form on any dataset."""
    form = form_of(text)
    if form == "ASK":
        return Answer(truth=dataset.ask(text, bindings))
    if form in ("CONSTRUCT", "DESCRIBE"):
        return Answer(triples=tuple(sorted(set(dataset.construct(text, bindings)), key=str)))
    solutions = dataset.select(text, bindings)
    # A bound variable is replaced before the query runs, so its own cells come back empty.
    given = [bindings.get(name) for name in solutions.variables]
    rows = [
        tuple(value if value is not None else row[at] for at, value in enumerate(given)) for row in solutions
    ]
    if not is_ordered(text):
        rows.sort(key=_row_key)
    return Answer(table=Table(solutions.variables, tuple(rows)))


def _row_key(row: Iterable[Term | None]) -> tuple[str, ...]:
    return tuple("" if term is None else str(term) for term in row)


def _term(opened: OpenWorld, visible: EmbeddedDataset, question: Question, name: str, value: str) -> Term:
    """Turn a value of the command line into a term; it is never joined into the query."""
    known = set(question.kinds) if question.described else variables_of(question.text)
    if name not in known:
        raise UnknownNameError("parameter", name, known)
    if value.startswith(("<", '"')):
        return written_term(name, value)
    predicates = predicate_names(opened.judgement.world.predicates)
    kind = question.kinds.get(name)
    if kind != "id" and value in predicates:
        return NamedNode(predicates[value])
    if kind == "predicate":
        raise UnknownNameError("predicate", value, predicates, hint=NO_ONTOLOGY)
    return _node_of(visible, value)


def written_term(name: str, value: str) -> Term:
    """Read an IRI or a literal as N-Triples writes it."""
    try:
        quads = list(parse(f"<urn:a> <urn:b> {value} .".encode(), format=RdfFormat.N_TRIPLES))
    except SyntaxError as error:
        raise QueryError(f'--set {name}: {value} is neither an <IRI> nor a "literal"') from error
    if len(quads) != 1:
        raise QueryError(f"--set {name}: {value} is not one term")
    term: Term = quads[0].object
    return term


def _node_of(visible: EmbeddedDataset, value: str) -> NamedNode:
    """Find the node that has an id, among those that the caller may see."""
    query = f"SELECT DISTINCT ?node ?id WHERE {{ ?node <{DCTERMS_IDENTIFIER}> ?id }}"
    nodes = [row[0] for row in visible.select(query, {"id": Literal(value)})]
    found = [node for node in nodes if isinstance(node, NamedNode)]
    if len(found) != 1:
        every = visible.select(f"SELECT DISTINCT ?id WHERE {{ ?node <{DCTERMS_IDENTIFIER}> ?id }}")
        raise UnknownNameError("id", value, [row[0].value for row in every if isinstance(row[0], Literal)])
    return found[0]
