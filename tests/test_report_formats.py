"""The formats for other programs: by their schemas, for hostile data, and for more than they can hold."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
import xmlschema

from graph_rdf.findings import Finding, Severity
from graph_rdf.report.fingerprints import fingerprints
from graph_rdf.report.formats import FORMATS, remark_of, render_format
from graph_rdf.report.github import MOST_IN_SUMMARY, render_job_summary
from graph_rdf.report.markdown import markdown_text
from graph_rdf.report.messages import placed_message
from graph_rdf.report.model import Summary, ValidationReport
from graph_rdf.report.printable import printable
from graph_rdf.report.rendering import Rendering
from graph_rdf.report.sarif import FINGERPRINT, MOST_RESULTS
from graph_rdf.shacl.protocol import ShaclRun
from tests.golden_cases import environment, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SCHEMAS = Path(__file__).parent / "schemas"
HOSTILE = (
    "::error::injected",
    "a\r\n::warning::b",
    "100%0A, x:y",
    "</failure><script>alert(1)</script> & ]]>",
    '=HYPERLINK("http://e")',
    "| `a` <img src=x> [b](http://e) @all #1 |",
    "\x00\x1b[31m\u202e\ud800\ufffe\u2028",
    "+1",
    "",
)


def finding(number: int, text: str, severity: Severity = Severity.ERROR) -> Finding:
    return Finding(
        "wrong-bridge",
        severity,
        text,
        path=f"data/{number} {text}.ttl",
        line=number,
        column=2,
        end_line=number + 2,
        record=text,
        focus_node=f"http://e/{text}",
        result_path=text,
        value=text,
        shape=text,
    )


SEVERITIES = tuple(Severity)
FINDINGS = (
    *(finding(at + 1, text, SEVERITIES[at % 3]) for at, text in enumerate(HOSTILE)),
    Finding("a-rule-of-nobody", Severity.WARNING, "no place at all"),
    Finding("syntax-error", Severity.ERROR, "a whole file", path="b.ttl"),
)


def rendering(findings: Sequence[Finding] = FINDINGS, files: tuple[str, ...] = ("a.ttl",)) -> Rendering:
    count = {each: sum(f.severity is each for f in findings) for each in Severity}
    summary = Summary(
        errors=count[Severity.ERROR], warnings=count[Severity.WARNING], infos=count[Severity.INFO]
    )
    rules = tuple((rule, Severity.ERROR, 1) for rule in sorted({f.rule for f in findings}))
    report = ValidationReport(tuple(findings), (), summary, rule_counts=rules)
    return Rendering(report, lambda _path, _line: None, ShaclRun((), 0, 0, 0), "1.2.3", files)


@cache
def sarif_schema() -> jsonschema.Draft4Validator:
    schema = json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
    return jsonschema.Draft4Validator(schema)


@cache
def gitlab_schema() -> jsonschema.Draft202012Validator:
    schema = json.loads((SCHEMAS / "gitlab-code-quality.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema)


@cache
def junit_schema() -> xmlschema.XMLSchema10:
    return xmlschema.XMLSchema10(SCHEMAS / "junit-10.xsd")


def check_sarif(text: str) -> None:
    sarif_schema().validate(json.loads(text))


def check_gitlab(text: str) -> None:
    gitlab_schema().validate(json.loads(text))


def check_junit(text: str) -> None:
    junit_schema().validate(text)


CHECKS: dict[str, Callable[[str], None]] = {
    "sarif": check_sarif,
    "gitlab": check_gitlab,
    "junit": check_junit,
}


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("findings", [(), FINDINGS], ids=["none", "hostile"])
@pytest.mark.parametrize("files", [(), ("a.ttl", "b.ttl")], ids=["server", "files"])
def test_schema(name: str, findings: tuple[Finding, ...], files: tuple[str, ...]) -> None:
    CHECKS[name](render_format(name, rendering(findings, files)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sarif", '{"version": "2.1.0"}'),
        ("gitlab", '[{"description": "x"}]'),
        ("junit", "<testsuites><testsuite/></testsuites>"),
    ],
)
def test_the_schemas_refuse_what_is_wrong(name: str, text: str) -> None:
    with pytest.raises((jsonschema.ValidationError, xmlschema.XMLSchemaValidationError)):
        CHECKS[name](text)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_say_hostile_findings_in_utf_8(name: str) -> None:
    text = render_format(name, rendering())
    assert text.encode("utf-8")
    assert text.endswith("\n")
    assert "\x1b" not in text or name == "csv"


def test_a_report_of_nothing() -> None:
    for name in ("text", "jsonl", "github"):
        assert render_format(name, rendering(())) == ""
    assert render_format("gitlab", rendering(())) == "[]\n"
    assert render_format("csv", rendering(())).count("\n") == 1


def test_json_lines_are_the_findings_of_json() -> None:
    lines = [json.loads(line) for line in render_format("jsonl", rendering()).splitlines()]
    assert lines == json.loads(render_format("json", rendering()))["findings"]


def test_each_workflow_command_is_one_line_that_says_the_finding_back() -> None:
    def back(text: str) -> str:
        for written, meant in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
            text = text.replace(written, meant)
        return text

    lines = render_format("github", rendering()).split("\n")[:-1]
    assert len(lines) == len(FINDINGS)
    for line, each in zip(lines, FINDINGS, strict=True):
        match = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line, re.DOTALL)
        assert match is not None, line
        facts = dict(part.split("=", 1) for part in match[2].split(","))
        assert (back(match[3]), facts["title"]) == (printable(placed_message(each, {})), each.rule)
        assert back(facts["file"]) == printable(each.path or "a.ttl")


def test_job_summary_shows_text_as_text_and_says_what_it_cuts() -> None:
    page = render_job_summary(rendering())
    assert [mark for mark in ("<img", "<script", "\n::", " @all", "\x1b") if mark in page] == []
    many = [finding(at, "x") for at in range(1, MOST_IN_SUMMARY + 2)]
    counted = rendering(many)
    report = replace(counted.report, rule_counts=(("wrong-bridge", Severity.ERROR, len(many) + 5),))
    page = render_job_summary(replace(counted, report=report))
    assert page.count("\n- ") == MOST_IN_SUMMARY + 1
    assert "- and 6 more\n" in page


def test_markdown_text() -> None:
    assert markdown_text("[a](http://e) www.e") == r"\[a\]\(http&#58;//e\) www&#46;e"


WHERE: dict[str, tuple[dict[str, Any], str]] = {
    "line": ({"line": 4, "path": "a.ttl"}, 'e:age: not a number (value "old")'),
    "no line": ({"path": "a.ttl"}, 'e:age: not a number (value "old") (at e:bob)'),
    "record": ({"shape": None, "record": "rel:1"}, "not a number (at rel:1)"),
    "named": ({"shape": None, "record": "rel:1", "message": "'rel:1' is odd"}, "'rel:1' is odd"),
}


@pytest.mark.parametrize("name", WHERE)
def test_formats_without_source_say_path_value_and_node(name: str) -> None:
    more, said = WHERE[name]
    base = Finding("datatype", Severity.ERROR, "not a number", shape="_:s", value='"old"')
    each = replace(base, focus_node="http://e/bob", result_path="<http://e/age>", **more)
    shown = replace(rendering([each]), prefixes={"e": "http://e/"})
    assert json.loads(render_format("sarif", shown))["runs"][0]["results"][0]["message"]["text"] == said
    assert json.loads(render_format("gitlab", shown))[0]["description"] == f"datatype: {said}"
    assert render_format("github", shown).endswith(f"::{said}\n")
    failure = ET.fromstring(render_format("junit", shown)).find(".//failure")  # noqa: S314
    assert failure is not None
    assert failure.get("message") == said
    assert markdown_text(said) in render_job_summary(shown)


def test_no_cell_is_a_formula() -> None:
    rows = list(csv.reader(io.StringIO(render_format("csv", rendering()))))
    assert len(rows) == len(FINDINGS) + 1
    assert [text for row in rows for text in row if text.startswith(("=", "+", "-", "@"))] == []


def sarif(findings: Sequence[Finding]) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(render_format("sarif", rendering(findings)))["runs"][0]
    return run


def test_sarif_says_every_rule_once_and_points_to_it() -> None:
    run = sarif(FINDINGS)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["a-rule-of-nobody", "syntax-error", "wrong-bridge"]
    assert [rules[each["ruleIndex"]]["id"] for each in run["results"]] == [each.rule for each in FINDINGS]
    assert [rule["id"] for rule in rules if "help" not in rule] == ["a-rule-of-nobody"]


def test_sarif_places() -> None:
    places = [each["locations"][0]["physicalLocation"] for each in sarif(FINDINGS)["results"]]
    assert places[0]["region"] == {"startLine": 1, "startColumn": 2, "endLine": 3}
    assert "region" not in places[-1]
    uris = [place["artifactLocation"]["uri"] for place in places]
    assert [uri for uri in uris if not uri or ":" in uri or uri.startswith("/") or not uri.isascii()] == []
    assert uris[-2:] == ["a.ttl", "b.ttl"]


def test_sarif_is_cut_to_the_worst_and_says_so() -> None:
    infos = [finding(at + 1, "x", Severity.INFO) for at in range(MOST_RESULTS)]
    findings = [*infos, finding(7, "last", Severity.ERROR)]
    run = sarif(findings)
    assert len(run["results"]) == MOST_RESULTS
    assert (run["results"][-1]["level"], run["results"][-2]["level"]) == ("error", "note")
    said = "sarif holds 25,000 results at most, the worst; it leaves out 1 finding"
    notes = [note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]]
    assert notes == [said]
    assert remark_of("sarif", rendering(findings)) == said
    assert remark_of("sarif", rendering(infos)) is None


def test_fingerprints_do_not_know_lines_messages_or_severities() -> None:
    text = {("w.ttl", 3): "  ex:a  ex:b", ("w.ttl", 9): "ex:a ex:b"}

    def lines(path: str, line: int) -> str | None:
        return text.get((path, line))

    def of(*findings: Finding) -> list[str]:
        return fingerprints(findings, lines)

    here = finding(3, "x")
    assert of(here) == of(replace(here, line=9, column=1, end_line=None, path=here.path))
    assert of(here) == of(replace(here, message="y", severity=Severity.INFO))
    blank = replace(here, path="w.ttl", record=None, focus_node="_:b0", value="_:b1", shape="_:b2")
    assert of(blank) == of(replace(blank, line=9, focus_node="_:c", value="_:d", shape="_:e"))
    others = [{"rule": "y"}, {"path": "v.ttl"}, {"record": "r"}, {"result_path": "p"}, {"value": "v"}]
    names = [*of(here), *(of(replace(here, **each))[0] for each in others)]  # type: ignore[arg-type]
    assert len(set(names)) == len(names)
    twice = of(here, here)
    assert twice[0] == of(here)[0] != twice[1]


def test_fingerprints_survive_moved_lines_and_a_run_elsewhere(tmp_path: Path) -> None:
    prepare(tmp_path)
    world = tmp_path / "final" / "world.ttl"

    def names(folder: Path, path: str) -> set[str]:
        done = subprocess.run(
            [sys.executable, "-m", "ttl_check", "validate", path, "--format", "sarif"],
            cwd=folder,
            env=environment("1"),
            capture_output=True,
            check=False,
        )
        results = json.loads(done.stdout)["runs"][0]["results"]
        assert len(results) == 3
        return {each["partialFingerprints"][FINGERPRINT] for each in results}

    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    before = names(tmp_path, "final/world.ttl")
    world.write_text("# moved\n\n\n" + world.read_text(encoding="utf-8"), encoding="utf-8")
    assert names(tmp_path / "final", "./world.ttl") == before


def test_job_summary_is_appended(tmp_path: Path) -> None:
    prepare(tmp_path)
    summary = tmp_path / "summary.md"
    summary.write_text("# before\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", "validate", "final", "--format", "github"],
        cwd=tmp_path,
        env={**environment("0"), "GITHUB_STEP_SUMMARY": str(summary)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("# before\n## ttl-check: 2 errors, 1 warning, 0 infos\n")
    assert "| 1      | error    | missing-support |" in text
