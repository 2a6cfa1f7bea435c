"""The lexical spaces of the datatypes that RDF 1.1 and SHACL name; white space is never collapsed.

Source: XML Schema Definition Language 1.1 Part 2, sections 3.3 and 3.4; RDF 1.1 Concepts 5.1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.namespaces import XSD

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class LexicalSpace:
    """The lexical space of one datatype.

    Args:
        holds: Tells whether a lexical form is in it.
        expected: What a form looks like, in words.
    """

    holds: Callable[[str], bool]
    expected: str


_ZONE: Final = r"(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))"
_YEAR: Final = r"-?(?:[1-9][0-9]{3,}|0[0-9]{3})"
_MONTH: Final = r"(?:0[1-9]|1[0-2])"
_DAY: Final = r"(?:0[1-9]|[12][0-9]|3[01])"
_CLOCK: Final = r"(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?|24:00:00(?:\.0+)?)"
_NAME_START: Final = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME: Final = _NAME_START + "\\-.0-9\u00b7\u0300-\u036f\u203f-\u2040"
_XML_CHARACTER: Final = "\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
_NO_LINE: Final = "\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
_NO_SPACE: Final = "\u0021-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_DECIMAL: Final = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_DURATION_DATE: Final = r"(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?"
_DURATION_TIME: Final = r"(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?"
_BASE64: Final = (
    r"(?:(?:[A-Za-z0-9+/] ?){4})*+"
    r"(?:(?:[A-Za-z0-9+/] ?){3}[A-Za-z0-9+/]|(?:[A-Za-z0-9+/] ?){2}[AEIMQUYcgkosw048] ?="
    r"|[A-Za-z0-9+/] ?[AQgw] ?= ?=)?"
)


def _pattern(expression: str, expected: str) -> LexicalSpace:
    compiled = re.compile(expression, re.ASCII)
    return LexicalSpace(lambda form: compiled.fullmatch(form) is not None, expected)


_INTEGER_FORM: Final = re.compile(r"[+-]?[0-9]+", re.ASCII)


def _integer(low: str | None, high: str | None, expected: str) -> LexicalSpace:
    """Bounds are digits, compared as text: the number of digits has no limit here, int() has one."""

    def holds(form: str) -> bool:
        if _INTEGER_FORM.fullmatch(form) is None:
            return False
        key = _magnitude(form)
        return (low is None or key >= _magnitude(low)) and (high is None or key <= _magnitude(high))

    return LexicalSpace(holds, expected)


def _magnitude(form: str) -> tuple[int, int, str]:
    """A key that orders integers: sign, number of digits, digits; both turned round below zero."""
    digits = form.lstrip("+-").lstrip("0")
    if not digits:
        return (0, 0, "")
    if form.startswith("-"):
        return (-1, -len(digits), digits.translate(_NINES))
    return (1, len(digits), digits)


_NINES: Final = str.maketrans("0123456789", "9876543210")


def _dated(rest: str, expected: str) -> LexicalSpace:
    compiled = re.compile(rf"({_YEAR})-({_MONTH})-({_DAY}){rest}", re.ASCII)

    def holds(form: str) -> bool:
        match = compiled.fullmatch(form)
        return match is not None and _is_day(match.group(1), int(match.group(2)), int(match.group(3)))

    return LexicalSpace(holds, expected)


def _is_day(year: str, month: int, day: int) -> bool:
    if (month, day) == (2, 29):
        tail = int(year[-4:])  # leap years repeat every 400 years, before the year 0000 too
        return tail % 4 == 0 and (tail % 100 != 0 or tail % 400 == 0)
    return day <= _DAYS[month - 1]


def _month_day(form: str) -> bool:
    match = _MONTH_DAY.fullmatch(form)
    return match is not None and int(match.group(2)) <= _DAYS[int(match.group(1)) - 1]


_MONTH_DAY: Final = re.compile(rf"--({_MONTH})-({_DAY}){_ZONE}?", re.ASCII)

_DOUBLE: Final = _pattern(
    rf"{_DECIMAL}(?:[Ee][+-]?[0-9]+)?|[+-]?INF|NaN", "a number such as -1.5E3, or INF, +INF, -INF, NaN"
)
_SIGNED: Final = {"long": 63, "int": 31, "short": 15, "byte": 7}
_UNSIGNED: Final = {"unsignedLong": 64, "unsignedInt": 32, "unsignedShort": 16, "unsignedByte": 8}

_NAMED: Final[dict[str, LexicalSpace]] = {
    "boolean": _pattern("true|false|1|0", "true, false, 1 or 0"),
    "decimal": _pattern(_DECIMAL, "digits with an optional sign and decimal point, no exponent"),
    "double": _DOUBLE,
    "float": _DOUBLE,
    "integer": _integer(None, None, "digits with an optional sign"),
    "nonNegativeInteger": _integer("0", None, "an integer that is 0 or more"),
    "positiveInteger": _integer("1", None, "an integer that is 1 or more"),
    "nonPositiveInteger": _integer(None, "0", "an integer that is 0 or less"),
    "negativeInteger": _integer(None, "-1", "an integer that is -1 or less"),
    **{
        name: _integer(str(-(2**bits)), str(2**bits - 1), f"an integer from {-(2**bits)} to {2**bits - 1}")
        for name, bits in _SIGNED.items()
    },
    **{
        name: _integer("0", str(2**bits - 1), f"an integer from 0 to {2**bits - 1}")
        for name, bits in _UNSIGNED.items()
    },
    "dateTime": _dated(rf"T{_CLOCK}{_ZONE}?", "YYYY-MM-DDThh:mm:ss with an optional zone"),
    "dateTimeStamp": _dated(rf"T{_CLOCK}{_ZONE}", "YYYY-MM-DDThh:mm:ss with a zone, Z or +hh:mm"),
    "date": _dated(rf"{_ZONE}?", "YYYY-MM-DD with an optional zone"),
    "time": _pattern(rf"{_CLOCK}{_ZONE}?", "hh:mm:ss with an optional zone"),
    "gYear": _pattern(rf"{_YEAR}{_ZONE}?", "YYYY with an optional zone"),
    "gYearMonth": _pattern(rf"{_YEAR}-{_MONTH}{_ZONE}?", "YYYY-MM with an optional zone"),
    "gMonth": _pattern(rf"--{_MONTH}{_ZONE}?", "--MM with an optional zone"),
    "gMonthDay": LexicalSpace(_month_day, "--MM-DD with an optional zone"),
    "gDay": _pattern(rf"---{_DAY}{_ZONE}?", "---DD with an optional zone"),
    "duration": _pattern(
        rf"-?P(?=[0-9T]){_DURATION_DATE}{_DURATION_TIME}", "a duration such as P1Y2M3DT4H5M6.7S"
    ),
    "yearMonthDuration": _pattern(
        r"-?P(?=[0-9])(?:[0-9]+Y)?(?:[0-9]+M)?", "a duration in years and months such as P1Y2M"
    ),
    "dayTimeDuration": _pattern(
        rf"-?P(?=[0-9T])(?:[0-9]+D)?{_DURATION_TIME}", "a duration in days and times such as P3DT4H5M6S"
    ),
    "hexBinary": _pattern("(?:[0-9A-Fa-f]{2})*", "pairs of hexadecimal digits"),
    "base64Binary": _pattern(_BASE64, "groups of four Base64 characters, the last padded with ="),
    "anyURI": _pattern(f"[{_XML_CHARACTER}]*", "characters of XML"),
    "language": _pattern("[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*", "a language tag such as de-AT"),
    "normalizedString": _pattern(f"[{_NO_LINE}]*", "no tab, no line break"),
    "token": _pattern(
        f"(?:[{_NO_SPACE}]++(?: [{_NO_SPACE}]++)*+)?",
        "no tab, no line break, no space at either end, no two spaces together",
    ),
    "NMTOKEN": _pattern(f"[:{_NAME}]+", "letters, digits and . - _ : only"),
    "Name": _pattern(f"[:{_NAME_START}][:{_NAME}]*", "an XML name"),
    "NCName": _pattern(f"[{_NAME_START}][{_NAME}]*", "an XML name without a colon"),
}

LEXICAL_SPACES: Final[dict[str, LexicalSpace]] = {XSD + name: space for name, space in sorted(_NAMED.items())}
"""Datatype IRI → its lexical space. xsd:string holds every literal and is left out."""


def is_ill_typed(form: str, datatype: str) -> bool:
    """Tell whether a literal is ill-typed.

    Args:
        form: The lexical form as written, escapes resolved.
        datatype: The IRI of the datatype.

    Returns:
        True when the datatype is known here and its lexical space does not hold the form.

    Source: RDF 1.1 Concepts 3.3, ill-typed literals.

    Example:
        >>> is_ill_typed("1_000", "http://www.w3.org/2001/XMLSchema#integer")
        True
        >>> is_ill_typed("24:00:00", "http://www.w3.org/2001/XMLSchema#time")
        False
    """
    space = LEXICAL_SPACES.get(datatype)
    return space is not None and not space.holds(form)
