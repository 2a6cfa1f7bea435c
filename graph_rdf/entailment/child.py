"""Run an engine in a process of its own, within a budget."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import graph_rdf
from graph_rdf.entailment.engine import Closure, Phase
from graph_rdf.errors import EngineError, LimitError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.entailment.engine import Budget
    from graph_rdf.ntriples import LexicalTriple

_SHOWN: Final = 300
"""Characters of what an engine says that are shown."""


@dataclass(frozen=True, slots=True)
class ChildEngine:
    """An engine that runs in a child process.

    Args:
        name: The engine: its distribution, and the name by which the user asks for it.
        profiles: The profiles that it knows.
        never_fires: The rules that it does not apply → the reason.
    """

    name: str
    profiles: tuple[str, ...]
    never_fires: Mapping[str, str] = field(default_factory=dict)

    def close(self, triples: Iterable[LexicalTriple], profile: str, budget: Budget) -> Closure:
        """Compute the closure; see `EntailmentEngine.close`."""
        if profile not in self.profiles:
            raise EngineError(f"{self.name} does not know the profile {profile}; use --engine owlrl for it")
        installed = self._version()
        asked = {
            "engine": self.name,
            "profile": profile,
            "max_triples": budget.triples,
            "max_bytes": budget.mebibytes << 20,
        }
        given = "".join(f"{s} {p} {o} .\n" for s, p, o in triples)
        header, body = self._run(f"{json.dumps(asked)}\n{given}".encode(), budget)
        if "limit" in header:
            raise LimitError(self._over(header["limit"], budget))
        if "error" in header:
            raise EngineError(f"{self.name} failed: {_one_line(header['error'])}")
        entailed = tuple(sorted(_triple(line) for line in body.decode("utf-8").split("\n") if line))
        return Closure(
            entailed=entailed,
            messages=tuple(header["messages"]),
            kept_out=header["kept_out"],
            version=installed,
            phases=tuple(Phase(*phase) for phase in header["phases"]),
        )

    def _version(self) -> str:
        try:
            return version(self.name)
        except PackageNotFoundError as error:
            message = f"the engine {self.name} is not installed; pip install 'ttl-check[entail]'"
            raise EngineError(message) from error

    def _over(self, what: str, budget: Budget) -> str:
        limits = {
            "triples": f"more than {budget.triples:,} triples (--max-triples)",
            "seconds": f"more than {budget.seconds:g} seconds (--max-seconds)",
            "memory": f"more than {budget.mebibytes:,} MiB of memory (--max-memory)",
        }
        return (
            f"{self.name} was stopped: the closure needs {limits[what]}; nothing was written. "
            "A T-Box that merges or chains everything does this; look at its owl:sameAs, owl:hasKey, "
            "functional and transitive properties and property chains"
        )

    def _run(self, sent: bytes, budget: Budget) -> tuple[dict[str, Any], bytes]:
        root = str(Path(graph_rdf.__file__).parent.parent)
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        # -P: no module is ever taken from the folder in which the user stands.
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "graph_rdf.entailment.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        with process:
            try:
                out, err = process.communicate(sent, timeout=budget.seconds)
            except subprocess.TimeoutExpired:
                raise LimitError(self._over("seconds", budget)) from None
            finally:
                if process.poll() is None:
                    process.kill()
        first, _, body = out.partition(b"\n")
        if process.returncode != 0 or not first:
            said = err.decode("utf-8", errors="backslashreplace")
            if process.returncode < 0 and "memory" in said:
                raise LimitError(self._over("memory", budget))
            raise EngineError(
                f"{self.name} ended with {process.returncode}: {_one_line(said) or 'it says nothing'}"
            )
        header: dict[str, Any] = json.loads(first)
        return header, body


def _triple(line: str) -> LexicalTriple:
    """Split a line that the worker wrote: only its last term may hold a space."""
    subject, predicate, value = line.removesuffix(" .").split(" ", 2)
    return subject, predicate, value


def _one_line(text: str) -> str:
    return " ".join(text.split())[-_SHOWN:]
