"""Many entities of one name cost the portable shapes a look at two of them, not a look at all pairs."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "Rowan is operated by Rowan.\n"
MANY = 2_000
"""So many that a row for each pair of them would fill hours."""


def world(folder: Path) -> Path:
    """Write a world in which all entities bear one name, and three records about them."""
    (folder / "sources").mkdir()
    (folder / "sources" / "a.txt").write_text(TEXT, encoding="utf-8", newline="")
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    names = [f"{n:04}" for n in range(MANY)]
    lines: list[dict[str, object]] = [
        {"kind": "entity", "id": f"{kind.lower()}:many:{name}", "type": kind, "label": "Rowan", "aliases": []}
        for kind in ("Project", "Organisation")
        for name in names
    ]
    anchor = {
        "representation": "doc:many:d@v1/text",
        "version": "doc:many:d@v1",
        "document": "doc:many:d",
        "source": "source:many:s",
        "sha256": digest,
        "span": {"unit": "byte", "start": 0, "end": len(TEXT) - 2},
        "quote": TEXT[:-2],
    }
    lines += [
        {"kind": "source", "id": "source:many:s", "label": "Registry", "audience": []},
        {"kind": "document", "id": "doc:many:d", "source": "source:many:s", "current": "doc:many:d@v1"},
        {
            "kind": "version",
            "id": "doc:many:d@v1",
            "document": "doc:many:d",
            "version": "1",
            "previous": None,
            "generated": "2026-01-01T00:00:00Z",
            "withdrawn": None,
            "audience": [],
        },
        {
            "kind": "representation",
            "id": "doc:many:d@v1/text",
            "version": "doc:many:d@v1",
            "media_type": "text/plain; charset=utf-8",
            "path": "sources/a.txt",
            "sha256": digest,
        },
        *(
            {
                "kind": "relation",
                "id": f"rel:many:{name}",
                "subject": f"project:many:{name}",
                "predicate": "operated_by",
                "object": f"organisation:many:{name}",
                "support": [anchor],
                "confidence": 1.0,
                "extractor": "by hand",
            }
            for name in names[:3]
        ),
        {"kind": "view", "id": "view:many:all", "admits": ["doc:many:d@v1"]},
    ]
    path = folder / "many.records.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_a_name_that_thousands_bear(tmp_path: Path) -> None:
    path = str(world(tmp_path))
    portable, native = (
        validate([path], ReadOptions(), CheckOptions(portable=portable)).report.findings
        for portable in (True, False)
    )
    found = [[(f.rule, f.line) for f in findings] for findings in (portable, native)]
    first = 2 * MANY + 5
    assert found == [[("ambiguous-label", line) for line in range(first, first + 3)]] * 2
