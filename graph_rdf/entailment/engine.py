"""What an entailment engine is asked for and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.ntriples import LexicalTriple

OWL2RL: Final = "owl2rl"
RDFS: Final = "rdfs"
PROFILES: Final = (OWL2RL, RDFS)
"""The entailment profiles: OWL 2 RL/RDF rules, or the RDFS rules alone."""


class TooManyTriplesError(Exception):
    """A closure grew past its budget; it stays inside the process of the engine."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run of an engine may use; more ends it without a result.

    Args:
        triples: Most triples of the whole closure.
        seconds: Longest time from the start of the engine to its last triple. Units: seconds.
        mebibytes: Most memory of the engine. Units: 2^20 bytes. Held on Linux only.
    """

    triples: int = 5_000_000
    seconds: float = 600.0
    mebibytes: int = 4096


@dataclass(frozen=True, slots=True)
class Phase:
    """The cost of one phase of a run.

    Args:
        name: ``load``, ``reason`` or ``read-out``.
        seconds: Wall time. Units: seconds.
        processor: Processor time of all threads. Units: seconds.
        peak: The most memory that the process had held when the phase ended. Units: bytes.
    """

    name: str
    seconds: float
    processor: float
    peak: int


@dataclass(frozen=True, slots=True)
class Closure:
    """What an engine made of some triples.

    Args:
        entailed: The triples that were not given, sorted; triples that RDF cannot write are left out, and so
            is ``x owl:sameAs x``.
        messages: What the engine itself says is inconsistent, sorted.
        kept_out: What was left out → how often: ``literal-subject``, ``blank-predicate``, ``error-node``,
            ``reflexive-same-as``.
        version: The version of the engine.
        phases: What the run cost, in order; a measurement, so never the same twice.
    """

    entailed: tuple[LexicalTriple, ...]
    messages: tuple[str, ...] = ()
    kept_out: Mapping[str, int] = field(default_factory=dict)
    version: str = ""
    phases: tuple[Phase, ...] = ()


class EntailmentEngine(Protocol):
    """Something that computes a closure."""

    @property
    def name(self) -> str:
        """The name by which the user asks for it."""

    @property
    def never_fires(self) -> Mapping[str, str]:
        """The rules of OWL 2 RL/RDF that it does not apply as written → the reason."""

    def close(self, triples: Iterable[LexicalTriple], profile: str, budget: Budget) -> Closure:
        """Compute the closure of some triples.

        Args:
            triples: The asserted triples and axioms.
            profile: One of `PROFILES`.
            budget: What it may use.

        Raises:
            EngineError: The engine is not installed, does not know the profile, or failed.
            LimitError: The budget is used up.
        """
