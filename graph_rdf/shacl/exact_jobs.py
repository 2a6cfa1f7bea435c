"""Runs users' queries on the embedded store so that they give what SPARQL gives on the terms as written.

Two things of oxigraph stand against that. It rewrites some literals: a job that can meet one runs on a store
that keeps them apart (`written_terms`, `written_queries`). It starts no path of length zero outside of the
data (`zero_paths`). A job can meet a rewritten literal when one of these holds:

1. a term that it starts from is such a literal,
2. its text names one where a term counts, not its value,
3. it names a predicate of which the data has one; or a variable stands for a predicate, or it reads named
   graphs, and the data has one anywhere; or it reads the shapes graph, which has one.

All other jobs run as they are. A job that can meet one and cannot be rewritten runs as it is too, and its
answers say so.

Source: SPARQL 1.1, 18.1.4 and 18.3.1 (patterns match terms), 18.4; RDF 1.1 Concepts, 3.3.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode, Triple

from graph_rdf.dataset.sparql_tokens import tokenize
from graph_rdf.shacl.beyond_store import beyond_store
from graph_rdf.shacl.job_runner import JobRunner
from graph_rdf.shacl.own_names import JOB_GRAPH, OWN
from graph_rdf.shacl.query_reads import query_reads
from graph_rdf.shacl.query_words import NotRewrittenError, literals_of, names_rewritten
from graph_rdf.shacl.stored_literals import is_kept
from graph_rdf.shacl.written_queries import written_query
from graph_rdf.shacl.written_terms import as_written, keep_apart
from graph_rdf.shacl.zero_paths import zero_paths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyoxigraph import Store

    from graph_rdf.shacl.budget import Budget
    from graph_rdf.shacl.sparql_jobs import QueryAnswers, QueryJob
    from graph_rdf.shacl.written_forms import WrittenForms

_COUNTING: Final = ("COUNT", "SUM", "AVG", "GROUP_CONCAT")
"""Aggregates for which it matters how often a solution is found."""


class ExactRunner:
    """Runs jobs over the embedded store, in one child process, or in two when some meet rewritten literals.

    Args:
        store: The data.
        forms: How its literals were written.
        jobs: The jobs, at least one; they start at once.
        shapes: The triples of the shapes graph.
        budget: What the run may spend.
    """

    def __init__(
        self,
        store: Store,
        forms: WrittenForms,
        jobs: Sequence[QueryJob],
        shapes: Sequence[Triple],
        budget: Budget,
    ) -> None:
        self._jobs = jobs
        meeting = _Meeting(forms, shapes)
        prepared = [
            meeting.doubted(_with_doubt(meeting.prepared(_with_zero_paths(job))), job) for job in jobs
        ]
        self._runners: list[JobRunner] = []
        self._places: dict[int, tuple[JobRunner, int]] = {}
        # The child could not wait for what runs beside this process: so all is asked for before it starts.
        changed = _changed([job for job in prepared if job.keeps_apart], forms)
        for keeps_apart in (False, True):
            numbers = [n for n, job in enumerate(prepared) if job.keeps_apart is keeps_apart]
            if not numbers:
                continue
            own = [prepared[number] for number in numbers]
            if keeps_apart:
                apart = [
                    Triple(triple.subject, triple.predicate, keep_apart(triple.object)) for triple in shapes
                ]
                runner = JobRunner(store, own, apart, budget, partial(forms.change, changed))
            else:
                runner = JobRunner(store, own, shapes, budget)
            self._runners.append(runner)
            self._places.update((number, (runner, place)) for place, number in enumerate(numbers))

    def answers(self, number: int) -> QueryAnswers:
        """Wait for the answers of a job, in the terms of the data as written.

        Raises:
            QueryError: The query failed.
            LimitError: Its time budget ran out.
        """
        runner, place = self._places[number]
        found = runner.answers(place)
        if not found.job.keeps_apart:
            return replace(found, job=self._jobs[number])
        rows = [tuple(None if term is None else as_written(term) for term in row) for row in found.answers]
        return replace(found, job=self._jobs[number], answers=rows, as_written=True)

    def close(self) -> None:
        """Stop what still runs."""
        for runner in self._runners:
            runner.close()


def _with_zero_paths(job: QueryJob) -> QueryJob:
    bound = (*(job.names if job.rows is not None else ()), *job.constants)
    return replace(job, zero=zero_paths(job.query, job.prefixes, bound))


def _with_doubt(job: QueryJob) -> QueryJob:
    """Doubt a query that the store may evaluate otherwise than the specification, whatever the literals."""
    words = [token.keyword or token.text for token in tokenize(job.query)]
    if job.doubt:
        return job
    following = list(zip(words, words[1:], words[2:], strict=False))
    if ("IN", "(", ")") in following:
        doubt = "it has IN with an empty list, which the store may take for false when negated"
    elif _has_alternatives(words) and any(
        name in _COUNTING and bracket == "(" and first != "DISTINCT" for name, bracket, first in following
    ):
        doubt = "it counts what a path with | reaches, which the store gives once where two branches meet"
    else:
        return job
    return replace(job, doubt=doubt)


def _has_alternatives(words: Sequence[str]) -> bool:
    """Tell whether a path has branches; ``||`` is two words."""
    return any(
        word == "|" and "|" not in (before, after)
        for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False)
    )


def _changed(jobs: Sequence[QueryJob], forms: WrittenForms) -> frozenset[NamedNode] | None:
    """Give the predicates with rewritten literals that jobs read; None for all, in every graph."""
    if any(_reads_graphs(job) for job in jobs):
        return None
    reads = [query_reads(job.query, job.prefixes, job.constants) for job in jobs]
    if any(each.any_predicate for each in reads):
        return forms.all_rewritten()
    return forms.rewritten(predicate for each in reads for predicate in each.predicates)


def _reads_graphs(job: QueryJob) -> bool:
    """Tell whether a query looks into named graphs, but for the one of its job."""
    tokens = tokenize(job.query)
    named = pairwise(tokens)
    return any(token.keyword == "GRAPH" and name.text != str(JOB_GRAPH) for token, name in named)


class _Meeting:
    """Tells which jobs can meet a literal that the store rewrites, and rewrites those.

    Args:
        forms: How the literals of the data were written.
        shapes: The triples of the shapes graph.
    """

    def __init__(self, forms: WrittenForms, shapes: Sequence[Triple]) -> None:
        self._forms = forms
        self._shapes = shapes

    def prepared(self, job: QueryJob) -> QueryJob:
        """Give the job that runs instead of a job; the same one where that gives the same answers."""
        if not self._can_meet(job):
            return job
        starts = frozenset(NamedNode(OWN + name) for name in _rewritten_starts(job))

        def is_rewritten(predicate: NamedNode) -> bool:
            return predicate in starts or predicate in known

        reads = query_reads(job.query, job.prefixes, job.constants)
        unclear = _reads_graphs(job)
        known = reads.predicates if unclear else self._forms.rewritten(reads.predicates)
        # The forms are those of the default graph: of a named graph they tell nothing.
        datatypes = _unknown if unclear else self._forms.rewritten_datatypes
        try:
            query, meets = written_query(job.query, job.prefixes, is_rewritten, datatypes)
            if not meets:
                return job
            zero = job.zero
            if zero is not None:
                text = zero.query
                text = None if text is None else written_query(text, job.prefixes, is_rewritten).text
                zero = replace(zero, query=text, terms=tuple(keep_apart(term) for term in zero.terms))
        except NotRewrittenError as error:
            example = self._forms.example(known)
            met = "literals" if example is None else f"literals such as {example}"
            return replace(job, doubt=f"it can meet {met} that the store keeps in another form, and {error}")
        return replace(
            job,
            query=query,
            rows=None if job.rows is None else [tuple(map(keep_apart, row)) for row in job.rows],
            constants={name: keep_apart(term) for name, term in job.constants.items()},
            zero=zero,
            keeps_apart=True,
        )

    def doubted(self, prepared: QueryJob, job: QueryJob) -> QueryJob:
        """Doubt a job that can meet a number or a day that the store cannot compute with.

        Args:
            prepared: The job as it will run.
            job: The same as it was asked for, with its terms as written.
        """
        if prepared.doubt:
            return prepared
        starts = [*job.constants.values(), *(term for row in job.rows or () for term in row)]
        named = literals_of(job.query, job.prefixes)
        found = beyond_store([*named, *(term for term in starts if isinstance(term, Literal))])
        if not found:
            reads = query_reads(job.query, job.prefixes, job.constants)
            beyond = self._forms.beyond
            everything = reads.any_predicate or _reads_graphs(job)
            found = [beyond[each] for each in beyond if everything or each in reads.predicates]
        if not found:
            return prepared
        doubt = f"it can meet {min(found, key=str)}, with which the store cannot compute"
        return replace(prepared, doubt=doubt)

    def _can_meet(self, job: QueryJob) -> bool:
        """Tell whether a job can meet such a literal at all, whatever it does with it."""
        if _rewritten_starts(job):
            return True
        if job.needs_shapes and any(_is_rewritten(triple.object) for triple in self._shapes):
            return True
        if names_rewritten(job.query, job.prefixes):
            return True
        reads = query_reads(job.query, job.prefixes, job.constants)
        if reads.any_predicate or _reads_graphs(job):
            return self._forms.has_rewritten
        return bool(self._forms.rewritten(reads.predicates))


def _unknown(_: NamedNode) -> None:
    """Say of no predicate what became of its literals."""


def _rewritten_starts(job: QueryJob) -> set[str]:
    """Give the variables of a job that start from a literal that the store rewrites."""
    found = {name for name, term in job.constants.items() if _is_rewritten(term)}
    for row in job.rows or ():
        found.update(name for name, term in zip(job.names, row, strict=True) if _is_rewritten(term))
    return found


def _is_rewritten(term: object) -> bool:
    return isinstance(term, Literal) and not is_kept(term)
