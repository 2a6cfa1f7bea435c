"""Messages with ``{?variable}`` in them. Source: SHACL 5.3.2."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.dataset.protocol import Term

_PLACE: Final = re.compile(r"\{[?$](\w+)\}")


def fill_messages(templates: Iterable[Literal], bindings: Mapping[str, Term]) -> tuple[Literal, ...]:
    """Put values in the place of ``{?name}`` and ``{$name}``.

    Args:
        templates: The messages.
        bindings: Name → value. A place whose name has no value stays as it is.

    Returns:
        The messages, with their language tags, in the order given. A value never becomes a place itself.

    Example:
        >>> fill_messages([Literal("no {?lang} here", language="en")], {"lang": Literal("de")})[0].value
        'no de here'
    """
    return tuple(
        Literal(_PLACE.sub(lambda match: _shown(match, bindings), template.value), language=template.language)
        for template in templates
    )


def _shown(place: re.Match[str], bindings: Mapping[str, Term]) -> str:
    term = bindings.get(place[1])
    if term is None:
        return place[0]
    return term.value if isinstance(term, Literal | NamedNode) else str(term)
