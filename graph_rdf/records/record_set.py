"""The records of one run: the catalogue in memory, relations read from their place when they are needed."""

from __future__ import annotations

from array import array
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from graph_rdf.errors import InputError
from graph_rdf.records.kinds import parse_record
from graph_rdf.records.lines import JsonProblem, line_at, parse_json
from graph_rdf.records.model import (
    Document,
    Entity,
    Record,
    Relation,
    Representation,
    Source,
    Version,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import BinaryIO


@dataclass(slots=True)
class Catalogue:
    """All records but relations, by id."""

    entities: dict[str, Entity] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    versions: dict[str, Version] = field(default_factory=dict)
    representations: dict[str, Representation] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Add a record that is no relation."""
        match record:
            case Entity():
                self.entities[record.id] = record
            case Source():
                self.sources[record.id] = record
            case Document():
                self.documents[record.id] = record
            case Version():
                self.versions[record.id] = record
            case Representation():
                self.representations[record.id] = record
            case View():
                self.views[record.id] = record
            case Relation():
                raise TypeError("a relation is not kept in the catalogue")

    def records(self) -> Iterator[Record]:
        """Give all of them, by kind in the order of the fields, then by id."""
        kinds: tuple[dict[str, Record], ...] = (
            self.entities,
            self.sources,
            self.documents,
            self.versions,
            self.representations,
            self.views,
        )  # type: ignore[assignment]
        for kind in kinds:
            for identifier in sorted(kind):
                yield kind[identifier]


class Relations(Protocol):
    """Where the relations of a set are kept."""

    def ids(self) -> Sequence[str]:
        """The ids, sorted."""

    def predicates(self) -> frozenset[str]:
        """The predicates that the relations use, as they are written."""

    def read(self, ids: Iterable[str]) -> Iterator[Relation]:
        """The relations of these ids, in the order asked for."""

    def place_of(self, identifier: str) -> tuple[str, int] | None:
        """The file and the 1-based line of a record of any kind; None when it was not read from a file."""

    def folder_of(self, identifier: str) -> Path | None:
        """The folder of the file that declares a record of any kind."""


class RecordSet:
    """The records of one run.

    Args:
        catalogue: All records but relations.
        relations: The relations.
    """

    def __init__(self, catalogue: Catalogue, relations: Relations) -> None:
        self.catalogue = catalogue
        self._relations = relations

    @classmethod
    def of(cls, records: Iterable[Record], folder: Path | None = None) -> RecordSet:
        """Make a set of records in memory.

        Args:
            records: The records, in any order; of two with one id the last counts.
            folder: Where relative body paths are looked up.
        """
        catalogue = Catalogue()
        relations: dict[str, Relation] = {}
        for record in records:
            if isinstance(record, Relation):
                relations[record.id] = record
            else:
                catalogue.add(record)
        return cls(catalogue, _RelationsInMemory(relations, folder))

    def restricted(self, catalogue: Catalogue, kept: Mapping[str, Sequence[int]]) -> RecordSet:
        """Make a set of a part of this one; files are still read from their place.

        Args:
            catalogue: Its records but relations.
            kept: Id of each relation that is in it → the places of the anchors that it keeps, in order.
        """
        return RecordSet(catalogue, _ChosenRelations(self, kept))

    def relation_ids(self) -> Sequence[str]:
        """Give the ids of the relations, sorted by code point."""
        return self._relations.ids()

    def predicates(self) -> frozenset[str]:
        """Give the predicates of the relations, names and IRIs as they are written."""
        return self._relations.predicates()

    def relations(self, ids: Iterable[str] | None = None) -> Iterator[Relation]:
        """Read the relations, one at a time.

        Args:
            ids: The ids of those wanted, in the order wanted; all, sorted by id, when None.

        Raises:
            InputError: A file is not any more what it was at the first reading.
        """
        return self._relations.read(self.relation_ids() if ids is None else ids)

    def records(self) -> Iterator[Record]:
        """Give all records: the catalogue but the views, the relations, the views, each kind by id."""
        views: list[Record] = []
        for record in self.catalogue.records():
            if isinstance(record, View):
                views.append(record)
            else:
                yield record
        yield from self.relations()
        yield from views

    def place(self, identifier: str) -> tuple[str, int] | None:
        """Give the file, as the user named it, and the 1-based line of a record; None when it has none."""
        return self._relations.place_of(identifier)

    def folder(self, identifier: str) -> Path | None:
        """Give the folder for the body path of a representation; None when there is none."""
        return self._relations.folder_of(identifier)


class _RelationsInMemory:
    def __init__(self, relations: dict[str, Relation], folder: Path | None) -> None:
        self._relations = relations
        self._folder = folder
        self._ids = sorted(relations)

    def ids(self) -> Sequence[str]:
        return self._ids

    def predicates(self) -> frozenset[str]:
        return frozenset(relation.predicate for relation in self._relations.values())

    def read(self, ids: Iterable[str]) -> Iterator[Relation]:
        return (self._relations[identifier] for identifier in ids)

    def place_of(self, identifier: str) -> tuple[str, int] | None:  # noqa: ARG002
        return None

    def folder_of(self, identifier: str) -> Path | None:  # noqa: ARG002
        return self._folder


class _ChosenRelations:
    def __init__(self, whole: RecordSet, kept: Mapping[str, Sequence[int]]) -> None:
        self._whole = whole
        self._kept = kept
        self._ids = sorted(kept)

    def ids(self) -> Sequence[str]:
        return self._ids

    def predicates(self) -> frozenset[str]:
        return frozenset(relation.predicate for relation in self.read(self._ids))

    def read(self, ids: Iterable[str]) -> Iterator[Relation]:
        for relation in self._whole.relations(ids):
            places = self._kept[relation.id]
            if len(places) == len(relation.support):
                yield relation
            else:
                yield replace(relation, support=tuple(relation.support[place] for place in places))

    def place_of(self, identifier: str) -> tuple[str, int] | None:
        return self._whole.place(identifier)

    def folder_of(self, identifier: str) -> Path | None:
        return self._whole.folder(identifier)


class RecordsFile(Protocol):
    """An input that can be opened again."""

    @property
    def name(self) -> str:
        """The name that problems print."""

    @property
    def folder(self) -> Path | None:
        """Where relative body paths are looked up."""

    def opened(self) -> AbstractContextManager[BinaryIO]:
        """Open it at its start."""


class RelationIndex:
    """Id → place of every record, in flat arrays: a million relations cost no million objects of their own.

    Args:
        inputs: The inputs, by number.
    """

    def __init__(self, inputs: Sequence[RecordsFile]) -> None:
        self._inputs = inputs
        self._rows: dict[str, int] = {}
        self._numbers = array("L")
        self._lines = array("Q")
        self._offsets = array("Q")
        self._ids: list[str] = []
        self._predicates: set[str] = set()

    def add(self, record: Record | None, identifier: str, number: int, line: int, offset: int) -> None:
        """Add the place of a record; None stands for one that could not be read."""
        self._rows[identifier] = len(self._lines)
        self._numbers.append(number)
        self._lines.append(line)
        self._offsets.append(offset)
        if isinstance(record, Relation):
            self._ids.append(identifier)
            self._predicates.add(record.predicate)

    def sort(self) -> None:
        """Bring the ids of the relations into their order; call it once, after the last `add`."""
        self._ids.sort()

    def place(self, identifier: str) -> tuple[int, int]:
        """Give the number of the input and the line of a record that is there."""
        row = self._rows[identifier]
        return self._numbers[row], self._lines[row]

    def ids(self) -> Sequence[str]:
        """Give the ids of the relations, sorted."""
        return self._ids

    def predicates(self) -> frozenset[str]:
        """Give the predicates of the relations."""
        return frozenset(self._predicates)

    def read(self, ids: Iterable[str]) -> Iterator[Relation]:
        """Read relations at their places, in the order asked for."""
        with ExitStack() as stack:
            files: dict[int, BinaryIO] = {}
            for identifier in ids:
                row = self._rows[identifier]
                number = self._numbers[row]
                if number not in files:
                    files[number] = stack.enter_context(self._inputs[number].opened())
                files[number].seek(self._offsets[row])
                yield self._parsed(line_at(files[number]), identifier, row)

    def json(self, identifier: str) -> dict[str, object]:
        """Read the JSON object of a record that is there once more."""
        row = self._rows[identifier]
        with self._inputs[self._numbers[row]].opened() as file:
            file.seek(self._offsets[row])
            try:
                value, _ = parse_json(line_at(file).decode("utf-8"))
            except (UnicodeDecodeError, JsonProblem):
                value = None
        if not isinstance(value, dict) or value.get("id") != identifier:
            raise self._changed(row)
        return value

    def place_of(self, identifier: str) -> tuple[str, int] | None:
        """Give the name of the input and the line of a record."""
        if identifier not in self._rows:
            return None
        number, line = self.place(identifier)
        return self._inputs[number].name, line

    def folder_of(self, identifier: str) -> Path | None:
        """Give the folder of the input that declares a record."""
        row = self._rows.get(identifier)
        return None if row is None else self._inputs[self._numbers[row]].folder

    def _parsed(self, raw: bytes, identifier: str, row: int) -> Relation:
        try:
            record = parse_record(raw.decode("utf-8"), lambda _path, _message: None).record
        except (UnicodeDecodeError, JsonProblem):
            record = None
        if not isinstance(record, Relation) or record.id != identifier:
            raise self._changed(row)
        return record

    def _changed(self, row: int) -> InputError:
        name = self._inputs[self._numbers[row]].name
        return InputError("the file changed while it was read", path=name, line=self._lines[row])
