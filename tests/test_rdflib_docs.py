"""docs/how-to/rdflib.md says what the library does: its blocks are run one after the other."""

from __future__ import annotations

import doctest
from typing import TYPE_CHECKING, Any

from tests.golden_cases import ROOT
from tests.test_docs import BLOCK

if TYPE_CHECKING:
    import pytest

PAGE = ROOT / "docs" / "how-to" / "rdflib.md"
EXAMPLES = 32


def test_the_examples_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert {kind for kind, _ in found} == {"pycon"}
    text = "\n".join(block for _, block in found)
    names: dict[str, Any] = {}
    test = doctest.DocTestParser().get_doctest(text, names, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    result = runner.run(test, out=told.append)
    assert (result.failed, result.attempted) == (0, EXAMPLES), "".join(told)
