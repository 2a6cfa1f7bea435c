"""Exports for a caller: what they hold, what they hide, and what they never tell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from graph_rdf.errors import TimeError, UnknownNameError
from graph_rdf.gate.exporting import Choice, Export, open_export, stranded_bodies
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from graph_rdf.records import RecordSet
from graph_rdf.records.model import (
    Document,
    Entity,
    Relation,
    Representation,
    Source,
    Span,
    Support,
    Version,
    View,
)
from tests.profile_forms import FINAL, written

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.records.model import Record

WORLDS = {"records": FINAL / "final.records.jsonl", "rdf": FINAL / "world.ttl"}
BASE = "view:final:base"


def ids(export: Export) -> list[str]:
    return list(export.records.relation_ids())


def opened(path: Path, choice: Choice | None, **settings: bool) -> Export:
    return open_export(str(path), ReadOptions(), choice, **settings)


def test_texts_that_another_folder_would_not_find_are_named(tmp_path: Path) -> None:
    written = opened(WORLDS["records"], None).records
    assert stranded_bodies(written, FINAL) is None
    assert stranded_bodies(written, tmp_path) == (
        "5 texts are named by a path and not found from this folder, such as 'sources/assignments-v1.txt'; "
        "copy them there too"
    )
    sources = tmp_path / "sources"
    sources.mkdir()
    for name in ("assignments-v1", "assignments-v2", "contacts-v1", "notes-v1"):
        (sources / f"{name}.txt").write_text("")
    assert stranded_bodies(written, tmp_path) == (
        "1 text is named by a path and not found from this folder, such as 'sources/notice-v1.txt'; "
        "copy them there too"
    )


def test_texts_that_are_not_there_now_are_not_missed(tmp_path: Path) -> None:
    paths = ("../secret.txt", "/etc", "a\0b", "x" * 5000, "gone.txt", ".", "sub/../..")
    bodies = [Representation(f"r{at}", "v", "text/plain", path=path) for at, path in enumerate(paths)]
    assert stranded_bodies(RecordSet.of(bodies, tmp_path), tmp_path / "sub") is None


@pytest.mark.parametrize("form", sorted(WORLDS))
@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (None, "123456789"),
        (Choice(accepted_only=True, view=BASE), "12467"),
        (Choice(accepted_only=False, view=BASE), "12467"),
        (Choice(accepted_only=True), "2467"),
        (Choice(accepted_only=False), "124567"),
        (Choice(accepted_only=True, view="view:final:revised"), "23467"),
        (Choice(accepted_only=True, as_of="2026-01-02T00:00:00Z"), "1247"),
        (Choice(accepted_only=True, as_of="2020-01-01T00:00:00Z"), ""),
    ],
    ids=str,
)
def test_relations_of_final(form: str, choice: Choice | None, expected: str) -> None:
    export = opened(WORLDS[form], choice)
    assert export.warnings == ()
    assert ids(export) == [f"rel:final:{number}" for number in expected]
    if choice is not None:
        assert sorted(export.good) == ids(export)
        assert set(export.good.values()) <= {(0,)}
        assert choice.accepted_only <= (sorted(export.proof) == ids(export))


def test_unknown_view_and_wrong_time_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="no view 'view:final:bas'; nearest: view:final:base"):
        opened(WORLDS["records"], Choice(accepted_only=True, view="view:final:bas"))
    with pytest.raises(TimeError, match="is no time with a zone"):
        opened(WORLDS["records"], Choice(accepted_only=True, as_of="2026"))


BODY = "a contact b"
SPAN = Span("char", 0, len(BODY))
RESTRICTED = "a contact b, says the secret"


def secret_world() -> list[Record]:
    """One claim with an open and a secret anchor, one that is secret whole, and a view that admits all."""
    open_anchor = Support("open/text", sha256=None, span=SPAN, quote=BODY)
    secret_anchor = Support("secret/text", sha256=None, span=SPAN, quote=BODY)
    return [
        Entity("a", "Project", "A"),
        Entity("b", "Contact", "B"),
        Source("s", "S"),
        Source("t", "T", ("staff",)),
        Document("d", "s", "open"),
        Document("e", "t", "secret"),
        Version("open", "d", "1", "2026-01-01T00:00:00Z", previous="draft"),
        Version("draft", "d", "0", "2025-01-01T00:00:00Z", audience=("staff",)),
        Version("secret", "e", "1", "2026-01-01T00:00:00Z"),
        Representation("open/text", "open", "text/plain", body=BODY),
        Representation("secret/text", "secret", "text/plain", body=RESTRICTED),
        Relation("r:both", "a", "contact", "b", (secret_anchor, open_anchor, open_anchor)),
        Relation("r:secret", "a", "contact", "b", (secret_anchor,)),
        View("v", ("draft", "open", "secret")),
    ]


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """The secret world as a file; digests are filled in."""
    import dataclasses
    import hashlib

    from graph_rdf.export import record_line

    digests = {
        "open/text": hashlib.sha256(BODY.encode()).hexdigest(),
        "secret/text": hashlib.sha256(RESTRICTED.encode()).hexdigest(),
    }
    lines = []
    for record in secret_world():
        made = record
        if isinstance(made, Representation):
            made = dataclasses.replace(made, sha256=digests[made.id])
        elif isinstance(made, Relation):
            anchors = tuple(dataclasses.replace(a, sha256=digests[a.representation]) for a in made.support)
            made = dataclasses.replace(made, support=anchors)
        lines.append(record_line(made))
    path = tmp_path / "secret.records.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_what_is_not_permitted_is_not_there(secret: Path) -> None:
    export = opened(secret, Choice(accepted_only=True, view="v"))
    assert ids(export) == ["r:both"]
    assert export.good == {"r:both": (0, 1)}
    assert export.proof == {"r:both": 0}
    catalogue = export.records.catalogue
    assert sorted(catalogue.versions) == ["open"]
    assert catalogue.versions["open"].previous is None
    assert sorted(catalogue.sources) == ["s"]
    assert sorted(catalogue.documents) == ["d"]
    assert catalogue.views["v"].admits == ("open",)
    for profile in ("rdf11", "jsonl", "nanopub", "graphml", "webannotation", "prov", "jsonld"):
        assert b"secret" not in written(export, profile).replace(b"secret.records", b""), profile


def test_a_caller_with_the_scope_sees_all(secret: Path) -> None:
    export = opened(secret, Choice(accepted_only=True, view="v", scopes=frozenset({"staff"})))
    assert ids(export) == ["r:both", "r:secret"]
    assert export.good == {"r:both": (0, 1, 2), "r:secret": (0,)}
    assert sorted(export.records.catalogue.versions) == ["draft", "open", "secret"]


@pytest.mark.parametrize("profile", ["rdf11", "rdf12", "jsonld"])
def test_an_export_of_accepted_records_is_a_world_of_its_own(profile: str, tmp_path: Path) -> None:
    export = opened(WORLDS["records"], Choice(accepted_only=True, view=BASE))
    path = tmp_path / ("w.jsonld" if profile == "jsonld" else "w.ttl")
    path.write_bytes(written(export, profile))
    report = validate([str(path)], ReadOptions(), CheckOptions(view=BASE)).report
    assert report.findings == ()
    assert [record.id for record in report.records if record.verdict == "supported"] == ids(export)


QUOTES = [
    anchor["quote"]
    for line in (FINAL / "final.records.jsonl").read_text("utf-8").splitlines()
    for anchor in json.loads(line).get("support", ())
]
BODIES = [path.read_text("utf-8").strip() for path in (FINAL / "sources").iterdir()]


@pytest.mark.parametrize(
    "profile", ["rdf11", "rdf12", "jsonld", "nt", "nq", "trig", "rdfxml", "nanopub", "prov", "graphml"]
)
def test_no_quotes_tells_no_text(profile: str) -> None:
    choice = Choice(accepted_only=False) if profile == "nanopub" else None
    told = written(opened(WORLDS["records"], choice), profile).decode()
    kept = written(opened(WORLDS["records"], choice, quotes=False), profile).decode()
    assert [quote for quote in QUOTES if quote in kept] == []
    assert [body for body in BODIES if json.dumps(body, ensure_ascii=False)[1:-1] in kept] == []
    assert any(quote in told for quote in QUOTES)
    if profile != "prov":
        assert kept.count("98ff6124bebbcb4752fbefdef12de5aee69a799046e73db083651bc9688c0f5d") == told.count(
            "98ff6124bebbcb4752fbefdef12de5aee69a799046e73db083651bc9688c0f5d"
        )
    if profile == "rdf11":
        assert kept.count("oa:start") == told.count("oa:start") == 16
        assert "TextQuoteSelector" not in kept


def test_restricted_set_reads_from_the_whole() -> None:
    whole = opened(WORLDS["records"], None).records
    part = whole.restricted(whole.catalogue, {"rel:final:2": (), "rel:final:1": (0,)})
    assert [(record.id, len(record.support)) for record in part.relations()] == [
        ("rel:final:1", 1),
        ("rel:final:2", 0),
    ]
    assert part.place("rel:final:1") == whole.place("rel:final:1")
    assert part.folder("doc:final:notes@v1/text") == FINAL
    assert isinstance(part, RecordSet)
