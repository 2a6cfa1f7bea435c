"""`validate` of records files as a stream: no RDF is built, and no more than the catalogue is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from json import JSONDecoder
from typing import TYPE_CHECKING, Final, TypeAlias

from graph_rdf.evidence import OWNER, Eligibility, RecordVerdict, choose_view, evidence_findings, judge
from graph_rdf.evidence import record_verdicts as verdicts_of
from graph_rdf.evidence.clauses import ClauseReader
from graph_rdf.evidence.rules import CONTESTED
from graph_rdf.evidence.stream import Opposition, StreamPass
from graph_rdf.evidence.stream_bodies import BUDGET, KeptBodies
from graph_rdf.evidence.stream_ids import SeenIds
from graph_rdf.evidence.stream_world import catalogue_world, relations_world
from graph_rdf.evidence.support import verify_with
from graph_rdf.namespaces import ID_BASE
from graph_rdf.ontology import read_predicates
from graph_rdf.records import BodyProblem, iri_of_id, read_body
from graph_rdf.records.model import Relation
from graph_rdf.records.stream import IrregularError, StreamedRecords, parsed, regular

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.evidence import Acceptance, World
    from graph_rdf.findings import Finding
    from graph_rdf.gate.ontologies import Ontology
    from graph_rdf.gate.options import CheckOptions, ReadOptions
    from graph_rdf.records import RecordsFile

BATCH: Final = 5000
"""Records of one batch of the general checks."""

EVERY: Final = 4096
"""Lines between two reports of progress."""

Progress: TypeAlias = Callable[[int, int], None]
"""Takes the number of records done, and the bytes of their lines since the last call."""

_FIRST_COLUMN: Final = 1


@dataclass(slots=True)
class Streamed:
    """What a stream found.

    Args:
        findings: With their places, in no order.
        verdicts: The verdict on each record, in no order; only when they were asked for.
        records: Number of records.
        supported: Number of those that their text supports.
        contested: Number of those that another one opposes.
        opened: How many bodies were read.
    """

    findings: list[Finding] = field(default_factory=list)
    verdicts: list[RecordVerdict] = field(default_factory=list)
    records: int = 0
    supported: int = 0
    contested: int = 0
    opened: int = 0


def stream_records(
    inputs: list[RecordsFile],
    ontology: Ontology,
    reading: ReadOptions,
    options: CheckOptions,
    progress: Progress | None = None,
) -> Streamed | None:
    """Verify records files as a stream.

    Args:
        inputs: The files, read as one set.
        ontology: The ontology of the run.
        reading: The id base and the limit on bodies.
        options: The view; whether verdicts are wanted.
        progress: Is told how far the stream is.

    Returns:
        What the general way says of the same records; None when some line has a problem or there is no
        relation, which the general way has to report.

    Raises:
        InputError: A file cannot be read, or changed while it was.
        UnknownNameError: There is no such view.
        TimeError: The time is none.
    """
    try:
        return _Stream(StreamedRecords(inputs), ontology, reading, options).run(progress)
    except IrregularError:
        return None


class _Files(Mapping[str, bytes | BodyProblem]):
    """Representation → its bytes, or why there are none; each is read when it is asked for."""

    def __init__(self, records: StreamedRecords, world: World, max_body: int) -> None:
        self._records = records
        self._world = world
        self._max_body = max_body

    def __getitem__(self, representation: str) -> bytes | BodyProblem:
        path = self._world.path.one[representation]
        folder = self._records.folder(self._world.identifier.one[representation])
        return read_body(path, folder, self._max_body)

    def __iter__(self) -> Iterator[str]:
        return iter(self._world.path.one)

    def __len__(self) -> int:
        return len(self._world.path.one)


class _Stream:
    """One run over the relations."""

    def __init__(
        self, records: StreamedRecords, ontology: Ontology, reading: ReadOptions, options: CheckOptions
    ) -> None:
        self._records = records
        self._base = reading.base or ID_BASE
        self._world = catalogue_world(records.catalogue, read_predicates(ontology.triples), self._base)
        self._bodies = KeptBodies(self._world, _Files(records, self._world, reading.max_body), BUDGET)
        choice = choose_view(self._world, options.view, options.as_of)
        self._eligibility = Eligibility(self._world, choice, OWNER)
        self._reader = ClauseReader(self._world)
        self._pass = StreamPass(records.catalogue, self._world, self._bodies, self._eligibility, self._reader)
        self._opposition = Opposition()
        self._ids = SeenIds(self._world.identifier.one.values())
        self._lines: dict[int, int] = {}
        self._keep = options.keep_records
        self._found = Streamed()

    def run(self, progress: Progress | None) -> Streamed:
        """Take all relations: the quick pass first, the others in batches, those that oppose at the end."""
        found = self._found
        odd: list[tuple[int, int]] = []
        strangers: list[tuple[int, int]] = []
        decode = JSONDecoder().raw_decode
        accept, opposes, see = self._pass.accept, self._opposition.add, self._ids.add
        size = 0
        for place, line, raw in self._records.relation_lines():
            found.records += 1
            size += len(raw)
            if progress is not None and not found.records % EVERY:
                progress(found.records, size)
                size = 0
            taken = None
            # Only an escape can bring in a lone surrogate, which no record may hold.
            if b"\\" not in raw or (b"\\ud" not in raw and b"\\uD" not in raw):
                try:
                    text = raw.decode("utf-8")
                    row, end = decode(text)
                except (ValueError, RecursionError) as error:
                    raise IrregularError from error
                if text[end:] != "\n" and text[end:].strip(" \t\r\n"):
                    raise IrregularError
                taken = accept(row, raw.count(b'":'))
            if taken is None:
                relation = _relation(raw)
                if relation.id in self._ids.declared:
                    raise IrregularError
                see(relation.id)
                (odd if self._knows(relation) else strangers).append((place, line))
                if len(odd) >= BATCH:
                    self._check(odd)
                    odd.clear()
                continue
            identifier, subject, predicate, obj, eligible, side = taken
            see(identifier)
            found.supported += 1
            if side and eligible:
                opposes(subject, obj, side, place, line)
            if self._keep:
                found.verdicts.append(
                    RecordVerdict(
                        identifier, subject, predicate, obj, "supported", (), eligible, contested=False
                    )
                )
        if progress is not None:
            progress(found.records, size)
        if not found.records or self._ids.has_twins():
            raise IrregularError
        self._check(odd)
        for start in range(0, len(strangers), BATCH):
            self._check(strangers[start : start + BATCH])
        self._contest()
        found.opened = self._bodies.opened
        return found

    def _knows(self, relation: Relation) -> bool:
        """Tell whether all that a relation names is in the catalogue."""
        known = self._ids.declared
        return (
            relation.subject in known
            and relation.object in known
            and all(
                each.representation in known
                and all(
                    named is None or named in known for named in (each.version, each.document, each.source)
                )
                for each in relation.support
            )
        )

    def _check(self, places: list[tuple[int, int]]) -> None:
        """Put a batch through the general checks."""
        relations = list(self._records.relations_at(place for place, _ in places))
        seen = self._judged(relations)
        where = {relation.id: place for relation, place in zip(relations, places, strict=True)}
        self._found.findings += self._placed(seen, where, contested=False)
        world = seen.verdicts.world
        for record in seen.visible:
            identifier = world.id_of(world.records[record])
            if record in seen.refused:
                continue
            self._found.supported += 1
            iri = world.records[record]
            predicate = world.predicate.one[iri]
            if record not in seen.ineligible and world.predicates[predicate].opposes:
                subject, obj = world.id_of(world.subject.one[iri]), world.id_of(world.object.one[iri])
                side = self._pass.side(predicate)
                self._opposition.add(subject, obj, side, *where[identifier])
        if self._keep:
            self._found.verdicts += [replace(one, contested=False) for one in verdicts_of(seen)]

    def _contest(self) -> None:
        """Look again at the records that may oppose each other, as many groups at a time as fit a batch."""
        batch: list[tuple[int, int]] = []
        contested: set[str] = set()
        for group in [*self._opposition.groups(), None]:
            if batch and (group is None or len(batch) + len(group) > BATCH):
                relations = list(self._records.relations_at(place for place, _ in batch))
                seen = self._judged(relations)
                where = {relation.id: place for relation, place in zip(relations, batch, strict=True)}
                self._found.findings += self._placed(seen, where, contested=True)
                world = seen.verdicts.world
                contested.update(world.id_of(world.records[record]) for record in seen.opponents)
                batch = []
            batch += group or ()
        self._found.contested = len(contested)
        if self._keep:
            self._found.verdicts = [
                replace(one, contested=True) if one.id in contested else one for one in self._found.verdicts
            ]

    def _judged(self, relations: list[Relation]) -> Acceptance:
        others = {
            iri_of_id(name, self._base): name
            for relation in relations
            for name in _names(relation)
            if name not in self._ids.declared and self._ids.holds(name)
        }
        world = relations_world(self._world, relations, self._base, others)
        return judge(verify_with(world, self._bodies, self._reader), self._eligibility.over(world))

    def _placed(
        self, seen: Acceptance, where: Mapping[str, tuple[int, int]], *, contested: bool
    ) -> Iterator[Finding]:
        """Give the findings of a batch their places; those of contested pairs, or all others."""
        for finding in evidence_findings(seen):
            if (finding.rule == CONTESTED) is contested:
                place, line = where[finding.record or ""]
                name = self._records.name(place)
                yield replace(finding, path=name, line=line, column=_FIRST_COLUMN, end_line=line)


def _relation(raw: bytes) -> Relation:
    record = regular(parsed(raw))
    if not isinstance(record, Relation):
        raise IrregularError
    return record


def _names(relation: Relation) -> Iterable[str]:
    """Yield every id that a relation names."""
    yield relation.subject
    yield relation.object
    for each in relation.support:
        yield each.representation
        yield from (named for named in (each.version, each.document, each.source) if named is not None)
