"""How the report for people is laid out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

GroupBy: TypeAlias = Literal["file", "rule", "record"]
"""What findings are gathered by."""

WIDTH: Final = 100
"""Columns of a report that no terminal shows, so that its bytes do not depend on one."""

NARROWEST: Final = 40
"""Columns below which excerpts would say nothing."""


@dataclass(frozen=True, slots=True)
class TextLayout:
    """The layout of text.

    Args:
        group_by: What findings are gathered by.
        verbose: Whether to say of each finding all that is known.
        statistics: Whether to count by rule in place of the findings.
        width: The columns of the screen.
    """

    group_by: GroupBy = "file"
    verbose: bool = False
    statistics: bool = False
    width: int = WIDTH
