"""Which of the terms at the ends of a job's paths of length zero are not in the data; see `zero_paths`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad

from graph_rdf.shacl.own_names import JOB_GRAPH, OUTSIDE, OWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyoxigraph import Store

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.sparql_jobs import QueryJob

_DEFAULT: Final = DefaultGraph()


class OutsideTerms:
    """The terms of a job that its paths start or end at and that no triple of the data has.

    Args:
        store: The data.
        job: The job.
    """

    def __init__(self, store: Store, job: QueryJob) -> None:
        self._job = job
        zero = job.zero
        ends = () if zero is None else zero.names
        fixed = [] if zero is None else list(zero.terms)
        fixed += [job.constants[name] for name in ends if name in job.constants]
        self._places = [job.names.index(name) for name in ends if name in job.names]
        terms = dict.fromkeys([*fixed, *(row[place] for row in job.rows or () for place in self._places)])
        self.found: dict[Term, None] = {term: None for term in terms if not _is_node(store, term)}
        """The terms, each once."""
        self._meets_all = any(term in self.found for term in fixed)

    def is_met_by(self, number: int) -> bool:
        """Tell whether a row of the job has such a term."""
        if self._meets_all:
            return True
        row = self._job.rows[number] if self._job.rows else ()
        return any(row[place] in self.found for place in self._places)

    def quads(self) -> Iterator[Quad]:
        """Write the terms down in the graph of the job."""
        for number, term in enumerate(self.found):
            yield Quad(NamedNode(f"{OWN}outside:{number}"), OUTSIDE, term, JOB_GRAPH)


def _is_node(store: Store, term: Term) -> bool:
    """Tell whether a term is the subject or object of a triple of the default graph."""
    as_object = next(store.quads_for_pattern(None, None, term, _DEFAULT), None)
    if as_object is not None or isinstance(term, Literal):
        return as_object is not None
    if not isinstance(term, NamedNode | BlankNode):
        return False
    return next(store.quads_for_pattern(term, None, None, _DEFAULT), None) is not None
