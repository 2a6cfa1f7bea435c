"""Compares the native engine with a peer on many worlds; a difference must be one of a list, with its reason.

The list is `shacl_disagreements.toml`. An entry says how to take its cause out of a world. A difference
counts as explained when both engines agree once the causes are gone: of one entry, or of all that apply
together.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pyoxigraph import BlankNode

from graph_rdf.errors import EngineError
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from tests.shacl_worlds import World

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph_rdf.shacl.protocol import ShaclEngine, ShaclResult

Result: TypeAlias = tuple[str, str, str, str, str, str]
"""Severity, focus node, path when it is a predicate, value, source shape, component; ``-`` for none."""
Outcome: TypeAlias = "frozenset[Result] | str"
"""The results, or why there are none."""

NO_NAME = "[]"
"""Stands for a shape without a name: engines give it names of their own."""


@dataclass(frozen=True)
class Disagreement:
    """One entry of the list.

    Args:
        name: What it is about.
        section: The section of the specification that decides.
        rule: What it says.
        right: ``ours`` or ``theirs``.
        peers: Peer → the components of its results for the case, or ``fails``.
        data: The case.
        shapes: The case.
        ours: The components of our results for the case.
        cause: A pattern of the text that brings it about.
        mend: What to put there to be rid of it.
        fails: What the failure of the peer says; None when it does not fail.
    """

    name: str
    section: str
    rule: str
    right: str
    peers: dict[str, list[str] | str]
    data: str
    shapes: str
    ours: list[str]
    cause: str
    mend: str
    fails: str | None = None

    def world(self) -> World:
        return World(self.data, self.shapes)

    def may_explain(self, world: World, peer: str, outcome: Outcome) -> bool:
        if peer not in self.peers or self.mended(world) == world:
            return False
        return self.fails is None or (isinstance(outcome, str) and self.fails in outcome)

    def mended(self, world: World) -> World:
        return World(
            re.sub(self.cause, self.mend, world.data, flags=re.MULTILINE),
            re.sub(self.cause, self.mend, world.shapes, flags=re.MULTILINE),
        )


def read_disagreements() -> list[Disagreement]:
    text = Path(__file__).with_name("shacl_disagreements.toml").read_text(encoding="utf-8")
    return [Disagreement(**entry) for entry in tomllib.loads(text)["disagreement"]]


def outcome(engine: ShaclEngine, world: World) -> Outcome:
    try:
        run = engine.validate(world.dataset(), world.shapes_graph(), Limits())
    except EngineError as error:
        return error.message
    return frozenset(map(_row, run.results))


def _row(result: ShaclResult) -> Result:
    path = result.result_path or ""
    return (
        str(result.severity),
        str(result.focus_node),
        path if re.fullmatch("<[^>]*>", path) else "-",
        "-" if result.value is None else str(result.value),
        NO_NAME if isinstance(result.source_shape, BlankNode) else str(result.source_shape),
        str(result.component),
    )


def of_ours(worlds: Sequence[World]) -> list[Outcome]:
    return [outcome(NativeEngine(), world) for world in worlds]


def of_pyshacl(worlds: Sequence[World]) -> list[Outcome]:
    return [outcome(PyshaclEngine(), world) for world in worlds]


def components(found: Outcome) -> list[str] | str:
    if isinstance(found, str):
        return "fails"
    return sorted(
        re.split("[#/]", row[-1])[-1].rstrip(">").removesuffix("ConstraintComponent") for row in found
    )


@dataclass(frozen=True)
class Comparison:
    """What a comparison found.

    Args:
        agreed: Worlds with equal results.
        explained: Name of an entry → worlds that it explains, alone or with others.
        unexplained: A text for each of the other worlds.
    """

    agreed: int
    explained: Counter[str]
    unexplained: list[str]


def compare(
    peer: str, run: Callable[[Sequence[World]], list[Outcome]], worlds: Sequence[World]
) -> Comparison:
    """Run both engines on all worlds, then on those that differ, without the causes.

    Args:
        peer: Its name in the list.
        run: Runs it.
        worlds: The worlds.
    """
    entries = read_disagreements()
    ours, theirs = of_ours(worlds), run(worlds)
    trials: list[tuple[int, tuple[Disagreement, ...], World]] = []
    differing = [number for number in range(len(worlds)) if ours[number] != theirs[number]]
    for number in differing:
        fitting = [each for each in entries if each.may_explain(worlds[number], peer, theirs[number])]
        trials += [(number, (each,), each.mended(worlds[number])) for each in fitting]
        if len(fitting) > 1:
            mended = worlds[number]
            for each in fitting:
                mended = each.mended(mended)
            trials.append((number, tuple(fitting), mended))
    mended_worlds = [world for _, _, world in trials]
    pairs = zip(trials, of_ours(mended_worlds), run(mended_worlds), strict=True) if trials else ()
    reasons: dict[int, tuple[Disagreement, ...]] = {}
    for (number, used, _), our_outcome, their_outcome in pairs:
        if our_outcome == their_outcome:
            reasons.setdefault(number, used)
    return Comparison(
        agreed=len(worlds) - len(differing),
        explained=Counter(each.name for used in reasons.values() for each in used),
        unexplained=[
            _shown(worlds[number], ours[number], theirs[number])
            for number in differing
            if number not in reasons
        ],
    )


def _shown(world: World, ours: Outcome, theirs: Outcome) -> str:
    if isinstance(ours, str) or isinstance(theirs, str):
        difference = f"ours: {ours}\ntheirs: {theirs}"
    else:
        difference = f"only ours: {sorted(ours - theirs)}\nonly theirs: {sorted(theirs - ours)}"
    return f"{world.data}\n{world.shapes}\n{difference}"
