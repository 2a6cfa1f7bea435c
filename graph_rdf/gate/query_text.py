"""What a query asks for, told from its words: the form, an order, and whether it would leave the machine."""

from __future__ import annotations

import itertools
from typing import Literal, TypeAlias, cast

from graph_rdf.dataset.sparql_tokens import words
from graph_rdf.errors import QueryError

QueryForm: TypeAlias = Literal["SELECT", "ASK", "CONSTRUCT", "DESCRIBE"]

_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")


def words_of(text: str) -> list[str]:
    r"""List the bare words of a query, in upper case and in order.

    Example:
        >>> words_of('PREFIX a: <urn:a> # SELECT\nASK { ?s a:service "SERVICE" }')
        ['PREFIX', 'ASK']
    """
    return [token.keyword for token in words(text) if token.kind == "word"]


def variables_of(text: str) -> set[str]:
    """List the names of the variables of a query."""
    return {token.variable for token in words(text) if token.variable is not None}


def form_of(text: str) -> QueryForm:
    """Tell the form of a query.

    Raises:
        QueryError: It has none, or calls other endpoints: nothing here uses the network.
    """
    if any(token.could_be_service for token in words(text)):
        raise QueryError("SERVICE would use the network, and ttl-check never does; query local data only")
    for word in words_of(text):
        if word in _FORMS:
            return cast("QueryForm", word)
    raise QueryError(f"the query has no form; it must be one of {', '.join(_FORMS)}")


def is_ordered(text: str) -> bool:
    """Tell whether the query sets an order of its rows."""
    return any(pair == ("ORDER", "BY") for pair in itertools.pairwise(words_of(text)))
