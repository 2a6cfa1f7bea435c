"""Seeded worlds of the same shape as the packaged one, as many as asked for, with or without faults.

``python -m benchmarks.worlds 10000 --seed 1 -o DIR`` writes 90,000 relation records.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.drafts import draft_world, records_of
from benchmarks.faults import FAULTS, inject
from graph_rdf.export import write_records
from graph_rdf.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from graph_rdf.records.model import Record


class GeneratedWorld(NamedTuple):
    """One world.

    Args:
        name: Its name, part of every id.
        records: Its records, relations after the catalogue, views last.
        expected: Id of each relation that must be refused → the rule ids, sorted.
        edits: Ids of the relations whose triples `edited` must change before that is true.
    """

    name: str
    records: tuple[Record, ...]
    expected: dict[str, tuple[str, ...]]
    edits: tuple[str, ...] = ()


def generate(
    worlds: int, seed: int = 0, faults: Collection[str] = (), *, tangled: bool = False
) -> Iterator[GeneratedWorld]:
    """Make worlds, one at a time; the same arguments give the same worlds.

    Args:
        worlds: How many.
        seed: World number n of a seed is the same however many are made.
        faults: Rule ids of `benchmarks.faults.FAULTS`; each world gets up to three of them in turn, each in a
            record of its own. None by default: then records 8 and 9 alone are refused.
        tangled: Add relations that make cycles and self loops.

    Returns:
        The worlds.

    Raises:
        KeyError: A rule id has no fault.
    """
    wanted = sorted(set(faults))
    for number in range(worlds):
        draft = draft_world(number, random.Random(f"{seed}:{number}"), tangled=tangled)  # noqa: S311 - no secrets here
        expected: dict[str, tuple[str, ...]] = {
            draft.relations[7].id: ("wrong-bridge",),
            draft.relations[8].id: ("missing-support",),
        }
        turn = [wanted[(3 * number + step) % len(wanted)] for step in range(min(3, len(wanted)))]
        injected = inject(draft, turn)
        expected |= {identifier: (rule,) for identifier, rule in injected.items()}
        edits = tuple(identifier for identifier, rule in injected.items() if rule == "span-disagreement")
        yield GeneratedWorld(draft.name, tuple(records_of(draft)), expected, edits)


def write_worlds(worlds: Iterable[GeneratedWorld], folder: Path) -> Path:
    """Write worlds as one records file, and what is expected of them beside it.

    Args:
        worlds: The worlds; they are taken one at a time.
        folder: Gets ``worlds.records.jsonl`` and ``worlds.expected.json``.

    Returns:
        The records file.
    """
    expected: dict[str, tuple[str, ...]] = {}
    edits: list[str] = []

    def records() -> Iterator[Record]:
        for world in worlds:
            expected.update(world.expected)
            edits.extend(world.edits)
            yield from world.records

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "worlds.records.jsonl"
    with atomic_write(path) as out:
        write_records(records(), out)
    with atomic_write(folder / "worlds.expected.json") as out:
        text = json.dumps({"expected": expected, "edits": edits}, ensure_ascii=False, indent=1)
        out.write(text.encode("utf-8") + b"\n")
    return path


def main(arguments: Sequence[str] | None = None) -> None:
    """Write worlds to a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worlds", description=main.__doc__)
    parser.add_argument("worlds", type=int, help="how many; nine relation records each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--faults", nargs="*", default=None, metavar="RULE", help="rules to break; all when none is named"
    )
    parser.add_argument("--tangled", action="store_true", help="add cycles and self loops")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    given = parser.parse_args(arguments)
    faults = () if given.faults is None else given.faults or tuple(FAULTS)
    unknown = sorted(set(faults) - set(FAULTS))
    if unknown:
        parser.error(f"no fault for {', '.join(unknown)}; there are {', '.join(FAULTS)}")
    print(write_worlds(generate(given.worlds, given.seed, faults, tangled=given.tangled), given.output))


if __name__ == "__main__":
    main()
