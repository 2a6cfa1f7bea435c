"""The lines of the inputs, for excerpts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.gate.inputs import InputFile
    from graph_rdf.syntax import Source

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM = "\ufeff"

MAX_SHOWN = 64 * 1024 * 1024
"""Bytes of the largest file that is read for excerpts: a stream must not end up in memory after all."""


class SourceLines:
    """Gives lines of files by name and number; what cannot be had is None, since an excerpt is a courtesy.

    Args:
        sources: Sources that are in memory.
        files: The inputs, for those that are not.
    """

    def __init__(self, sources: Iterable[Source], files: Iterable[InputFile] = ()) -> None:
        self._data = {source.path: source.data for source in sources}
        self._paths = {file.name: file.path for file in files if file.path and not file.is_parquet}
        self._starts: dict[str, list[int]] = {}

    def __call__(self, path: str, line: int) -> str | None:
        """Give a line without its end; bytes that are not UTF-8 are shown as escapes."""
        data = self._bytes(path)
        if data is None:
            return None
        if path not in self._starts:
            self._starts[path] = [0, *(match.end() for match in _LINE_END.finditer(data))]
        starts = self._starts[path]
        if not 1 <= line <= len(starts):
            return None
        end = starts[line] if line < len(starts) else len(data)
        raw = data[starts[line - 1] : end].rstrip(b"\r\n")
        if b"\0" in raw:  # UTF-16 and the like: nobody could read it
            return None
        text = raw.decode("utf-8", errors="backslashreplace")
        return text.removeprefix(_BOM) if line == 1 else text

    def _bytes(self, path: str) -> bytes | None:
        """Give the bytes of a file, read once."""
        if path not in self._data and path in self._paths:
            try:
                if self._paths[path].stat().st_size > MAX_SHOWN:
                    return None
                self._data[path] = self._paths[path].read_bytes()
            except OSError:
                return None
        return self._data.get(path)
