"""Verify records as a stream, held against decoding the JSON lines alone with the same library.

``python -m benchmarks.stream 1000000 --documents 20000`` writes the records to a temporary folder, then runs
both tasks in turn, each in a process of its own, and prints ratio and peak memory.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FAULTY = 1000
"""One record of so many is refused, and one of so many opposed."""

LARGE_WORLD = "large.records.jsonl"


def write_large(records: int, documents: int, folder: Path, seed: int = 0) -> Path:
    """Write a world of many relations in few documents, each record with a clause of its own.

    Args:
        records: How many relations.
        documents: How many documents, each a file of its own.
        folder: Where to write.
        seed: Decides which clauses are wordings and which records are wrong.

    Returns:
        The records file.
    """
    (folder / "bodies").mkdir(parents=True)
    path = folder / LARGE_WORLD
    with path.open("w", encoding="utf-8") as out:
        for row in _rows(records, documents, folder, random.Random(seed)):  # noqa: S311 - no secrets here
            out.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
    return path


def _rows(records: int, documents: int, folder: Path, dice: random.Random) -> Iterator[dict[str, Any]]:
    yield {"kind": "source", "id": "s", "label": "Source"}
    subjects, objects = max(1, records // 20), max(1, records // 50)
    for kind, count in (("p", subjects), ("o", objects)):
        for number in range(count):
            # Every third label has an umlaut, every seventh a character outside of the plane.
            tail = ("ä" if number % 3 == 0 else "") + ("\U0001f33f" if number % 7 == 0 else "")
            yield {
                "kind": "entity",
                "id": f"{kind}:{number}",
                "type": "Project",
                "label": f"{kind.upper()}{number}{tail}",
            }
    written = 0
    for number in range(documents):
        count = records * (number + 1) // documents - written
        lines: list[bytes] = []
        rows: list[dict[str, Any]] = []
        at = 0
        for _ in range(count):
            row, clause = _relation(written, subjects, objects, dice)
            line = f"{clause}.\n".encode()
            span = {"unit": "byte", "start": at, "end": at + len(line) - 2}
            rows.append({**row, "support": [{"span": span, "quote": clause}]})
            lines.append(line)
            at += len(line)
            written += 1
        body = b"".join(lines)
        digest = sha256(body).hexdigest()
        (folder / "bodies" / f"{number}.txt").write_bytes(body)
        document, version = f"d:{number}", f"d:{number}@1"
        yield {"kind": "document", "id": document, "source": "s", "current": version}
        yield {
            "kind": "version",
            "id": version,
            "document": document,
            "version": "1",
            "generated": "2026-01-01T00:00:00Z",
        }
        yield {
            "kind": "representation",
            "id": f"{version}/text",
            "version": version,
            "media_type": "text/plain",
            "path": f"bodies/{number}.txt",
            "sha256": digest,
        }
        for row in rows:
            cited = {
                "representation": f"{version}/text",
                "version": version,
                "document": document,
                "source": "s",
                "sha256": digest,
                **row["support"][0],
            }
            yield {**row, "support": [cited], "confidence": 1.0, "extractor": "generated"}


def _relation(number: int, subjects: int, objects: int, dice: random.Random) -> tuple[dict[str, Any], str]:
    subject, obj = number % subjects, (number // subjects + number) % objects
    predicate = ("operated_by", "contact")[number % 2]
    ids = (f"p:{subject}", f"o:{obj}")
    clause = f"{ids[0]} {predicate} {ids[1]}"
    fate = dice.randrange(FAULTY)
    if fate == 0:
        clause = f"{ids[0]} {predicate} o:nobody"
    elif fate == 1:
        predicate = "not_operated_by"
        clause = f"{ids[0]} {predicate} {ids[1]}"
    row = {
        "kind": "relation",
        "id": f"r:{number}",
        "subject": ids[0],
        "predicate": predicate,
        "object": ids[1],
    }
    return row, clause


def decode(path: Path) -> int:
    """Decode every line, and do nothing with it."""
    loads = json.loads
    count = 0
    with path.open("rb") as lines:
        for line in lines:
            loads(line)
            count += 1
    return count


def verify(path: Path) -> int:
    """Verify every record."""
    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.gate.validate import validate

    outcome = validate([str(path)], ReadOptions(), CheckOptions(stream=True, keep_records=False))
    return outcome.report.summary.records


TASKS = {"decode": decode, "verify": verify}


def measure(task: str, path: Path) -> None:
    """Run one task in this process and print what it took."""
    began, busy = time.perf_counter(), time.process_time()
    count = TASKS[task](path)
    seconds, cpu = time.perf_counter() - began, time.process_time() - busy
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"count": count, "seconds": seconds, "cpu": cpu, "peak": peak}))


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare both tasks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=int, nargs="?", default=100_000)
    parser.add_argument("--documents", type=int, default=None, help="a fiftieth of the records by default")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", choices=sorted(TASKS), help=argparse.SUPPRESS)
    parser.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.measure:
        measure(options.measure, options.path)
        return
    documents = options.documents or max(1, options.records // 50)
    with tempfile.TemporaryDirectory() as folder:
        path = write_large(options.records, documents, Path(folder, "world"))
        print(f"{options.records:,} records, {documents:,} documents, {path.stat().st_size / 1e6:,.0f} MB")
        best: dict[str, dict[str, float]] = {}
        for _ in range(options.rounds):
            for task in TASKS:
                command = [sys.executable, "-m", "benchmarks.stream", "--measure", task, "--path", str(path)]
                done = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
                if task not in best or done["cpu"] < best[task]["cpu"]:
                    best[task] = done
    for task, done in best.items():
        print(f"{task:<7} {done['seconds']:8.2f} s  {done['cpu']:8.2f} s CPU  {done['peak'] / 1e6:6,.0f} MB")
    # On a machine with other work only the CPU time says something.
    ratios = [best["verify"][unit] / best["decode"][unit] for unit in ("seconds", "cpu")]
    print(f"ratio   {ratios[0]:8.2f}    {ratios[1]:8.2f}")


if __name__ == "__main__":
    main()
