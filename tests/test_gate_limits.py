"""Each limit of `validate` is hit: it is said, the counts stay whole, no run that stopped is green."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from graph_rdf import validate
from graph_rdf.errors import UnknownNameError
from graph_rdf.findings import Severity
from tests.golden_cases import environment, run_words
from tests.platform_marks import needs_fork, needs_memory_figures

if TYPE_CHECKING:
    from pathlib import Path

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


@pytest.fixture
def world(tmp_path: Path) -> Path:
    for name, text in (("data.ttl", DATA), ("core.ttl", CORE), ("slow.ttl", SLOW)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_words(folder, "validate", "data.ttl", "--no-evidence", *arguments)


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
@needs_memory_figures
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


@needs_fork
def test_an_error_of_the_run_is_the_same_within_a_budget(world: Path) -> None:
    with pytest.raises(UnknownNameError) as plain:
        validate(world / "data.ttl", shapes=world / "core.ttl", engine="x")
    with pytest.raises(UnknownNameError) as within:
        validate(world / "data.ttl", shapes=world / "core.ttl", engine="x", max_seconds=60)
    assert str(within.value) == str(plain.value)
