"""The map of a world: what a caller may see of it, in each view and at each instant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from graph_rdf.errors import CertificateError, LimitError
from graph_rdf.evidence import judge
from graph_rdf.evidence.times import parse_moment
from graph_rdf.gate.certifying import derive
from graph_rdf.gate.map_records import MAX_SAID, MapRecords, shortened
from graph_rdf.gate.map_views import chosen_views, declared_views, instants
from graph_rdf.lookup import read_question
from graph_rdf.report.map_model import MapAnswer, MapLookup, MapRefusal, WorldMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph_rdf.evidence import Acceptance, ViewChoice
    from graph_rdf.gate.callers import OpenWorld
    from graph_rdf.gate.certifying import CertifiedLookup
    from graph_rdf.lookup import Question, Replay
    from graph_rdf.report.map_model import MapView

MAX_RECORDS: Final = 20_000
"""Records of one map: a page of about 20 MB, which a browser still opens in seconds."""

MAX_SHOWN: Final = 100
"""Answers and refusals of a lookup that a map shows."""


def map_world(
    opened: OpenWorld,
    name: str,
    view: str | None = None,
    as_of: str | None = None,
    scopes: tuple[str, ...] = (),
    certificate: Mapping[str, Any] | None = None,
    max_records: int = MAX_RECORDS,
) -> WorldMap:
    """Gather the map of a world for a caller.

    Args:
        opened: The world.
        name: What the page is called.
        view: The view that is shown first; the default view, or that of the certificate, when None.
        as_of: A time in place of a view.
        scopes: The scopes of the caller: what they do not permit is not in the map at all.
        certificate: The certificate of a lookup whose path is drawn.
        max_records: Most records that the map may hold.

    Returns:
        The map.

    Raises:
        LimitError: The caller may see more records than that.
        CertificateError: The certificate was made for scopes that the caller does not have.
        UnknownNameError: There is no such view.
        TimeError: The time is none, or a view is named as well.
        DataError: A certificate of this data would hold here only.
    """
    caller = frozenset(scopes)
    judgement = opened.judgement
    question = None if certificate is None else read_question(certificate)
    if question is not None:
        _require_scopes(question.scopes, caller)
        if view is None and as_of is None:
            view, as_of = question.view, question.as_of
    found, certified = (None, None) if certificate is None else derive(certificate, opened)
    if certified is None and found is not None:
        view, as_of = None, None  # its view is not there
    seen = judge(judgement.verdicts, opened.eligibility(view, as_of, caller))
    if len(seen.visible) > max_records:
        raise LimitError(
            f"the map would hold {len(seen.visible):,} records, more than {max_records:,}; "
            "map a part of the world, or give a larger --max-records"
        )
    gathered = MapRecords(opened.data.dataset, seen, opened.bodies())
    choices = [seen.eligibility.view]
    if question is not None and certified is not None:
        choices.append(judgement.choice(question.view, question.as_of))
    nodes, views_left_out = chosen_views(
        judgement.world, seen.eligibility.hidden, [choice.node for choice in choices]
    )
    views = declared_views(judgement, caller, seen.visible, nodes)
    times = [choice.as_of for choice in choices if choice.as_of is not None]
    later, instants_left_out = instants(judgement, caller, seen.visible, times)
    views += later
    lookup = None
    if question is not None and found is not None:
        place = None if certified is None else _place_of(choices[-1], views, nodes)
        lookup = _lookup(question, found, certified, seen, gathered, place)
    return WorldMap(
        name=shortened(name),
        scopes=tuple(sorted(caller)),
        entities=gathered.entities,
        records=gathered.records,
        texts=gathered.texts,
        views=tuple(views),
        selected=_place_of(choices[0], views, nodes),
        views_left_out=views_left_out,
        instants_left_out=instants_left_out,
        lookup=lookup,
    )


def _require_scopes(needed: Iterable[str], caller: frozenset[str]) -> None:
    """Refuse a certificate that could show what the caller may not see."""
    missing = sorted(set(needed) - caller)
    if missing:
        raise CertificateError(
            f"the certificate was made with the scope {missing[0]!r}; give it with --scope to draw its path"
        )


def _place_of(choice: ViewChoice, views: Sequence[MapView], nodes: Sequence[str]) -> int:
    """Find a view of the map; a moment may be listed in another spelling."""
    if choice.as_of is not None:
        moment = parse_moment(choice.as_of)
        return next(n for n, one in enumerate(views) if one.as_of and parse_moment(one.id) == moment)
    return 0 if choice.node is None else 1 + nodes.index(choice.node)


def _lookup(
    question: Question,
    found: Replay,
    certified: CertifiedLookup | None,
    seen: Acceptance,
    gathered: MapRecords,
    view: int | None,
) -> MapLookup:
    """Say what the lookup of a certificate gives here, by places of the map."""
    world = seen.verdicts.world
    records = {world.id_of(world.records[place]): number for number, place in enumerate(seen.visible)}
    names = tuple(shortened(world.name_of_predicate(iri)) for iri in question.path)
    cause = None if found.cause is None else shortened(found.cause, MAX_SAID)
    if certified is None:
        return MapLookup(found.verdict, cause, None, shortened(question.start), names, view, (), ())
    entities = {world.id_of(node): gathered.place_of(node) for node in sorted(world.entities)}
    result = certified.result
    return MapLookup(
        replay=found.verdict,
        cause=cause,
        status=result.status,
        start=shortened(result.start),
        path=names,
        view=view,
        answers=tuple(
            MapAnswer(
                entities[answer.entity],
                tuple(records[step.record] for step in answer.steps),
                answer.other_paths,
            )
            for answer in result.answers[:MAX_SHOWN]
        ),
        refusals=tuple(
            MapRefusal(records[one.record], one.step, one.reason, shortened(one.message, MAX_SAID))
            for one in result.refusals[:MAX_SHOWN]
        ),
        left_out=max(0, len(result.answers) - MAX_SHOWN) + max(0, len(result.refusals) - MAX_SHOWN),
    )
