"""The engines that can be asked for, and what each is known not to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.entailment.child import ChildEngine
from graph_rdf.entailment.engine import OWL2RL, RDFS
from graph_rdf.errors import UnknownNameError

if TYPE_CHECKING:
    from graph_rdf.entailment.engine import EntailmentEngine

_NOT_BUILT: Final = "the rule is not built in"
_REASONABLE_LACKS: Final = (
    "cls-maxc2",
    "cls-maxqc3",
    "cls-maxqc4",
    "cls-oo",
    "prp-key",
    "prp-spo2",
    "scm-avf1",
    "scm-avf2",
    "scm-cls",
    "scm-dom1",
    "scm-dom2",
    "scm-dp",
    "scm-eqc2",
    "scm-eqp1",
    "scm-eqp2",
    "scm-hv",
    "scm-int",
    "scm-op",
    "scm-rng1",
    "scm-rng2",
    "scm-spo",
    "scm-svf1",
    "scm-svf2",
    "scm-uni",
)
"""The rules that reasonable 0.4.4 does not apply; a test holds that these are all."""

ENGINES: Final = {
    "owlrl": ChildEngine("owlrl", (OWL2RL, RDFS)),
    "reasonable": ChildEngine("reasonable", (OWL2RL,), dict.fromkeys(_REASONABLE_LACKS, _NOT_BUILT)),
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
