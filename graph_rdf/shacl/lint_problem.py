"""One problem of a shapes graph: a value until all are known, then part of one error."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term


class ProblemKind(Enum):
    """What is wrong, and so whether ``--allow-empty`` may forgive it."""

    ILL_FORMED = "ill-formed"
    RECURSION = "recursion"
    NO_EFFECT = "no effect"
    UNSUPPORTED = "unsupported"
    UNKNOWN_TERM = "unknown term"
    IMPORT = "unresolved import"
    NO_SHAPE = "no shape"
    REMARK = "remark"

    @property
    def forgivable(self) -> bool:
        """Whether ``--allow-empty`` makes it a warning."""
        return self in (ProblemKind.UNKNOWN_TERM, ProblemKind.IMPORT, ProblemKind.NO_SHAPE)


@dataclass(frozen=True, slots=True)
class ShapeProblem:
    """One problem.

    Args:
        kind: What is wrong; a `REMARK` is never an error.
        message: What and how to mend it, without the name of the node.
        node: The node concerned; None when it is a whole file.
        path: The file, when there is no node that leads to it.
    """

    kind: ProblemKind
    message: str
    node: Term | None = None
    path: str | None = None
