"""Markdown: text of data that stays text, and tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_rdf.report.printable import display_width, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_HTML: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_MARKS: Final = re.compile(r"([\\`*_{}\[\]()#+!|~@])")
_LINK: Final = re.compile(r"(?i)\b(https?|ftp)(:)(?=//)|\b(www)(\.)")


def markdown_text(text: str) -> str:
    r"""Write text so that Markdown shows it as it is: no markup, no link, no mention, no picture.

    Example:
        >>> print(markdown_text("a|b <img> *c* http://e"))
        a\|b &lt;img&gt; \*c\* http&#58;//e
    """
    shown = _MARKS.sub(r"\\\1", printable(text).translate(_HTML))
    return _LINK.sub(lambda match: f"{match[1]}&#58;" if match[1] is not None else f"{match[3]}&#46;", shown)


def markdown_table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    r"""Lay out a table of texts, aligned for those who read the source.

    Args:
        names: The heads of the columns; there is at least one.
        rows: Their cells, as text.

    Returns:
        A table of GitHub Flavored Markdown.

    Source: https://github.github.com/gfm/#tables-extension-

    Example:
        >>> print(markdown_table(["id"], [["a|b"]]), end="")
        | id   |
        | ---- |
        | a\|b |
    """
    cells = [[markdown_text(text) for text in row] for row in (names, *rows)]
    widths = [max(3, *(display_width(row[at]) for row in cells)) for at in range(len(names))]
    lines = [
        "| "
        + " | ".join(
            text + " " * (width - display_width(text)) for text, width in zip(row, widths, strict=True)
        )
        + " |"
        for row in cells
    ]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "".join(line + "\n" for line in lines)
