"""Records files as streams: the catalogue first, then the relations line by line, with none of them kept."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import InputError
from graph_rdf.records.kinds import Parsed, parse_record
from graph_rdf.records.lines import MAX_LINE, JsonProblem
from graph_rdf.records.model import Record, Relation
from graph_rdf.records.record_set import Catalogue
from graph_rdf.records.references import reference_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import BinaryIO

    from graph_rdf.records.record_set import RecordsFile

RELATION_START: Final = b'{"kind":"relation"'
"""How our writer, and most others, begin the line of a relation; any other line is parsed to tell."""

_OFFSET_BITS: Final = 48
"""A place is the number of the file and, in this many bits, the byte offset of the line."""

_BOM: Final = b"\xef\xbb\xbf"


class IrregularError(Exception):
    """The files hold something that a stream does not judge; `read_records` says what it is."""


class StreamedRecords:
    """Records files of which only the catalogue is kept in memory.

    Args:
        inputs: The files; each is read twice, and a third time where records are looked at again.

    Raises:
        IrregularError: A line that is no relation has a problem.
        InputError: A file cannot be read.
    """

    def __init__(self, inputs: Sequence[RecordsFile]) -> None:
        self.catalogue = Catalogue()
        self._inputs = inputs
        self._declared_in: dict[str, int] = {}
        self._late: set[int] = set()
        self._kinds: dict[str, str | None] = {}
        for number, each in enumerate(inputs):
            with each.opened() as file:
                self._read_catalogue(number, file)
        if next(reference_problems(self.catalogue, self._kinds), None) is not None:
            raise IrregularError

    def folder(self, representation: str) -> Path | None:
        """Return the folder for the body path of a declared representation; None when there is none."""
        return self._inputs[self._declared_in[representation]].folder

    def relation_lines(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the lines of the relations, in order.

        Returns:
            For each line its place, its 1-based number in its file, and its bytes.

        Raises:
            InputError: A file cannot be read.
            IrregularError: A line ends at CR alone.
        """
        start, late = RELATION_START, self._late
        for number, each in enumerate(self._inputs):
            offset = number << _OFFSET_BITS
            with each.opened() as file:
                for line, raw in enumerate(file, 1):
                    if line == 1 and raw.startswith(_BOM):
                        raw = raw.removeprefix(_BOM)
                        offset += len(_BOM)
                    if raw.find(b"\r", 0, -2) >= 0:
                        raise IrregularError
                    if raw.startswith(start) or offset in late:
                        yield offset, line, raw
                    offset += len(raw)

    def name(self, place: int) -> str:
        """Return the name of the file that a place is in, as the user gave it."""
        return self._inputs[place >> _OFFSET_BITS].name

    def relations_at(self, places: Iterable[int]) -> Iterator[Relation]:
        """Read relations once more.

        Args:
            places: Places that `relation_lines` gave.

        Raises:
            InputError: A file is not any more what it was.
        """
        with ExitStack() as stack:
            files: dict[int, BinaryIO] = {}
            for place in places:
                number = place >> _OFFSET_BITS
                if number not in files:
                    files[number] = stack.enter_context(self._inputs[number].opened())
                files[number].seek(place & ((1 << _OFFSET_BITS) - 1))
                try:
                    record = parsed(files[number].readline()).record
                except IrregularError:
                    record = None
                if not isinstance(record, Relation):
                    raise InputError("the file changed while it was read", path=self._inputs[number].name)
                yield record

    def _read_catalogue(self, number: int, file: BinaryIO) -> None:
        start, offset = RELATION_START, number << _OFFSET_BITS
        for line, raw in enumerate(file, 1):
            if not raw.startswith(start) and raw.strip(b" \t\r\n") not in (b"", _BOM):
                is_first = line == 1 and raw.startswith(_BOM)
                self._add(number, offset + is_first * len(_BOM), raw.removeprefix(_BOM) if is_first else raw)
            offset += len(raw)

    def _add(self, number: int, place: int, raw: bytes) -> None:
        """Add a record to the catalogue, or note where a relation stands that is written in another way."""
        found = parsed(raw)
        record = regular(found)
        if isinstance(record, Relation):
            self._late.add(place)
            return
        if record.id in self._kinds:
            raise IrregularError
        self._kinds[record.id] = found.kind
        self.catalogue.add(record)
        if found.kind == "representation":
            self._declared_in[record.id] = number


def parsed(raw: bytes) -> Parsed:
    """Parse a line.

    Raises:
        IrregularError: It has any problem.
    """
    problems: list[str] = []
    try:
        found = parse_record(raw.decode("utf-8").rstrip("\r\n"), lambda path, _message: problems.append(path))
    except (UnicodeDecodeError, JsonProblem) as error:
        raise IrregularError from error
    if problems or len(raw) > MAX_LINE:
        raise IrregularError
    return found


def regular(found: Parsed) -> Record:
    """Return the record of a line without problems."""
    if found.record is None:
        raise IrregularError
    return found.record
