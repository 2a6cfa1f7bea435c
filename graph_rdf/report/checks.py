"""The checks of support in words that say what holds when they pass."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

RECORD_CHECKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "undeclared-predicate": "The predicate is declared",
        "unknown-entity": "Subject and object are declared entities",
        "missing-support": "The record cites a text",
    }
)
"""Rule of the record → what holds when it passes, in the order of the checks."""

ANCHOR_CHECKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "anchor-mismatch": "Version, document and source are those of the representation",
        "body-unavailable": "The body can be read",
        "missing-digest": "Anchor and representation state a digest",
        "digest-mismatch": "Both digests are those of the bytes",
        "missing-span": "The anchor states a span",
        "span-out-of-range": "The span lies inside the body",
        "span-splits-character": "The span splits no character",
        "span-disagreement": "All selectors cover the same text",
        "missing-quote": "The anchor states a quote",
        "quote-mismatch": "The text at the span is the quote, character for character",
        "clause-truncated": "The span is not cut out of a longer word",
        "unlicensed-clause": "The quote is a clause of a declared predicate",
        "ambiguous-label": "Each name in it belongs to one entity",
        "wrong-bridge": "The clause states the record's own triple",
    }
)
"""Rule of an anchor → what holds when it passes, in the order of the checks."""
