"""A page of its own: one script, one style, data that stays data, and a policy that allows nothing else."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from graph_rdf.errors import GraphRdfError
from graph_rdf.report.printable import printable

_UNSAFE: Final = re.compile(
    "[<>&\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef"
    "\ufeff-\uffff\U0001fffe-\U0001ffff\U0002fffe-\U0010ffff]"
)
"""What could end the block of data or what no page may hold, and what could turn its source text around."""


def asset(name: str) -> str:
    """Return a script or style that is built from `web/`.

    Args:
        name: The name of the file.

    Raises:
        GraphRdfError: The installation lacks it.
    """
    try:
        return (files("graph_rdf") / "report" / "assets" / name).read_text(encoding="utf-8")
    except OSError as error:
        message = f"shipped file is missing: graph_rdf/report/assets/{name}; install ttl-check again"
        raise GraphRdfError(message) from error


def text(value: str) -> str:
    r"""Write text from data so that a page shows it and obeys nothing in it.

    Example:
        >>> text("<b> \u202e & 'so'")
        '&lt;b&gt; \\u202E &amp; &#x27;so&#x27;'
    """
    return escape(printable(value))


def data_block(value: object) -> str:
    r"""Write JSON for a block of data in a page.

    Args:
        value: What `json` can write.

    Returns:
        One line of JSON; ``<``, ``>``, ``&``, line separators and whatever cannot be seen are escaped, so
        that nothing in it can end the block.

    Example:
        >>> data_block({"label": "</script>"})
        '{"label":"\\u003c/script\\u003e"}'
    """
    made = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(_escaped, made)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def render_page(title: str, body: str, script: str, data: object = None) -> str:
    """Put a page together.

    Args:
        title: Its title; text from data may be in it.
        body: The markup, in which text from data is escaped.
        script: The name of its script among the assets.
        data: What the script reads; None when it reads the markup.

    Returns:
        A page that asks for nothing: no network, no other script, style, font or picture.

    Source: Content Security Policy Level 3, sections 2.3 and 6; HTML, section 4.12.1.
    """
    code, style = asset(script), asset("page.css")
    policy = (
        f"default-src 'none'; script-src '{_digest(code)}'; style-src '{_digest(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    block = "" if data is None else f'<script type="application/json" id="data">{data_block(data)}</script>\n'
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{text(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n"
        f"{block}<script>{code}</script>\n</body>\n</html>\n"
    )


def _digest(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode('utf-8')).digest()).decode('ascii')}"
