"""What a walk tells about a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_rdf.syntax.cursor import Node


@dataclass(slots=True)
class Written:
    """A literal with a datatype as it is written.

    Args:
        start: The offset of its string token.
        end: The offset behind that.
        datatype: The IRI of its datatype.
        subject: The subject of its triple; None in a triple term.
        predicate: The predicate of its triple; None in a triple term or collection.
    """

    start: int
    end: int
    datatype: str | None
    subject: Node
    predicate: str | None


@dataclass(slots=True)
class Listener:
    """What the walk tells about; each may be left out.

    Args:
        subject: Called with the node, the offsets of its statement block.
        predicate: Called with subject, predicate and the offset of the predicate.
        literal: Called with each literal that has a written datatype.
    """

    subject: Callable[[Node, int, int], None] | None = None
    predicate: Callable[[Node, str, int], None] | None = None
    literal: Callable[[Written], None] | None = None
