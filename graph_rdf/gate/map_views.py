"""The views of a map: those that are declared, and the instants at which something changes."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from graph_rdf.evidence import DEFAULT_VIEW, Eligibility, ViewChoice, judge
from graph_rdf.evidence.times import parse_moment
from graph_rdf.report.map_model import ACCEPTED, CONTESTED, NOT_CURRENT, REFUSED, WITHDRAWN, MapView

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from graph_rdf.evidence import Acceptance, World
    from graph_rdf.evidence.times import Moment
    from graph_rdf.gate.judging import Judgement

MAX_INSTANTS: Final = 60
"""Instants that become views of a map, the newest ones; each costs a letter a record."""

MAX_VIEWS: Final = 40
"""Declared views that a map switches between; likewise."""

MAX_OPPONENTS: Final = 20
"""Opponents of one record that a map names."""

_LETTERS: Final = {"not-current": NOT_CURRENT, "withdrawn": WITHDRAWN}


def map_view(acceptance: Acceptance, places: Sequence[int]) -> MapView:
    """Say how the records stand in one view.

    Args:
        acceptance: The records as the caller sees them in this view.
        places: The records of the map, in its order.

    Returns:
        The view; what is refused for its text stays refused in each.
    """
    of_map = {place: number for number, place in enumerate(places)}
    letters: list[str] = []
    proofs: dict[str, int] = {}
    for number, place in enumerate(places):
        if place in acceptance.refused:
            letters.append(REFUSED)
        elif place in acceptance.ineligible:
            letters.append(_LETTERS[acceptance.ineligible[place]])
        else:
            letters.append(CONTESTED if place in acceptance.opponents else ACCEPTED)
        anchors = acceptance.anchors_of(place)
        if place in acceptance.proof and acceptance.proof[place] != anchors[0]:
            proofs[str(number)] = anchors.index(acceptance.proof[place])
    choice = acceptance.eligibility.view
    return MapView(
        id=choice.id if choice.as_of is None else choice.as_of,
        as_of=choice.as_of is not None,
        standing="".join(letters),
        opponents={
            str(of_map[place]): tuple(of_map[other] for other in others[:MAX_OPPONENTS])
            for place, others in acceptance.opponents.items()
        },
        proofs=proofs,
    )


def chosen_views(
    world: World, hidden: AbstractSet[str], asked: Iterable[str | None]
) -> tuple[list[str], int]:
    """Choose the declared views of a map.

    Args:
        world: The columns.
        hidden: The nodes that the caller may not see.
        asked: The nodes of views that must be among them; None is no node.

    Returns:
        Their nodes, sorted by id, at most `MAX_VIEWS` besides those asked for; and the number of the others.
    """
    ordered = sorted(world.views - hidden, key=lambda node: (world.id_of(node), node))
    wanted = {*ordered[:MAX_VIEWS], *(node for node in asked if node is not None)}
    return [node for node in ordered if node in wanted], len(ordered) - len(wanted)


def declared_views(
    judgement: Judgement, scopes: frozenset[str], places: Sequence[int], nodes: Iterable[str]
) -> list[MapView]:
    """Give the default view, then the declared ones in the order of their nodes."""
    world = judgement.world
    choices = [ViewChoice(DEFAULT_VIEW), *(ViewChoice(world.id_of(node), node) for node in nodes)]
    return [map_view(_seen(judgement, choice, scopes), places) for choice in choices]


def instants(
    judgement: Judgement, scopes: frozenset[str], places: Sequence[int], asked: Iterable[str] = ()
) -> tuple[list[MapView], int]:
    """Give the instants at which the standing of a record changes.

    Args:
        judgement: The world and its verdicts.
        scopes: The scopes of the caller; times of what it may not see are no instants.
        places: The records of the map.
        asked: Times that are shown whether something changes then or not.

    Returns:
        The instants in order of time, and the number of earlier ones that were left out.
    """
    times = _times(judgement, scopes)
    kept = dict(sorted(times.items())[-MAX_INSTANTS:])
    left_out = len(times) - len(kept)
    wanted = {moment: time for time in asked if (moment := parse_moment(time)) is not None}
    kept |= wanted
    views: list[MapView] = []
    for moment, time in sorted(kept.items()):
        view = map_view(_seen(judgement, judgement.choice(None, time), scopes), places)
        before = views[-1] if views else None
        is_same = before is not None and (before.standing, before.opponents, before.proofs) == (
            view.standing,
            view.opponents,
            view.proofs,
        )
        if moment in wanted or not is_same:
            views.append(view)
    return views, left_out


def _times(judgement: Judgement, scopes: frozenset[str]) -> dict[Moment, str]:
    """Gather the times of the versions that the caller may see, each moment in one spelling."""
    world = judgement.world
    eligibility = Eligibility(world, judgement.choice(None, None), scopes)
    found: dict[Moment, str] = {}
    for version in sorted(world.document_of.nodes()):
        if version in eligibility.hidden:
            continue
        for time in chain(world.generated.values(version), world.withdrawn.values(version)):
            moment = parse_moment(time)
            if moment is not None:
                found[moment] = min(time, found.get(moment, time))
    return found


def _seen(judgement: Judgement, choice: ViewChoice, scopes: frozenset[str]) -> Acceptance:
    return judge(judgement.verdicts, Eligibility(judgement.world, choice, scopes))
