"""Real servers on loopback, each in a process that ends with the test run, however that ends."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from tests.servers.fetch_fuseki import CannotFetchError, fuseki_jar

if TYPE_CHECKING:
    from collections.abc import Iterator

# The guard holds the server; when its standard input closes, because the run ended or was killed, both end.
GUARD = """
import subprocess, sys
log = open(sys.argv[1], "ab")
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
print(server.pid, flush=True)
sys.stdin.read()
server.kill()
server.wait()
"""
START_SECONDS = 90.0
VIRTUOSO = """[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = errors.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
[TempDatabase]
DatabaseFile = temporary.db
TransactionFile = temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
NumberOfBuffers = 4000
MaxDirtyBuffers = 3000
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerThreads = 4
[SPARQL]
ResultSetMaxRows = 10000
"""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server.

    Args:
        kind: ``fuseki``, ``oxigraph`` or ``virtuoso``; also the name of its preset.
        base: The URL that the preset starts from.
        pid: Its process.
    """

    kind: str
    base: str
    pid: int

    def kill(self) -> None:
        """End it at once, as a power failure would."""
        os.kill(self.pid, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_fuseki(folder: Path, location: Path | None = None, *, union: bool = False) -> Iterator[Server]:
    """Run Fuseki with one dataset, in memory or in a folder."""
    jar = fuseki_jar()
    port = free_port()
    store = ["--mem"] if location is None else ["--tdb2", f"--loc={location}"]
    if location is not None:
        location.mkdir(exist_ok=True)
    more = ["--set=tdb2:unionDefaultGraph=true"] if union else []
    command = [
        "java",
        "-Xmx512m",
        "-jar",
        str(jar),
        f"--port={port}",
        "--localhost",
        *more,
        *store,
        "--update",
        "/ds",
    ]
    with running_command(
        "fuseki", folder, command, f"http://127.0.0.1:{port}/ds", f"http://127.0.0.1:{port}/$/ping"
    ) as server:
        yield server


@contextmanager
def running_oxigraph(folder: Path, location: Path | None = None) -> Iterator[Server]:
    """Run oxigraph, in memory or in a folder."""
    program = shutil.which("oxigraph") or shutil.which("oxigraph", path=str(Path(sys.executable).parent))
    if program is None:
        raise CannotFetchError("oxigraph is not installed; pip install oxigraph")
    port = free_port()
    store = [] if location is None else ["--location", str(location)]
    command = [program, "serve", *store, "--bind", f"127.0.0.1:{port}"]
    with running_command(
        "oxigraph", folder, command, f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port}/"
    ) as server:
        yield server


@contextmanager
def running_virtuoso(folder: Path) -> Iterator[Server]:
    """Run Virtuoso with a new database, whose user dba has the password dba.

    Raises:
        CannotFetchError: It is not installed.
    """
    program = shutil.which("virtuoso-t")
    if program is None:
        raise CannotFetchError("virtuoso-t is not installed; apt-get install virtuoso-opensource-7-bin")
    settings, port = folder / "virtuoso.ini", free_port()
    settings.write_text(VIRTUOSO.format(sql=free_port(), http=port), encoding="ascii")
    command = [program, "+foreground", "+configfile", str(settings)]
    base = f"http://127.0.0.1:{port}"
    with running_command("virtuoso", folder, command, base, f"{base}/sparql") as server:
        yield server


@contextmanager
def running_command(kind: str, folder: Path, command: list[str], base: str, alive: str) -> Iterator[Server]:
    log = folder / f"{kind}.log"
    guard = subprocess.Popen(
        [sys.executable, "-c", GUARD, str(log), *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "FUSEKI_BASE": str(folder / "fuseki-base")},
    )
    assert guard.stdin is not None
    assert guard.stdout is not None
    try:
        server = Server(kind, base, int(guard.stdout.readline()))
        _wait(alive, log)
        yield server
    finally:
        guard.stdin.close()
        guard.wait(30)
        guard.stdout.close()


def _wait(url: str, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while True:
        try:
            with opener.open(url, timeout=5):
                return
        except urllib.error.HTTPError as error:
            error.close()
            if error.code != HTTPStatus.UNAUTHORIZED:
                raise
            return  # it is there, and wants to know who asks
        except OSError:
            if time.monotonic() > end:
                raise AssertionError(
                    f"the server does not start: {log.read_text(errors='replace')[-2000:]}"
                ) from None
            time.sleep(0.1)
