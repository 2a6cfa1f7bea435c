"""What is shipped, and that the package says so."""

from __future__ import annotations

import tomllib

import graph_rdf
from graph_rdf.resources import FOLDERS, resource_path
from tests.golden_cases import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_shipped_folder_is_in_the_wheel() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert sorted(wheel["only-include"]) == sorted(["graph_rdf", "cli/ttl_check", *FOLDERS])
    assert wheel["sources"] == {"cli": "", **{name: f"graph_rdf/_resources/{name}" for name in FOLDERS}}
    assert [name for name in FOLDERS if not resource_path(name).is_dir()] == []


def test_the_program_is_declared() -> None:
    assert PROJECT["project"]["scripts"] == {"ttl-check": "ttl_check.start:entry_point"}
    assert PROJECT["project"]["name"] == "ttl-check"


def test_runtime_dependencies_are_few() -> None:
    names = [line.split(">")[0].split("=")[0] for line in PROJECT["project"]["dependencies"]]
    assert names == ["click", "pyoxigraph", "pyshacl", "rdflib", "rich"]


def test_library_and_command_line_are_typed() -> None:
    assert (ROOT / "graph_rdf" / "py.typed").is_file()
    assert (ROOT / "cli" / "ttl_check" / "py.typed").is_file()


def test_version_is_that_of_the_project_or_unknown() -> None:
    assert graph_rdf.__version__ in (PROJECT["project"]["version"], "0+unknown")


def test_changelog_has_an_entry_for_this_version_or_the_next() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "\n## [Unreleased]\n" in text or f"\n## [{PROJECT['project']['version']}]" in text
