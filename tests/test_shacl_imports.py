"""owl:imports of shapes: the loaded files, the catalog, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset import load_sources
from graph_rdf.errors import InputError, ShapesError
from graph_rdf.shacl.imports import load_imports
from graph_rdf.shacl.lint import lint_shapes
from graph_rdf.shacl.targets import require_focus, survey_targets
from graph_rdf.syntax import Source, source_from_bytes

if TYPE_CHECKING:
    from pathlib import Path

PREFIXES = (
    "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix ex: <http://example.org/> .\n"
    "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
)
SHAPE = "ex:s sh:targetNode 1 ; sh:nodeKind sh:IRI .\n"


def source(text: str, name: str = "main.ttl") -> Source:
    return source_from_bytes((PREFIXES + text).encode(), name=name)


def main(iri: str) -> Source:
    return source(f"ex:main a owl:Ontology ; owl:imports <{iri}> .\n{SHAPE}")


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    folder = tmp_path / "catalog"
    (folder / "deep").mkdir(parents=True)
    shape = "sh:targetNode 1 ; sh:nodeKind sh:IRI ."
    files = {
        "one.ttl": f"ex:one a owl:Ontology ; owl:imports ex:two . ex:s1 {shape}",
        "deep/other-name.ttl": f"<http://example.org/two#> a owl:Ontology . ex:s2 {shape}",
        "by-name.ttl": f"ex:s3 {shape}",
        "ring.ttl": "ex:ring a owl:Ontology ; owl:imports ex:ring, ex:one .",
        "notes.txt": "not RDF",
        "broken.ttl": "no turtle",
    }
    for name, text in files.items():
        (folder / name).write_text(text if name in ("notes.txt", "broken.ttl") else PREFIXES + text)
    return folder


@pytest.mark.parametrize(
    ("iri", "files", "shapes"),
    [
        ("http://example.org/one", ["main.ttl", "one.ttl", "deep/other-name.ttl"], ["s", "s1", "s2"]),
        ("http://example.org/two", ["main.ttl", "deep/other-name.ttl"], ["s", "s2"]),
        ("https://example.net/shapes/by-name", ["main.ttl", "by-name.ttl"], ["s", "s3"]),
        ("https://example.net/shapes/by-name.ttl", ["main.ttl", "by-name.ttl"], ["s", "s3"]),
        (
            "http://example.org/ring",
            ["main.ttl", "ring.ttl", "one.ttl", "deep/other-name.ttl"],
            ["s", "s1", "s2"],
        ),
        ("http://example.org/main", ["main.ttl"], ["s"]),
        ("http://www.w3.org/ns/shacl#", ["main.ttl"], ["s"]),
    ],
)
def test_resolved(catalog: Path, iri: str, files: list[str], shapes: list[str]) -> None:
    graph, problems = load_imports([main(iri)], catalog=catalog)
    assert problems == ()
    assert [each.path.removeprefix(f"{catalog}/") for each in graph.sources] == files
    assert [str(shape).strip("<>").removeprefix("http://example.org/") for shape in graph.shapes] == shapes


def test_an_ontology_of_the_other_files_counts() -> None:
    assert load_imports([main("http://example.org/data#")], declared=["http://example.org/data"])[1] == ()


def test_unresolved_is_told_by_name_and_is_an_error() -> None:
    graph, problems = load_imports([main("http://example.org/one")])
    with pytest.raises(ShapesError) as caught:
        lint_shapes(graph, problems)
    (problem,) = caught.value.problems
    assert isinstance(problem, ShapesError)
    assert problem.message == (
        "<http://example.org/main>: owl:imports <http://example.org/one> is not resolved: no loaded file"
        " declares it, and there is no catalog"
    )
    (warning,) = lint_shapes(graph, problems, allow_empty=True)
    assert warning.message == problem.message


def test_unresolved_with_a_catalog(catalog: Path) -> None:
    _, problems = load_imports([main("http://example.org/three")], catalog=catalog)
    (problem,) = problems
    assert problem.message == (
        "owl:imports <http://example.org/three> is not resolved: no loaded file declares it, and the catalog"
        " 'catalog' has no such file"
    )


def test_a_broken_file_that_is_asked_for_is_an_error(catalog: Path) -> None:
    with pytest.raises(ShapesError, match=r"/broken\.ttl:1:"):
        load_imports([main("http://example.org/broken")], catalog=catalog)


def test_a_link_out_of_the_catalog_is_not_followed(catalog: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.ttl").write_text(PREFIXES + "ex:secret a owl:Ontology .")
    (catalog / "secret.ttl").symlink_to(tmp_path / "secret.ttl")
    _, problems = load_imports([main("http://example.org/secret")], catalog=catalog)
    assert len(problems) == 1


def test_no_catalog_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the catalog is no folder"):
        load_imports([main("http://example.org/one")], catalog=tmp_path / "absent")


def test_an_imported_file_needs_no_shape_and_no_focus_node(catalog: Path) -> None:
    (catalog / "words.ttl").write_text(PREFIXES + "ex:words a owl:Ontology ; owl:imports ex:idle .")
    idle = "ex:idle a owl:Ontology . ex:i sh:targetClass ex:I ; sh:nodeKind sh:IRI ."
    (catalog / "idle.ttl").write_text(PREFIXES + idle)
    graph, problems = load_imports([main("http://example.org/words")], catalog=catalog)
    assert lint_shapes(graph, problems) == ()
    data, _ = load_sources([source("ex:a ex:b 1 .", "data.ttl")])
    survey = survey_targets(data, graph)
    assert [warning.partition(" matched")[0] for warning in require_focus(survey, graph)] == [
        f"{catalog}/idle.ttl: <http://example.org/i>"
    ]
