"""Whether the queries of a shapes graph can be parsed, told in the words and places of who wrote them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyoxigraph import Store

from graph_rdf.dataset.sparql_tokens import undeclared_prefix
from graph_rdf.errors import ShapesError

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLACE: Final = re.compile(r"error at (\d+):(\d+): ")


def check_syntax(query: str, prefixes: Mapping[str, str], written: str) -> None:
    """Let the SPARQL parser read a query.

    Args:
        query: The query as it will run.
        prefixes: The prefixes that ``sh:prefixes`` declares.
        written: What it was made from, with ``$PATH`` replaced: the text whose lines a message counts.

    Raises:
        ShapesError: It is ill-formed.
    """
    fault = _fault(query, prefixes)
    if fault is None:
        return
    unknown = undeclared_prefix(written, prefixes)
    if unknown is not None:
        raise ShapesError(
            f"the query is ill-formed: line {unknown[1]} of it: the prefix {unknown[0]}: is not declared; "
            "name an ontology that declares it (sh:declare) by sh:prefixes, or begin the query with PREFIX"
        )
    raise ShapesError(f"the query is ill-formed: {_fault(written, prefixes) or fault}")


def _fault(query: str, prefixes: Mapping[str, str]) -> str | None:
    """Say where the parser stops; None when it does not."""
    try:
        Store().query(query, prefixes=dict(prefixes))
    except (SyntaxError, ValueError, RuntimeError) as error:
        # What the parser would have liked to see fills a page; where it stopped is what helps.
        text = " ".join(str(error).split(", [")[0].split())
        return _PLACE.sub(r"line \1, column \2 of it: ", text, count=1)
    return None
