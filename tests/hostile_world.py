"""A world whose every name tries to be more than text."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

LONG: Final = "x" * 100_000

HOSTILE: Final = (
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror='window.hacked=1'>",
    '"><svg onload=window.hacked=1>',
    "' onfocus='window.hacked=1' autofocus='",
    "]]><!-- <!--<script>",
    "&lt;b&gt; &amp;#60; javascript:window.hacked=1",
    "\u202egnorw\u202c \u2066hidden\u2069",
    "line\u2028separator\u2029paragraph",
    "zero\u200bwidth\ufeffbom\u00ad",
    "nul\x00escape\x1b[31m\x85next",
    "private\ue000nonchar\uffff\U0001fffe",
    "emoji \U0001f600 \U0001f468\u200d\U0001f469",
    "__proto__",
    "constructor",
    "${window.hacked=1}`",
    LONG,
)
"""Labels, quotes and bodies: tags, attributes, comments, controls, directions, and one that does not end."""


def hostile_world(folder: Path) -> Path:
    """Write a world with each hostile text as a label, in ids, in a body and in a quote.

    Returns:
        The records file. Entity and record number n belong to text number n and are supported; one more
        record, with a tag for a predicate, cites nothing.
    """
    lines: list[dict[str, object]] = [
        {"kind": "entity", "id": "hub", "type": "Thing", "label": "Hub"},
        {"kind": "source", "id": "s", "label": "<i>S</i>"},
        {"kind": "document", "id": "d<b>", "source": "s", "current": "d<b>@1"},
        {"kind": "version", "id": "d<b>@1", "document": "d<b>", "version": "1",
         "generated": "2026-01-01T00:00:00Z"},
        {"kind": "view", "id": "view:</script>", "admits": ["d<b>@1"]},
    ]  # fmt: skip
    for number, hostile in enumerate(HOSTILE):
        label = f"{number} {hostile}".replace("\x00", "\u2400")
        body = f"Before {hostile}\n{label} has contact Hub.\nAfter."
        digest = hashlib.sha256(body.encode("utf-8")).hexdigest()
        quote = f"{label} has contact Hub"
        start = body.index(quote)
        entity = f"e:{number}<i>\u202e{hostile[:40]}".replace("\x00", "\u2400")
        lines += [
            {"kind": "entity", "id": entity, "type": "Contact", "label": label},
            {"kind": "representation", "id": f"d<b>@1/{number}", "version": "d<b>@1",
             "media_type": "text/plain; charset=utf-8", "body": body, "sha256": digest},
            {"kind": "relation", "id": f"r:{number}:</script>", "subject": entity, "predicate": "contact",
             "object": "hub", "support": [
                 {"representation": f"d<b>@1/{number}", "sha256": digest, "quote": quote,
                  "span": {"unit": "char", "start": start, "end": start + len(quote)}}]},
        ]  # fmt: skip
    lines.append(
        {
            "kind": "relation",
            "id": "r:bad",
            "subject": "hub",
            "predicate": "<img src=x>",
            "object": "none'\"<b>",
            "support": [],
        }
    )
    path = folder / "hostile.records.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path
