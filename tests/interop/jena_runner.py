"""Builds and runs the small Java program in `jena/`; the libraries come from Maven Central, once."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent / "jena"

RELEASES = {"5.6.0": 17, "6.2.0": 21}
"""Jena version → the oldest Java that runs it. A JDK takes the newest that it can."""

_TIMEOUT = 900
"""Seconds for Maven, which may have to fetch 60 MB, and for the program."""


class CannotRunError(Exception):
    """Jena cannot be had here; the text says why."""


@dataclass(frozen=True, slots=True)
class Jena:
    """One version of Jena and the JDK that runs it."""

    version: str
    home: Path

    @property
    def folder(self) -> Path:
        """Where it is built: outside of the repository, one folder for each state of the project."""
        root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        digest = hashlib.sha256()
        for path in sorted(path for path in PROJECT.rglob("*") if path.suffix in (".java", ".xml")):
            digest.update(path.read_bytes())
        return Path(root) / "ttl-check-tests" / f"jena-{self.version}-{digest.hexdigest()[:12]}"

    def build(self) -> None:
        """Compile the program, unless that was done before.

        Raises:
            CannotRunError: Maven is missing, or it failed.
        """
        if (self.folder / "target" / "classes").is_dir():
            return
        if shutil.which("mvn") is None:
            raise CannotRunError("mvn is not installed, which fetches Jena")
        partial = self.folder.with_name(f"{self.folder.name}.partial-{os.getpid()}")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(PROJECT, partial, ignore=shutil.ignore_patterns("target"))
        command = [
            "mvn", "-B", "-q", "compile",
            f"-Djena.version={self.version}", f"-Dmaven.compiler.release={RELEASES[self.version]}",
        ]  # fmt: skip
        environment = {**os.environ, "JAVA_HOME": str(self.home)}
        try:
            for options in (["-o"], []):  # what is in the local repository is not asked for again
                done = subprocess.run(
                    [*command, *options],
                    cwd=partial,
                    env=environment,
                    capture_output=True,
                    text=True,
                    timeout=_TIMEOUT,
                    check=False,
                )
                if done.returncode == 0:
                    break
            else:
                errors = [line for line in done.stdout.splitlines() if "ERROR" in line]
                raise CannotRunError(f"mvn failed: {errors[:1]}")
            if not self.folder.exists():
                partial.rename(self.folder)  # whole or not at all, also when two runs build at once
        except subprocess.TimeoutExpired:
            raise CannotRunError(f"mvn took longer than {_TIMEOUT} seconds") from None
        finally:
            shutil.rmtree(partial, ignore_errors=True)

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
        libraries = f"{self.folder}/target/classes{os.pathsep}{self.folder}/target/libraries/*"
        done = subprocess.run(
            [self.home / "bin" / "java", "-Xmx1g", "-cp", libraries, "ttlcheck.Runner", manifest, folder],
            capture_output=True,
            text=True,
            timeout=_TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


def jenas() -> dict[str, Jena]:
    """Find the versions of Jena that the JDKs of this machine run.

    Returns:
        Version → Jena, each with the oldest JDK that takes it as its newest.
    """
    found: dict[str, Jena] = {}
    for java, home in sorted(_jdks()):
        fitting = [version for version, least in RELEASES.items() if java >= least]
        if fitting:
            found.setdefault(max(fitting), Jena(max(fitting), home))
    return found


def _jdks() -> set[tuple[int, Path]]:
    """The feature releases and folders of the JDKs."""
    places = [Path(os.environ["JAVA_HOME"])] if os.environ.get("JAVA_HOME") else []
    on_path = shutil.which("javac")
    if on_path is not None:
        places.append(Path(on_path).resolve().parents[1])
    if Path("/usr/lib/jvm").is_dir():
        places += Path("/usr/lib/jvm").iterdir()
    found = set()
    for place in places:
        release = place / "release"
        if (place / "bin" / "javac").exists() and release.exists():
            version = re.search(r'JAVA_VERSION="(\d+)', release.read_text(encoding="utf-8"))
            if version is not None:
                found.add((int(version.group(1)), place.resolve()))
    return found
