"""The hand-written pages say what the program does: their commands are run, their tables are complete."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from tests.test_docs import DOCS, blocks, run, steps

if TYPE_CHECKING:
    from pathlib import Path


def test_own_predicates(tmp_path: Path) -> None:
    page = DOCS / "how-to" / "own-predicates.md"
    (ontology,), (letter,), (records,) = (blocks(page, kind) for kind in ("turtle", "text", "json"))
    (settings,) = blocks(page, "toml")
    digest = hashlib.sha256(letter.encode("utf-8")).hexdigest()
    files = {"predicates.ttl": ontology, "letter.txt": letter, "staff.records.jsonl": records}
    for name, text in files.items():
        (tmp_path / name).write_text(text.replace("SHA256", digest), encoding="utf-8")
    first, second = blocks(page, "console")
    assert [len(steps(first)), len(steps(second))] == [3, 1]
    for command, printed in steps(first):
        assert run(command, tmp_path) == printed.replace("SHA12", digest[:12]), command
    ((command, printed),) = steps(second)
    assert "undeclared-predicate" in run("ttl-check validate staff.records.jsonl", tmp_path)
    assert "rdf:predicate eg:reports_to " in run("ttl-check export staff.records.jsonl --to ttl", tmp_path)
    (tmp_path / "ttl-check.toml").write_text(settings, encoding="utf-8")
    assert run(command, tmp_path) == printed
    assert run("ttl-check validate predicates.ttl", tmp_path) == ""
    (tmp_path / "ttl-check.toml").unlink()
    assert run("ttl-check validate predicates.ttl", tmp_path).count("error[predicate-in-data]") == 3
