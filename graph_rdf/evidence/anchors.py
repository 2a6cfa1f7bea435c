"""The checks of one anchor, in order: claims, body, digest, span, quote, boundaries, clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.evidence.boundaries import ends_clause, starts_clause
from graph_rdf.evidence.clauses import clause_of
from graph_rdf.evidence.origin import origin_of
from graph_rdf.evidence.quotes import quote_difference, shown
from graph_rdf.evidence.rules import Failure
from graph_rdf.evidence.spans import Span, locate_spans
from graph_rdf.evidence.text import NoBody

if TYPE_CHECKING:
    from graph_rdf.evidence.clauses import ClauseReader
    from graph_rdf.evidence.column import Column
    from graph_rdf.evidence.columns import World
    from graph_rdf.evidence.text import Bodies, Body


class AnchorChecker:
    """Checks anchors, rule by rule.

    Args:
        world: The columns.
        bodies: The bodies.
        clauses: The reader of clauses.
    """

    def __init__(self, world: World, bodies: Bodies, clauses: ClauseReader) -> None:
        self._world = world
        self._bodies = bodies
        self._clauses = clauses
        self._claims = (
            ("version", world.cites_version),
            ("document", world.cites_document),
            ("source", world.cites_source),
        )

    def check(self, anchor: str, subject: str, predicate: str, obj: str) -> Failure | None:
        """Return the first failed check of an anchor for a triple, or None when it supports the triple."""
        world = self._world
        representation = world.source.one.get(anchor)
        if representation is None or representation not in world.representations:
            return self._no_representation(anchor)
        failure = self._check_claims(anchor, representation)
        if failure is not None:
            return failure
        body = self._bodies.body_of(representation)
        if isinstance(body, NoBody):
            name = world.id_of(representation)
            return Failure("body-unavailable", f"the body of {name!r} cannot be checked: {body.message}")
        failure = self._check_digest(anchor, representation, body)
        if failure is not None:
            return failure
        spans = locate_spans(world, anchor, body)
        if isinstance(spans, Failure):
            return spans
        return self._check_text(anchor, body, spans) or self._check_clause(
            body.text[spans[0].start : spans[0].end], subject, predicate, obj
        )

    def _no_representation(self, anchor: str) -> Failure:
        sources = self._world.source.values(anchor)
        if not sources:
            message = "the anchor names no representation (oa:hasSource)"
        elif len(sources) > 1:
            message = f"the anchor names {len(sources)} representations (oa:hasSource), not one"
        else:
            message = f"{self._world.id_of(sources[0])!r} is not a declared representation"
        return Failure("body-unavailable", message)

    def _check_claims(self, anchor: str, representation: str) -> Failure | None:
        origin = origin_of(self._world, representation)
        for (role, column), actual in zip(self._claims, origin, strict=True):
            claimed = column.one.get(anchor)
            # Several claims of one kind cannot all be right.
            if claimed != actual if claimed is not None else anchor in column.many:
                return self._claim_failure(anchor, role, column, actual)
        return None

    def _claim_failure(self, anchor: str, role: str, column: Column[str], actual: str | None) -> Failure:
        name = self._world.id_of
        claims = " and ".join(repr(name(value)) for value in column.values(anchor)[:3])
        truth = repr(name(actual)) if actual is not None else "not exactly one"
        return Failure(
            "anchor-mismatch", f"the anchor claims {role} {claims}; that of its representation is {truth}"
        )

    def _check_digest(self, anchor: str, representation: str, body: Body) -> Failure | None:
        column, digest = self._world.sha256, body.digest
        own, given = column.one.get(anchor), column.one.get(representation)
        if own == digest and given == digest:
            return None
        for holder, node in (("anchor", anchor), ("representation", representation)):
            if not column.values(node):
                return Failure(
                    "missing-digest",
                    f"the {holder} has no digest (eg:sha256), so its text may have changed; "
                    f"that of the body is {digest}",
                )
        for holder, node in (("anchor", anchor), ("representation", representation)):
            for value in column.values(node):
                if value != digest:
                    return Failure(
                        "digest-mismatch",
                        f"the digest of the {holder} is {shown(value, 64)}, that of the body is {digest}; "
                        "the body has changed, so read it again and make a new anchor",
                    )
        return None

    def _check_text(self, anchor: str, body: Body, spans: tuple[Span, ...]) -> Failure | None:
        text = body.text
        found = text[spans[0].start : spans[0].end]
        quote = self._world.exact.one.get(anchor)
        quotes = (quote,) if quote is not None else self._world.exact.many.get(anchor)
        if quotes is None:
            return Failure(
                "missing-quote", "the anchor has no quote (oa:exact), so nothing says what to expect there"
            )
        for quote in quotes:
            if quote != found:
                return Failure("quote-mismatch", quote_difference(quote, found))
        for start, end in spans:
            if not starts_clause(text, start):
                return Failure(
                    "clause-truncated",
                    f"the quote starts inside a word, after {shown(text[max(0, start - 12) : start])}",
                )
            if not ends_clause(text, end):
                return Failure(
                    "clause-truncated",
                    f"the quote ends inside a word, before {shown(text[end : end + 12])}",
                )
        return None

    def _check_clause(self, quote: str, subject: str, predicate: str, obj: str) -> Failure | None:
        clause = clause_of(quote)
        if self._clauses.states(clause, subject, predicate, obj):
            return None
        readings = self._clauses.read(clause)
        triple = self._triple(subject, predicate, obj)
        if readings.clear:
            stated = self._triple(*readings.clear[0])
            more = f" (and {len(readings.clear) - 1} more)" if len(readings.clear) > 1 else ""
            return Failure("wrong-bridge", f"the text states {stated}{more}, not the record's own {triple}")
        if readings.ambiguous:
            left, _, right = readings.ambiguous[0]
            names = self._clauses.shared_names(left, right)
            return Failure(
                "ambiguous-label",
                f"{names} is borne by several entities, so the text does not say which; cite text with ids",
            )
        unknown = self._clauses.unknown_names(clause, predicate)
        return Failure(
            "unlicensed-clause",
            f"{shown(clause)} is no clause of a declared predicate about declared entities"
            f"{'; ' if unknown else ''}{unknown}",
        )

    def _triple(self, subject: str, predicate: str, obj: str) -> str:
        world = self._world
        return shown(f"{world.id_of(subject)} {world.name_of_predicate(predicate)} {world.id_of(obj)}", 160)
