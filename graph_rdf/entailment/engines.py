"""The engines that can be asked for, and what each is known not to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.entailment.child import ChildEngine
from graph_rdf.entailment.engine import OWL2RL, RDFS
from graph_rdf.errors import UnknownNameError

if TYPE_CHECKING:
    from graph_rdf.entailment.engine import EntailmentEngine

ENGINES: Final = {
    "owlrl": ChildEngine("owlrl", (OWL2RL, RDFS)),
    "reasonable": ChildEngine("reasonable", (OWL2RL,)),
}


def find_engine(name: str) -> EntailmentEngine:
    """Find an engine.

    Args:
        name: ``owlrl`` or ``reasonable``.

    Raises:
        UnknownNameError: There is no such engine.

    Example:
        >>> find_engine("owlrl").name
        'owlrl'
    """
    if name not in ENGINES:
        raise UnknownNameError("engine", name, ENGINES)
    return ENGINES[name]
