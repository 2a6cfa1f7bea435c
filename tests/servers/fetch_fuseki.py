"""Fetch the Fuseki server from Maven Central into a cache outside the repository.

`python -m tests.servers.fetch_fuseki` does so before the tests, and prints where it lies.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VERSION = "5.6.0"
"""The newest that a Java 17 runs."""
ARTIFACT = f"org.apache.jena:jena-fuseki-server:{VERSION}"


class CannotFetchError(Exception):
    """The server cannot be had here; the text says why."""


def cache_folder() -> Path:
    """Where test servers are kept between runs."""
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "ttl-check-tests"


def fuseki_jar() -> Path:
    """Give the path of the server, fetched when it is not there yet.

    Raises:
        CannotFetchError: Java or Maven is missing, or Maven failed.
    """
    if shutil.which("java") is None:
        raise CannotFetchError("java is not installed")
    folder = cache_folder() / f"fuseki-{VERSION}"
    jar = folder / f"jena-fuseki-server-{VERSION}.jar"
    if jar.exists():
        return jar
    if shutil.which("mvn") is None:
        raise CannotFetchError("mvn is not installed, which fetches Fuseki")
    partial = folder.with_name(f"{folder.name}.partial-{os.getpid()}")
    command = [
        "mvn", "-q", "-B", "dependency:copy", f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={partial}",
    ]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd="/", check=False)
        if done.returncode:
            raise CannotFetchError(f"mvn failed: {done.stdout.strip().splitlines()[:1]}")
        folder.mkdir(parents=True, exist_ok=True)
        (partial / jar.name).replace(jar)  # whole or not at all, also when two runs fetch at once
    except subprocess.TimeoutExpired:
        raise CannotFetchError("mvn took longer than 10 minutes") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return jar


if __name__ == "__main__":
    sys.stdout.write(f"{fuseki_jar()}\n")
