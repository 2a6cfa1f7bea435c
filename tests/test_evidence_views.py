"""Views, views by time, withdrawal and audiences, from tables."""

from __future__ import annotations

import pytest
from pyoxigraph import Literal

from graph_rdf import namespaces as ns
from graph_rdf.errors import TimeError, UnknownNameError
from graph_rdf.evidence import Eligibility, World, choose_view, read_world
from graph_rdf.evidence.permission import Permission
from tests.evidence.builder import Builder, iri


def world() -> World:
    builder = Builder()
    builder.source("open")
    builder.source("closed", "staff", "board")
    builder.document("d", "open", "d@2")
    builder.version("d@1", "d", "2026-01-01T00:00:00Z")
    builder.version("d@2", "d", "2026-02-01T00:00:00Z", revises="d@1")
    builder.version("d@3", "d", "2026-03-01T00:00:00+01:00", revises="d@2", audience=["board"])
    builder.version("d@4", "d", "2026-04-01T00:00:00Z", withdrawn=["2026-04-10T00:00:00Z"])
    builder.document("e", "closed", "e@1")
    builder.version("e@1", "e", "2026-01-01T00:00:00Z")
    builder.version("e@2", "e", "2026-01-01T01:00:00+01:00", revises="e@1", audience=["press"])
    builder.document("f", "open", "f@1")
    builder.version(
        "f@1", "f", "2026-01-01T00:00:00Z", withdrawn=["2026-02-01T00:00:00Z", "2026-05-01T00:00:00Z"]
    )
    builder.document("g", "open")
    builder.version("g@none", "g", None)
    builder.version("g@twice", "g", "2026-01-01T00:00:00Z")
    builder.add("g@twice", ns.PROV_GENERATED_AT_TIME, Literal("2026-01-02"))
    builder.version("g@naive", "g", "2026-01-01T00:00:00")
    builder.document("h", "open")
    builder.version("h@b", "h", "2026-01-01T00:00:00Z")
    builder.version("h@a", "h", "2025-12-31T24:00:00Z")
    builder.version("h@ill", "h", "2026-01-01T00:00:01Z", withdrawn=["soon"])
    builder.document("i", "open")
    builder.add("i", ns.DCTERMS_SOURCE, "closed")
    builder.version("i@1", "i")
    builder.node("v", ns.EG_VIEW)
    builder.add("v", ns.EG_ADMITS, "d@1", "d@4", "e@1", "gone@1")
    builder.node("empty", ns.EG_VIEW)
    return read_world(builder.dataset())


WORLD = world()
VERSIONS = [
    WORLD.id_of(node) for node in sorted(WORLD.document_of.nodes()) if WORLD.id_of(node) not in ("d", "e")
]

# (view, as of, scopes or None for the owner) → the versions that count.
ADMITTED: list[tuple[str | None, str | None, set[str] | None, list[str]]] = [
    (None, None, None, ["d@2", "e@1"]),
    ("~default", None, set(), ["d@2", "e@1"]),
    ("v", None, None, ["d@1", "e@1"]),
    ("empty", None, None, []),
    (None, "2025-12-31T23:59:59.999Z", None, []),
    (None, "2026-01-01T00:00:00Z", None, ["d@1", "e@2", "f@1", "h@b", "i@1"]),
    ("~as-of:2026-01-01T00:00:00Z", None, None, ["d@1", "e@2", "f@1", "h@b", "i@1"]),
    (None, "2026-01-31T23:59:59.9999Z", None, ["d@1", "e@2", "f@1", "h@b", "i@1"]),
    (None, "2026-02-01T00:00:00Z", None, ["d@2", "e@2", "h@b", "i@1"]),
    (None, "2026-02-28T23:00:00Z", None, ["d@3", "e@2", "h@b", "i@1"]),
    (None, "2026-02-28T22:59:59Z", None, ["d@2", "e@2", "h@b", "i@1"]),
    (None, "2026-04-09T24:00:00-00:00", None, ["d@3", "e@2", "h@b", "i@1"]),
    (None, "2026-04-09T23:59:59Z", None, ["d@4", "e@2", "h@b", "i@1"]),
    # What a caller may not see does not stand in the way of what it may see.
    (None, "2026-03-15T00:00:00Z", set(), ["d@2", "h@b"]),
    (None, "2026-03-15T00:00:00Z", {"board"}, ["d@3", "e@1", "h@b", "i@1"]),
    (None, "2026-03-15T00:00:00Z", {"press"}, ["d@2", "e@2", "h@b"]),
]


@pytest.mark.parametrize(("view", "as_of", "scopes", "expected"), ADMITTED)
def test_admitted(view: str | None, as_of: str | None, scopes: set[str] | None, expected: list[str]) -> None:
    caller = None if scopes is None else frozenset(scopes)
    eligibility = Eligibility(WORLD, choose_view(WORLD, view, as_of), caller)
    assert [name for name in VERSIONS if not eligibility.standing(iri(name))] == expected


def test_reasons() -> None:
    default = Eligibility(WORLD, choose_view(WORLD))
    assert [default.standing(iri(name)) for name in ("d@1", "d@4", "f@1", "nothing")] == [
        "not-current",
        "withdrawn",
        "withdrawn",
        "not-current",
    ]
    assert default.standing(None) == "not-current"
    later = Eligibility(WORLD, choose_view(WORLD, as_of="2026-06-01T00:00:00Z"))
    assert [later.standing(iri(name)) for name in ("d@2", "d@4", "h@ill")] == [
        "not-current",
        "withdrawn",
        "withdrawn",
    ]


PERMITTED = [
    (None, ["d@1", "d@3", "e@1", "e@2", "i@1"]),
    (set(), ["d@1"]),
    ({"staff"}, ["d@1", "e@1", "i@1"]),
    ({"board"}, ["d@1", "d@3", "e@1", "i@1"]),
    ({"press"}, ["d@1", "e@2"]),
    ({"Staff"}, ["d@1"]),
]


@pytest.mark.parametrize(("scopes", "expected"), PERMITTED)
def test_permitted(scopes: set[str] | None, expected: list[str]) -> None:
    permission = Permission(WORLD, None if scopes is None else frozenset(scopes))
    names = ("d@1", "d@3", "e@1", "e@2", "i@1")
    assert [name for name in names if permission.permits(iri(name))] == expected


def test_unknown_view_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="no view 'emtpy'; nearest: empty"):
        choose_view(WORLD, "emtpy")


@pytest.mark.parametrize("as_of", ["yesterday", "2026-01-01", "2026-01-01T00:00:00", ""])
def test_time_without_a_zone_is_an_error(as_of: str) -> None:
    with pytest.raises(TimeError, match="write it as"):
        choose_view(WORLD, as_of=as_of)


def test_view_and_time_exclude_each_other() -> None:
    with pytest.raises(TimeError, match="give one of them"):
        choose_view(WORLD, "v", "2026-01-01T00:00:00Z")
