"""Builds and runs the small Java program in `jena/`; the libraries come from Maven Central, once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.interop.java_project import JavaProject, jdks

PROJECT = Path(__file__).parent / "jena"

RELEASES = {"5.6.0": 17, "6.2.0": 21}
"""Jena version → the oldest Java that runs it. A JDK takes the newest that it can."""


@dataclass(frozen=True, slots=True)
class Jena:
    """One version of Jena and the JDK that runs it."""

    version: str
    home: Path

    @property
    def _project(self) -> JavaProject:
        options = (f"-Djena.version={self.version}", f"-Dmaven.compiler.release={RELEASES[self.version]}")
        return JavaProject(PROJECT, f"jena-{self.version}", self.home, options)

    def build(self) -> None:
        """Compile the program, unless that was done before.

        Raises:
            CannotRunError: Maven is missing, or it failed.
        """
        self._project.build()

    def run(self, jobs: list[dict[str, Any]], folder: Path) -> str:
        """Do jobs in one JVM.

        Args:
            jobs: See `Runner.java`.
            folder: Where the results go.

        Returns:
            What the program says at its end.
        """
        manifest = folder / "jobs.json"
        manifest.write_text(json.dumps(jobs), encoding="utf-8")
        return self._project.run("ttlcheck.Runner", manifest, folder)


def jenas() -> dict[str, Jena]:
    """Find the versions of Jena that the JDKs of this machine run.

    Returns:
        Version → Jena, each with the oldest JDK that takes it as its newest.
    """
    found: dict[str, Jena] = {}
    for java, home in sorted(jdks()):
        fitting = [version for version, least in RELEASES.items() if java >= least]
        if fitting:
            found.setdefault(max(fitting), Jena(max(fitting), home))
    return found
