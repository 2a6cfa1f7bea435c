"""The hand-written pages say what the program does: their commands are run, their tables are complete."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import subprocess
import sys
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

import click
import pytest

from graph_rdf.errors import OntologyError
from graph_rdf.evidence.rules import NOT_CURRENT, SUPPORT_RULES, WITHDRAWN
from graph_rdf.findings import Severity
from graph_rdf.gate.ontologies import read_ontology
from graph_rdf.lookup import result as lookup_result
from graph_rdf.namespaces import PREFIXES
from graph_rdf.records.fields import _SPAN, _SUPPORT
from graph_rdf.records.kinds import KINDS
from graph_rdf.records.model import Span, Support
from graph_rdf.report.formats import FORMATS
from graph_rdf.report.json_report import render_json
from graph_rdf.report.model import ReportLimits, SetAside, Summary, ValidationReport
from graph_rdf.rules import all_rules
from graph_rdf.shacl.coverage_values import Coverage, ShapeCoverage, UnseenClass, UnseenPredicate
from tests.golden_cases import ROOT, environment
from tests.test_docs import DOCS, blocks, run, steps
from ttl_check.group import COMMANDS, command_line
from ttl_check.main import EXIT_CLOSED_PIPE, EXIT_COULD_NOT_CHECK, EXIT_INTERRUPTED
from ttl_check.settings import _options

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from graph_rdf.records.fields import Field

OUTPUTS = DOCS / "reference" / "outputs.md"
RECORDS = DOCS / "reference" / "records.md"


def section(page: Path, title: str) -> str:
    """Give the text below a heading, to the next heading."""
    pattern = rf"^#+ {re.escape(title)}$\n(.*?)(?=^#|\Z)"
    (text,) = re.findall(pattern, page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(text)


def rows(page: Path, title: str) -> list[list[str]]:
    """Give the cells of the tables below a heading, without their heads."""
    lines = [line for line in section(page, title).splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_own_predicates(tmp_path: Path) -> None:
    page = DOCS / "how-to" / "own-predicates.md"
    (ontology,), (letter,), (records,) = (blocks(page, kind) for kind in ("turtle", "text", "json"))
    (settings,) = blocks(page, "toml")
    digest = hashlib.sha256(letter.encode("utf-8")).hexdigest()
    files = {"predicates.ttl": ontology, "letter.txt": letter, "staff.records.jsonl": records}
    for name, text in files.items():
        (tmp_path / name).write_text(text.replace("SHA256", digest), encoding="utf-8")
    first, second = blocks(page, "console")
    assert [len(steps(first)), len(steps(second))] == [3, 1]
    for command, printed in steps(first):
        assert run(command, tmp_path) == printed.replace("SHA12", digest[:12]), command
    ((command, printed),) = steps(second)
    assert "undeclared-predicate" in run("ttl-check validate staff.records.jsonl", tmp_path)
    assert "rdf:predicate eg:reports_to " in run("ttl-check export staff.records.jsonl --to ttl", tmp_path)
    (tmp_path / "ttl-check.toml").write_text(settings, encoding="utf-8")
    assert run(command, tmp_path) == printed
    assert run("ttl-check validate predicates.ttl", tmp_path) == ""
    (tmp_path / "ttl-check.toml").unlink()
    assert run("ttl-check validate predicates.ttl", tmp_path).count("error[predicate-in-data]") == 3
    nameless = ontology.replace('dcterms:identifier "wrote_to" ;', "")
    (tmp_path / "nameless.ttl").write_text(nameless, encoding="utf-8")
    told = run("ttl-check validate staff.records.jsonl --ontology nameless.ttl", tmp_path)
    assert (told.count("error[identifier]"), told.count("error[undeclared-predicate]")) == (1, 1)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('a eg:RelationPredicate ;\n    dcterms:identifier "wrote_to"', 'dcterms:identifier "wrote_to"'),
        ('"wrote_to"', '"wrote/to"'),
        ('"wrote_to"', '" wrote_to"'),
        ('"wrote_to"', '"wrote_to" , "sent_to"'),
        ('"wrote_to"', '"reports_to"'),
        ("{subject} wrote to {object}", "{subject} wrote to them"),
        ("{subject} wrote to {object}", "{subject} {object}"),
        ("eg:opposes ex:reports_to", "eg:opposes ex:absent"),
        ("eg:strength eg:Weak", "eg:strength eg:Faint"),
        ("ex:wrote_to a", "[] a"),
    ],
)
def test_ill_formed_declarations_end_the_run(right: str, wrong: str, tmp_path: Path) -> None:
    (ontology,) = blocks(DOCS / "how-to" / "own-predicates.md", "turtle")
    assert ontology.count(right) == 1
    (tmp_path / "predicates.ttl").write_text(ontology.replace(right, wrong), encoding="utf-8")
    with pytest.raises(OntologyError):
        read_ontology([tmp_path / "predicates.ttl"])


def needs(model: type[Any], keys: Mapping[str, Field]) -> dict[str, str]:
    """Say of each key what the column *needed* must say."""
    defaults = {each.name: each.default for each in fields(model)}
    told = {}
    for key, field in keys.items():
        default = defaults[key]
        assert (default is not MISSING) or field.required, key
        told[f"`{key}`"] = "yes" if field.required else f"no, `{json.dumps(default)}`"
    return told


def test_records_tables_are_those_of_the_code() -> None:
    expected = {name: needs(kind.make, kind.fields) for name, kind in KINDS.items()}  # type: ignore[arg-type]
    expected["An element of `support`"] = needs(Support, _SUPPORT)
    expected["A `span`"] = needs(Span, _SPAN)
    assert {title: {row[0]: row[1] for row in rows(RECORDS, title)} for title in expected} == expected
    for title, keys in expected.items():
        assert [row[0] for row in rows(RECORDS, title)] == list(keys), title


def test_records_example_has_every_key_and_gives_every_property(tmp_path: Path) -> None:
    letter = "Subject: works\r\n\r\nFähre 7 is operated by Nord.\r\n".encode()
    (text,) = blocks(RECORDS, "json")
    body = next(found["body"] for line in text.splitlines() if "body" in (found := json.loads(line)))
    for mark, raw in {"SHA256-1": body.encode("utf-8"), "SHA256-2": letter}.items():
        text = text.replace(mark, hashlib.sha256(raw).hexdigest())
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "letter.txt").write_bytes(letter)
    (tmp_path / "all.records.jsonl").write_text(text, encoding="utf-8")
    used: dict[str, set[str]] = {name: set() for name in KINDS}
    for record in map(json.loads, text.splitlines()):
        used[record["kind"]] |= record.keys() - {"kind"}
    assert used == {name: set(kind.fields) for name, kind in KINDS.items()}
    (block,) = blocks(RECORDS, "console")
    assert len(steps(block)) == 3
    for command, printed in steps(block):
        assert run(command, tmp_path) == printed, command
    exported = run("ttl-check export all.records.jsonl --to nt", tmp_path)
    titles = (*KINDS, "An element of `support`", "A `span`")
    terms = {row[-1].strip("` ") for title in titles for row in rows(RECORDS, title)}
    iris = {PREFIXES[prefix] + name for prefix, _, name in (term.partition(":") for term in terms)}
    assert sorted(iri for iri in iris if f" <{iri}> " not in exported) == []
    for options in ("--from project:ferry --path operated_by", "--from org:nord --path contact"):
        assert run(f"ttl-check lookup all.records.jsonl {options}", tmp_path) == "no-evidence\n"


def test_exit_codes() -> None:
    codes = re.findall(r"^\| (\d+) \|", section(OUTPUTS, "Exit codes"), re.MULTILINE)
    assert codes == [
        str(code) for code in (0, 1, EXIT_COULD_NOT_CHECK, 129, EXIT_INTERRUPTED, EXIT_CLOSED_PIPE, 143)
    ]
    told = {row[0].strip("`"): int(row[1]) for row in rows(OUTPUTS, "Exit codes")}
    assert len(told) == 9
    found = {
        command: subprocess.run(
            [sys.executable, "-m", "ttl_check", *shlex.split(command)[1:]],
            cwd=ROOT,
            env=environment("0"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        ).returncode
        for command in told
    }
    assert found == told


def test_every_command_says_what_it_prints() -> None:
    assert [row[0].strip("`") for row in rows(OUTPUTS, "Standard output and standard error")] == [*COMMANDS]


def key_paths(value: object, path: str = "") -> set[str]:
    """Give the paths of all keys that lead to no object, with `[]` for the elements of a list."""
    if isinstance(value, dict):
        return {
            found for key, item in value.items() for found in key_paths(item, f"{path}.{key}".lstrip("."))
        }
    if isinstance(value, list):
        return {found for item in value for found in key_paths(item, f"{path}[]")}
    return {path}


def test_json_keys() -> None:
    outputs = {
        "`validate --format json`": ["validate examples/final"],
        "`lookup --format json`": [
            "lookup examples/final --from project:final:main --path operated_by --view view:final:base",
            "lookup examples/final --from org:final:north --path contact --scope staff",
        ],
    }
    for title, commands in outputs.items():
        found: set[str] = set()
        for command in commands:
            found |= key_paths(json.loads(run(f"ttl-check {command} --format json", ROOT)))
        if title.startswith("`validate"):
            found |= key_paths(json.loads(render_json(FULL_REPORT, "1")))
        assert {row[0].strip("`") for row in rows(OUTPUTS, title)} == found, title


ROW = (("a-rule", Severity.ERROR, 1),)
FULL_REPORT = ValidationReport(
    (),
    (),
    Summary(),
    set_aside=SetAside(ROW, ROW, ROW, ("gone",)),
    limits=ReportLimits(left_out=(("a-rule", Severity.ERROR, 1),), stopped=("the run",)),
    coverage=Coverage(
        triples=1,
        unseen=1,
        shapes=(ShapeCoverage("urn:s", "s", None, None, 0, 0, 0, 0, 0, 0, 0),),
        predicates=(UnseenPredicate("urn:p", 1, read=False, nearest=None, example="urn:a"),),
        classes=(UnseenClass(None, 1, 1),),
    ),
)
"""A report in which every list has an element."""


def test_every_format_of_validate_is_told() -> None:
    assert [row[0].strip("`") for row in rows(OUTPUTS, "Formats of `validate`")] == list(FORMATS)


def test_statuses_and_reasons() -> None:
    names = ("ANSWERED", "AMBIGUOUS", "CONFLICT", "NO_EVIDENCE", "UNKNOWN_START", "TRUNCATED")
    statuses = [getattr(lookup_result, name) for name in names]
    assert [row[0].strip("`") for row in rows(OUTPUTS, "Statuses of a lookup")] == statuses
    # A path holds declared predicates alone, so a lookup never meets a record of an undeclared one.
    support = [rule for rule in SUPPORT_RULES if rule != "undeclared-predicate"]
    others = [rule.id for rule in all_rules() if rule.area == "lookup"]
    reasons = [row[0].strip("`") for row in rows(OUTPUTS, "Reasons of a refusal")]
    assert reasons == [*support, WITHDRAWN, NOT_CURRENT, *others]
    assert len(support) == 16


def test_settings_are_all_there() -> None:
    context = click.Context(command_line)
    expected: dict[tuple[str, str], list[str]] = {}
    for name in COMMANDS:
        command = command_line.get_command(context, name)
        assert command is not None
        for key, option in _options(command).items():
            value = "true or false" if option.is_flag else "list" if option.multiple else "one value"
            expected.setdefault((key, value), []).append(name)
    told = {(row[0].strip("`"), row[1]): re.findall(r"\w+", row[2]) for row in rows(OUTPUTS, "Settings")}
    assert told == expected


def test_settings_example(tmp_path: Path) -> None:
    (settings,) = blocks(OUTPUTS, "toml")
    (ontology,) = blocks(DOCS / "how-to" / "own-predicates.md", "turtle")
    (tmp_path / "predicates.ttl").write_text(ontology, encoding="utf-8")
    (tmp_path / "ttl-check.toml").write_text(settings, encoding="utf-8")
    below = tmp_path / "below"
    below.mkdir()
    (below / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    world = shlex.quote(str(ROOT / "examples" / "final"))
    looked = json.loads(run(f"ttl-check lookup {world} --from org:final:north --path reports_to", below))
    assert (looked["status"], looked["scopes"]) == ("no-evidence", ["board", "staff"])
