"""Nanopublications: valid by the package nanopub, one for each supported record."""

from __future__ import annotations

import io
import logging
import sys
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox
import pytest
from rdflib import ConjunctiveGraph

from graph_rdf import namespaces as ns
from graph_rdf.errors import EngineError
from graph_rdf.export import NanopubOptions
from graph_rdf.gate.export_writing import write_export
from graph_rdf.gate.exporting import Choice, open_export
from graph_rdf.gate.options import ReadOptions
from tests.profile_forms import FINAL, PACKAGED, ROOT, library

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # nanopub uses old classes of rdflib
HOSTILE = ROOT / "tests" / "golden" / "inputs" / "records" / "hostile.records.jsonl"
GRAPHS = ("Head", "assertion", "provenance", "pubinfo")
TIME = "2026-11-02T10:00:00.5Z"


def trig_of(path: Path, choice: Choice, options: NanopubOptions) -> bytes:
    out = io.BytesIO()
    warned = write_export(open_export(str(path), ReadOptions(), choice), "nanopub", out, options)
    assert warned == []
    return out.getvalue()


def graph_of(quad: ox.Quad) -> str:
    assert isinstance(quad.graph_name, ox.NamedNode)
    return quad.graph_name.value


def nquads(quads: list[ox.Quad]) -> bytes:
    out = io.BytesIO()
    ox.serialize(quads, out, ox.RdfFormat.N_QUADS)
    return out.getvalue()


def split(trig: bytes) -> dict[str, list[ox.Quad]]:
    """Nanopublication → its quads; every quad is in a graph of one."""
    found: dict[str, list[ox.Quad]] = {}
    for quad in ox.parse(trig, format=ox.RdfFormat.TRIG):
        own, _, name = graph_of(quad).partition("#")
        assert name in GRAPHS
        found.setdefault(own, []).append(quad)
    return found


@pytest.fixture
def nanopub() -> Any:
    """The package nanopub."""
    return library("nanopub")


@pytest.mark.parametrize("trusty", [False, True])
@pytest.mark.parametrize(("path", "count"), [(FINAL, 6), (HOSTILE, 1)], ids=["final", "hostile"])
def test_each_is_valid(path: Path, count: int, trusty: bool, nanopub: Any) -> None:
    logging.getLogger("rdflib").setLevel(logging.ERROR)
    made = split(trig_of(path, Choice(accepted_only=False), NanopubOptions(TIME, trusty)))
    assert len(made) == count
    for own, quads in made.items():
        graph = ConjunctiveGraph()
        graph.parse(data=nquads(quads), format="nquads")
        read = nanopub.Nanopub(rdf=graph)
        assert read.is_valid
        assert str(read.metadata.np_uri) == own
        assert {graph_of(quad) for quad in quads} == {f"{own}#{name}" for name in GRAPHS}
        if trusty:
            assert read.source_uri == own
            assert read.has_valid_trusty


def test_a_changed_nanopublication_is_no_longer_trusted(nanopub: Any) -> None:
    made = split(trig_of(FINAL, Choice(accepted_only=False), NanopubOptions(None, trusty=True)))
    own, quads = next(iter(made.items()))
    text = nquads(quads).replace(b'"authored"', b'"forged"')
    graph = ConjunctiveGraph()
    graph.parse(data=text, format="nquads")
    read = nanopub.Nanopub(rdf=graph)
    assert read.source_uri == own
    with pytest.raises(ValueError, match="is not valid"):
        _ = read.has_valid_trusty


def test_assertions_are_the_triples_of_the_records() -> None:
    made = split(trig_of(FINAL, Choice(accepted_only=True, view="view:final:base"), NanopubOptions()))
    assertions = {
        own.rpartition("/")[2]: [str(quad.triple) for quad in quads if graph_of(quad).endswith("#assertion")]
        for own, quads in made.items()
    }
    ids = {key: f"<{ns.ID_BASE}{key}>" for key in (
        "project:final:main", "org:final:north", "org:final:south", "contact:final:desk",
        "contact:final:other", "project:final:shortcut",
    )}  # fmt: skip

    def triple(subject: str, predicate: str, value: str) -> list[str]:
        return [f"{ids[subject]} <{PACKAGED[predicate]}> {ids[value]}"]

    assert assertions == {
        "rel:final:1": triple("project:final:main", "operated_by", "org:final:north"),
        "rel:final:2": triple("org:final:north", "contact", "contact:final:desk"),
        "rel:final:4": triple("org:final:south", "contact", "contact:final:other"),
        "rel:final:6": triple("project:final:shortcut", "mentions", "contact:final:desk"),
        "rel:final:7": triple("contact:final:desk", "contact", "project:final:main"),
    }


def test_provenance_leads_from_the_assertion_to_the_source_without_bodies() -> None:
    trig = trig_of(FINAL, Choice(accepted_only=True, view="view:final:base"), NanopubOptions())
    quads = split(trig)[f"{ns.ID_BASE}~nanopub/rel:final:1"]
    provenance = [quad.triple for quad in quads if graph_of(quad).endswith("#provenance")]
    links = {
        (str(t.subject)[1:-1], t.predicate.value, t.object.value)
        for t in provenance
        if isinstance(t.object, ox.NamedNode)
    }
    base, own = ns.ID_BASE, f"{ns.ID_BASE}~nanopub/rel:final:1"
    version = f"{base}doc:final:assignments@v1"
    assert {
        (f"{own}#assertion", ns.PROV_WAS_DERIVED_FROM, f"{base}rel:final:1#anchor-1"),
        (f"{base}rel:final:1#anchor-1", ns.OA_HAS_SOURCE, f"{version}/text"),
        (f"{version}/text", ns.SPDX_CHECKSUM, f"{version}/text#sha256"),
        (f"{version}/text", ns.PROV_SPECIALIZATION_OF, version),
        (version, ns.DCAT_IS_VERSION_OF, f"{base}doc:final:assignments"),
        (f"{base}doc:final:assignments", ns.DCTERMS_SOURCE, f"{base}source:final:registry"),
    } <= links
    assert {t.predicate.value for t in provenance} & {ns.EG_BODY, ns.EG_PATH} == set()


def test_no_clock_is_read() -> None:
    without = trig_of(FINAL, Choice(accepted_only=False), NanopubOptions())
    assert b"dcterms:created" not in without
    assert without == trig_of(FINAL, Choice(accepted_only=False), NanopubOptions())
    with_time = trig_of(FINAL, Choice(accepted_only=False), NanopubOptions(TIME))
    assert with_time.count(f'dcterms:created "{TIME}"^^xsd:dateTime'.encode()) == 6


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanopub.trustyuri.rdf.RdfHasher", None)
    with pytest.raises(EngineError, match=r"--trusty needs nanopub: pip install 'ttl-check\[nanopub\]'"):
        trig_of(FINAL, Choice(accepted_only=False), NanopubOptions(None, trusty=True))
