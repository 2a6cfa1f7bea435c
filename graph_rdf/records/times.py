"""Is a string an xsd:dateTime with a zone?"""

from __future__ import annotations

import re
from calendar import monthrange
from typing import Final

_DATE_TIME: Final = re.compile(
    r"-?(?:[1-9][0-9]{3,}|0[0-9]{3})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
    r"T(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})(?P<fraction>\.[0-9]+)?"
    r"(?P<zone>Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?"
)


def time_problem(value: str) -> str | None:
    """Say what keeps a string from being a time of a record.

    Args:
        value: Any string.

    Returns:
        The reason, or None when it is an xsd:dateTime with a zone.

    Source: XML Schema 1.1 part 2, 3.3.7 dateTime; evidence model, section 4.

    Example:
        >>> time_problem("2026-01-01T00:00:00")
        'has no time zone'
        >>> time_problem("2026-02-29T00:00:00Z")
        'is no xsd:dateTime'
    """
    match = _DATE_TIME.fullmatch(value)
    if match is None:
        return "is no xsd:dateTime"
    month, day, hour, minute, second = (
        int(match[name]) for name in ("month", "day", "hour", "minute", "second")
    )
    # The calendar repeats every 400 years, so the last four digits of a long year will do.
    year = int(value[: match.start("month") - 1][-4:]) * (-1 if value.startswith("-") else 1)
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(2000 + year % 400, month)[1]:
        return "is no xsd:dateTime"
    midnight = (hour, minute, second) == (24, 0, 0) and not (match["fraction"] or "").strip(".0")
    if not midnight and not (hour < 24 and minute < 60 and second < 60):
        return "is no xsd:dateTime"
    return None if match["zone"] else "has no time zone"
