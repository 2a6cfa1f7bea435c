"""The shipped scripts are what `web/` builds, byte for byte, and say whose they are."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.golden_cases import ROOT
from tests.web_modules import WEB, install_web

if TYPE_CHECKING:
    from pathlib import Path

ASSETS = ROOT / "graph_rdf" / "report" / "assets"
PERMISSIVE = {"MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"}


def packages() -> dict[str, dict[str, Any]]:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    found: dict[str, dict[str, Any]] = lock["packages"]
    return found


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_web(tmp_path_factory.mktemp("web"))


def test_the_bundle_is_what_the_sources_give(web: Path, tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=web, check=True)
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    shipped = {path.name: path.read_bytes() for path in ASSETS.iterdir()}
    assert sorted(built) == ["LICENSES.txt", "map.js", "page.css", "report.js"]
    assert built == shipped, "run `make web`"


def test_the_sources_have_no_type_error(web: Path) -> None:
    done = subprocess.run(["npm", "run", "--silent", "check"], cwd=web, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")


def test_the_units_of_the_sources(web: Path) -> None:
    done = subprocess.run(
        ["npm", "test", "--silent"], cwd=web, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [passed] = re.findall(r"^(?:#|ℹ) pass (\d+)$", done.stdout, re.MULTILINE)
    assert int(passed) > 10


def test_the_lock_names_no_place_of_download() -> None:
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in re.sub(r'"url": "https://[^"]*"', "", text)
    assert [name for name, entry in packages().items() if name and "integrity" not in entry] == []
    assert "omit-lockfile-registry-resolved=true" in (WEB / ".npmrc").read_text(encoding="utf-8")


def test_versions_are_exact() -> None:
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    every = {**wanted["dependencies"], **wanted["devDependencies"]}
    assert every
    assert [name for name, version in every.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []


def test_what_is_shipped_is_permissive_and_named() -> None:
    shipped = {
        name.removeprefix("node_modules/"): entry
        for name, entry in packages().items()
        if name and not entry.get("dev")
    }
    assert sorted(shipped) == ["@dagrejs/dagre", "@dagrejs/graphlib"]
    notes = (ASSETS / "LICENSES.txt").read_text(encoding="utf-8")
    for name, entry in shipped.items():
        assert entry["license"] in PERMISSIVE
        assert f"{name} {entry['version']} ({entry['license']})" in notes
    assert notes.count("Permission is hereby granted") == len(shipped)
