"""What a caller may choose, as values; the command line fills them in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from graph_rdf.records.bodies import MAX_BODY
from graph_rdf.records.to_rdf import EMBED_LIMIT

if TYPE_CHECKING:
    from pathlib import Path

    from graph_rdf.dataset.memory import LoadMemory
    from graph_rdf.gate.setting_aside import Sieve
    from graph_rdf.syntax import Source

Say: TypeAlias = Callable[[str], None]
"""Takes one line that the user should see."""


def say_nothing(_message: str) -> None:
    """Take a line and drop it."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How inputs are read.

    Args:
        ontologies: Ontology files of the user.
        base: The id base of records, and what relative IRIs resolve against.
        catalog: The folder with copies of what is imported and of JSON-LD contexts.
        stdin_name: The name of standard input.
        embed_limit: Text bodies up to this size stand in the graph. Units: bytes.
        max_body: Larger bodies are never read. Units: bytes.
        memory: What earlier runs parsed, for runs that follow each other.
    """

    ontologies: tuple[Path, ...] = ()
    base: str | None = None
    catalog: Path | None = None
    stdin_name: str | None = None
    embed_limit: int = EMBED_LIMIT
    max_body: int = MAX_BODY
    memory: LoadMemory | None = None


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What `validate` does.

    Args:
        shapes: Shapes of the user: files, or sources that are in memory.
        evidence: Whether the packaged shapes and the support rules run.
        portable: Whether `evidence.ttl` judges the support in place of the verifier.
        engine: The name of the SHACL engine.
        view: The id of the view in which records can contest each other; the default view when None.
        as_of: The time that chooses the versions in place of a view.
        each: Whether each file is checked on its own.
        allow_empty: Whether a run that looked at nothing is a warning only.
        max_results: The largest number of findings reported.
        max_per_rule: The largest number of findings of one rule reported.
        max_seconds: Time budget of the run. Units: seconds.
        max_memory: Memory budget of each process of the run. Units: MiB.
        coverage: Whether to find out what the shapes looked at, and what they did not.
        stream: Whether records files are verified without building RDF, so that no shapes run.
        sieve: What findings have to pass to count; None when all count.
        keep_records: Whether a stream keeps the verdict on each record for the report.
    """

    shapes: tuple[Path | Source, ...] = ()
    evidence: bool = True
    portable: bool = False
    engine: str | None = None
    view: str | None = None
    as_of: str | None = None
    each: bool = False
    allow_empty: bool = False
    max_results: int | None = None
    max_per_rule: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = None
    coverage: bool = False
    stream: bool = False
    keep_records: bool = True
    sieve: Sieve | None = None
