"""Jena SHACL (Maven Central `org.apache.jena:jena-cmds`), its command line; JENA_LIB is its folder."""

# mypy: ignore-errors
# It runs in an environment of its own, which holds what it imports.

from __future__ import annotations

import os
from pathlib import Path

from jvm import measure_jvm

measure_jvm(Path(os.environ["JENA_LIB"]), "shacl.shacl", "--data", "--shapes", "validate")
