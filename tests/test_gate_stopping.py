"""Work within a budget: stopped with all that it started, and its errors come out whole."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pyoxigraph import Store

from graph_rdf import errors
from graph_rdf.errors import EngineError, GraphRdfError, InputError, LimitError, ShapesError, UnknownNameError
from graph_rdf.gate.stopping import run_within
from graph_rdf.shacl.store_select import select
from tests.platform_marks import needs_fork, needs_memory_figures

if TYPE_CHECKING:
    from collections.abc import Callable


def _query_without_end() -> None:
    store = Store()
    store.update("INSERT DATA { " + " ".join(f"<urn:{n}> <urn:p> {n} ." for n in range(100)) + " }")
    pattern = " ".join(f"?s{n} <urn:p> ?v{n} ." for n in range(6))
    list(select(store, f"SELECT (COUNT(*) AS ?n) {{ {pattern} FILTER(?v0 < ?v1 - ?v2) }}"))


def _hoard() -> None:
    kept = [bytearray(1 << 20) for _ in range(1 << 12)]
    time.sleep(60)
    kept.clear()


def _in_a_child_of_its_own(work: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        process = multiprocessing.get_context("fork").Process(target=work)
        process.start()
        process.join()

    return run


@needs_fork
@pytest.mark.parametrize("work", [_query_without_end, _in_a_child_of_its_own(_query_without_end)])
def test_a_query_of_the_store_is_stopped(work: Callable[[], None]) -> None:
    with pytest.raises(LimitError, match=r"it needs more than 0\.1 s"):
        run_within(work, seconds=0.1)
    assert multiprocessing.active_children() == []


@needs_fork
@needs_memory_figures
@pytest.mark.parametrize("work", [_hoard, _in_a_child_of_its_own(_hoard)])
def test_memory_of_every_process_of_a_run_counts(work: Callable[[], None]) -> None:
    with pytest.raises(LimitError, match="it needs more than 1,024 MiB"):
        run_within(work, mebibytes=1024)
    assert multiprocessing.active_children() == []


@needs_fork
def test_what_a_stopped_run_started_ends_with_it(tmp_path: Path) -> None:
    told = tmp_path / "pid"

    def work() -> None:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        told.write_text(str(child.pid), encoding="ascii")
        child.wait()

    with pytest.raises(LimitError):
        run_within(work, seconds=1)
    pid = int(told.read_text(encoding="ascii"))
    for _ in range(200):  # whoever adopted it has to bury it
        if not _runs(pid):
            break
        time.sleep(0.05)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    """Tell whether a process is there and is no zombie."""
    stat = Path(f"/proc/{pid}/stat")
    if stat.parent.parent.joinpath("self").exists():
        return stat.exists() and stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_without_a_budget_nothing_is_forked() -> None:
    assert run_within(os.getpid) == os.getpid()


def _leave() -> None:
    os._exit(3)


def _raise_a_fault() -> None:
    raise KeyError("k")


@needs_fork
def test_a_child_that_dies_is_an_error() -> None:
    with pytest.raises(EngineError, match="ended before its time"):
        run_within(_leave, seconds=60)
    with pytest.raises(RuntimeError, match="KeyError: 'k'"):
        run_within(_raise_a_fault, seconds=60)


PICKLED = [
    InputError("no", path="a.ttl", line=3, column=2),
    ShapesError("many", [GraphRdfError("one", path="s.ttl", line=1)], path="s.ttl", line=1),
    UnknownNameError("view", "x", ["y"]),
    errors.OntologyError("odd", nodes=("http://e/a",), line=4),
    errors.DataError("all", [InputError("no")]),
]


@pytest.mark.parametrize("error", PICKLED, ids=lambda error: type(error).__name__)
def test_an_error_crosses_processes_whole(error: GraphRdfError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(copy), str(copy)) == (type(error), str(error))
    assert [str(each) for each in getattr(copy, "problems", ())] == [
        str(each) for each in getattr(error, "problems", ())
    ]
    assert getattr(copy, "nodes", None) == getattr(error, "nodes", None)
