"""What stands between two tokens: line ends, empty lines and comments."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from graph_rdf.formatting.tree import Comment

_PART: Final = re.compile(rb"\r\n|\n|\r|#[^\r\n]*+")


class Gap(NamedTuple):
    """The gap before a token.

    Args:
        trail: The comment on the line of the token before.
        lead: The comments on lines of their own.
        broke: Whether there is a line end.
        blank: Whether there is an empty line behind the last comment.
    """

    trail: bytes | None
    lead: tuple[Comment, ...]
    broke: bool
    blank: bool


NOTHING: Final = Gap(None, (), broke=False, blank=False)


def read_gap(text: bytes, *, first: bool = False) -> Gap:
    r"""Read a gap.

    Args:
        text: White space and comments.
        first: Whether it begins the file, so that no token stands before it.

    Returns:
        Its parts.

    Example:
        >>> read_gap(b" # one\n\n # two\n").lead
        (Comment(text=b'# two', blank=True),)
    """
    if not text.strip(b" \t"):
        return NOTHING
    if b"#" not in text and b"\r" not in text:
        lines = text.count(b"\n")
        return Gap(None, (), broke=lines > 0, blank=lines > 1)
    trail: bytes | None = None
    lead: list[Comment] = []
    lines = 1 if first else 0
    for match in _PART.finditer(text):
        part = match.group()
        if part[:1] != b"#":
            lines += 1
        elif lines:
            lead.append(Comment(part.rstrip(), blank=lines > 1 and not (first and not lead)))
            lines = 0
        else:
            trail = part.rstrip()
    return Gap(trail, tuple(lead), broke=lines > 0 or bool(lead), blank=lines > 1)
