"""Write the pages that the browser opens, and read what the map of a world shows."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.golden_cases import ROOT, environment

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

FINAL = str(ROOT / "examples" / "final" / "final.records.jsonl")
CERTIFICATE = str(ROOT / "tests" / "certificates" / "final-base.json")


def written(file: Path, *arguments: str) -> Path:
    """Write a page with the program."""
    done = subprocess.run(
        [sys.executable, "-m", "ttl_check", *arguments],
        env=environment("0"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return file


def texts(page: Page, selector: str) -> list[str]:
    return [one.strip() for one in page.locator(selector).all_inner_texts()]


def drawn(page: Page) -> dict[str, tuple[str, list[str]]]:
    """Read the drawing: record id → its classes and the lines of its label."""
    found = page.evaluate(
        """() => [...document.querySelectorAll('#graph .chip')].map(chip => [chip.getAttribute('class'),
          [...chip.querySelectorAll(':scope > text')].map(text => text.textContent)])"""
    )
    return {lines[0]: (classes.removesuffix(" selected"), lines[1:]) for classes, lines in found}


def rows(page: Page) -> list[list[str]]:
    found = page.evaluate(
        """() => [...document.querySelectorAll('#rows tr')].map(row =>
          [...row.querySelectorAll('th, td')].map(cell => cell.innerText))"""
    )
    return [[" ".join(cell.split()) for cell in row] for row in found]
