"""One browser for all tests of the pages, and the pages, each written once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.worlds import generate, write_worlds
from tests.browser.pages import CERTIFICATE, FINAL, written
from tests.chromium import chromium
from tests.hostile_world import hostile_world

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="package")
def final(folder: Path) -> Path:
    file = folder / "final.html"
    return written(file, "map", FINAL, "-o", str(file))


@pytest.fixture(scope="package")
def looked_up(folder: Path) -> Path:
    file = folder / "path.html"
    return written(file, "map", FINAL, "-o", str(file), "--certificate", CERTIFICATE)


@pytest.fixture(scope="package")
def hostile(folder: Path) -> Path:
    file = folder / "hostile.html"
    return written(file, "map", str(hostile_world(folder)), "-o", str(file))


@pytest.fixture(scope="package")
def report(folder: Path) -> Path:
    file = folder / "report.html"
    return written(file, "validate", FINAL, str(hostile_world(folder)), "--output", f"html={file}")


@pytest.fixture(scope="package")
def hub(folder: Path) -> Path:
    """One entity with 80 records, one of them about itself; all are refused, since they cite nothing."""
    lines: list[dict[str, object]] = [{"kind": "entity", "id": "hub", "type": "Organisation", "label": "Hub"}]
    for number in range(80):
        other = f"e:{number}" if number else "hub"
        if number:
            lines.append({"kind": "entity", "id": other, "type": "Contact", "label": f"Contact {number}"})
        lines.append(
            {"kind": "relation", "id": f"r:{number:02}", "subject": "hub", "predicate": "contact",
             "object": other, "support": []}
        )  # fmt: skip
    records = folder / "hub.records.jsonl"
    records.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    file = folder / "hub.html"
    return written(file, "map", str(records), "-o", str(file))


@pytest.fixture(scope="package")
def large(folder: Path) -> Path:
    records = write_worlds(generate(556, 1), folder / "large")
    file = folder / "large.html"
    return written(file, "map", str(records), "-o", str(file))
