"""Certificates: what they hold, that they replay, and that nothing in them can be changed unseen."""

from __future__ import annotations

import copy
import json
import shutil
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, parse

from graph_rdf.errors import CertificateError, DataError, GraphRdfError, LimitError
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.certifying import certified_lookup, replay
from graph_rdf.gate.export_writing import write_export
from graph_rdf.gate.exporting import open_export
from graph_rdf.gate.options import ReadOptions
from graph_rdf.lookup import (
    Limits,
    Question,
    Replay,
    check_steps,
    compare,
    graph_digest,
    json_digest,
    parse_certificate,
    parse_path,
    read_question,
)
from graph_rdf.ontology import packaged_ontology
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FINAL = ROOT / "examples" / "final"
FOLDER = ROOT / "tests" / "certificates"
GOOD: dict[str, Any] = json.loads((FOLDER / "final-base.json").read_text(encoding="utf-8"))
ALTERATIONS: list[dict[str, Any]] = json.loads((FOLDER / "alterations.json").read_text(encoding="utf-8"))
MALFORMED: list[dict[str, Any]] = json.loads((FOLDER / "malformed.json").read_text(encoding="utf-8"))
NOT_DERIVED = {"predicate.tool.version"}
"""What no world can tell; a signature has to protect it."""


def write(path: str, value: Any, statement: Any) -> None:
    *parts, last = path.split(".")
    for part in parts:
        statement = statement[int(part) if isinstance(statement, list) else part]
    statement[int(last) if isinstance(statement, list) else last] = value


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, (dict, list)) and value:
        rows = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in rows:
            yield from leaves(inner, f"{path}.{key}" if path else str(key))
    else:
        yield path, value


def altered(case: dict[str, Any]) -> dict[str, Any]:
    statement = copy.deepcopy(GOOD)
    for path, value in case.get("set", {}).items():
        write(path, value, statement)
    if case.get("reseal"):
        statement["subject"][0]["digest"]["sha256"] = json_digest(statement["predicate"]["answer"])
    return statement


def prepared(case: dict[str, Any], folder: Path) -> tuple[Path, ReadOptions]:
    """Copy the packaged world with the changes of a case."""
    world = folder / "world"
    shutil.copytree(FINAL, world, ignore=shutil.ignore_patterns("*.ttl"))
    records = world / "final.records.jsonl"
    rows = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    rows = [{**row, **case.get("change", {}).get(row["id"], {})} for row in rows]
    rows = [row for row in rows if row["id"] not in case.get("remove", ())]
    added = json.dumps(case.get("add", []))
    for row in json.loads(added.replace("SHA256", digest_of_added(case))):
        rows.append(row)
    records.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for name, text in case.get("write", {}).items():
        (world / name).write_text(text, encoding="utf-8")
    ontology = folder / "mine.ttl"
    ontology.write_text(case.get("ontology", ""), encoding="utf-8")
    return records, ReadOptions(ontologies=(ontology,) if "ontology" in case else ())


def digest_of_added(case: dict[str, Any]) -> str:
    return sha256("".join(row.get("body", "") for row in case.get("add", [])).encode()).hexdigest()


def outcome(done: Replay) -> tuple[str, list[str], dict[str, list[str]]]:
    return (
        done.verdict,
        sorted(part for part, holds in done.parts.items() if not holds),
        {step.record: list(step.reasons) for step in done.steps if step.reasons},
    )


def test_there_are_enough_alterations() -> None:
    assert len({case["name"] for case in ALTERATIONS}) == len(ALTERATIONS) > 12
    assert {part for case in ALTERATIONS for part in case["differ"]} == set(
        replay(GOOD, str(FINAL / "world.ttl"), ReadOptions()).parts
    )


@pytest.mark.parametrize("case", ALTERATIONS, ids=lambda case: case["name"])
def test_alteration(case: dict[str, Any], tmp_path: Path) -> None:
    records, options = prepared(case, tmp_path)
    done = replay(parse_certificate(json.dumps(altered(case)).encode()), str(records), options)
    assert outcome(done) == (case["verdict"], case["differ"], case["steps"])


@pytest.mark.parametrize("case", MALFORMED, ids=lambda case: case["name"])
def test_malformed(case: dict[str, Any]) -> None:
    text = case.get("text") or "[" * case.get("nested", 0) or json.dumps(altered(case))
    with pytest.raises(CertificateError) as refused:
        parse_certificate(text.encode())
    assert refused.value.message == case["message"]


def test_no_value_can_be_changed_unseen() -> None:
    """Every value of the certificate in turn; the answer is sealed again each time."""
    opened = open_world(str(FINAL / "world.ttl"), ReadOptions())
    unseen: set[str] = set()
    for path, value in leaves(GOOD):
        statement = copy.deepcopy(GOOD)
        write(path, f"{value}x" if isinstance(value, str) else 7 if value != 7 else 8, statement)
        if path != "subject.0.digest.sha256":
            statement["subject"][0]["digest"] = {"sha256": json_digest(statement["predicate"]["answer"])}
        try:
            parse_certificate(json.dumps(statement).encode())
            question = read_question(statement)
            for iri in question.path:
                parse_path(f"<{iri}>", opened.judgement.world.predicates)
            made = certified_lookup(opened, question)
        except GraphRdfError:  # a refusal is seen
            continue
        steps = check_steps(statement, made.acceptance)
        if compare(statement, made.certificate, steps, covered=True).verdict == "holds":
            unseen.add(path)
    assert unseen == NOT_DERIVED


def test_keys_and_members_cannot_go_unseen() -> None:
    for path in ("predicate.proof", "predicate.answer.answers", "subject", "predicate.answer.refusals"):
        statement = copy.deepcopy(GOOD)
        target: Any = statement
        for part in path.split("."):
            target = target[part]
        del target[-1]
        statement["subject"][0]["digest"] = {"sha256": json_digest(statement["predicate"]["answer"])}
        assert replay(statement, str(FINAL / "world.ttl"), ReadOptions()).verdict == "altered", path


def test_the_layout_of_the_file_means_nothing() -> None:
    text = json.dumps(GOOD, sort_keys=True, indent=7, ensure_ascii=True)
    done = replay(parse_certificate(text.encode()), str(FINAL / "world.ttl"), ReadOptions())
    assert done.verdict == "holds"


@pytest.mark.parametrize("form", ["rdf11", "nt", "nq", "trig", "jsonl"])
def test_every_form_of_the_world_replays(form: str, tmp_path: Path) -> None:
    shutil.copytree(FINAL / "sources", tmp_path / "sources")
    endings = {"jsonl": "records.jsonl", "rdf11": "ttl"}
    target = tmp_path / f"w.{endings.get(form, form)}"
    with target.open("wb") as out:
        write_export(open_export(str(FINAL / "final.records.jsonl"), ReadOptions()), form, out)
    assert replay(GOOD, str(target), ReadOptions()).verdict == "holds"


def test_the_digests_can_be_had_without_this_toolkit(tmp_path: Path) -> None:
    digests = {subject["name"]: subject["digest"]["sha256"] for subject in GOOD["subject"]}
    with (tmp_path / "w.nt").open("wb") as out:
        write_export(open_export(str(FINAL / "final.records.jsonl"), ReadOptions()), "nt", out)
    lines = sorted(set((tmp_path / "w.nt").read_bytes().splitlines(keepends=True)))
    assert digests["records"] == sha256(b"".join(lines)).hexdigest()
    assert (
        digests["body:doc:final:contacts@v1/text"]
        == sha256((FINAL / "sources" / "contacts-v1.txt").read_bytes()).hexdigest()
    )
    text = json.dumps(GOOD["predicate"]["answer"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert digests["answer"] == sha256(text.encode()).hexdigest()
    triples = [Quad(one.subject, one.predicate, one.object) for one in packaged_ontology()]
    assert digests["ontology"] == graph_digest(triples)


@pytest.mark.parametrize("start", ["project:final:shortcut", "project:final:ghost", "nobody"])
def test_a_negative_answer_has_a_certificate_too(start: str) -> None:
    opened = open_world(str(FINAL / "world.ttl"), ReadOptions())
    path = parse_path("operated_by/contact", opened.judgement.world.predicates)
    made = certified_lookup(opened, Question(start, path, None, None, (), Limits(), None))
    assert [subject["name"] for subject in made.certificate["subject"]] == ["answer", "records", "ontology"]
    assert replay(made.certificate, str(FINAL / "world.ttl"), ReadOptions()).verdict == "holds"


def test_the_base_of_the_run_is_part_of_the_question() -> None:
    records = str(FINAL / "final.records.jsonl")
    base = "https://example.org/id/"
    opened = open_world(records, ReadOptions(base=base))
    path = parse_path("operated_by", opened.judgement.world.predicates)
    question = Question("project:final:main", path, "view:final:base", None, (), Limits(), base)
    made = certified_lookup(opened, question).certificate
    assert made["predicate"]["proof"][0]["anchor"] == base + "rel:final:1#anchor-1"
    assert replay(made, records, ReadOptions()).verdict == "holds"


def test_relative_iris_are_refused(tmp_path: Path) -> None:
    text = (FINAL / "world.ttl").read_text(encoding="utf-8") + "\n<#here> a <#Thing> .\n"
    (tmp_path / "w.ttl").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="relative IRIs"):
        replay(GOOD, str(tmp_path / "w.ttl"), ReadOptions())


NODE = NamedNode("https://example.org/p")


def test_labels_of_blank_nodes_mean_nothing() -> None:
    one = [Quad(NODE, NODE, BlankNode("a")), Quad(BlankNode("a"), NODE, Literal("_:a"))]
    other = [Quad(BlankNode("z"), NODE, Literal("_:a")), Quad(NODE, NODE, BlankNode("z"))]
    assert graph_digest(one) == graph_digest(other) != graph_digest(other[:1])


def test_rdfc_of_the_whole_is_rdfc_of_its_blank_part() -> None:
    from pyoxigraph import CanonicalizationAlgorithm, Dataset

    text = b"""@prefix : <https://example.org/> . :a :p [ :q [ :r 1 ] , 2 ] ; :p "x" . :b :p :a ."""
    quads = list(parse(text, format=RdfFormat.TURTLE))
    whole = Dataset(quads)
    whole.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    lines = sorted(f"{quad} .\n" for quad in whole)
    assert graph_digest(quads) == sha256("".join(lines).encode()).hexdigest()


def test_hostile_blank_nodes_are_refused_at_once() -> None:
    nodes = [BlankNode(f"n{number}") for number in range(12)]
    clique = [Quad(a, NODE, b) for a in nodes for b in nodes if a != b]
    with pytest.raises(LimitError, match="132 triples join two blank nodes, more than the 8"):
        graph_digest(clique)
