"""The same input gives the same bytes, whatever the hash seed of the interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from pathlib import Path
from graph_rdf.dataset import load_sources
from graph_rdf.errors import ShapesError
from graph_rdf.shacl.lint import lint_shapes
from graph_rdf.shacl.protocol import Limits
from graph_rdf.shacl.pyshacl_engine import PyshaclEngine
from graph_rdf.shacl.report_turtle import report_turtle
from graph_rdf.shacl.result_findings import shacl_findings
from graph_rdf.shacl.shapes_graph import ShapesGraph
from graph_rdf.syntax import read_source, source_from_bytes

for path in sorted(Path("tests/shacl/lint").glob("*.ttl")):
    try:
        print(*lint_shapes(ShapesGraph.read([read_source(path)])), sep="\\n")
    except Exception as error:
        print(*getattr(error, "problems", [error]), sep="\\n")
good = Path("tests/shacl/lint/good.ttl").read_text().replace("sh:pattern", "sh:hasValue")  # of XPath's own
shapes = ShapesGraph.read([source_from_bytes(good.replace("sh:flags", "sh:name").encode(), name="good.ttl")])
text = '''@prefix ex: <http://example.org/> .
ex:a a ex:Person ; ex:name "B", "9", 1 ; ex:age 7, "old", [] ; ex:odd 1 .
ex:a ex:knows ex:b, [ ex:knows ex:a ], "x"@en .
ex:b a ex:Person ; ex:address ex:c .
'''
data, _ = load_sources([source_from_bytes(text.encode(), name="d.ttl")])
run = PyshaclEngine().validate(data, shapes, Limits())
assert len(run.results) > 10
print(report_turtle(run))
print(*shacl_findings(run, shapes), sep="\\n")
"""


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    root = Path(__file__).parent.parent
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "42")
    }
    assert len(outputs) == 1
    assert b"sh:ValidationReport" in outputs.pop()
