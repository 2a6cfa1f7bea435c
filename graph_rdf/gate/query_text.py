"""What a query asks for, told from its words: the form, an order, and whether it would leave the machine."""

from __future__ import annotations

import itertools
import re
from typing import Literal, TypeAlias, cast

from graph_rdf.errors import QueryError

QueryForm: TypeAlias = Literal["SELECT", "ASK", "CONSTRUCT", "DESCRIBE"]

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*\'\'\'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
    r"|<[^<>\"{}|^`\\\s]*>|#[^\n]*"
    r"|[?$](?P<variable>\w+)|_:[\w.-]+|@[\w-]+|(?P<name>[\w.-]*:[\w.%:-]*)|(?P<word>[A-Za-z_]\w*)",
    re.DOTALL,
)
"""Words and variables stand for themselves; in strings, IRIs, comments and prefixed names nothing counts."""

_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")


def words_of(text: str) -> list[str]:
    r"""List the bare words of a query, in upper case and in order.

    Example:
        >>> words_of('PREFIX a: <urn:a> # SELECT\\nASK { ?s a:service "SERVICE" }')
        ['PREFIX', 'ASK']
    """
    return [match["word"].upper() for match in _TOKEN.finditer(text) if match["word"]]


def variables_of(text: str) -> set[str]:
    """List the names of the variables of a query."""
    return {match["variable"] for match in _TOKEN.finditer(text) if match["variable"]}


def form_of(text: str) -> QueryForm:
    """Tell the form of a query.

    Raises:
        QueryError: It has none, or calls other endpoints: nothing here uses the network.
    """
    if _calls_service(text):
        raise QueryError("SERVICE would use the network, and ttl-check never does; query local data only")
    for word in words_of(text):
        if word in _FORMS:
            return cast("QueryForm", word)
    raise QueryError(f"the query has no form; it must be one of {', '.join(_FORMS)}")


def _calls_service(text: str) -> bool:
    """Tell whether an engine could read the keyword SERVICE, also where it touches its neighbours.

    Engines read `SERVICE:s` as the keyword and a name, and `trueSERVICE <urn:a>` as three things. So the
    letters count in every bare word, and in a name wherever a colon follows: a prefix that holds them is
    refused with the rest, a local name such as `a:service` is not.
    """
    for match in _TOKEN.finditer(text):
        suspect = match["word"] or (match["name"] or "").rpartition(":")[0]
        if "SERVICE" in suspect.upper():
            return True
    return False


def is_ordered(text: str) -> bool:
    """Tell whether the query sets an order of its rows."""
    words = words_of(text)
    return any(pair == ("ORDER", "BY") for pair in itertools.pairwise(words))
