"""The hooks: pre-commit itself, the steps of the action, and the GitLab job, each run by its commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.golden_cases import ROOT, environment, prepare
from tests.test_docs import blocks
from tests.test_report_formats import check_gitlab, check_junit, check_sarif
from tests.test_setting_aside import git

if TYPE_CHECKING:
    from pathlib import Path

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
PAGE = ROOT / "docs" / "how-to" / "ci.md"
UGLY = "@prefix e: <http://e/> .\ne:a   e:b e:c .\n"
NEAT = "@prefix e: <http://e/> .\n\ne:a e:b e:c .\n"


def command_folder(folder: Path) -> Path:
    """Write a command `ttl-check` that runs this checkout, as an installation would."""
    folder.mkdir(parents=True)
    command = folder / "ttl-check"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ttl_check "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return folder


def variables(tmp_path: Path) -> dict[str, str]:
    found = environment("0")
    return {**found, "PATH": f"{command_folder(tmp_path / 'bin')}{os.pathsep}{found['PATH']}"}


def world(folder: Path) -> Path:
    """Make a repository with the packaged world."""
    prepare(folder)
    (folder / "final" / "world.ttl").unlink()
    work = folder / "work"
    work.mkdir()
    (folder / "final").rename(work / "my-world")
    git(work, "init", "-q", "-b", "main")
    return work


def pre_commit(work: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    git(work, "add", "-A")
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose", "--color", "never"],
        cwd=work,
        env={**env, "PRE_COMMIT_HOME": str(work.parent / "pre-commit")},
        capture_output=True,
        text=True,
        check=False,
    )


def check_hooks(work: Path, env: dict[str, str]) -> None:
    """See the hooks fail, format a file, and pass when the records are mended."""
    (work / "ugly.ttl").write_text(UGLY, encoding="utf-8")
    done = pre_commit(work, env)
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.findall(r"^(ttl-check \w+)\.*(\w+)$", done.stdout, re.MULTILINE) == [
        ("ttl-check validate", "Failed"),
        ("ttl-check fmt", "Failed"),
    ]
    assert "my-world/final.records.jsonl:31:1: error[wrong-bridge]" in done.stdout
    assert (work / "ugly.ttl").read_text(encoding="utf-8") == NEAT
    records = work / "my-world" / "final.records.jsonl"
    kept = [
        line for line in records.read_text(encoding="utf-8").splitlines() if 'final:ghost","pred' not in line
    ]
    records.write_text("".join(line + "\n" for line in kept), encoding="utf-8")
    done = pre_commit(work, env)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pre_commit_runs_the_hooks(tmp_path: Path) -> None:
    """The hooks as they are described, with the command of this checkout in place of an installation."""
    work = world(tmp_path)
    hooks = [{**hook, "language": "system"} for hook in HOOKS]
    hooks[0]["args"] = ["my-world"]
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    (work / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    check_hooks(work, variables(tmp_path))


def index_is_there(folder: Path) -> bool:
    """Tell whether pip reaches a package index."""
    words = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--retries",
        "0",
        "--timeout",
        "15",
    ]
    done = subprocess.run(
        [*words, "--dest", str(folder / "index"), "hatchling"], capture_output=True, check=False
    )
    return done.returncode == 0


@pytest.mark.slow
def test_pre_commit_installs_and_runs_the_hooks(tmp_path: Path) -> None:
    """The way of a user: pre-commit clones the repository, installs it, and runs the hooks."""
    if not index_is_there(tmp_path):
        pytest.skip("pre-commit installs the hooks, and no package index can be reached")
    if not (ROOT / ".git").exists():
        pytest.skip("pre-commit clones the repository, and this is no clone")
    work = world(tmp_path)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(tmp_path / "clone")], check=True)
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", tmp_path / "clone")
    git(tmp_path / "clone", "add", "-A")
    git(tmp_path / "clone", "commit", "-q", "--allow-empty", "-m", "hooks")
    git(tmp_path / "clone", "tag", "tried")
    (text, *_) = blocks(PAGE, "yaml")
    config = text.replace("URL", str(tmp_path / "clone")).replace("TAG", "tried")
    (work / ".pre-commit-config.yaml").write_text(config, encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    check_hooks(work, {name: value for name, value in env.items() if not name.startswith("GIT_")})


def step(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in ACTION["runs"]["steps"] if each["name"] == name)
    return found


def run_step(name: str, inputs: dict[str, str], folder: Path, env: dict[str, str]) -> tuple[int, str]:
    """Run a step as GitHub does: with bash, its inputs filled into the variables alone."""
    given = {key: str(value["default"]) for key, value in ACTION["inputs"].items()} | inputs
    expression = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")
    own = {
        key: expression.sub(lambda match: given[match[1]], text) for key, text in step(name)["env"].items()
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step(name)["run"]],
        cwd=folder,
        env={**env, **own},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_no_step_has_an_expression_in_its_script() -> None:
    assert [each["name"] for each in ACTION["runs"]["steps"] if "${{" in each["run"]] == []


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"paths": "my-world", "sarif": "out.sarif"}, 1),
        ({"paths": "my-world\n", "arguments": "--ignore\nsupport\n"}, 0),
        ({"paths": "my-world", "arguments": "--ignore\nsupport\n--fail-on\nwarning"}, 1),
        ({"paths": "absent; touch owned"}, 2),
        ({"paths": "$(touch owned)"}, 2),
        ({"paths": "--version"}, 2),
    ],
)
def test_action_check(inputs: dict[str, str], code: int, tmp_path: Path) -> None:
    work = world(tmp_path)
    env = environment("0")
    files = {"GITHUB_OUTPUT": tmp_path / "output", "GITHUB_STEP_SUMMARY": tmp_path / "summary"}
    command_folder(tmp_path / "temp" / "ttl-check" / "bin")
    env |= {**{name: str(file) for name, file in files.items()}, "RUNNER_TEMP": str(tmp_path / "temp")}
    returned, said = run_step("Check", inputs, work, env)
    assert returned == code, said
    assert files["GITHUB_OUTPUT"].read_text(encoding="utf-8") == f"exit-code={code}\n"
    assert not (work / "owned").exists()
    if code != 2:
        assert files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8").startswith("## ttl-check: ")
        assert said.count("::error file=my-world/final.records.jsonl,line=31,") == (
            0 if "arguments" in inputs else 1
        )
    if "sarif" in inputs:
        check_sarif((work / "out.sarif").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_action_installs_itself(tmp_path: Path) -> None:
    if not index_is_there(tmp_path):
        pytest.skip("the action installs the package, and no package index can be reached")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env |= {
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
    }
    work = world(tmp_path)
    assert run_step("Install ttl-check", {"python": sys.executable}, work, env) == (0, "")
    code, said = run_step("Check", {"paths": "my-world"}, work, env)
    assert (code, said.count("::error ")) == (1, 2)


def test_gitlab_job(tmp_path: Path) -> None:
    job = next(found for text in blocks(PAGE, "yaml") if "evidence" in (found := yaml.safe_load(text)))[
        "evidence"
    ]
    work = world(tmp_path)
    install, check = job["script"]
    assert re.fullmatch(r"pip install --quiet ttl-check", install)
    done = subprocess.run(
        ["bash", "-e", "-c", check], cwd=work, env=variables(tmp_path), capture_output=True, check=False
    )
    assert done.returncode == 1
    reports = job["artifacts"]["reports"]
    check_gitlab((work / reports["codequality"]).read_text(encoding="utf-8"))
    check_junit((work / reports["junit"]).read_text(encoding="utf-8"))
    assert len(json.loads((work / reports["codequality"]).read_text(encoding="utf-8"))) == 3


def test_github_job_names_inputs_of_the_action() -> None:
    (job,) = (found for text in blocks(PAGE, "yaml") if "jobs" in (found := yaml.safe_load(text)))
    used = [each["with"] for each in job["jobs"]["evidence"]["steps"] if "ttl-check@" in each.get("uses", "")]
    assert [set(given) - set(ACTION["inputs"]) for given in used] == [set()]
