"""Write a validation run as provenance: the digests of what it used, its time, and the file."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from graph_rdf import __version__
from graph_rdf.errors import InputError, TimeError
from graph_rdf.evidence.times import parse_moment
from graph_rdf.export import write_trig, write_turtle
from graph_rdf.export.run_provenance import RUN_PREFIXES, Run, Used, run_triples
from graph_rdf.output import atomic_write
from graph_rdf.pipes import is_pipe

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.gate.validation import Validation


def write_run(outcome: Validation, target: Path, time: str | None = None) -> None:
    """Write what a run used and what it found.

    Args:
        outcome: The outcome of `validate`, with the verdicts.
        target: The file; ``.trig`` puts the run into a named graph of its own, any other ending is Turtle.
        time: When the run ended; the clock is read without it.

    Raises:
        TimeError: The time is no xsd:dateTime with a zone.
        InputError: An input is not there any more.
        OutputError: The file cannot be written.
    """
    if time is None:
        time = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    elif parse_moment(time) is None:
        raise TimeError(f"{time!r} is no time with a zone; write it as 2026-01-31T12:00:00Z")
    used = [_used(name, path) for name, path in outcome.inputs]
    run = Run(used, outcome.report.records, outcome.nodes, __version__, time)
    triples = list(run_triples(run))
    with atomic_write(target) as out:
        if target.suffix == ".trig":
            write_trig([(triples[0][0], triples)], out, RUN_PREFIXES)
        else:
            write_turtle(triples, out, RUN_PREFIXES)


def _used(name: str, path: Path | None) -> Used:
    """Digest an input."""
    if path is None:
        raise InputError("standard input cannot be digested for --prov; give a file", path=name)
    if is_pipe(path):
        raise InputError("a pipe cannot be digested for --prov; give a file", path=name)
    digest = sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror}", path=name) from error
    return Used(name, digest.hexdigest())
