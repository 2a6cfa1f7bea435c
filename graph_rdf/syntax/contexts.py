"""JSON-LD contexts that a document names, from a folder of local copies; never from the network."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from pyoxigraph import RdfFormat

from graph_rdf.errors import InputError
from graph_rdf.json_keys import unique_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.syntax.source import Source

MAX_DEPTH: Final = 16
"""Contexts that name contexts, in each other; more is a circle."""
MAX_INSERTED: Final = 16 * 1024 * 1024
"""All contexts of one document together, in bytes: each place gets a copy, so few names could mean much."""

_TOKEN: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[{}\[\]:,]')
_SUFFIXES: Final = ("", ".jsonld", ".json")
_WEB: Final = ("http", "https")


class _Place(NamedTuple):
    """A string that names a context: where it stands, and what it says."""

    start: int
    end: int
    name: str
    in_array: bool
    is_import: bool


@dataclass(slots=True)
class _Frame:
    """An object or array that is open."""

    is_object: bool
    is_context: bool
    key: str | None = None
    is_literal: bool = False


def with_contexts(source: Source, catalog: Path | None) -> Source:
    """Write the contexts that a JSON-LD document names into it, as far as a folder has copies.

    The copy of ``https://example.org/a/person.jsonld`` is ``example.org/a/person.jsonld`` in the folder, else
    ``person.jsonld``; the ending may be left out of the IRI. Contexts that are not there stay names, and the
    parser refuses them by name.

    Args:
        source: The document. Other formats are given back as they are.
        catalog: The folder; None when there is none.

    Returns:
        The document with the contexts, on the lines where their names stood, so that line numbers stay.

    Raises:
        InputError: The catalog is no folder, a copy is no JSON object with a context, a context has
            ``@import``, or contexts name each other in a circle or grow past `MAX_INSERTED`.

    Source: JSON-LD 1.1, 3.1 and 9.15 (context definitions).
    """
    if catalog is None or source.format != RdfFormat.JSON_LD:
        return source
    if not catalog.is_dir():
        raise InputError("the catalog is no folder", path=str(catalog))
    base = source.base or source.own_iri
    return replace(source, data=_Shelf(catalog, source.path).filled(source.data, base, ()))


class _Shelf:
    """The copies of one folder, for one document."""

    def __init__(self, folder: Path, document: str) -> None:
        self._document = document
        self._top = Path(os.path.realpath(folder))
        self._inserted = 0

    def filled(self, text: bytes, base: str, chain: tuple[str, ...], *, in_array: bool = False) -> bytes:
        """Give a text, or items of an array, with the contexts that it names in their places."""
        pieces: list[bytes] = []
        done = 0
        for place in _places(text, in_context=bool(chain)):
            iri = urljoin(base, place.name)
            if place.is_import:
                message = (
                    f"a context imports <{iri}> with @import, which is not followed;"
                    f' name it in an array instead: "@context": ["{place.name}", {{…}}]'
                )
                raise InputError(message, path=self._document)
            path = self._path(iri)
            if path is None:
                continue
            if iri in chain or len(chain) >= MAX_DEPTH:
                raise InputError(f"the context <{iri}> names itself, by way of others or not", path=str(path))
            inside = place.in_array or in_array
            copy = self._context(path, in_array=inside)
            context = self.filled(copy, iri, (*chain, iri), in_array=inside)
            self._inserted += len(context)
            if self._inserted > MAX_INSERTED:
                raise InputError(
                    f"the contexts are larger than {MAX_INSERTED} bytes together", path=str(path)
                )
            pieces += (text[done : place.start], context)
            done = place.end
        return b"".join((*pieces, text[done:]))

    def _path(self, iri: str) -> Path | None:
        """Find the copy of a context; links that leave the folder are not followed."""
        parts = urlsplit(iri)
        if parts.scheme not in _WEB or parts.hostname is None:
            return None
        names = [unquote(name) for name in parts.path.split("/") if name]
        if not names or any(name in (".", "..") or "/" in name or "\0" in name for name in names):
            return None
        for folder in (self._top.joinpath(parts.hostname, *names[:-1]), self._top):
            for suffix in _SUFFIXES:
                path = Path(os.path.realpath(folder / f"{names[-1]}{suffix}"))
                if path.is_file() and path.is_relative_to(self._top):
                    return path
        return None

    @staticmethod
    def _context(path: Path, *, in_array: bool) -> bytes:
        """Read the context of a copy, on one line; as items of an array where it stands in one.

        The base of a context elsewhere counts for nothing, so it is left out. Source: JSON-LD 1.1, 4.1.3.
        """
        try:
            document = json.loads(path.read_bytes(), object_pairs_hook=unique_keys)
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"the context cannot be read: {error}", path=str(path)) from error
        context = document.get("@context") if isinstance(document, dict) else None
        if context is None:
            raise InputError("is no JSON-LD context: it has no @context", path=str(path))
        parts = context if isinstance(context, list) else [context]
        parts = [_without_base(part) for part in parts]
        text = json.dumps(parts, ensure_ascii=False)
        if in_array:
            return (text[1:-1] if parts else "{}").encode()
        return (text if isinstance(context, list) else text[1:-1]).encode()


def _without_base(context: object) -> object:
    if not isinstance(context, dict):
        return context
    return {key: value for key, value in context.items() if key != "@base"}


def _places(text: bytes, *, in_context: bool) -> Iterator[_Place]:
    """Find the strings of a JSON text that name contexts.

    Args:
        text: The text; what is no JSON is left to the parser.
        in_context: Whether the whole of it is a context, not a document that has one.
    """
    open_frames = [_Frame(is_object=False, is_context=in_context)]
    pending: tuple[int, int] | None = None
    for match in _TOKEN.finditer(text):
        token, frame = match.group(), open_frames[-1]
        if token in (b"{", b"["):
            is_context, is_literal = _meaning(frame)
            open_frames.append(_Frame(token == b"{", is_context, is_literal=is_literal))
            pending = None
        elif token in (b"}", b"]"):
            if len(open_frames) > 1:
                open_frames.pop()
            open_frames[-1].key = None if open_frames[-1].is_object else open_frames[-1].key
        elif token == b":" and pending is not None:
            frame.key = _string(text[slice(*pending)])
            pending = None
        elif token == b",":
            frame.key, pending = (None if frame.is_object else frame.key), None
        elif token[:1] == b'"':
            is_value = not frame.is_object or frame.key is not None
            is_context, is_literal = _meaning(frame)
            is_import = frame.is_object and frame.is_context and frame.key == "@import"
            names_context = (frame.key == "@context" or is_import) if frame.is_object else is_context
            if is_value and names_context and not is_literal:
                name = _string(token)
                if name is not None:
                    in_array = not frame.is_object and len(open_frames) > 1
                    yield _Place(match.start(), match.end(), name, in_array, is_import)
            pending = None if is_value else match.span()


def _meaning(frame: _Frame) -> tuple[bool, bool]:
    """Tell of what stands in a frame now whether it is a context, or data of the type JSON."""
    if not frame.is_object:
        return frame.is_context, frame.is_literal
    return frame.key == "@context", frame.is_literal or frame.key == "@value"


def _string(token: bytes) -> str | None:
    try:
        value = json.loads(token)
    except ValueError:
        return None
    return value if isinstance(value, str) else None
