"""The formats of a validation report: one name, one renderer. A new format is one line of `FORMATS`."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graph_rdf.report.rendering import Rendering


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Args:
        what: What it is for, in a few words.
        render: ``module:function`` that takes a `Rendering` and returns text; imported when it is used.
        remark: Likewise, the function that says what this format leaves out of a report, or returns None.
    """

    what: str
    render: str
    remark: str | None = None


_REPORT: Final = "graph_rdf.report."

FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        "text": Format("for people", _REPORT + "text:render"),
        "json": Format("one object with everything", _REPORT + "json_report:render"),
        "jsonl": Format("one finding a line", _REPORT + "json_report:render_lines"),
        "github": Format("annotations of a GitHub workflow", _REPORT + "github:render"),
        "gitlab": Format("a GitLab code quality report", _REPORT + "gitlab:render"),
        "sarif": Format("SARIF 2.1.0, for code scanning", _REPORT + "sarif:render", _REPORT + "sarif:remark"),
        "junit": Format("JUnit XML, for test reports", _REPORT + "junit:render"),
        "html": Format("a page for people", _REPORT + "html_report:render"),
        "csv": Format("one finding a row", _REPORT + "csv_report:render"),
        "ttl": Format(
            "the W3C validation report: the SHACL results alone",
            _REPORT + "w3c_report:render",
            _REPORT + "w3c_report:remark",
        ),
    }
)
"""Every format by name, in the order of the help."""


def render_format(name: str, rendering: Rendering) -> str:
    """Render a report in one of the formats.

    Args:
        name: A key of `FORMATS`.
        rendering: What to render.

    Returns:
        The whole text.
    """
    return cast("Callable[[Rendering], str]", _function(FORMATS[name].render))(rendering)


def remark_of(name: str, rendering: Rendering) -> str | None:
    """Say what a format leaves out of this report; None when it holds everything."""
    remark = FORMATS[name].remark
    if remark is None:
        return None
    return cast("Callable[[Rendering], str | None]", _function(remark))(rendering)


def _function(place: str) -> object:
    """Import what ``module:function`` names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
