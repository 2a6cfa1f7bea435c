"""Living with findings: what is ignored, known or not of this change does not count, and is counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from graph_rdf.errors import InputError, UnknownNameError
from graph_rdf.findings import Finding, Severity
from graph_rdf.gate.baseline import baseline_text, known_finding, read_baseline
from graph_rdf.gate.changed_lines import ChangedLines, changed_since
from graph_rdf.gate.selection import named_rules, selection_of
from graph_rdf.gate.setting_aside import Sieve
from graph_rdf.report.fingerprints import fingerprints
from graph_rdf.rules import AREAS, all_rules
from tests.golden_cases import environment, prepare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph_rdf.gate.selection import Selection

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO
FINDINGS = (
    Finding("contested", WARNING, "m", "data/a.ttl", 1, 1, 3, record="r1"),
    Finding("wrong-bridge", ERROR, "m", "data/a.ttl", 5, 1, 9, record="r2"),
    Finding("wrong-bridge", ERROR, "m", "data/old/b.ttl", 5, 1, 9, record="r3"),
    Finding("syntax-error", ERROR, "m", "c.ttl", 2, 4),
    Finding("sparql", INFO, "m"),
)


def no_lines(_path: str, _line: int) -> str | None:
    return None


def sift(sieve: Sieve, findings: Sequence[Finding] = FINDINGS) -> tuple[list[int], Any]:
    kept, aside = sieve.sift(findings, no_lines, sorted({f.path for f in findings if f.path is not None}))
    return [next(at for at, f in enumerate(findings) if f.sort_key == k.sort_key) for k in kept], aside


SELECTIONS = {
    "all": (selection_of([], [], [], []), [0, 1, 2, 3, 4]),
    "one rule": (selection_of(["wrong-bridge"], [], [], []), [1, 2]),
    "an area": (selection_of(["support", "syntax"], [], [], []), [1, 2, 3]),
    "ignore": (selection_of([], ["wrong-bridge", "constraints"], [], []), [0, 3]),
    "ignore wins": (selection_of(["support"], ["wrong-bridge"], [], []), []),
    "folder": (selection_of([], [], [("data/*", "wrong-bridge")], []), [0, 3, 4]),
    "deeper folder": (selection_of([], [], [("data/old/*", "support")], []), [0, 1, 3, 4]),
    "name alone": (selection_of([], [], [("b.ttl", "wrong-bridge"), ("*.nt", "sparql")], []), [0, 1, 3, 4]),
    "two rules of a pattern": (
        selection_of([], [], [("*.ttl", "contested"), ("*.ttl", "syntax-error")], []),
        [1, 2, 4],
    ),
}


@pytest.mark.parametrize("name", SELECTIONS)
def test_selection(name: str) -> None:
    selection, expected = SELECTIONS[name]
    kept, aside = sift(Sieve(selection=selection))
    assert kept == expected
    assert sum(number for _, _, number in aside.ignored) == len(FINDINGS) - len(expected)


def test_severities_are_those_of_the_selection_and_weigh_among_the_ignored_too() -> None:
    selection: Selection = selection_of(
        [], ["contested"], [], [("support", WARNING), ("wrong-bridge", INFO), ("contested", ERROR)]
    )
    kept, aside = Sieve(selection=selection).sift(FINDINGS, no_lines, ())
    assert [finding.severity for finding in kept] == [INFO, INFO, ERROR, INFO]
    assert aside.ignored == (("contested", ERROR, 1),)


def test_an_area_is_no_rule_and_an_unknown_name_offers_the_nearest() -> None:
    assert {rule.id for rule in all_rules()} & set(AREAS) == set()
    with pytest.raises(UnknownNameError, match=r"^no rule 'wrong-brige'; nearest: wrong-bridge"):
        named_rules(["wrong-brige"])


def test_baseline_knows_findings_wherever_they_move(tmp_path: Path) -> None:
    names = fingerprints(FINDINGS, no_lines)
    known = [known_finding(f, n, f.path) for f, n in zip(FINDINGS, names, strict=True) if f.rule != "sparql"]
    file = tmp_path / "baseline.json"
    file.write_text(baseline_text(reversed(known)), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == baseline_text(known)
    baseline = read_baseline(file)
    assert sift(Sieve(baseline=baseline))[0] == [4]
    moved = [
        Finding(f.rule, f.severity, "other words", f.path, 77, 2, 99, record=f.record) for f in FINDINGS[:3]
    ]
    kept, aside = sift(Sieve(baseline=baseline), moved)
    assert kept == []
    assert aside.known == (("wrong-bridge", ERROR, 2), ("contested", WARNING, 1))
    assert aside.vanished == ()
    kept, aside = sift(Sieve(baseline=baseline), FINDINGS[:1])
    assert aside.vanished == ("wrong-bridge data/a.ttl r2",)
    ignoring = Sieve(selection=selection_of([], ["wrong-bridge"], [], []), baseline=baseline)
    assert sift(ignoring)[1].vanished == ()


def test_one_more_of_the_same_is_new() -> None:
    twice = [FINDINGS[1], FINDINGS[1]]
    names = fingerprints(twice, no_lines)
    baseline = {names[0]: known_finding(twice[0], names[0], "data/a.ttl")}
    kept, aside = Sieve(baseline=baseline).sift(twice, no_lines, ())
    assert (len(kept), aside.known) == (1, (("wrong-bridge", ERROR, 1),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "no such baseline"),
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "the key 'findings' is missing"),
        (
            '{"format_version": "1", "findings": [{"fingerprint": "a", "fingerprint": "b"}]}',
            "no baseline: the key 'fingerprint' stands twice in one object",
        ),
        ('{"findings": []}', "another version"),
        ('{"format_version": "1", "findings": [{}]}', "an entry has no fingerprint"),
        ('{"format_version": "1", "findings": [{"fingerprint": "a", "rule": 1}]}', "no text"),
    ],
)
def test_what_is_no_baseline(text: str | None, message: str, tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_baseline(file)


@pytest.mark.parametrize(
    ("first", "last", "touched"),
    [(1, 1, False), (2, 2, True), (1, 9, True), (3, None, True), (4, 4, False), (7, 7, False), (8, 8, False)],
)
def test_a_statement_is_changed_when_a_line_of_it_is(first: int, last: int | None, touched: bool) -> None:
    lines = ((2, 3), (8, 7))  # the second: lines between 7 and 8 were removed
    changed = ChangedLines(Path(), "main", {"a": lines, "b": None}, frozenset({"a", "b", "c"}))
    assert changed.touches("a", first, last) is touched
    assert changed.touches("a", 7, 8) is True
    assert changed.touches("a", None, None) is True
    assert changed.touches("b", first, last) is True
    assert changed.touches("c", first, last) is False
    assert changed.touches("new", first, last) is True
    with pytest.raises(InputError, match="outside"):
        changed.touches("../x", first, last)


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, env=kept)


ODD = 'odd "name"\tä.ttl'


def test_changed_lines_of_a_real_repository(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    text = "".join(f"line {number}\n" for number in range(1, 21))
    for name in ("same.ttl", "edited.ttl", "moved.ttl", "gone.ttl", "binary.ttl", "link.ttl", ODD):
        (tmp_path / name).write_text(text, encoding="utf-8")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "one")
    git(tmp_path, "checkout", "-q", "-b", "work")
    (tmp_path / "edited.ttl").write_text(
        text.replace("line 2\n", "LINE 2\n").replace("line 10\nline 11\n", "") + "more\n", encoding="utf-8"
    )
    (tmp_path / ODD).write_text(text.replace("line 3\n", "++ b/x\n-- a/y\n"), encoding="utf-8")
    (tmp_path / "sub").mkdir()
    git(tmp_path, "mv", "moved.ttl", "sub/moved.ttl")
    (tmp_path / "sub" / "moved.ttl").write_text(text.replace("line 7\n", "LINE 7\n"), encoding="utf-8")
    (tmp_path / "gone.ttl").unlink()
    (tmp_path / "binary.ttl").write_bytes(b"\0\1" * 100)
    (tmp_path / "link.ttl").unlink()
    (tmp_path / "link.ttl").symlink_to("same.ttl")
    (tmp_path / "new.ttl").write_text(text, encoding="utf-8")
    git(tmp_path, "add", "binary.ttl")
    git(tmp_path, "checkout", "-q", "main", "--", "same.ttl")
    git(tmp_path, "commit", "-q", "-m", "binary")
    # What others do on main is no change of this branch.
    git(tmp_path, "stash", "-q", "-u")
    git(tmp_path, "checkout", "-q", "main")
    (tmp_path / "same.ttl").write_text("others\n", encoding="utf-8")
    git(tmp_path, "commit", "-q", "-a", "-m", "others")
    git(tmp_path, "checkout", "-q", "work")
    git(tmp_path, "stash", "pop", "-q")
    changed = changed_since("main", tmp_path / "sub")
    assert changed.root == tmp_path.resolve()
    assert dict(changed.lines) == {
        "edited.ttl": ((2, 2), (10, 9), (19, 19)),
        "sub/moved.ttl": ((7, 7),),
        "gone.ttl": ((1, 0),),
        "binary.ttl": None,
        "link.ttl": None,
        ODD: ((3, 4),),
    }
    assert changed.touches("new.ttl", 1, 1)
    assert not changed.touches("same.ttl", 1, 20)


def test_a_renamed_file_without_another_change_has_no_changed_line(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a.ttl").write_text("x\n" * 20, encoding="utf-8")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "one")
    git(tmp_path, "mv", "a.ttl", "b.ttl")
    changed = changed_since("HEAD", tmp_path)
    assert dict(changed.lines) == {"b.ttl": ()}
    assert not changed.touches("b.ttl", 1, 20)


@pytest.mark.parametrize("revision", ["nothing", "--help", "-x", "HEAD^{tree}:", "a\0b", ""])
def test_no_such_revision(revision: str, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a.ttl").write_text("x\n", encoding="utf-8")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "one")
    with pytest.raises(InputError):
        changed_since(revision, tmp_path)


def validate(folder: Path, *arguments: str, **variables: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", *arguments],
        cwd=folder,
        env={**environment("0"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_diff_base_needs_a_repository_and_git(tmp_path: Path) -> None:
    prepare(tmp_path)
    code, out, err = validate(
        tmp_path, "final", "--diff-base", "HEAD", GIT_CEILING_DIRECTORIES=str(tmp_path.parent)
    )
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "is in no git repository" in err
    code, out, err = validate(tmp_path, "final", "--diff-base", "HEAD", PATH=str(tmp_path))
    assert (code, out, err) == (2, "", "ttl-check: git is not installed, so --diff-base cannot be asked\n")


def test_diff_base_counts_what_the_change_brought(tmp_path: Path) -> None:
    prepare(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "one")
    world = tmp_path / "final" / "final.records.jsonl"
    text = world.read_text(encoding="utf-8")
    arguments = ("final/final.records.jsonl", "--diff-base", "HEAD", "--format", "json")
    code, out, err = validate(tmp_path, *arguments, "--quiet")
    assert (code, json.loads(out)["findings"]) == (0, [])
    assert err == "warning: not counted: 3 on unchanged lines (2 errors)\n"
    world.write_text(text.replace('"rel:final:9"', '"rel:final:99"'), encoding="utf-8")
    code, out, _ = validate(tmp_path / "final", "final.records.jsonl", *arguments[1:])
    report = json.loads(out)
    assert (code, [each["record"] for each in report["findings"]]) == (1, ["rel:final:99"])
    assert report["set_aside"] == {
        "ignored": [],
        "unchanged": [
            {"rule": "wrong-bridge", "severity": "error", "findings": 1},
            {"rule": "contested", "severity": "warning", "findings": 1},
        ],
        "known": [],
        "vanished": [],
    }


def test_limits_cut_what_counts_and_not_what_does_not(tmp_path: Path) -> None:
    prepare(tmp_path)
    arguments = (
        "final/final.records.jsonl",
        "--ignore",
        "contested",
        "--max-results",
        "1",
        "--format",
        "jsonl",
    )
    code, out, _ = validate(tmp_path, *arguments)
    assert (code, [json.loads(line)["rule"] for line in out.splitlines()]) == (1, ["wrong-bridge"])


def test_a_stream_is_sifted_too(tmp_path: Path) -> None:
    prepare(tmp_path)
    code, out, err = validate(tmp_path, "final/final.records.jsonl", "--stream", "--ignore", "support", "-q")
    assert (code, out.count("contested")) == (0, 1)
    assert err == "warning: not counted: 2 ignored (2 errors)\n"


def test_the_baseline_is_looked_up_and_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many entries as findings a search of one for each of the other takes minutes."""
    compared = 0

    class Name(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    findings = [FINDINGS[0]] * 200
    names = [Name(f"{at:032x}") for at in range(200)]
    monkeypatch.setattr("graph_rdf.gate.setting_aside.fingerprints", lambda *_: names)
    known = {f"{at:032x}": known_finding(FINDINGS[0], f"{at:032x}", None) for at in range(100, 300)}
    kept, aside = Sieve(baseline=known).sift(findings, no_lines, ["data/a.ttl"])
    assert (len(kept), len(aside.vanished)) == (100, 100)
    assert compared <= 1000


def test_a_configured_order_of_files_is_not_asked(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@e", *words], cwd=tmp_path, check=True)

    git("init", "-q")
    (tmp_path / "a.ttl").write_text("one\n", encoding="utf-8")
    git("add", ".")
    git("commit", "-qm", "first")
    git("config", "diff.orderFile", "missing")
    (tmp_path / "a.ttl").write_text("one\ntwo\n", encoding="utf-8")
    assert changed_since("HEAD", tmp_path).lines == {"a.ttl": ((2, 2),)}
