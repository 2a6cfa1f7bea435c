"""Which part of a statement a finding means: what to mark in its excerpt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.report.names import short_path, short_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from graph_rdf.findings import Finding

MOST_LINES: Final = 400
"""Lines of a statement that are searched; past them only its start is marked."""

_WORD: Final = re.compile(r"\S+")
_NUMBER: Final = re.compile(r"[+-]?[0-9][0-9.eE+-]*")
_ANCHOR: Final = re.compile(r"#anchor-([0-9]+)$")
_VALUE: Final = r'(?:"(?:[^"\\]|\\.)*"|\{[^{}]*\}|\[\s*\]|\[)'
"""The beginning of a JSON value, or the whole of a short one."""

_KEY_PATH: Final = re.compile(r"\$(?:\.\w+\[([0-9]{1,6})\])?(?:\.\w+)*?\.(\w+)(?:\[[0-9]+\])?:? ")
_ANCHOR_KEY: Final = re.compile(r'"representation"\s*:')
"""The key that every anchor has."""

_KEYS: Final = {
    "contested": "predicate",
    "undeclared-predicate": "predicate",
    "unknown-entity": "subject",
    "missing-support": "support",
    "anchor-mismatch": "representation",
    "body-unavailable": "representation",
    "missing-digest": "representation",
    "digest-mismatch": "sha256",
    "missing-span": "representation",
    "span-out-of-range": "span",
    "span-splits-character": "span",
    "span-disagreement": "span",
    "missing-quote": "representation",
    "quote-mismatch": "quote",
    "clause-truncated": "quote",
    "unlicensed-clause": "quote",
    "ambiguous-label": "quote",
    "wrong-bridge": "quote",
}
"""Rule → the key of a record that it looks at; where a key is missing, one of the same anchor."""

_OF_ANCHORS: Final = ("representation", "sha256", "span", "quote")
"""The keys that each anchor of a record has."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a line.

    Args:
        line: 1-based line.
        column: 1-based column in code points.
        length: Code points, at least one.
        found: Whether it is the very thing that the finding speaks of, not only the start of its statement.
    """

    line: int
    column: int
    length: int = 1
    found: bool = True


def mark_of(
    finding: Finding, line_of: Callable[[int], str | None], prefixes: Mapping[str, str]
) -> Mark | None:
    """Find the part of a statement that a finding means.

    Args:
        finding: The finding; it has a line.
        line_of: Gives the lines of its file.
        prefixes: Prefix → namespace, as files write names.

    Returns:
        The value or the path of a result, or the key of a record; else the start of the statement, or of
        the fault in the text; None when the finding has no column and its message names no key of the line.
    """
    first, column = finding.line, finding.column
    text = None if first is None else line_of(first)
    if first is None or text is None:
        return None
    if column is None:
        return _named_key_mark(finding, first, text)
    if finding.record is None and finding.focus_node is None:
        return Mark(first, column)
    if text.lstrip("\ufeff \t").startswith("{"):
        return _key_mark(finding, first, column, text)
    last = min(max(finding.end_line or first, first), first + MOST_LINES)
    lines = [(number, line_of(number) or "") for number in range(first, last + 1)]
    for name in _names(finding, prefixes):
        pattern = re.compile(rf"(?<![\w:<]){re.escape(name)}(?![\w])")
        for number, line in lines:
            match = pattern.search(line, column - 1 if number == first else 0)
            if match is not None:
                return Mark(number, match.start() + 1, len(name))
    word = _WORD.match(text, column - 1)
    return Mark(first, column, len(word[0]) if word else 1, found=False)


def _names(finding: Finding, prefixes: Mapping[str, str]) -> Iterator[str]:
    """Give the ways in which the value, and then the path, may be written."""
    value = finding.value
    if value is not None and value != finding.focus_node and not value.startswith("_:"):
        if value.startswith('"'):
            body = value[1:].rpartition('"')[0]
            yield f'"{body}"'
            if _NUMBER.fullmatch(body):
                yield body
        else:
            yield from dict.fromkeys((short_value(value, prefixes), f"<{value}>"))
    if finding.result_path is not None:
        yield from dict.fromkeys((short_path(finding.result_path, prefixes), finding.result_path))


def _named_key_mark(finding: Finding, number: int, text: str) -> Mark | None:
    """Mark the key that the message about a line of records begins with, such as ``$.support[0].sha256``."""
    named = _KEY_PATH.match(finding.message) if finding.rule == "record-error" else None
    if named is None:
        return None
    places = list(re.finditer(rf'"{re.escape(named[2])}"\s*:\s*{_VALUE}?', text))
    if named[1] is not None and len(places) != len(_ANCHOR_KEY.findall(text)):
        return None  # some anchor has no such key, so that counting would lead to another one
    chosen = places[int(named[1] or 0) :]
    return Mark(number, chosen[0].start() + 1, len(chosen[0][0])) if chosen else None


def _key_mark(finding: Finding, number: int, column: int, text: str) -> Mark:
    """Mark the key of a record, of the anchor that the value names."""
    key = _KEYS.get(finding.rule)
    if key is None:
        return Mark(number, column)
    if finding.rule == "unknown-entity" and finding.message.startswith("object "):
        key = "object"
    written = rf'"{key}"\s*:\s*{_VALUE}'
    places = list(re.finditer(written, text))
    if key in _OF_ANCHORS:
        named = _ANCHOR.search(finding.value or "")
        at = int(named[1]) - 1 if named else 0
        places = places[at : at + 1] or places[-1:]
    if not places:
        return Mark(number, column)
    return Mark(number, places[0].start() + 1, len(places[0][0]))
