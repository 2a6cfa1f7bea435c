"""The process: quick start, exit codes, full disks, closed pipes, Ctrl-C; the real program each time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.golden_cases import environment, prepare, run_command
from ttl_check.group import COMMANDS

HEAVY = ("pyoxigraph", "rdflib", "pyshacl", "owlrl", "rich")

LOADED = """
import sys
from ttl_check.main import run
sys.argv = ["ttl-check"]
code = run({arguments!r})
sys.stderr.write(repr((code, sorted(name for name in {heavy!r} if name in sys.modules))))
"""


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], *([name, "--help"] for name in COMMANDS)],
    ids=lambda words: " ".join(words),
)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = LOADED.format(arguments=arguments, heavy=HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment("0"), capture_output=True, text=True, check=True
    )
    assert done.stderr == "(0, [])"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "arguments", [["rules"], ["--help"], ["export", "final/final.records.jsonl", "--to", "nt"]]
)
def test_full_disk_is_one_line(arguments: list[str], tmp_path: Path) -> None:
    prepare(tmp_path)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ttl_check", *arguments],
            cwd=tmp_path, env=environment("0"), stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert (
        done.stderr.splitlines()[-1] == "ttl-check: cannot write to standard output: No space left on device"
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("arguments", [["rules"], ["export", "final/final.records.jsonl", "--to", "nt"]])
def test_closed_pipe_is_silent(arguments: list[str], tmp_path: Path) -> None:
    prepare(tmp_path)
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "ttl_check", "--quiet", *arguments],
            cwd=tmp_path, env=environment("0"), stdout=closed, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (141, "")


def test_interrupt_leaves_no_traceback_and_no_file(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ttl_check", "validate", "-", "--output", "json=report.json"],
        cwd=tmp_path, env=environment("0"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    with process:
        # The program waits for standard input; a little of it proves nothing, so wait until it sleeps there.
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


def test_internal_errors_exit_with_2_in_one_line(tmp_path: Path) -> None:
    script = (
        "import sys, ttl_check.main as m, graph_rdf.rules.catalogue as c\n"
        "def fail(*_): raise RuntimeError('boom')\n"
        "import graph_rdf.rules; graph_rdf.rules.all_rules = fail\n"
        "sys.argv = ['ttl-check', *sys.argv[1:]]\n"
        "m.entry_point()\n"
    )
    plain, debug = (
        subprocess.run(
            [sys.executable, "-c", script, "rules", *more],
            cwd=tmp_path, env=environment("0"), capture_output=True, text=True, check=False,
        )
        for more in ([], ["--debug"])
    )  # fmt: skip
    assert (plain.returncode, plain.stdout) == (2, "")
    assert plain.stderr == (
        "ttl-check: internal error: RuntimeError: boom; this is a fault of ttl-check, --debug shows where\n"
    )
    assert debug.returncode == 2
    assert "Traceback" in debug.stderr
    assert debug.stderr.endswith("ttl-check: internal error: RuntimeError: boom\n")


SETTINGS = {
    "right": ("ttl-check.toml", 'fail-on = "warning"\n[validate]\nmax-results = 1\n', None),
    "unknown": ("ttl-check.toml", "fial-on = 1\n", "ttl-check.toml: unknown key 'fial-on'; nearest: fail-on"),
    "unknown in table": (
        "pyproject.toml", "[tool.ttl-check.lookup]\nfail-on = 1\n",
        "pyproject.toml: unknown key 'lookup.fail-on'",
    ),
    "wrong type": ("ttl-check.toml", 'shapes = "a.ttl"\n', "ttl-check.toml: shapes must be a list"),
    "wrong flag": ("ttl-check.toml", "each = 1\n", "ttl-check.toml: each must be true or false"),
    "too deep": (
        "ttl-check.toml", "shapes = " + "[" * 5000, "ttl-check.toml: cannot be read: it is nested too deeply",
    ),
    "no toml": (
        "ttl-check.toml", "each = \n", "ttl-check.toml: cannot be read: Invalid value (at line 1, column 8)",
    ),
    "another tool's": ("pyproject.toml", "[tool.other]\nx = 1\n", None),
}  # fmt: skip


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_file(name: str, tmp_path: Path) -> None:
    file, text, complaint = SETTINGS[name]
    prepare(tmp_path)
    (tmp_path / file).write_text(text, encoding="utf-8")
    done = run_command("ttl-check validate final/world.ttl --format json", tmp_path)
    if complaint is None:
        assert done.returncode == 1
        limited = name == "right"
        assert json.loads(done.stdout)["summary"]["truncated"] is limited
        assert len(json.loads(done.stdout)["findings"]) == (1 if limited else 3)
    else:
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode().startswith(f"ttl-check: {complaint}")
        assert done.stderr.count(b"\n") == 1


def test_settings_are_found_upwards_and_paths_are_relative_to_their_file(tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "ttl-check.toml").write_text('shapes = ["none.ttl"]\n', encoding="utf-8")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    done = run_command("ttl-check validate ../../final/world.ttl", tmp_path / "deep" / "er")
    assert done.returncode == 2
    assert done.stderr.startswith(b"ttl-check: ../../none.ttl: cannot be read")


def test_the_command_line_wins_over_the_settings(tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "ttl-check.toml").write_text('fail-on = "never"\n', encoding="utf-8")
    assert run_command("ttl-check validate final/world.ttl", tmp_path).returncode == 0
    assert run_command("ttl-check validate final/world.ttl --fail-on error", tmp_path).returncode == 1


@pytest.mark.parametrize("module", ["click", "tomllib"])
def test_interrupt_while_it_starts_says_nothing(module: str, tmp_path: Path) -> None:
    """A module that is imported at the start stands for all: it sends Ctrl-C before anybody can catch it."""
    text = (
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nraise SystemExit('Ctrl-C was not heard')\n"
    )
    (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
    env = environment("0")
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "rules"], env=env, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


ENDED = """
import os, signal, sys
import graph_rdf.gate.export_writing as writing
def half(export, name, out, nanopubs):
    out.write(b"half")
    out.flush()
    assert len(os.listdir("out")) == 1
    os.kill(os.getpid(), getattr(signal, os.environ["SENT"]))
    raise AssertionError("the signal was not heard")
writing.write_export = half
from ttl_check.start import entry_point
entry_point()
"""


@pytest.mark.parametrize(
    ("name", "code", "ignored"),
    [("SIGINT", 130, False), ("SIGTERM", 143, False), ("SIGHUP", 129, False), ("SIGTERM", 2, True)],
)
def test_a_signal_leaves_no_half_file(name: str, code: int, ignored: bool, tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "out").mkdir()
    script = f"import signal\nsignal.signal(signal.{name}, signal.SIG_IGN)\n" * ignored + ENDED
    done = subprocess.run(
        [sys.executable, "-c", script, "export", "final", "--to", "nt", "-o", "out/w.nt", "--quiet"],
        cwd=tmp_path, env={**environment("0"), "SENT": name}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == code
    assert "not heard" in done.stderr if ignored else done.stderr == ""
    assert list((tmp_path / "out").iterdir()) == []


FOREIGN = [
    ["query", "final", "relation_records", "--set", b"subject=\xff"],
    ["query", "final", "relation_records", "--set", b'subject="\xff"'],
    ["query", "final", "relation_records", "--set", b"subject=<urn:\xff>"],
    ["lookup", "final", "--from", b"\xff", "--path", "contact"],
    ["lookup", "final", "--from", "project:final:main", "--path", b"\xff"],
    ["lookup", "final", "--from", "project:final:main", "--path", "contact", "--view", b"\xff"],
    ["lookup", "final", "--from", "project:final:main", "--path", "contact", "--as-of", b"\xff"],
    ["validate", "final", "--base", b"http://e/\xff/"],
    ["validate", "-", "--stdin-filename", b"\xff.ttl"],
    ["validate", b"\xff.ttl"],
    ["explain", "final", b"\xff"],
    ["explain", b"\xff"],
    ["entail", "final", "--explain", b"\xff", "a", "eg:Entity"],
    ["export", "final", "--to", b"\xff"],
    [b"\xff"],
]


@pytest.mark.parametrize("arguments", FOREIGN, ids=ascii)
def test_arguments_that_are_no_utf_8(arguments: list[str | bytes], tmp_path: Path) -> None:
    prepare(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", *arguments], input=b"<urn:a> <urn:b> <urn:c> .",
        cwd=tmp_path, env=environment("0"), capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode in (1, 2)
    assert b"internal error" not in done.stderr
    assert done.stderr.count(b"\n") == 1


COULD_NOT = [
    "validate none.ttl --format json",
    "validate final --shapes none.ttl --format json",
    "validate final --view none --format json",
    "validate nothing-to-read --format sarif",
    "lookup final --from project:final:main --path none --format json",
    "lookup final --from project:final:main --path contact --view none --format json",
    "explain final none --format json",
    "query final none --format json",
    "entail final --engine none --format json",
    "replay none.json final --format json",
    "rules --format none",
]


@pytest.mark.parametrize("line", COULD_NOT)
def test_no_report_where_nothing_could_be_checked(line: str, tmp_path: Path) -> None:
    """Standard output holds a report or nothing: with exit code 2 it is empty, in every format."""
    prepare(tmp_path)
    done = run_command(f"ttl-check {line}", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines()[-1].startswith("ttl-check: ")


FOR_FILES = [
    ("validate --stream", "--engine, --each, --stream and --coverage are for files"),
    ("validate --prov run.ttl", "--prov is for files: it names the digests of what was read"),
    (
        "lookup --from a --path contact --certificate out.json",
        "--certificate is for files: it names the digests of what was read",
    ),
    ("query relation_records --scope a", "--as-of and --scope are for worlds in files"),
]


@pytest.mark.parametrize(("line", "complaint"), FOR_FILES)
def test_what_is_for_files_is_refused_for_a_server(line: str, complaint: str, tmp_path: Path) -> None:
    """Before anything is asked of the server: nothing listens there."""
    done = run_command(f"ttl-check {line} --endpoint http://127.0.0.1:9/query", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"ttl-check: {complaint}")
    assert done.stderr.count(b"\n") == 1
    assert list(tmp_path.iterdir()) == []
