"""A quick look at the bytes of Turtle-like text that tells when no literal can be ill-typed.

It counts the ``^^`` of the text and those that stand in a literal that is surely well-typed. Where both
counts are equal there is nothing to find. When it cannot be sure it says so; it never misses one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graph_rdf.namespaces import XSD

_PREFIX_NAME: Final = re.compile(
    rb"(?:[ \t\r\n]+((?:[\w\x80-\xff](?:[\w.\-\x80-\xff]*[\w\-\x80-\xff])?)?):"
    rb"(?:[ \t\r\n]*<([^<>\\\s]*)>)?|[ \t\r\n]*(#)|(:))"
)
_PIECE: Final = 1 << 24
_ABSOLUTE: Final = re.compile(rb"[A-Za-z][A-Za-z0-9+.\-]*:")
_NAME_ENDS: Final = rb"(?!\.*[\w\-%:\\\x80-\xff])"

# Each is a part of the lexical space of its datatypes, so that a match is a proof.
_SURE: Final = (
    (rb"[0-9]+", rb"nonNegativeInteger|integer|decimal|double|float"),
    (rb"[0-9]{1,4}", rb"unsignedShort"),
    (rb"[0-9]{1,9}", rb"unsignedInt|unsignedLong"),
    (rb"[1-9][0-9]*", rb"positiveInteger"),
    (rb"[+-][0-9]+", rb"integer|decimal|double|float"),
    (rb"-?[0-9]{1,9}", rb"int|long"),
    (rb"-?[0-9]{1,4}", rb"short"),
    (rb"[+-]?[0-9]+\.[0-9]+", rb"decimal|double|float"),
    (rb"[+-]?[0-9]+(?:\.[0-9]*)?[Ee][+-]?[0-9]+", rb"double|float"),
    (rb"true|false|[01]", rb"boolean"),
    (
        (
            rb"[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)"
            rb"|(?:0[13578]|1[02])-31)T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?Z"
        ),
        rb"dateTime|dateTimeStamp",
    ),
    (
        (
            rb"[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)"
            rb"|(?:0[13578]|1[02])-31)T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?"
        ),
        rb"dateTime",
    ),
    (
        (
            rb"[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)"
            rb"|(?:0[13578]|1[02])-31)"
        ),
        rb"date",
    ),
    (rb"[0-9]{4}", rb"gYear"),
    (rb"(?:[0-9A-Fa-f]{2})+", rb"hexBinary"),
)


def is_surely_well_typed(data: bytes, start: int = 0, *, prefixes: bool = True) -> bool:
    r"""Look whether every typed literal of Turtle, TriG, N-Triples or N-Quads is surely well-typed.

    Args:
        data: The text, which parses.
        start: The offset at which it begins.
        prefixes: Whether the syntax has prefixes; N-Triples and N-Quads have none.

    Returns:
        True only when no literal is ill-typed. False means "look closely".

    Example:
        >>> is_surely_well_typed(b'<urn:s> <urn:p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .')
        True
        >>> is_surely_well_typed(b'<urn:s> <urn:p> "x"^^<http://www.w3.org/2001/XMLSchema#integer> .')
        False
    """
    carets = data.count(b"^^", start)
    if carets == 0:
        return True
    declared = declared_prefixes_of(data, start) if prefixes else {}
    if declared is None:
        return False
    typed, untyped = _sure_patterns(*_sorted_out(declared))
    return len(typed.findall(data, start)) + len(untyped.findall(data, start)) == carets


def doubtful_carets(data: bytes, start: int = 0, *, prefixes: bool = True) -> list[int]:
    r"""List where `is_surely_well_typed` cannot be sure.

    Args:
        data: The text, which parses.
        start: The offset at which it begins.
        prefixes: As for `is_surely_well_typed`.

    Returns:
        The offsets of the ``^^`` in doubt, ascending; those of every ill-typed literal are among them.

    Units: bytes.

    Example:
        >>> doubtful_carets(b'<urn:s> <urn:p> "x"^^<http://www.w3.org/2001/XMLSchema#integer> .')
        [19]
    """
    carets = [match.start() for match in re.compile(rb"\^\^").finditer(data, start)]
    declared = declared_prefixes_of(data, start) if prefixes else {}
    if declared is None:
        return carets
    typed, untyped = _sure_patterns(*_sorted_out(declared))
    sure = {data.index(b"^^", match.start()) for match in typed.finditer(data, start)}
    sure.update(match.start() for match in untyped.finditer(data, start))
    return [caret for caret in carets if caret not in sure]


def declared_prefixes_of(data: bytes, start: int) -> dict[bytes, set[bytes | None]] | None:
    """The prefixes and all they are declared to mean; None when that cannot be seen at a glance."""
    meant: dict[bytes, set[bytes | None]] = {}
    for piece in range(start, len(data), _PIECE):
        lower = data[piece : piece + _PIECE + len(b"prefix") - 1].lower()
        at = lower.find(b"prefix")
        while at >= 0:
            after = piece + at + len(b"prefix")
            match = _PREFIX_NAME.match(data, after)
            if match is not None:
                if match.group(3) or match.group(4):  # a comment, or no space, before the name
                    return None
                meant.setdefault(match.group(1), set()).add(match.group(2))
            at = lower.find(b"prefix", at + 1)
    return meant


def _sorted_out(declared: dict[bytes, set[bytes | None]]) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """The prefixes that always mean XSD, and those that can never lead into it."""
    xsd = XSD.encode()
    of_xsd = sorted(name for name, iris in declared.items() if iris == {xsd})
    foreign = sorted(
        name
        for name, iris in declared.items()
        if all(iri is not None and _is_foreign(iri, xsd) for iri in iris)
    )
    return tuple(of_xsd), tuple(foreign)


def _is_foreign(iri: bytes, xsd: bytes) -> bool:
    return bool(_ABSOLUTE.match(iri)) and not xsd.startswith(iri) and not iri.startswith(xsd)


@lru_cache(maxsize=64)
def _sure_patterns(
    of_xsd: tuple[bytes, ...], foreign: tuple[bytes, ...]
) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """One match for each ``^^`` that is surely fine: by its form, or by a datatype that takes every form.

    No ``^^`` matches both. The empty group makes `findall` cheap, the literal start makes the search fast.
    """
    spelled = [rb"<" + re.escape(XSD.encode()) + rb"(?:%s)>"]
    spelled += [re.escape(name) + rb":(?:%s)" + _NAME_ENDS for name in of_xsd]
    forms = [
        rb"(?:" + form + rb')"\^\^(?:' + rb"|".join(part.replace(b"%s", names) for part in spelled) + rb")"
        for form, names in _SURE
    ]
    any_form = [part.replace(b"%s", b"string") for part in spelled]
    any_form.append(rb"<(?!" + re.escape(XSD.encode()) + rb")[A-Za-z][A-Za-z0-9+.\-]*:[^<>\\\s]*>")
    any_form += [re.escape(name) + rb":" for name in foreign]
    return (
        re.compile(rb'"(?=[0-9+\-tA-Fa-f])(?<!\\")(?:' + rb"|".join(forms) + rb")()"),
        re.compile(rb"\^\^(?:" + rb"|".join(any_form) + rb")()"),
    )
