"""No result is written over what a command reads, two never go to one file, and all are written or none."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import environment, prepare, run_command

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "final/sources/assignments-v1.txt"

OVER_INPUTS = [
    "validate final --output json=final/world.ttl",
    f"validate final --output json={TEXT}",
    f"validate final/final.records.jsonl --output json={TEXT}",
    f"validate final/world.ttl --output json={TEXT}",
    "validate final --output json=ttl-check.toml",
    "validate final --prov final/world.ttl",
    "validate final --verdicts final/world.ttl",
    "validate final --baseline final/world.ttl --write-baseline",
    "validate final --output json=same --prov same",
    "validate final --output json=same --verdicts same",
    "validate final --prov same --verdicts ./same",
    "validate final --output json=same --baseline same --write-baseline",
    f"lookup final --from project:final:main --path operated_by --certificate {TEXT}",
    f"accept final/final.records.jsonl -o {TEXT}",
    f"export final/final.records.jsonl --to nt -o {TEXT}",
    f"map final -o {TEXT}",
    f"entail final -o {TEXT}",
    f"reanchor final/final.records.jsonl --to doc:final:assignments@v2 -o {TEXT}",
]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("command", OVER_INPUTS)
def test_nothing_is_lost(command: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "ttl-check.toml").write_text('fail-on = "error"\n', encoding="utf-8")
    before = contents(tmp_path)
    done = run_command(f"ttl-check {command}", tmp_path)
    assert done.returncode == 2
    last = done.stderr.decode().splitlines()[-1]
    assert "is an input of this command" in last or "two results are to go to" in last
    assert contents(tmp_path) == before


def test_a_path_that_data_write_with_escapes_is_known(tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "final" / "sources" / "assignments-v1.txt").rename(
        tmp_path / "final" / "sources" / "übrig.txt"
    )
    records = tmp_path / "final" / "final.records.jsonl"
    text = records.read_text(encoding="utf-8")
    records.write_text(text.replace("assignments-v1.txt", "\\u00fcbrig.txt"), encoding="utf-8")
    done = run_command("ttl-check validate final --output json=final/sources/übrig.txt", tmp_path)
    assert done.returncode == 2
    assert b"is an input of this command" in done.stderr


def test_an_earlier_result_is_replaced(tmp_path: Path) -> None:
    prepare(tmp_path)
    for _ in range(2):
        done = run_command("ttl-check validate final --output json=final/report.json", tmp_path)
        assert done.returncode == 1


def test_all_reports_or_none(tmp_path: Path) -> None:
    prepare(tmp_path)
    before = contents(tmp_path)
    done = run_command("ttl-check validate final --output json=a.json --output csv=missing/b.csv", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert contents(tmp_path) == before


NUMBERS = [
    *(
        f"{command} --max-seconds {number}"
        for command in ("validate", "entail")
        for number in ("nan", "inf", "1e300")
    ),
    *(f"{command} --max-memory {10**26}" for command in ("validate", "entail")),
    f"lookup --from project:final:main --path operated_by --max-steps {10**26}",
]


@pytest.mark.parametrize("command", NUMBERS)
def test_a_number_that_no_limit_can_be_is_a_usage_error(command: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    name, _, options = command.partition(" ")
    done = run_command(f"ttl-check {name} final {options}", tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"ttl-check: Invalid value for '--max-")


@pytest.mark.parametrize("options", ["--max-seconds 1000000", f"--max-memory {1 << 40}"])
@pytest.mark.parametrize(("name", "code"), [("validate", 1), ("entail", 0)])
def test_the_largest_limits_work(name: str, code: int, options: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    done = run_command(f"ttl-check {name} final {options}", tmp_path)
    assert done.returncode == code, done.stderr


@pytest.mark.parametrize(
    ("options", "summary"),
    [
        ("--format github", "final/world.ttl"),
        ("--output github=annotations", TEXT),
        ("--format github --output json=same", "same"),
        ("--format github", "ttl-check.toml"),
    ],
)
def test_the_summary_of_a_job_is_appended_to_no_input(options: str, summary: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / "ttl-check.toml").write_text('fail-on = "error"\n', encoding="utf-8")
    before = contents(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", "final", *options.split()],
        cwd=tmp_path,
        env={**environment("0"), "GITHUB_STEP_SUMMARY": str(tmp_path / summary)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert "is an input of this command" in last or "two results are to go to" in last
    assert contents(tmp_path) == before


def test_without_a_job_nothing_is_appended(tmp_path: Path) -> None:
    """The variable alone refuses nothing: no other format writes there."""
    prepare(tmp_path)
    before = contents(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", "final"],
        cwd=tmp_path,
        env={**environment("0"), "GITHUB_STEP_SUMMARY": "final/world.ttl"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert contents(tmp_path) == before
