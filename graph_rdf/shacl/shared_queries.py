"""Makes one query of several that differ in HAVING alone: their group is then evaluated once.

A rule that ranks what it finds needs a query for each rank, with the same group and the same GROUP BY.
``SELECT ?k { G } GROUP BY ?k HAVING(A)`` and ``SELECT ?k { G } GROUP BY ?k HAVING(B)`` become
``SELECT ?k (IF(A, true, false) AS ?a) (IF(B, true, false) AS ?b) { G } GROUP BY ?k HAVING((A) || (B))``, and
the solutions with a true ``?a`` are those of the first. An error in A leaves ``?a`` without a value, as
HAVING leaves out a group for which it fails; and ``||`` is true when one side is, even if the other fails.
DISTINCT works on all columns, so a query with it stays as it is; so does one with ORDER BY or LIMIT.

Source: SPARQL 1.1, 11.3, 17.2 and 18.2.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pyoxigraph import Literal

from graph_rdf.dataset.sparql_tokens import tokenize
from graph_rdf.errors import EngineError
from graph_rdf.shacl.sparql_jobs import QueryAnswers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph_rdf.dataset.sparql_tokens import Token
    from graph_rdf.shacl.sparql_jobs import QueryJob
    from graph_rdf.shacl.sparql_query import Form

_FLAG: Final = "ttlCheckHaving"
_TRUE: Final = Literal(True)  # noqa: FBT003


class _Split(NamedTuple):
    """A query that is cut at its HAVING clause.

    Args:
        before: The text up to the end of the SELECT clause.
        after: The text from there to HAVING.
        condition: The conditions of HAVING, as one expression.
    """

    before: str
    after: str
    condition: str


@dataclass(frozen=True, slots=True)
class SharedJob:
    """One job that answers for several.

    Args:
        job: What is run.
        members: The jobs that it answers for, as places among those given to `share_jobs`.
    """

    job: QueryJob
    members: tuple[int, ...]

    def answers_of(self, member: int, job: QueryJob, answers: QueryAnswers) -> QueryAnswers:
        """Give the answers of one of the jobs.

        Args:
            member: Its place.
            job: The job itself.
            answers: Those of all of them.

        Returns:
            The solutions for which its condition holds.
        """
        if len(self.members) == 1:
            return answers
        column = answers.variables.index(f"{_FLAG}{self.members.index(member)}")
        kept = [n for n, name in enumerate(answers.variables) if not name.startswith(_FLAG)]
        rows = [tuple(row[n] for n in kept) for row in answers.answers if row[column] == _TRUE]
        return QueryAnswers(job, tuple(answers.variables[n] for n in kept), rows)


def share_jobs(jobs: Sequence[QueryJob]) -> list[SharedJob]:
    """Put jobs together that differ in HAVING alone.

    Args:
        jobs: The jobs.

    Returns:
        What is to be run, in the order of the first members; each job is a member of one of them.
    """
    splits = [_split(job.query) for job in jobs]
    groups: list[list[int]] = []
    for number, (job, split) in enumerate(zip(jobs, splits, strict=True)):
        for members in groups:
            if split is not None and _is_same(split, job, splits[members[0]], jobs[members[0]]):
                members.append(number)
                break
        else:
            groups.append([number])
    return [SharedJob(_joined([jobs[number] for number in members]), tuple(members)) for members in groups]


def _is_same(split: _Split, job: QueryJob, other_split: _Split | None, other: QueryJob) -> bool:
    if other_split is None or split[:2] != other_split[:2]:
        return False
    return replace(job, query="", write=None) == replace(other, query="", write=None)


def _joined(jobs: Sequence[QueryJob]) -> QueryJob:
    first = jobs[0]
    if len(jobs) == 1:
        return first
    writers = [job.write for job in jobs]

    def write(form: Form) -> str:
        # Each form keeps what follows the group, so what can be shared in one can be in all.
        return _shared([writer(form) for writer in writers if writer is not None])

    query = _shared([job.query for job in jobs])
    return replace(first, query=query, write=None if None in writers else write)


def _shared(queries: Sequence[str]) -> str:
    splits = [split for split in map(_split, queries) if split is not None]
    if len(splits) < len(queries):
        raise EngineError("queries that share a group do not in another form")  # a fault of the engine
    flags = "".join(f" (IF({each.condition}, true, false) AS ?{_FLAG}{n})" for n, each in enumerate(splits))
    having = " || ".join(f"({each.condition})" for each in splits)
    return f"{splits[0].before}{flags}{splits[0].after} HAVING({having})"


def _split(query: str) -> _Split | None:
    """Cut a query at its HAVING; None when it has none, or more than the queries that can be put together."""
    tokens = tokenize(query)
    select = next((n for n, token in enumerate(tokens) if token.keyword == "SELECT"), len(tokens))
    group = next((n for n in range(select, len(tokens)) if tokens[n].text == "{"), len(tokens))
    having = max((n for n, token in enumerate(tokens) if token.keyword == "HAVING"), default=0)
    closing = max((n for n, token in enumerate(tokens) if token.text == "}"), default=0)
    if having <= closing or tokens[select + 1].keyword in ("DISTINCT", "REDUCED"):
        return None
    conditions = _bracketed(tokens[having + 1 :], query)
    if not conditions:
        return None
    head_end = tokens[group].start if tokens[group - 1].keyword != "WHERE" else tokens[group - 1].start
    return _Split(
        query[:head_end].rstrip(),
        " " + query[head_end : tokens[having].start].rstrip(),
        " && ".join(conditions),
    )


def _bracketed(tokens: Sequence[Token], query: str) -> list[str]:
    """Give the expressions in brackets that some tokens are; empty when they are anything else."""
    found: list[str] = []
    depth = start = 0
    for number, token in enumerate(tokens):
        if depth == 0:
            if token.text != "(":
                return []
            start = number
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 0:
            found.append(query[tokens[start].start : token.end])
    return found if depth == 0 else []
