"""Compares the native engine with a peer on many worlds; a difference must be one of a list, with its reason.

The list is `shacl_disagreements.toml`. An entry says how to take its cause out of a world, or which mend of
`pyshacl_mends` makes the peer right. A difference counts as explained when both engines agree once the causes
are gone: of one entry, or of all that apply together.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pyoxigraph import BlankNode

from graph_rdf.errors import EngineError
from graph_rdf.namespaces import SH
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from graph_rdf.shacl.vocabulary import SH_MESSAGE
from tests.pyshacl_mends import mended
from tests.shacl_worlds import World

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from graph_rdf.shacl.protocol import ShaclEngine, ShaclResult

Result: TypeAlias = tuple[str, str, str, str, str, str, str]
"""Severity, focus node, path if it is a predicate, value, source shape, messages, component; ``-`` for none.

The messages are those of a named shape that states some, for a component of the core: others are made up.
"""
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
        mend: What to put there to be rid of it; None when only the peer is mended.
        mend_peer: The mend of pySHACL that is rid of it.
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
    mend: str | None = None
    mend_peer: str | None = None
    fails: str | None = None

    def world(self) -> World:
        return World(self.data, self.shapes)

    def may_explain(self, world: World, peer: str, outcome: Outcome) -> bool:
        if peer not in self.peers or not self.is_in(world):
            return False
        return self.fails is None or (isinstance(outcome, str) and self.fails in outcome)

    def is_in(self, world: World) -> bool:
        return any(re.search(self.cause, text, flags=re.MULTILINE) for text in (world.data, world.shapes))

    def mended(self, world: World) -> World:
        if self.mend is None:
            return world
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
    return frozenset(_row(world, result) for result in run.results)


def _row(world: World, result: ShaclResult) -> Result:
    path = result.result_path or ""
    shape = NO_NAME if isinstance(result.source_shape, BlankNode) else str(result.source_shape)
    return (
        str(result.severity),
        str(result.focus_node),
        path if re.fullmatch("<[^>]*>", path) else "-",
        "-" if result.value is None else str(result.value),
        shape,
        stated_messages(world, shape, str(result.component), map(str, result.messages)),
        str(result.component),
    )


def stated_messages(world: World, shape: str, component: str, messages: Iterable[str]) -> str:
    """Give the messages of a result if its shape states them, else ``-``."""
    is_core = component.startswith(f"<{SH}") and component != f"<{SH}SPARQLConstraintComponent>"
    return " ".join(sorted(messages)) if is_core and shape in _with_message(world) else "-"


@cache
def _with_message(world: World) -> frozenset[str]:
    shapes = world.shapes_graph()
    return frozenset(map(str, shapes.subjects_of(SH_MESSAGE)))


def of_ours(worlds: Sequence[World]) -> list[Outcome]:
    return [outcome(NativeEngine(), world) for world in worlds]


def of_pyshacl(worlds: Sequence[World], mends: Collection[str] = ()) -> list[Outcome]:
    with mended(mends):
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


@dataclass(frozen=True)
class _Trial:
    """A world that differs, without the causes of some entries."""

    number: int
    used: tuple[Disagreement, ...]
    world: World

    def mends(self) -> frozenset[str]:
        return frozenset(each.mend_peer for each in self.used if each.mend_peer is not None)


def compare(peer: str, run: Callable[..., list[Outcome]], worlds: Sequence[World]) -> Comparison:
    """Run both engines on all worlds, then on those that differ, without the causes.

    Args:
        peer: Its name in the list.
        run: Runs it on worlds; and with mends, when entries that name it have some.
        worlds: The worlds.
    """
    ours, theirs = of_ours(worlds), run(worlds)
    differing = [number for number in range(len(worlds)) if ours[number] != theirs[number]]
    entries = read_disagreements()
    trials: list[_Trial] = []
    for number in differing:
        fitting = [each for each in entries if each.may_explain(worlds[number], peer, theirs[number])]
        trials += _trials(number, worlds[number], fitting)
    reasons: dict[int, tuple[Disagreement, ...]] = {}
    for mends in sorted({trial.mends() for trial in trials}, key=sorted):
        own = [trial for trial in trials if trial.mends() == mends]
        mended_worlds = [trial.world for trial in own]
        found = run(mended_worlds, mends) if mends else run(mended_worlds)
        for trial, our_outcome, their_outcome in zip(own, of_ours(mended_worlds), found, strict=True):
            known = reasons.get(trial.number)
            if our_outcome == their_outcome and (known is None or len(trial.used) < len(known)):
                reasons[trial.number] = trial.used
    return Comparison(
        agreed=len(worlds) - len(differing),
        explained=Counter(each.name for used in reasons.values() for each in used),
        unexplained=[
            _shown(worlds[number], ours[number], theirs[number])
            for number in differing
            if number not in reasons
        ],
    )


def _trials(number: int, world: World, fitting: Sequence[Disagreement]) -> Iterator[_Trial]:
    """Give the world without the cause of each entry that may explain it, then without all of them."""
    seen: set[tuple[World, str | None]] = set()
    for each in fitting:
        without = each.mended(world)
        if (without, each.mend_peer) not in seen:
            seen.add((without, each.mend_peer))
            yield _Trial(number, (each,), without)
    if len(seen) > 1:
        without = world
        for each in fitting:
            without = each.mended(without)
        yield _Trial(number, tuple(fitting), without)


def _shown(world: World, ours: Outcome, theirs: Outcome) -> str:
    if isinstance(ours, str) or isinstance(theirs, str):
        difference = f"ours: {ours}\ntheirs: {theirs}"
    else:
        difference = f"only ours: {sorted(ours - theirs)}\nonly theirs: {sorted(theirs - ours)}"
    return f"{world.data}\n{world.shapes}\n{difference}"
