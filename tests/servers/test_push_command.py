"""`ttl-check push` as a process while the server fails: exit 2, one line, and a second push heals."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset.endpoint_client import Client
from graph_rdf.servers import GraphStore, compare, pull, push, urls_of
from graph_rdf.servers.contents import STAGING
from tests.golden_cases import ROOT
from tests.servers import worlds
from tests.servers.conftest import cannot_run
from tests.servers.fault_proxy import Fault, Reply, answer, proxy_before
from tests.servers.fetch_fuseki import CannotFetchError
from tests.servers.processes import running_fuseki, running_oxigraph
from tests.servers.stores import graph_names
from tests.servers.test_push import smaller

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.servers

WORLD = ROOT / "examples" / "final" / "world.ttl"


def run_push(folder: Path, kind: str, base: str) -> tuple[int, str, str]:
    paths = os.pathsep.join((str(ROOT), str(ROOT / "cli")))
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "push", str(WORLD), "--server", kind, "--endpoint", base],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": paths, "HOME": "/nonexistent", "NO_PROXY": "*"},
        capture_output=True,
        timeout=300,
        check=False,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def visible(store: GraphStore) -> list[str]:
    return [name for name in graph_names(store) if not name.endswith(STAGING)]


@pytest.mark.parametrize("kind", ["fuseki", "oxigraph"])
@pytest.mark.parametrize("fault", ["quota", "error", "killed", "killed while moving"])
def test_a_failure_is_exit_2_and_the_next_push_heals(tmp_path: Path, kind: str, fault: str) -> None:
    start = running_fuseki if kind == "fuseki" else running_oxigraph
    location = tmp_path / "data"
    old = sorted(graph for graph, lines in smaller().graphs.items() if lines)
    with ExitStack() as stack:
        try:
            server = stack.enter_context(start(tmp_path, location))
        except CannotFetchError as error:
            cannot_run(str(error))
        with Client() as client:
            push(GraphStore(urls_of(kind, server.base), client), smaller())

        def kill(reply: Reply) -> None:
            server.kill()
            reply.sent = -1

        faults = {
            "quota": Fault(answer(507, "no space left"), method="PUT", after=4, times=None, forward=False),
            "error": Fault(answer(500, "broken"), method="PUT", after=2, times=None, forward=False),
            "killed": Fault(kill, method="PUT", after=4, forward=False),
            "killed while moving": Fault(kill, part="INSERT {", forward=False),
        }
        with proxy_before(server.base) as proxy:
            proxy.faults.append(faults[fault])
            code, out, told = run_push(tmp_path, kind, proxy.base)
            proxy.faults.clear()
        assert (code, out) == (2, "")
        (line,) = told.splitlines()
        assert line.startswith(f"ttl-check: {proxy.base}")
        wanted = {
            "quota": "507 Insufficient Storage: no space left",
            "error": "500 Internal Server Error: broken",
        }
        assert line.endswith(wanted.get(fault, "the server broke off"))
    with start(tmp_path, location) as server, Client() as client:
        store = GraphStore(urls_of(kind, server.base), client)
        assert visible(store) == old
        assert run_push(tmp_path, kind, server.base)[:2] == (0, "")
        world = worlds.final()
        assert graph_names(store) == sorted(graph for graph, lines in world.contents.graphs.items() if lines)
        found = compare((f"{triple} .\n" for triple in world.triples), pull(store).merged())
        assert (found.missing, found.extra) == ((), ())
