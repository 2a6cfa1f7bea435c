"""What a stranger does with the installed wheel; run by `wheel.sh` with the runtime dependencies alone."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path


def run(program: str, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the installed program."""
    return subprocess.run(
        [program, *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )


def explain_with_commands(program: str) -> None:
    """Follow each rule page whose example is a command: what it names is there or is said how to make."""
    from graph_rdf.rules.examples import examples

    prompt = "  $ ttl-check "
    for place, example in enumerate(each for each in examples().values() if each.kind == "command"):
        page = run(program, "explain", example.rule)
        assert page.returncode == 0, page
        folder = Path(f"rule-{place}")
        folder.mkdir()
        for name, text in example.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        lines = [line for line in page.stdout.splitlines() if line.startswith(prompt)]
        assert lines, page
        for line in lines:
            done = run(program, *shlex.split(line.removeprefix(prompt)), folder=folder)
            assert done.returncode in (0, 1), done


def main(program: str) -> None:
    """Try the wheel; an AssertionError says what does not hold."""
    assert find_spec("pytest") is None, "the environment has more than the runtime dependencies"

    shown = run(program, "--help")
    assert (shown.returncode, shown.stderr) == (0, ""), shown
    assert "validate" in shown.stdout

    demo = run(program, "demo")
    assert demo.returncode == 0, demo
    assert "contact:final:desk" in demo.stdout

    started = run(program, "init", "world")
    assert started.returncode == 0, started
    assert Path("world/final.records.jsonl").is_file()

    exported = run(program, "export", "world/final.records.jsonl", "--to", "ttl", "-o", "world.ttl")
    assert exported.returncode == 0, exported

    for data in ("world", "world.ttl"):
        checked = run(program, "validate", data, "--format", "json")
        assert checked.returncode == 1, checked
        report = json.loads(checked.stdout)
        errors = [(f["rule"], f["record"]) for f in report["findings"] if f["severity"] == "error"]
        assert errors == [("wrong-bridge", "rel:final:8"), ("missing-support", "rel:final:9")], errors
        others = [f["rule"] for f in report["findings"] if f["severity"] != "error"]
        assert others == ["contested"], others

    answered = run(
        program, "lookup", "world", "--from", "project:final:main", "--path", "operated_by/contact",
        "--view", "view:final:base", "--format", "json",
    )  # fmt: skip
    assert answered.returncode == 0, answered
    assert [answer["entity"] for answer in json.loads(answered.stdout)["answers"]] == ["contact:final:desk"]

    drawn = run(program, "map", "world", "-o", "map.html")
    assert drawn.returncode == 0, drawn
    assert '<script type="application/json" id="data">' in Path("map.html").read_text(encoding="utf-8")

    explain_with_commands(program)

    sys.stdout.write("the wheel works\n")


if __name__ == "__main__":
    main(sys.argv[1])
