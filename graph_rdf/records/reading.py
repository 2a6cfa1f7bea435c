"""Read records files: every problem of all of them before anything is used."""

from __future__ import annotations

import io
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import InputError, RecordsError
from graph_rdf.pipes import is_pipe
from graph_rdf.records.identity import id_problem
from graph_rdf.records.kinds import parse_record
from graph_rdf.records.lines import MAX_LINE, JsonProblem, foreign_encoding, numbered_lines
from graph_rdf.records.model import Relation
from graph_rdf.records.problems import RecordProblem, shown
from graph_rdf.records.record_set import Catalogue, RecordSet, RelationIndex
from graph_rdf.records.references import reference_problems

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from graph_rdf.records.record_set import RecordsFile

_PIPE: Final = "a pipe cannot be read twice, which records need; give it as - instead"


@dataclass(frozen=True, slots=True)
class RecordsInput:
    """One records input.

    Args:
        name: The name that problems print.
        content: A file, or bytes that were read from standard input.
        folder: Where relative body paths are looked up; None when nowhere.
    """

    name: str
    content: Path | bytes
    folder: Path | None

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Open it for reading.

        Raises:
            InputError: It cannot be opened or read.
        """
        try:
            content = self.content
            if not isinstance(content, bytes) and is_pipe(content):  # looked at first: opening may wait
                raise InputError(_PIPE, path=self.name)
            opened = io.BytesIO(content) if isinstance(content, bytes) else content.open("rb")
            with opened as file:
                if not file.seekable():
                    raise InputError(_PIPE, path=self.name)
                yield file
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise InputError(f"the file cannot be read: {reason}", path=self.name) from error


def read_records(*inputs: str | Path | bytes | RecordsFile, max_line: int = MAX_LINE) -> RecordSet:
    """Read records files as one set.

    The catalogue (all but relations) is kept; of a relation only its id and place are, see `RecordSet`.

    Args:
        inputs: Files, or bytes (named ``-``, without a folder for bodies), or inputs with their own name.
        max_line: The longest line that is read, in bytes.

    Returns:
        The records.

    Raises:
        InputError: A file cannot be opened.
        RecordsError: Some line is wrong; it holds every problem of every input, by input and line.

    Source: evidence model, section 3.

    Example:
        >>> line = b'{"kind":"entity","id":"org:a","type":"Organisation","label":"A"}'
        >>> read_records(line).catalogue.entities["org:a"].label
        'A'
    """
    reader = _Reader([_as_input(item) for item in inputs], max_line)
    for number in range(len(reader.inputs)):
        reader.read(number)
    return reader.finish()


def _as_input(item: str | Path | bytes | RecordsFile) -> RecordsFile:
    if isinstance(item, bytes):
        return RecordsInput("-", item, None)
    if isinstance(item, str | Path):
        path = Path(item)
        return RecordsInput(str(item), path, path.parent)
    return item


class _Reader:
    """The first pass over all inputs."""

    def __init__(self, inputs: list[RecordsFile], max_line: int) -> None:
        self.inputs = inputs
        self.max_line = max_line
        self.catalogue = Catalogue()
        self.index = RelationIndex(inputs)
        self.kinds: dict[str, str | None] = {}
        self.problems: list[tuple[int, int, RecordProblem]] = []

    def read(self, number: int) -> None:
        name = self.inputs[number].name
        foreign = False  # one problem of encoding a file is enough
        with self.inputs[number].opened() as file:
            encoding = foreign_encoding(file.read(4))
            if encoding is not None:
                self._problem(
                    number, 1, RecordProblem(f"the file is {encoding}, not UTF-8", path=name, line=1)
                )
                return
            file.seek(0)
            for line in numbered_lines(file, self.max_line):
                if line.raw is None:
                    message = f"the line is longer than {self.max_line} bytes"
                    self._problem(number, line.number, RecordProblem(message, path=name, line=line.number))
                    continue
                try:
                    text = line.raw.decode("utf-8")
                except UnicodeDecodeError as error:
                    if not foreign:
                        column = len(line.raw[: error.start].decode("utf-8")) + 1
                        message = f"not UTF-8: byte 0x{line.raw[error.start]:02X}"
                        problem = RecordProblem(message, path=name, line=line.number, column=column)
                        self._problem(number, line.number, problem)
                    foreign = True
                    continue
                self._line(number, line.number, line.offset, text.rstrip("\r\n"))

    def finish(self) -> RecordSet:
        """Check the references between records, then give the set or raise all problems."""
        for wrong in reference_problems(self.catalogue, self.kinds):
            number, line = self.index.place(wrong.record)
            path = wrong.json_path
            if wrong.record in self.catalogue.views:
                path += f"[{self._place_in_view(wrong.record, wrong.target)}]"
            problem = RecordProblem(
                wrong.message, path=self.inputs[number].name, line=line, json_path=path, record=wrong.record
            )
            self._problem(number, line, problem)
        if self.problems:
            self.problems.sort(key=lambda item: item[:2])
            count = len(self.problems)
            first = self.problems[0][2]
            message = (
                f"{count} problems in the records, the first: {first.message}" if count > 1 else first.message
            )
            raise RecordsError(message, [problem for _, _, problem in self.problems])
        self.index.sort()
        return RecordSet(self.catalogue, self.index)

    def _line(self, number: int, line: int, offset: int, text: str) -> None:
        name = self.inputs[number].name
        found: list[tuple[str, str]] = []
        try:
            parsed = parse_record(text, lambda path, message: found.append((path, message)))
        except JsonProblem as error:
            problem = RecordProblem(error.message, path=name, line=line, column=error.column)
            self._problem(number, line, problem)
            return
        identifier = parsed.id
        if identifier is not None and identifier in self.kinds:
            first_number, first_line = self.index.place(identifier)
            where = f"line {first_line}"
            if first_number != number:
                where += f" of {self.inputs[first_number].name}"
            found.append(("$.id", f"{shown(identifier)} is the id of {where} already"))
        elif identifier is not None:
            self.kinds[identifier] = parsed.kind
            self.index.add(parsed.record, identifier, number, line, offset)
            if parsed.record is not None and not isinstance(parsed.record, Relation):
                self.catalogue.add(parsed.record)
        # A report prints the id, so it must be one.
        record = identifier if identifier is not None and id_problem(identifier) is None else None
        for path, message in found:
            problem = RecordProblem(message, path=name, line=line, json_path=path, record=record)
            self._problem(number, line, problem)

    def _place_in_view(self, view: str, target: str) -> int:
        """Read a view again, because only its line knows the order of its list."""
        admits = self.index.json(view)["admits"]
        return admits.index(target) if isinstance(admits, list) else 0

    def _problem(self, number: int, line: int, problem: RecordProblem) -> None:
        self.problems.append((number, line, problem))
