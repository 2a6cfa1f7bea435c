"""Apache Jena reads our exports, gives the same rows to our queries, and finds the same violations."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyoxigraph
import pytest

from benchmarks.faults import FAULTS
from benchmarks.worlds import generate
from graph_rdf.dataset import load_sources
from graph_rdf.evidence import judge
from graph_rdf.export import PROFILES, write_records, write_turtle
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.export_writing import write_export
from graph_rdf.gate.exporting import Choice, open_export
from graph_rdf.gate.options import ReadOptions
from graph_rdf.lookup import accepted_graph
from graph_rdf.namespaces import SH
from graph_rdf.queries import shipped_queries, shipped_query
from graph_rdf.resources import resource_path
from graph_rdf.shacl.native_engine import NativeEngine
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import read_source
from tests import query_matrix, query_runner
from tests.shape_results import mutated
from tests.test_queries import CASES, data_file

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term
    from tests.interop.jena_runner import Jena

pytestmark = pytest.mark.jena

FINAL = Path(__file__).parents[2] / "examples" / "final" / "final.records.jsonl"
MUTATIONS = Path(__file__).parents[1] / "mutations"
ONTOLOGY = resource_path("ontology", "evidence.ttl")
VIEWS = (None, "view:final:base", "view:final:revised", "view:final:contested")
UNIQUE_LANG = pyoxigraph.NamedNode(SH + "UniqueLangConstraintComponent")
"""Jena gives its results an sh:value, where SHACL 4.4.2 has none: the only difference."""

WORLDS = 50
FAULTY_WORLDS = 6

LANGUAGES = {
    "jsonld": ("JSON-LD", pyoxigraph.RdfFormat.JSON_LD),
    "nanopub": ("TriG", pyoxigraph.RdfFormat.TRIG),
    "nq": ("N-Quads", pyoxigraph.RdfFormat.N_QUADS),
    "nt": ("N-Triples", pyoxigraph.RdfFormat.N_TRIPLES),
    "rdf12": ("Turtle", pyoxigraph.RdfFormat.TURTLE),
    "rdfxml": ("RDF/XML", pyoxigraph.RdfFormat.RDF_XML),
    "trig": ("TriG", pyoxigraph.RdfFormat.TRIG),
    "rdf11": ("Turtle", pyoxigraph.RdfFormat.TURTLE),
}
"""Profile → its syntax, for those that are RDF of any kind. Others (jsonl, csv, …) Jena does not read."""

SHAPES = {
    "structure": ("structure.ttl", "prefixes.ttl"),
    "evidence": ("evidence.ttl", "prefixes.ttl"),
    "relations": ("relations.ttl", "prefixes.ttl"),
}


@dataclass
class Batch:
    """Jobs for one JVM, and what must come out of each."""

    folder: Path
    jobs: list[dict[str, Any]] = field(default_factory=list)
    expected: dict[str, Any] = field(default_factory=dict)

    def add(self, id: str, expected: Any, **job: Any) -> None:  # noqa: A002 - as the manifest calls it
        assert id not in self.expected
        self.jobs.append({"id": id, **job})
        self.expected[id] = expected

    def file(self, name: str, data: bytes) -> str:
        path = self.folder / name
        path.write_bytes(data)
        return str(path)


def records_file(folder: Path, name: str, worlds: int, faults: tuple[str, ...] = ()) -> Path:
    path = folder / f"{name}.records.jsonl"
    with path.open("wb") as out:
        made = generate(worlds, seed=7, faults=faults, tangled=not faults)
        write_records((record for world in made for record in world.records), out)
    return path


def add_exports(batch: Batch, name: str, records: Path) -> None:
    for profile in sorted(LANGUAGES.keys() & {profile.name for profile in PROFILES}):
        out = io.BytesIO()
        choice = Choice(accepted_only=False) if profile == "nanopub" else None
        write_export(open_export(str(records), ReadOptions(), choice), profile, out)
        language, form = LANGUAGES[profile]
        suffix = {"rdf11": "ttl", "rdf12": "ttl", "nanopub": "trig"}.get(profile, profile)
        file = batch.file(f"{name}-{profile}.{suffix}", out.getvalue())
        expected = set(pyoxigraph.parse(out.getvalue(), form))
        assert expected
        batch.add(f"{name}-{profile}", expected, kind="parse", file=file, lang=language)


def accepted(records: Path, view: str | None) -> bytes:
    opened = open_world(str(records), ReadOptions())
    seen = judge(opened.judgement.verdicts, opened.eligibility(view, None, ()))
    out = io.BytesIO()
    write_turtle(accepted_graph(seen).triples, out)
    return out.getvalue()


def add_query(batch: Batch, id: str, name: str, data: bytes, terms: dict[str, str]) -> None:  # noqa: A002
    query = shipped_query(name)
    file = batch.file(f"{id}.nt", data)
    path = str(resource_path("queries", f"{name}.rq"))
    rows = query_runner.rows_by_pyoxigraph(query.text, data, terms)
    batch.add(id, rows, kind="query", query=path, data=[file], bindings=terms)


def add_queries(batch: Batch, name: str, world: Path, graphs: list[bytes]) -> None:
    """Each query on the world, or on accepted graphs, as its header says."""
    on_world = query_runner.data_graph([world])
    for query in shipped_queries():
        if query.runs_on == "world":
            add_query(batch, f"{name}-{query.name}", query.name, on_world, {})
            continue
        for number, graph in enumerate(graphs):
            path = batch.folder / f"{name}-accepted{number}.ttl"
            path.write_bytes(graph)
            add_query(batch, f"{name}-{query.name}-{number}", query.name, query_runner.data_graph([path]), {})


def add_matrix(batch: Batch) -> None:
    """Each query on each graph of the matrix."""
    ontology = batch.file("matrix-ontology.nt", query_matrix.ontology_lines())
    for graph, query, rows in query_matrix.cases():
        id = f"matrix-{graph.name}-{query.name}"  # noqa: A001
        file = batch.file(f"matrix-{graph.name}.nt", graph.lines)
        data = [file, ontology] if graph.kind == "world" else [file]
        path = str(resource_path("queries", f"{query.name}.rq"))
        batch.add(id, rows, kind="query", query=path, data=data, bindings={})


def add_shapes(batch: Batch, name: str, shapes: str, data: list[Path], *, only_failing: bool = False) -> None:
    files = [resource_path("shapes", file) for file in SHAPES[shapes]]
    dataset, findings = load_sources([read_source(path) for path in data], lexical=False)
    assert findings == []
    run = NativeEngine().validate(dataset, ShapesGraph.read([read_source(file) for file in files]), Limits())
    assert run.focus_nodes
    if only_failing and not run.results:
        return
    expected = {
        (
            str(result.severity),
            written(result.focus_node),
            path if (path := result.result_path) and path.count("<") == 1 and path[0] == "<" else "-",
            "-" if result.value is None or result.component == UNIQUE_LANG else written(result.value),
            str(result.source_shape),
            str(result.component),
        )
        for result in run.results
    }
    lists = {"shapes": [str(file) for file in files], "data": [str(path) for path in data]}
    batch.add(f"{name}-{shapes}", expected, kind="shacl", **lists)


def written(term: Term) -> str:
    """Blank nodes have other labels in Jena."""
    return "_:" if isinstance(term, pyoxigraph.BlankNode) else str(term)


def add_mutations(batch: Batch) -> None:
    """The good graph with one thing broken; a case for each constraint of the shapes."""
    cases = sorted((MUTATIONS / "cases").glob("*.ru"))
    assert cases
    for case in cases:
        dataset = mutated(MUTATIONS / "good.ttl", case.read_text(encoding="utf-8"))
        text = pyoxigraph.serialize(
            [quad.triple for quad in dataset.quads()], format=pyoxigraph.RdfFormat.N_TRIPLES
        )
        assert text is not None
        data = [Path(batch.file(f"{case.stem}.nt", text))]
        add_shapes(batch, f"mutation-{case.stem}", "structure", data)
        # Jena runs these queries for each focus node, and what is sound stands in the other worlds.
        add_shapes(batch, f"mutation-{case.stem}", "evidence", data, only_failing=True)


def turtle(batch: Batch, records: Path) -> Path:
    out = io.BytesIO()
    write_export(open_export(str(records), ReadOptions()), "rdf11", out)
    return Path(batch.file(f"{records.name}.ttl", out.getvalue()))


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Batch:
    made = Batch(tmp_path_factory.mktemp("jena"))
    plain = records_file(made.folder, "plain", WORLDS)
    faulty = records_file(made.folder, "faulty", FAULTY_WORLDS, tuple(sorted(FAULTS)))
    for name, records in (("final", FINAL), ("plain", plain), ("faulty", faulty)):
        add_exports(made, name, records)
        views = VIEWS if records == FINAL else (None,)
        graphs = [accepted(records, view) for view in views]
        world = turtle(made, records)
        add_queries(made, name, world, graphs)
        if name != "plain":  # Jena runs a query for each focus node
            add_shapes(made, name, "structure", [world, ONTOLOGY])
            add_shapes(made, name, "evidence", [world, ONTOLOGY])
        if resource_exists("relations.ttl"):
            for number, graph in enumerate(graphs):
                path = Path(made.file(f"{name}-relations{number}.ttl", graph))
                add_shapes(made, f"{name}-accepted{number}", "relations", [path, ONTOLOGY])
    add_matrix(made)
    add_mutations(made)
    for number, case in enumerate(CASES):
        query = shipped_query(case["query"])
        data = query_runner.data_graph([data_file(name) for name in case["data"]])
        terms = query_runner.bound_terms(query, case["set"])
        add_query(made, f"case{number}", query.name, data, terms)
    return made


def resource_exists(name: str) -> bool:
    return (Path(__file__).parents[2] / "shapes" / name).exists()


@pytest.fixture(scope="module")
def results(jena: Jena, batch: Batch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    assert jena.run(batch.jobs, folder) == f"{jena.version} did {len(batch.jobs)} jobs"
    return folder


def ids(batch: Batch, kind: str) -> list[str]:
    found = [job["id"] for job in batch.jobs if job["kind"] == kind]
    assert found
    return found


def test_no_job_fails(results: Path) -> None:
    assert {path.stem: path.read_text("utf-8") for path in results.glob("*.error")} == {}


def test_riot_reads_the_exports(batch: Batch, results: Path) -> None:
    wrong = []
    for id in ids(batch, "parse"):  # noqa: A001
        read = set(pyoxigraph.parse((results / f"{id}.nq").read_bytes(), pyoxigraph.RdfFormat.N_QUADS))
        if read != batch.expected[id]:
            wrong.append((id, sorted(map(str, read ^ batch.expected[id]))[:4]))
    assert wrong == []


def rows(path: Path) -> query_runner.Rows:
    read = json.loads(path.read_text("utf-8"))
    return [
        [query_runner.render(row[name]["value"] if name in row else None) for name in read["head"]["vars"]]
        for row in read["results"]["bindings"]
    ]


def test_arq_gives_the_same_rows(batch: Batch, results: Path) -> None:
    wrong = []
    for id in ids(batch, "query"):  # noqa: A001
        found = rows(results / f"{id}.srj")
        if found != batch.expected[id]:
            wrong.append((id, found[:3], batch.expected[id][:3]))
    assert wrong == []


def test_jena_shacl_finds_the_same(batch: Batch, results: Path) -> None:
    wrong = []
    for id in ids(batch, "shacl"):  # noqa: A001
        lines = (results / f"{id}.tsv").read_text("utf-8").split("\n")[:-1]
        found = {
            tuple("_:" if cell.startswith("_:") else cell for cell in line.split("\t")) for line in lines
        }
        found = {(*row[:3], "-", *row[4:]) if row[5] == str(UNIQUE_LANG) else row for row in found}
        if found != batch.expected[id]:
            wrong.append((id, sorted(found - batch.expected[id])[:3], sorted(batch.expected[id] - found)[:3]))
    assert wrong == []
    assert any(batch.expected[each] for each in ids(batch, "shacl"))
