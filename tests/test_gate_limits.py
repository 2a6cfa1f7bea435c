"""Each limit of `validate` is hit: it is said, the counts stay whole, no run that stopped is green."""

from __future__ import annotations

import json
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

from graph_rdf import errors, validate
from graph_rdf.errors import EngineError, GraphRdfError, InputError, LimitError, ShapesError, UnknownNameError
from graph_rdf.findings import Severity
from graph_rdf.gate.stopping import run_within
from graph_rdf.shacl.store_select import select
from tests.golden_cases import environment

if TYPE_CHECKING:
    from collections.abc import Callable

needs_fork = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="without fork nothing can be stopped"
)
PREFIXES = "@prefix : <http://e/> .\n@prefix sh: <http://www.w3.org/ns/shacl#> .\n"
DATA = PREFIXES + "".join(f":n{n} a :C ; :p {n} .\n" for n in range(100))
# 100 to the power of 6 comparisons: more than a life.
ENDLESS = (
    "SELECT $this { ?a :p ?u . ?b :p ?v . ?c :p ?w . ?d :p ?x . ?e :p ?y . ?f :p ?z"
    " FILTER(?u + ?v + ?w < ?x - ?y - ?z) }"
)
CORE = f"""{PREFIXES}
:s a sh:NodeShape ; sh:targetClass :C ; sh:property :low , :high .
:low sh:path :p ; sh:minInclusive 40 .
:high sh:path :p ; sh:maxInclusive 89 ; sh:severity sh:Warning .
"""
SLOW = (
    CORE
    + f':q a sh:NodeShape ; sh:targetClass :C ; sh:sparql [ sh:select "PREFIX : <http://e/> {ENDLESS}" ] .'
)
HELD = Path("/proc/self/statm").exists()


@pytest.fixture
def world(tmp_path: Path) -> Path:
    for name, text in (("data.ttl", DATA), ("core.ttl", CORE), ("slow.ttl", SLOW)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", "data.ttl", "--no-evidence", *arguments],
        cwd=folder,
        env=environment("0"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("limits", "shown", "left_out"),
    [
        ({}, {"min-inclusive": 40, "max-inclusive": 10}, ()),
        ({"max_results": 50}, {"min-inclusive": 40, "max-inclusive": 10}, ()),
        (
            {"max_per_rule": 3},
            {"min-inclusive": 3, "max-inclusive": 3},
            (("min-inclusive", Severity.ERROR, 37), ("max-inclusive", Severity.WARNING, 7)),
        ),
        (
            {"max_per_rule": 10},
            {"min-inclusive": 10, "max-inclusive": 10},
            (("min-inclusive", Severity.ERROR, 30),),
        ),
        (
            {"max_per_rule": 3, "max_results": 4},
            {"min-inclusive": 3, "max-inclusive": 1},
            (("min-inclusive", Severity.ERROR, 37), ("max-inclusive", Severity.WARNING, 9)),
        ),
        (
            {"max_results": 2},
            {"min-inclusive": 2},
            (("min-inclusive", Severity.ERROR, 38), ("max-inclusive", Severity.WARNING, 10)),
        ),
    ],
)
def test_what_is_left_out_is_counted(
    world: Path,
    limits: dict[str, int],
    shown: dict[str, int],
    left_out: tuple[tuple[str, Severity, int], ...],
) -> None:
    report = validate(
        world / "data.ttl",
        shapes=world / "core.ttl",
        max_results=limits.get("max_results"),
        max_per_rule=limits.get("max_per_rule"),
    ).report
    rules = [finding.rule for finding in report.findings]
    assert {rule: rules.count(rule) for rule in rules} == shown
    assert report.limits.left_out == left_out
    assert (report.summary.errors, report.summary.warnings) == (40, 10)
    assert report.summary.truncated == bool(left_out)


def test_the_text_says_the_true_numbers(world: Path) -> None:
    done = command(world, "--shapes", "core.ttl", "--max-per-rule", "2")
    assert done.returncode == 1
    assert done.stdout.count("data.ttl:") == 4
    assert done.stderr.splitlines() == [
        "warning: 46 findings left out (--max-results, --max-per-rule)",
        "checked 1 file: 200 triples",
        "  shapes   3 loaded, 1 with targets; 100 focus nodes checked; 0 constraints skipped",
        "  records  0 checked: 0 supported, 0 refused, 0 contested",
        "found 40 errors, 10 warnings, 0 infos; truncated: only 4 shown",
        "  error    min-inclusive  40  (2 shown and 38 more)",
        "  warning  max-inclusive  10  (2 shown and 8 more)",
    ]


def test_the_json_says_the_true_numbers(world: Path) -> None:
    done = command(world, "--shapes", "core.ttl", "--max-per-rule", "2", "--format", "json", "--quiet")
    report = json.loads(done.stdout)
    assert (done.returncode, len(report["findings"]), report["summary"]["truncated"]) == (1, 4, True)
    assert report["limits"] == {
        "max_results": None,
        "max_per_rule": 2,
        "max_seconds": None,
        "max_memory": None,
        "left_out": [
            {"rule": "min-inclusive", "severity": "error", "findings": 38},
            {"rule": "max-inclusive", "severity": "warning", "findings": 8},
        ],
        "stopped": [],
    }
    assert done.stderr == "warning: 46 findings left out (--max-results, --max-per-rule)\n"


def test_without_a_limit_the_json_says_so(world: Path) -> None:
    done = command(world, "--shapes", "core.ttl", "--format", "json", "--quiet")
    assert json.loads(done.stdout)["limits"] is None


@needs_fork
def test_a_users_query_is_stopped_and_the_rest_is_reported(world: Path) -> None:
    done = command(
        world, "--shapes", "slow.ttl", "--max-seconds", "1", "--format", "json", "--fail-on", "never"
    )
    report = json.loads(done.stdout)
    stopped = "_:s0b0 in <http://e/q>: the query was stopped when its time budget was spent"
    assert done.returncode == 2
    assert report["limits"]["stopped"] == [stopped]
    assert (report["summary"]["constraints_skipped"], report["summary"]["truncated"]) == (1, True)
    assert (len(report["findings"]), report["summary"]["errors"]) == (50, 40)
    assert f"warning: {stopped}" in done.stderr.splitlines()
    assert done.stderr.splitlines()[-1] == (
        "ttl-check: 1 constraint could not be evaluated; the report is not whole"
    )


@needs_fork
def test_another_engine_is_stopped(world: Path) -> None:
    done = command(world, "--shapes", "slow.ttl", "--max-seconds", "1", "--engine", "pyshacl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "ttl-check: the run was stopped: it needs more than 1 s (--max-seconds)\n"


@needs_fork
def test_reading_is_stopped(world: Path) -> None:
    """Standard input that never ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ttl_check", "validate", "-", "--max-seconds", "0.2"],
        cwd=world,
        env=environment("0"),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stderr is not None
    process.wait(timeout=120)
    said = process.stderr.read()
    process.stdin.close()
    process.stderr.close()
    assert (process.returncode, said) == (
        2,
        "ttl-check: the run was stopped: it needs more than 0.2 s (--max-seconds)\n",
    )


@needs_fork
def test_standard_input_is_read_within_a_budget(world: Path) -> None:
    options = ("--stdin-filename", "data.ttl", "--max-seconds", "60", "--quiet", "--fail-on", "never")
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", "-", "--shapes", "core.ttl", *options],
        cwd=world,
        env=environment("0"),
        input=DATA,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.count("data.ttl:"), done.stderr) == (0, 50, "")


@needs_fork
@pytest.mark.skipif(not HELD, reason="only Linux tells what another process holds")
def test_memory_is_watched(world: Path) -> None:
    done = command(world, "--shapes", "core.ttl", "--max-memory", "8")
    # Who sees it first, the engine or its watcher, is open; neither finds anything, and neither is green.
    assert (done.returncode, done.stdout) == (2, "")
    ended = "ttl-check: the run was stopped: it needs more than 8 MiB (--max-memory)"
    left_out = "warning: the run stopped at its memory budget of 8 MiB"
    assert done.stderr.splitlines()[0] in (ended, left_out)


@needs_fork
def test_a_large_budget_changes_nothing(world: Path) -> None:
    plain = validate(world / "data.ttl", shapes=world / "core.ttl")
    within = validate(world / "data.ttl", shapes=world / "core.ttl", max_seconds=100, max_memory=100_000)
    assert within.findings == plain.findings
    assert within.summary == plain.summary
    assert within.shacl == plain.shacl
    assert within.line_of(str(world / "data.ttl"), 3) == ":n0 a :C ; :p 0 ."


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
@pytest.mark.skipif(not HELD, reason="only Linux tells what another process holds")
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


@needs_fork
def test_an_error_of_the_run_is_the_same_within_a_budget(world: Path) -> None:
    with pytest.raises(UnknownNameError) as plain:
        validate(world / "data.ttl", shapes=world / "core.ttl", engine="x")
    with pytest.raises(UnknownNameError) as within:
        validate(world / "data.ttl", shapes=world / "core.ttl", engine="x", max_seconds=60)
    assert str(within.value) == str(plain.value)
