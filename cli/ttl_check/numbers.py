"""Numbers of the command line: what a limit may be, so that no number of a user becomes a fault later."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from click import Context, Parameter

MOST: Final = 1 << 62
"""The largest count: certificates take no larger one, and systems count in 64 bits with a sign."""

MOST_MEBIBYTES: Final = 1 << 40
"""The largest memory: in bytes it still fits 64 bits with a sign."""

MOST_SECONDS: Final = 1_000_000.0
"""The longest time, eleven days: waiting counts milliseconds in 31 bits."""


class Count(click.IntRange):
    """A whole number in a range whose upper end is too far off to be worth a word in the help.

    Args:
        least: The smallest value.
        most: The largest one.
    """

    def __init__(self, least: int = 1, most: int = MOST) -> None:
        super().__init__(min=least)
        self._most = most

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> Any:
        """Read a value."""
        number = super().convert(value, param, ctx)
        if number > self._most:
            self.fail(f"{value} is more than {self._most}.", param, ctx)
        return number


class Seconds(click.FloatRange):
    """A time above zero that clocks can measure: neither infinite nor no number at all."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> Any:
        """Read a value."""
        number = super().convert(value, param, ctx)
        if math.isnan(number) or number > MOST_SECONDS:
            self.fail(f"{value} is not between 0 and {MOST_SECONDS:.0f} seconds.", param, ctx)
        return number
