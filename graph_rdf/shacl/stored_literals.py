"""Which literals the store of oxigraph keeps as they were written, and what becomes of the others.

The store holds numbers, booleans, dates and durations by value: ``01`` comes back as ``1``, a literal of a
derived integer type as ``xsd:integer``. Ill-typed literals and those of all other datatypes it keeps.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode, Quad, Store

from graph_rdf.namespaces import XSD
from graph_rdf.shacl.comparison import NUMERIC

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.dataset.protocol import Term

_ANY: Final = NamedNode("urn:x-ttl-check:any")

_KEPT_FORMS: Final = {
    XSD + datatype: re.compile(pattern, re.ASCII)
    for datatype, pattern in {
        "boolean": "true|false",
        "integer": r"0|-?[1-9]\d{0,17}",
        "decimal": r"(?:0|-?[1-9]\d{0,8})(?:\.\d{0,8}[1-9])?",
        "double": r"(?:0|-?[1-9]\d{0,3})(?:\.\d{0,3}[1-9])?",
        "float": r"(?:0|-?[1-9]\d{0,1})(?:\.\d{0,1}[1-9])?",
        "dateTime": r"[1-9]\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\dZ?",
        "date": r"[1-9]\d{3}-\d\d-\d\dZ?",
    }.items()
}
_REWRITTEN: Final = (NUMERIC - frozenset(_KEPT_FORMS)) | frozenset(
    XSD + datatype
    for datatype in (
        "dateTimeStamp",
        "dayTimeDuration",
        "duration",
        "gDay",
        "gMonth",
        "gMonthDay",
        "gYear",
        "gYearMonth",
        "time",
        "yearMonthDuration",
    )
)


def is_kept(literal: Literal) -> bool:
    """Tell whether the store surely keeps a literal as written; False means that it may not.

    Args:
        literal: A literal as parsed.

    Example:
        >>> is_kept(Literal("01")), is_kept(Literal("01", datatype=NamedNode(XSD + "integer")))
        (True, False)
    """
    datatype = literal.datatype.value
    form = _KEPT_FORMS.get(datatype)
    if form is not None:
        return form.fullmatch(literal.value) is not None
    return datatype not in _REWRITTEN


def may_be_rewritten(literal: Literal) -> bool:
    """Tell whether a literal that the store gave back may have been written in another way."""
    return literal.datatype.value in _KEPT_FORMS or literal.datatype.value in _REWRITTEN


def stored_forms(literals: Iterable[Literal]) -> dict[Literal, Literal]:
    """Give literals as the store gives them back."""
    ordered = list(dict.fromkeys(literals))
    store = Store()
    store.extend(
        Quad(NamedNode(f"urn:x-ttl-check:{number}"), _ANY, literal) for number, literal in enumerate(ordered)
    )
    places = {quad.subject.value: quad.object for quad in store}
    return {literal: places[f"urn:x-ttl-check:{number}"] for number, literal in enumerate(ordered)}


def unique_forms(literals: Iterable[Literal]) -> dict[Term, Literal | None]:
    """Give, for each literal that the store gives back, how it was written.

    Args:
        literals: All that may have been written.

    Returns:
        Stored literal → literal as written; None where there are several.
    """
    listed = list(literals)
    stored = stored_forms(literal for literal in listed if not is_kept(literal))
    found: dict[Term, Literal | None] = {}
    for literal in listed:
        form = stored.get(literal, literal)
        found[form] = None if form in found else literal
    return found


class ExactPredicate:
    """The triples of one predicate with their terms as written."""

    def __init__(self) -> None:
        self.objects: dict[Term, dict[Term, None]] = {}

    def add(self, subject: Term, value: Term) -> None:
        """Add a triple; a repeated one counts once."""
        self.objects.setdefault(subject, {})[value] = None

    @cached_property
    def subjects(self) -> dict[Term, dict[Term, None]]:
        """Object → subjects."""
        found: dict[Term, dict[Term, None]] = {}
        for subject, values in self.objects.items():
            for value in values:
                found.setdefault(value, {})[subject] = None
        return found
