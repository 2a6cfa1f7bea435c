"""What writers take (triples in N-Triples form, or as terms of pyoxigraph), and how they put out text."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from pyoxigraph import Triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO, TypeAlias

    from pyoxigraph import NamedNode

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.ntriples import LexicalTriple

    AnyTriple: TypeAlias = LexicalTriple | Triple
    GraphTriples: TypeAlias = tuple[str | NamedNode | None, Iterable[AnyTriple]]

_CHUNK: Final = 1 << 16
# Characters that a reader of the file would not see, or that would change how the rest is shown.
_HIDDEN: Final = re.compile("[\x80-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def blocks(triples: Iterable[AnyTriple]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Gather the triples of each subject.

    Args:
        triples: Grouped by subject. The text of a pyoxigraph term is its N-Triples form.

    Returns:
        Subject, and predicate and object of its triples, in N-Triples form, sorted and each once.
    """
    lexical = ((str(s), str(p), o if isinstance(o, str) else _lexical(o)) for s, p, o in triples)
    for subject, group in groupby(lexical, key=lambda triple: triple[0]):
        rows = [(predicate, value) for _, predicate, value in group]
        if len(rows) > 1:
            rows = sorted(set(rows))
        yield subject, rows


def _lexical(term: Term) -> str:
    if isinstance(term, Triple):
        return f"<<( {term.subject} {term.predicate} {_lexical(term.object)} )>>"
    return str(term)


def chunked(pieces: Iterable[str], out: BinaryIO) -> None:
    """Write pieces of text as UTF-8, many at a time."""
    waiting: list[str] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= _CHUNK:
            out.write("".join(waiting).encode("utf-8"))
            waiting.clear()
            size = 0
    out.write("".join(waiting).encode("utf-8"))


def hidden_escaped(quoted: str) -> str:
    """Escape the characters that nobody would see; for the inside of quotes in Turtle or JSON."""
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04X}", quoted)
