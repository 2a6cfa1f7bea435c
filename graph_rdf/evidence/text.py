"""One body: its bytes, its text, its digest, and where a byte offset lies in the text."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from graph_rdf.evidence.column import NOT_TEXT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.evidence.columns import World
    from graph_rdf.records.bodies import BodyProblem

_CONTINUATION: Final = bytes(range(0x80, 0xC0))
"""All bytes that continue a UTF-8 sequence; every other byte of a valid text starts one character."""

_BLOCK: Final = 1024
"""Bytes between two known offsets: an offset costs at most one count of this many bytes."""


class Body:
    """The decoded body of one representation.

    Args:
        raw: Its bytes.

    Raises:
        UnicodeDecodeError: They are not UTF-8.

    Source: evidence model, sections 3 and 6; RFC 3629 section 3.
    """

    __slots__ = ("_known", "ascii", "digest", "length", "raw", "text")

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.text = raw.decode("utf-8")
        self.digest = sha256(raw).hexdigest()
        self.length = len(raw)
        self.ascii = len(self.text) == self.length
        self._known: list[int] | None = None

    def splits_character(self, offset: int) -> bool:
        """Tell whether a byte offset inside the body lies within a character."""
        return offset < self.length and 0x80 <= self.raw[offset] < 0xC0

    def char_offset(self, offset: int) -> int:
        r"""Return the code point offset of a byte offset that lies inside the body and splits no character.

        Units: bytes in, code points out.

        Example:
            >>> Body("aß\U0001f600c".encode()).char_offset(7)
            3
        """
        if self.ascii:
            return offset
        if self._known is None:
            self._known = self._count_blocks()
        block = offset // _BLOCK
        tail = self.raw[block * _BLOCK : offset]
        return self._known[block] + len(tail.translate(None, _CONTINUATION))

    def _count_blocks(self) -> list[int]:
        known = [0]
        for start in range(0, self.length, _BLOCK):
            chunk = self.raw[start : start + _BLOCK]
            known.append(known[-1] + len(chunk.translate(None, _CONTINUATION)))
        return known


@dataclass(frozen=True, slots=True)
class NoBody:
    """Why a representation has no body that can be checked."""

    message: str


class Bodies:
    """The bodies of a world, each decoded and digested once, when it is first asked for.

    Args:
        world: The columns; an embedded body is authoritative.
        files: Representation → bytes, or the reason why there are none, for bodies that lie in files.
    """

    def __init__(self, world: World, files: Mapping[str, bytes | BodyProblem]) -> None:
        self._world = world
        self._files = files
        self._read: dict[str, Body | NoBody] = {}

    def body_of(self, representation: str) -> Body | NoBody:
        """Return the body of a representation, or why there is none."""
        body = self._read.get(representation)
        if body is None:
            body = self._read[representation] = self._make(representation)
        return body

    def _make(self, representation: str) -> Body | NoBody:
        raw = self._raw(representation)
        if isinstance(raw, NoBody):
            return raw
        try:
            return Body(raw)
        except UnicodeDecodeError as error:
            return NoBody(f"it is not UTF-8 at byte {error.start}")

    def _raw(self, representation: str) -> bytes | NoBody:
        embedded = self._world.body.one.get(representation)
        if embedded is not None:
            try:
                return embedded.encode("utf-8")
            except UnicodeEncodeError:
                return NoBody("its eg:body is no text")
        if representation in self._world.body.many:
            return NoBody("it has several eg:body, so none of them is the body")
        given = self._files.get(representation)
        if isinstance(given, bytes):
            return given
        if given is not None:
            return NoBody(f"{given.path!a}: {given.message}")
        paths = self._world.path.values(representation)
        if len(paths) > 1:
            return NoBody("it has several eg:path, so none of them is the file")
        if NOT_TEXT in paths:
            return NoBody("its eg:path is no text")
        return NoBody("its file was not read" if paths else "it has neither eg:body nor eg:path")
