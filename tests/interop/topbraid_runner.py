"""Builds and runs the small Java program in `topbraid/`; the libraries come from Maven Central, once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyoxigraph import RdfFormat, parse

from tests.interop.java_project import CannotRunError, JavaProject, jdks
from tests.shacl_peers import NO_NAME, Outcome, Result, stated_messages
from tests.shacl_worlds import PREFIXES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.shacl_worlds import World

PROJECT = Path(__file__).parent / "topbraid"
OLDEST_JAVA = 17


@dataclass(frozen=True, slots=True)
class TopBraid:
    """TopBraid SHACL and the JDK that runs it.

    Args:
        project: The program.
        folder: Where cases and results go.
    """

    project: JavaProject
    folder: Path

    @classmethod
    def build(cls, folder: Path) -> TopBraid:
        """Compile the program with the oldest JDK that can.

        Raises:
            CannotRunError: There is none, or no Maven.
        """
        fitting = sorted((java, home) for java, home in jdks() if java >= OLDEST_JAVA)
        if not fitting:
            raise CannotRunError(f"no JDK of {OLDEST_JAVA} or newer was found")
        project = JavaProject(PROJECT, "topbraid", fitting[0][1], ())
        project.build()
        return cls(project, folder)

    def outcomes(self, worlds: Sequence[World]) -> list[Outcome]:
        """Validate all worlds in one JVM."""
        cases, results = self.folder / "cases.json", self.folder / "results.json"
        cases.write_text(
            json.dumps([{"data": PREFIXES + w.data, "shapes": PREFIXES + w.shapes} for w in worlds]),
            encoding="utf-8",
        )
        assert self.project.run("ttlcheck.TopBraidRunner", cases, results) == f"did {len(worlds)} cases"
        entries = json.loads(results.read_text(encoding="utf-8"))
        return [_outcome(world, entry) for world, entry in zip(worlds, entries, strict=True)]


def _outcome(world: World, entry: Any) -> Outcome:
    return entry if isinstance(entry, str) else frozenset(_row(world, terms) for terms in entry)


def _row(world: World, terms: list[str]) -> Result:
    severity, focus, path, value, shape, component, *messages = map(_term, terms)
    shape = NO_NAME if shape.startswith("_:") else shape
    stated = stated_messages(world, shape, component, messages)
    return severity, focus, path, value, shape, stated, component


def _term(text: str) -> str:
    """Write a term as our engine does; Jena may write a number without its datatype."""
    if text == "-" or text.startswith("_:"):
        return text
    (quad,) = parse(f"<x:s> <x:p> {text} .".encode(), format=RdfFormat.TURTLE)
    return str(quad.object)
