"""What became of anchors in another version, for people and for machines."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.report.json_report import FORMAT_VERSION, dump_json
from graph_rdf.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORDS: Final = {
    "same": "stands where it stood",
    "moved": "moved",
    "gone": "is gone",
    "several": "stands several times",
    "no-body": "the new version has no body of this media type that can be read and has its digest",
    "no-quote": "the anchor has no quote",
}


def render_moves(moves: Iterable[Any]) -> str:
    """Render one line a move."""
    lines = []
    for move in map(asdict, moves):
        name = f"{printable(move['record'])} anchor {move['anchor']}"
        line = f"{move['outcome']:<8} {name}: {_WORDS[move['outcome']]}"
        if move["count"] > 1:
            line += f", {move['count']} times"
        old, new = move["old"], move["new"]
        if new is not None:
            was = "" if old is None else f"{_place(old, move['representation'])} to "
            line += f": {was}{_place(new, move['target'])}"
        lines.append(line + "\n")
    return "".join(lines)


def _place(span: dict[str, Any], representation: str) -> str:
    return f"{span['unit']} {span['start']}-{span['end']} of {printable(representation)}"


def render_moves_json(moves: Iterable[Any]) -> str:
    """Render the moves as one JSON object."""
    return dump_json({"format_version": FORMAT_VERSION, "moves": [asdict(move) for move in moves]})
