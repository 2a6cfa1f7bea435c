"""Run each engine in a process of its own, one after the other, in turns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.shacl.outcomes import LOAD, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PEERS = Path(__file__).parent / "peers"
ROOT = Path(__file__).parents[2]

OURS = {"ours": "ours_peer.py", LOAD: "load_peer.py"}
"""Runs in the Python that has the project: engine → script."""

OTHERS = {
    "pySHACL": "pyshacl_peer.py",
    "TopBraid": "topbraid_peer.py",
    "Jena": "jena_peer.py",
    "rudof": "rudof_peer.py",
    "shifty": "shifty_peer.py",
    "shacl-rust": "shacl_rust_peer.py",
    "shacl": "shacl_peer.py",
    "pyshacl-turbo": "pyshacl_turbo_peer.py",
}
"""Runs in the environment of the peers: engine → script."""

GATE = "ours, default gate"


@dataclass(frozen=True, slots=True)
class Engine:
    """How one engine is run.

    Args:
        name: Its name in the table.
        python: The Python that has it.
        script: Its script in ``peers``.
        only: The only task it runs, None for all.
    """

    name: str
    python: Path
    script: str
    only: str | None = None


def engines(peer_python: Path, names: Sequence[str]) -> list[Engine]:
    """Give the engines of a run.

    Args:
        peer_python: The Python of the peers.
        names: The names of the peers that take part.

    Returns:
        Ours first, then the peers in the order of `OTHERS`.
    """
    own = Path(sys.executable)
    ours = [Engine(name, own, script) for name, script in OURS.items()]
    gate = Engine(GATE, own, "gate_peer.py", only="portable")
    return [*ours, gate, *(Engine(n, peer_python, s) for n, s in OTHERS.items() if n in names)]


def run_all(
    taking_part: Sequence[Engine],
    data: Mapping[int, Path],
    shapes: Mapping[str, Path],
    *,
    repeats: int,
    timeout: float,
    jena: Path | None,
) -> Iterator[Outcome]:
    """Run every engine on every task, in turns, each turn starting with another engine.

    An engine that failed or ran out of time on a task is not run again on it, nor on a larger one.

    Args:
        taking_part: The engines.
        data: Number of records → data file.
        shapes: Task → shapes file.
        repeats: How often each runs.
        timeout: The longest time of one run.
        jena: The folder of Jena's jars.

    Returns:
        The outcomes as they come.

    Units: seconds.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JENA_LIB": str(jena or "")}
    gave_up: dict[tuple[str, str], int] = {}
    for records in sorted(data):
        for turn in range(repeats):
            for task in shapes:
                start = turn % len(taking_part)
                for engine in [*taking_part[start:], *taking_part[:start]]:
                    if engine.only not in (None, task):
                        continue
                    given_up = gave_up.get((engine.name, task))
                    if given_up is not None:
                        if given_up != records:
                            failure = f"gave up at {given_up} records"
                            yield Outcome(engine.name, task, records, failure=failure)
                        continue
                    outcome = _run(engine, task, records, data[records], shapes[task], timeout, environment)
                    if outcome.failure:
                        gave_up[engine.name, task] = records
                    yield outcome


def _run(
    engine: Engine,
    task: str,
    records: int,
    data: Path,
    shapes: Path,
    timeout: float,
    environment: Mapping[str, str],
) -> Outcome:
    command = [str(engine.python), str(PEERS / engine.script), str(data), str(shapes)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True
    ) as child:
        try:
            out, errors = child.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, 9)  # a JVM is a child of the child
            child.communicate()
            return Outcome(engine.name, task, records, failure=f"more than {timeout:g} s")
    if child.returncode:
        lines = errors.decode("utf-8", "replace").strip().splitlines()
        return Outcome(engine.name, task, records, failure=lines[-1][:200] if lines else "failed")
    return Outcome(engine.name, task, records, **json.loads(out.splitlines()[-1]))
