"""Builds and runs a small Java program; Maven fetches its libraries from Maven Central, once."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_TIMEOUT = 900
"""Seconds for Maven, which may have to fetch 60 MB, and for the program."""


class CannotRunError(Exception):
    """The program cannot be had here; the text says why."""


@dataclass(frozen=True, slots=True)
class JavaProject:
    """A Maven project and the JDK that runs it.

    Args:
        source: Its folder.
        name: The name of its build.
        home: The folder of the JDK.
        options: More options for Maven.
    """

    source: Path
    name: str
    home: Path
    options: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """Where it is built: outside of the repository, one folder for each state of the project."""
        root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        digest = hashlib.sha256()
        for path in sorted(path for path in self.source.rglob("*") if path.suffix in (".java", ".xml")):
            digest.update(path.read_bytes())
        return Path(root) / "ttl-check-tests" / f"{self.name}-{digest.hexdigest()[:12]}"

    def build(self) -> None:
        """Compile the program, unless that was done before.

        Raises:
            CannotRunError: Maven is missing, or it failed.
        """
        if (self.folder / "target" / "classes").is_dir():
            return
        if shutil.which("mvn") is None:
            raise CannotRunError("mvn is not installed, which fetches its libraries")
        partial = self.folder.with_name(f"{self.folder.name}.partial-{os.getpid()}")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(self.source, partial, ignore=shutil.ignore_patterns("target"))
        command = ["mvn", "-B", "-q", "compile", *self.options]
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

    def run(self, program: str, *arguments: Path) -> str:
        """Run one of its classes.

        Args:
            program: The class.
            arguments: What it gets.

        Returns:
            What the program says at its end.
        """
        libraries = f"{self.folder}/target/classes{os.pathsep}{self.folder}/target/libraries/*"
        done = subprocess.run(
            [self.home / "bin" / "java", "-Xmx1g", "-cp", libraries, program, *arguments],
            capture_output=True,
            text=True,
            timeout=_TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


def jdks() -> set[tuple[int, Path]]:
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
