"""The order of literals by value, on the terms as written: what ``<`` means for the range constraints.

Source: SHACL 4.3, 4.5.3; SPARQL 1.1, 17.3 (operator mapping); XPath and XQuery Functions 3.1, 4, 8 and 9.
"""

from __future__ import annotations

import re
import struct
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

from pyoxigraph import Literal

from graph_rdf.namespaces import XSD
from graph_rdf.syntax.lexical_spaces import is_ill_typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_rdf.dataset.protocol import Term

Number: TypeAlias = int | Decimal | float
Value: TypeAlias = tuple[str, Number | Fraction | str]
"""What kind of value it is, and the value: only values of one kind have an order."""

_INTEGERS: Final = frozenset(
    XSD + name
    for name in ("integer", "long", "int", "short", "byte", "nonNegativeInteger", "positiveInteger")
) | frozenset(
    XSD + name
    for name in (
        "nonPositiveInteger",
        "negativeInteger",
        "unsignedLong",
        "unsignedInt",
        "unsignedShort",
        "unsignedByte",
    )
)
NUMERIC: Final = _INTEGERS | {XSD + "decimal", XSD + "double", XSD + "float"}
"""The datatypes whose values are numbers."""

_SECONDS_IN_DAY: Final = 86400
_DATE_TIME = re.compile(
    r"(?:(-?\d{4,})(?:-(\d\d)(?:-(\d\d))?)?)?T?(?:(\d\d):(\d\d):(\d\d(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?"
)
_DURATION = re.compile(
    r"(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?"
)


def compare(left: Term, right: Term) -> int | None:
    """Compare two terms by value.

    Strings go by code point, numbers across their types as XPath promotes them. Times compare only when
    both have a zone or both have none: no zone is guessed. Language-tagged strings, IRIs, blank nodes and
    ill-typed literals have no order.

    Args:
        left: A term, as written.
        right: A term, as written.

    Returns:
        -1, 0 or 1; None when the two cannot be compared.

    Example:
        >>> compare(Literal(1), Literal(1.5))
        -1
        >>> compare(Literal("a"), Literal(1)) is None
        True
    """
    one, two = literal_value(left), literal_value(right)
    if one is None or two is None or one[0] != two[0]:
        return None
    a, b = one[1], two[1]
    if isinstance(a, float) or isinstance(b, float):
        a, b = float(a), float(b)
    if a == b:
        return 0
    if a < b:  # type: ignore[operator]  # values of one kind
        return -1
    return 1 if a > b else None  # type: ignore[operator]  # None: NaN


def literal_value(term: Term) -> Value | None:
    """Give the value of a literal that has a place in an order.

    Args:
        term: A term, as written.

    Returns:
        The kind and the value; None for every term without one.
    """
    if not isinstance(term, Literal):
        return None
    datatype = term.datatype.value
    read = _READERS.get(datatype)
    if read is None or is_ill_typed(term.value, datatype):
        return None
    return read(term.value)


def _single(text: str) -> Value:
    try:
        return "number", float(struct.unpack("f", struct.pack("f", _float(text)))[0])
    except OverflowError:
        return "number", float("-inf" if text.lstrip().startswith("-") else "inf")


def _float(text: str) -> float:
    return float(text.replace("INF", "inf"))


def _date_time(kind: str) -> Callable[[str], Value | None]:
    def read(text: str) -> Value | None:
        match = _DATE_TIME.fullmatch(text)
        if match is None:
            return None
        year, month, day, hour, minute, second, zone = match.groups()
        days = _days(int(year or 1970), int(month or 1), int(day or 1))
        seconds = Fraction(days * _SECONDS_IN_DAY)
        seconds += int(hour or 0) * 3600 + int(minute or 0) * 60 + Fraction(second or 0)
        if zone and zone != "Z":
            offset = int(zone[1:3]) * 3600 + int(zone[4:6]) * 60
            seconds += offset if zone[0] == "-" else -offset
        return f"{kind} {'with' if zone else 'without'} zone", seconds

    return read


def _days(year: int, month: int, day: int) -> int:
    """Number the days of the proleptic Gregorian calendar, years of any size; only differences matter."""
    cycles, year_in_cycle = divmod(year, 400)  # 400 years have 146,097 days, and year 0 is a leap year
    return cycles * 146097 + date(2000 + year_in_cycle, month, day).toordinal()


def _year_month(text: str) -> Value | None:
    match = _DURATION.fullmatch(text)
    if match is None:
        return None
    months = int(match[2] or 0) * 12 + int(match[3] or 0)
    return "months", -months if match[1] else months


def _day_time(text: str) -> Value | None:
    match = _DURATION.fullmatch(text)
    if match is None:
        return None
    days, hours, minutes, seconds = match[4] or 0, match[5] or 0, match[6] or 0, match[7] or 0
    total = (int(days) * 24 + int(hours)) * 3600 + int(minutes) * 60 + Fraction(seconds)
    return "seconds", -total if match[1] else total


_READERS: Final[dict[str, Callable[[str], Value | None]]] = {
    **{datatype: lambda text: ("number", int(text)) for datatype in _INTEGERS},
    XSD + "decimal": lambda text: ("number", Decimal(text)),
    XSD + "double": lambda text: ("number", _float(text)),
    XSD + "float": _single,
    XSD + "string": lambda text: ("string", text),
    XSD + "boolean": lambda text: ("boolean", int(text in ("true", "1"))),
    XSD + "dateTime": _date_time("dateTime"),
    XSD + "dateTimeStamp": _date_time("dateTime"),
    XSD + "date": _date_time("date"),
    XSD + "time": _date_time("time"),
    XSD + "gYear": _date_time("gYear"),
    XSD + "gYearMonth": _date_time("gYearMonth"),
    XSD + "yearMonthDuration": _year_month,
    XSD + "dayTimeDuration": _day_time,
}
"""How to read a well-formed literal, by datatype; every datatype with an order stands here."""
