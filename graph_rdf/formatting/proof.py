"""The proof that two texts state the same graph."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING

from graph_rdf.syntax import quad_lines

if TYPE_CHECKING:
    from graph_rdf.syntax import Source


def same_graph(before: Source, after: Source) -> bool:
    """Prove that two texts state the same quads, terms as written.

    Blank nodes are numbered by first occurrence in each text. When the quads are then equal, as multisets,
    this numbering is an isomorphism that was found and checked; so no canonical form is computed, and no
    graph can make the proof long. The other way it proves nothing: isomorphic graphs in another order of
    blank nodes count as different here.

    Args:
        before: A source that parses.
        after: Another one, with the same number.

    Returns:
        Whether the proof holds.

    Raises:
        SyntaxError: One of them does not parse.

    Source: RDF 1.2 Concepts 3.6, graph isomorphism.
    """
    surplus: Counter[bytes] = Counter()
    for left, right in zip_longest(quad_lines(before), quad_lines(after), fillvalue=b""):
        if left != right:
            surplus.update(left.splitlines(keepends=True))
            surplus.subtract(right.splitlines(keepends=True))
            surplus = Counter({line: number for line, number in surplus.items() if number})
    return not surplus
