"""Moments in time, compared exactly: any year, any number of fractional digits, never a float."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_DATE_TIME: Final = re.compile(
    r"(-?(?:[1-9][0-9]{3,17}|0[0-9]{3}))-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T(?:([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]+))?|(24):00:00(?:\.0+)?)"
    r"(Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)",
    re.ASCII,
)
_WHITE_SPACE: Final = " \t\r\n"


class Moment(NamedTuple):
    """A point on the time line; moments compare in time order.

    Args:
        seconds: Whole seconds since 0000-03-01T00:00:00Z in the proleptic Gregorian calendar.
        fraction: The digits of the fraction without trailing zeros, so that text order is number order.
    """

    seconds: int
    fraction: str


def parse_moment(text: str) -> Moment | None:
    """Read an xsd:dateTime with a zone.

    Args:
        text: A lexical form; outer white space does not count.

    Returns:
        The moment; None when it is no xsd:dateTime or has no zone, since without one it is no point in time.

    Source: XML Schema 1.1 part 2, section 3.3.7; year 0000 is 1 BC, 24:00:00 is the next day's start.

    Example:
        >>> parse_moment("2026-01-01T01:00:00+01:00") == parse_moment("2025-12-31T24:00:00Z")
        True
    """
    match = _DATE_TIME.fullmatch(text.strip(_WHITE_SPACE))
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    if day > _days_of_month(year, month):
        return None
    hours = 24 if match[8] else int(match[4])
    clock = hours * 3600 + (0 if match[8] else int(match[5]) * 60 + int(match[6]))
    zone = match[9]
    offset = 0 if zone == "Z" else (int(zone[1:3]) * 60 + int(zone[4:6])) * 60
    seconds = _day_number(year, month, day) * 86400 + clock - (-offset if zone[0] == "-" else offset)
    return Moment(seconds, (match[7] or "").rstrip("0"))


def _days_of_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _day_number(year: int, month: int, day: int) -> int:
    """Count days from 1 March of year 0; a year that starts in March ends with its leap day."""
    year -= month < 3
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * ((month - 3) % 12) + 2) // 5 + day - 1
