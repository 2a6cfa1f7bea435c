"""What the formats of a validation report draw on: the report, and what it takes to show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import quote

from graph_rdf.findings import Severity
from graph_rdf.report.fingerprints import fingerprints
from graph_rdf.report.messages import placed_message
from graph_rdf.report.style import PLAIN, Style
from graph_rdf.report.text_layout import TextLayout

if TYPE_CHECKING:
    from graph_rdf.findings import Finding
    from graph_rdf.report.model import LineOf, ValidationReport
    from graph_rdf.shacl.protocol import ShaclRun

NameOf: TypeAlias = Callable[[str], str]
"""Gives the name of a file below the root of the repository, with ``/``, from the name that the user gave."""

_PATH_CHARACTERS: Final = "/-._~!$&'()*+,;=@"
"""What RFC 3986 lets stand in the segments of a relative path; ``:`` could be read as a scheme."""

_NO_FILE: Final = "server"
"""The file name for data on a server: readers of these formats refuse a finding without any."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """One report and how to show it.

    Args:
        report: The outcome of a run.
        line_of: The lines of the inputs.
        shacl: The SHACL results alone.
        version: The version of the tool.
        files: The names of the data files, in order; empty for a server.
        name_of: Gives names below the root of the repository.
        prefixes: Prefix → namespace, to shorten IRIs.
        threshold: The least severity that fails the run; None when nothing does.
        warnings: What the user was told about the run itself.
        beyond_shacl: Number of findings that the W3C report cannot hold.
        style: The colours of text.
        layout: How text is laid out.
    """

    report: ValidationReport
    line_of: LineOf
    shacl: ShaclRun
    version: str
    files: tuple[str, ...] = ()
    name_of: NameOf = field(default=lambda name: name)
    prefixes: Mapping[str, str] = field(default_factory=dict)
    threshold: Severity | None = Severity.ERROR
    warnings: tuple[str, ...] = ()
    beyond_shacl: int = 0
    style: Style = PLAIN
    layout: TextLayout = field(default_factory=TextLayout)

    def file_of(self, finding: Finding) -> str:
        """Name the file of a finding below the root of the repository.

        Returns:
            A name that is never empty: of a finding without a file, that of the first input.
        """
        if finding.path is not None:
            return self.name_of(finding.path)
        return self.name_of(self.files[0]) if self.files else _NO_FILE

    def fingerprints(self) -> list[str]:
        """Give the fingerprint of each finding, in the order of the report."""
        return fingerprints(self.report.findings, self.line_of, self.name_of)

    def message_of(self, finding: Finding) -> str:
        """Give the message of a finding for a report without the source: with path, value and node."""
        return placed_message(finding, self.prefixes)

    def fails(self, severity: Severity) -> bool:
        """Tell whether a finding of this severity fails the run."""
        return self.threshold is not None and severity.rank >= self.threshold.rank


def relative_uri(name: str) -> str:
    """Write a file name as a relative URI reference.

    Source: RFC 3986, 4.2 "Relative Reference".

    Example:
        >>> relative_uri("a b/100%:x.ttl")
        'a%20b/100%25%3Ax.ttl'
    """
    try:
        data = name.encode("utf-8", errors="surrogateescape")  # the bytes of a file name that is no UTF-8
    except UnicodeEncodeError:
        data = name.encode("utf-8", errors="backslashreplace")
    return quote(data, safe=_PATH_CHARACTERS)
