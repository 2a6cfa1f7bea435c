"""The message of a finding for people, with what a message of a shape leaves out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_rdf.report.names import short_path, short_value
from graph_rdf.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.findings import Finding

LONGEST_VALUE: Final = 80
"""Characters of a value that are shown."""


def whole_message(finding: Finding, prefixes: Mapping[str, str], style: Style = PLAIN) -> str:
    """Give the message, with the path and the value that a message of a shape leaves out."""
    said = finding.message
    message = said
    if finding.shape is None:
        return message
    if finding.result_path is not None:
        path = short_path(finding.result_path, prefixes)
        if not (_names(said, path) or _names(said, finding.result_path)):
            message = f"{path}: {message}"
    if finding.value is not None and finding.value != finding.focus_node:
        value = short_value(finding.value, prefixes)
        text = finding.value[1:].rpartition('"')[0] if finding.value.startswith('"') else finding.value
        if not (_names(said, text) or _names(said, value)):
            message = f"{message} (value {_cut(value, style)})"
    return message


def placed_message(finding: Finding, prefixes: Mapping[str, str]) -> str:
    """Give the whole message for a report that shows no source, and name the node when there is no line.

    Returns:
        `whole_message`; of a finding without a line it ends with the record, or the focus node, in brackets.

    Example:
        >>> from graph_rdf.findings import Finding, Severity
        >>> found = Finding("min-count", Severity.ERROR, "one name", focus_node="http://e/a", shape="_:s")
        >>> placed_message(found, {"e": "http://e/"})
        'one name (at e:a)'
    """
    message = whole_message(finding, prefixes)
    if finding.line is not None:
        return message
    node = finding.focus_node and short_value(finding.focus_node, prefixes)
    at = finding.record or node
    return message if at is None or _names(message, at) else f"{message} (at {_cut(at, PLAIN)})"


def _cut(text: str, style: Style) -> str:
    """Give the beginning of a text."""
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}{style.ellipsis}"


def _names(message: str, text: str) -> bool:
    """Tell whether a message has a text as a word of its own."""
    return text != "" and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", message) is not None
