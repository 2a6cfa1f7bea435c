"""The benchmark of SHACL engines: what may be compared, the table and the plot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from benchmarks.shacl import running
from benchmarks.shacl.environment import REQUIREMENTS
from benchmarks.shacl.outcomes import Outcome, summarise
from benchmarks.shacl.plot import plot
from benchmarks.shacl.running import GATE, OTHERS, OURS, PEERS, Engine
from benchmarks.shacl.table import table

if TYPE_CHECKING:
    import pytest


def outcome(
    engine: str, seconds: float | None, results: int = 2, digest: str = "a", **more: object
) -> Outcome:
    given = {"shapes": "structure", "records": 900, "peak_bytes": 3 << 20, "focus_digest": digest} | more
    return Outcome(engine=engine, seconds=seconds, results=results, **given)  # type: ignore[arg-type]


RUNS = [
    outcome("ours", 1.0, processor_seconds=2.0),
    outcome("load", 0.5, 0, "none", processor_seconds=0.4),
    outcome("same", 2.0, processor_seconds=5.0),
    outcome("fewer", 0.1, 1),
    outcome("elsewhere", 0.1, 2, "b"),
    outcome("slow", None, failure="more than 5 s"),
    outcome("ours", 3.0),
    outcome("unsteady", 1.0),
    outcome("unsteady", 1.0, 1),
    outcome("ours", 1.5),
]


def test_only_equal_results_may_be_compared() -> None:
    summaries = summarise(RUNS, "structure", 900)
    agreeing = {name for name, each in summaries.items() if each.agrees_with(summaries["ours"])}
    assert agreeing == {"ours", "same"}


def test_table() -> None:
    assert table(RUNS) == (
        "### structure, 900 records\n\n"
        "| engine | seconds (median) | fastest–slowest | CPU seconds | peak MiB | results "
        "| times ours | CPU times ours | times load | CPU times load |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        "| elsewhere | 0.10 | 0.10–0.10 |  | 3 | 2 | results differ |  |  |  |\n"
        "| fewer | 0.10 | 0.10–0.10 |  | 3 | 1 | results differ |  |  |  |\n"
        "| load | 0.50 | 0.50–0.50 | 0.40 | 3 |  |  |  | 1.00 | 1.00 |\n"
        "| unsteady | 1.00 | 1.00–1.00 |  | 3 | differ by run | results differ |  |  |  |\n"
        "| ours | 1.50 | 1.00–3.00 | 2.00 | 3 | 2 | 1.00 | 1.00 | 3.00 | 5.00 |\n"
        "| same | 2.00 | 2.00–2.00 | 5.00 | 3 | 2 | 1.33 | 2.50 | 4.00 | 12.50 |\n"
        "| slow | more than 5 s | | | 3 | | | | | |\n"
    )


def test_plot_is_svg_with_a_line_for_each_engine_with_a_time() -> None:
    more = [outcome("ours", 20.0, records=9000), outcome("ours", 2.0, shapes="portable"), outcome("a<b", 1.0)]
    root = ET.fromstring(plot([*RUNS, *more]))  # noqa: S314 - it is our own text
    names = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.get("fill")}
    assert names == {"ours", "load", "same", "fewer", "elsewhere", "unsteady", "a<b"}
    assert len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))) == 8


def test_a_label_stands_at_the_end_of_its_line() -> None:
    runs = [outcome("slow", 10.0), outcome("ours", 9.0), outcome("ours", 10.0, records=9000)]
    root = ET.fromstring(plot(runs))  # noqa: S314 - it is our own text
    places = {
        text.text: text.get("y") for text in root.iter("{http://www.w3.org/2000/svg}text") if text.get("fill")
    }
    assert places["slow"] == places["ours"]


def test_every_engine_has_its_script() -> None:
    scripts = {path.name for path in PEERS.glob("*_peer.py")}
    assert scripts == {*OURS.values(), *OTHERS.values(), "gate_peer.py"}
    assert GATE not in OTHERS
    assert all("==" in line for line in REQUIREMENTS.read_text().splitlines() if not line.startswith("#"))


def script(folder: Path, name: str, text: str) -> Engine:
    (folder / f"{name}.py").write_text(text)
    return Engine(name, Path(sys.executable), f"{name}.py")


def test_runs_take_turns_and_stop_after_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PEERS", tmp_path)
    answer = '{"seconds": 1, "peak_bytes": 1, "results": 0, "focus_digest": "", "note": ""}'
    good = script(tmp_path, "good", f"print({answer!r})")
    bad = script(tmp_path, "bad", "raise SystemExit('it broke')")
    data = {9: tmp_path, 90: tmp_path}
    found = running.run_all([good, bad], data, {"t": tmp_path}, repeats=2, timeout=600, jena=None)
    assert [(each.records, each.engine, each.failure) for each in found] == [
        (9, "good", ""),
        (9, "bad", "it broke"),
        (9, "good", ""),
        (90, "good", ""),
        (90, "bad", "gave up at 9 records"),
        (90, "bad", "gave up at 9 records"),
        (90, "good", ""),
    ]


def test_an_engine_that_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PEERS", tmp_path)
    endless = script(tmp_path, "endless", "import time; time.sleep(3600)")
    found = running.run_all([endless], {9: tmp_path}, {"t": tmp_path}, repeats=1, timeout=0.5, jena=None)
    assert [each.failure for each in found] == ["more than 0.5 s"]
