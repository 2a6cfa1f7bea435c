"""Help in sections, for a command with more options than a list can show."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "What is checked": (
            "--shapes",
            "--ontology",
            "--no-evidence",
            "--portable",
            "--engine",
            "--view",
            "--as-of",
            "--each",
            "--stream",
            "--allow-empty",
        ),
        "Which findings count": (
            "--fail-on",
            "--select",
            "--ignore",
            "--per-file-ignores",
            "--severity",
            "--baseline",
            "--write-baseline",
            "--diff-base",
        ),
        "Reports": (
            "--format",
            "--output",
            "--group-by",
            "--verbose",
            "--statistics",
            "--coverage",
            "--verdicts",
            "--prov",
            "--time",
            "--watch",
        ),
        "Limits": ("--max-results", "--max-per-rule", "--max-seconds", "--max-memory", "--max-body"),
        "How files are read": ("--base", "--catalog", "--stdin-filename"),
        "Data on a server": ("--endpoint", "--server", "--graph", "--union"),
    }
)
"""Section → its options in the order of the help; an option of no section stands below them."""

EXIT_CODES: Final = (
    ("0", "checked, and nothing counts that weighs --fail-on or more"),
    ("1", "checked, with such findings"),
    ("2", "could not check: usage, an input that cannot be read, ill-formed shapes, nothing looked at"),
)


class SectionedCommand(click.Command):
    """A command whose help shows its options in sections, and its exit codes."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        left = {name: parameter for parameter in self.get_params(ctx) for name in parameter.opts}
        for title, names in SECTIONS.items():
            self._write(title, [left[name] for name in names if name in left], ctx, formatter)
        placed = {name for names in SECTIONS.values() for name in names}
        rest = [each for each in self.get_params(ctx) if not placed & set(each.opts)]
        self._write("Options", rest, ctx, formatter)
        with formatter.section("Exit codes"):
            formatter.write_dl(EXIT_CODES)

    def _write(
        self,
        title: str,
        parameters: list[click.Parameter],
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        """Write one section; one without options is left out."""
        records = [record for each in parameters if (record := each.get_help_record(ctx)) is not None]
        if records:
            with formatter.section(title):
                formatter.write_dl(records)
