"""The quick pass over a stream of records: JSON objects to verdicts, with no record kept."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from graph_rdf.evidence.boundaries import ends_clause, starts_clause
from graph_rdf.evidence.clauses import clause_of
from graph_rdf.evidence.origin import origin_of
from graph_rdf.evidence.text import Body

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph_rdf.evidence.clauses import ClauseReader
    from graph_rdf.evidence.columns import World
    from graph_rdf.evidence.stream_bodies import KeptBodies
    from graph_rdf.evidence.views import Eligibility
    from graph_rdf.records import Catalogue

_RECORD_KEYS: Final = 6
_ANCHOR_KEYS: Final = 4
_SPAN_KEYS: Final = 3
_CLAIMS: Final = ("version", "document", "source")
_UNITS: Final = ("byte", "char")
_NUMBERS: Final = frozenset({int, float})
_LARGEST: Final = 1e300
"""Far from where a number stops being finite."""


class _Cited(NamedTuple):
    """A representation whose body has the digest that it states; ids and columns side by side."""

    body: Body
    text: str
    length: int
    is_ascii: bool
    digest: str
    version: str | None
    document: str | None
    source: str | None
    eligible: bool


class _Named(NamedTuple):
    """An entity: its IRI, and whether its id stays what it is when a clause is trimmed."""

    iri: str
    plain: bool


class _Predicate(NamedTuple):
    """A declared predicate: IRI, name, the middle of its canonical form, and whether anything opposes it."""

    iri: str
    name: str
    between: str
    side: int


Accepted: TypeAlias = tuple[str, str, str, str, bool, int]
"""Of a right record: its id, subject, predicate name and object, whether the view counts it, and its side."""


class StreamPass:
    """Recognises right records by their JSON alone, and says nothing of any other.

    What has another form, several anchors or any fault is left to the general checks, so that the rules and
    their order stand in one place only; what this accepts, they accept as well.

    Args:
        catalogue: All records but relations.
        world: The columns of the catalogue.
        bodies: The bodies.
        eligibility: The view, for the owner of the files.
        reader: The reader of clauses of this world.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        world: World,
        bodies: KeptBodies,
        eligibility: Eligibility,
        reader: ClauseReader,
    ) -> None:
        self._world = world
        self._bodies = bodies
        self._dropped = bodies.dropped
        self._eligibility = eligibility
        self._reader = reader
        self._cited: dict[str, _Cited] = {}
        self._catalogue = catalogue
        iris = {identifier: iri for iri, identifier in world.identifier.one.items()}
        self._iris: Mapping[str, str] = iris
        self._entities = {
            identifier: _Named(iris[identifier], clause_of(identifier) == identifier)
            for identifier in catalogue.entities
        }
        self._predicates: dict[str, _Predicate] = {}
        self._sides: dict[str, int] = {}
        for side, (iri, predicate) in enumerate(sorted(world.predicates.items()), 1):
            known = _Predicate(iri, predicate.name, f" {predicate.name} ", side if predicate.opposes else 0)
            self._sides[iri] = known.side
            # A record may name the predicate by its name or by its IRI; a name goes before an IRI.
            self._predicates.setdefault(iri, known)
            self._predicates[predicate.name] = known

    def accept(self, row: dict[str, Any], colons: int) -> Accepted | None:
        """Judge one record.

        Args:
            row: Its JSON object.
            colons: How many times a quotation mark is followed by a colon in its line; more than there are
                keys means that a key may stand twice.

        Returns:
            What it is, or None when it must be looked at by the general checks.
        """
        try:
            (anchor,) = row["support"]
            span = anchor["span"]
            identifier, subject, obj = row["id"], row["subject"], row["object"]
            left, right = self._entities[subject], self._entities[obj]
            predicate = self._predicates[row["predicate"]]
            representation, quote = anchor["representation"], anchor["quote"]
            cited = self._cited.get(representation) or self._cite(representation)
            unit, start, end = span["unit"], span["start"], span["end"]
            if cited is None:
                return None
            body, text, length, is_ascii, digest, version, document, source, eligible = cited
            if (
                anchor["sha256"] != digest
                or type(start) is not int
                or type(end) is not int
                or not 0 <= start <= end
                or type(identifier) is not str
                or identifier in self._iris
                or not identifier
                or identifier[0] == "~"
                or type(row["support"]) is not list
                or len(span) != _SPAN_KEYS
            ):
                return None
            own, its = len(row), len(anchor)
            # Lines that say everything are the common case; what is missing must be missing, not misspelt.
            if own != _RECORD_KEYS + 2 and own != _RECORD_KEYS + ("confidence" in row) + ("extractor" in row):
                return None
            if its != _ANCHOR_KEYS + 3 and its != _ANCHOR_KEYS + sum(key in anchor for key in _CLAIMS):
                return None
            if colons != own + its + _SPAN_KEYS:
                return None
            if own == _RECORD_KEYS + 2:
                number, extractor = row["confidence"], row["extractor"]
            else:
                number, extractor = row.get("confidence"), row.get("extractor")
            if its == _ANCHOR_KEYS + 3:
                claims = anchor["version"], anchor["document"], anchor["source"]
            else:
                claims = anchor.get("version"), anchor.get("document"), anchor.get("source")
        except (KeyError, TypeError, ValueError):
            return None
        if claims != (version, document, source) and any(
            claim is not None and claim != actual
            for claim, actual in zip(claims, (version, document, source), strict=True)
        ):
            return None
        if extractor is not None and type(extractor) is not str:
            return None
        if number is not None and not (type(number) in _NUMBERS and -_LARGEST < number < _LARGEST):
            return None
        if unit == "byte" and not is_ascii:
            if type(quote) is not str or end > body.length:
                return None
            if body.raw[start:end] != quote.encode("utf-8", "surrogatepass"):
                return None
            start = body.char_offset(start)
            end = start + len(quote)
        elif unit not in _UNITS or end > length or text[start:end] != quote:
            return None
        if start and text[start - 1] != "\n" and not starts_clause(text, start):
            return None
        if text[end : end + 2] != ".\n" and not ends_clause(text, end):
            return None
        if not (
            left.plain and right.plain and quote == f"{subject}{predicate.between}{obj}"
        ) and not self._reader.states(clause_of(quote), left.iri, predicate.iri, right.iri):
            return None
        return identifier, subject, predicate.name, obj, eligible, predicate.side

    def side(self, predicate: str) -> int:
        """Return the number of a predicate that something opposes, by its IRI."""
        return self._sides[predicate]

    def _cite(self, representation: str) -> _Cited | None:
        declared = self._catalogue.representations.get(representation)
        if declared is None:
            return None
        node = self._iris[representation]
        body = self._bodies.body_of(node)
        if not isinstance(body, Body) or declared.sha256 != body.digest:
            return None
        name = self._world.id_of
        version, document, source = origin_of(self._world, node)
        cited = _Cited(
            body,
            body.text,
            len(body.text),
            body.ascii,
            body.digest,
            None if version is None else name(version),
            None if document is None else name(document),
            None if source is None else name(source),
            not self._eligibility.standing(version),
        )
        # A body that is not kept any more must not be kept here either.
        if self._bodies.dropped != self._dropped:
            self._dropped = self._bodies.dropped
            self._cited.clear()
        self._cited[representation] = cited
        return cited


class Opposition:
    """The supported and eligible records of predicates that something opposes, in flat arrays.

    Two records of one pair of entities and of different predicates may oppose each other; which do is for
    `find_contested` to say.
    """

    def __init__(self) -> None:
        self._keys = array("q")
        self._sides = array("L")
        self._places = array("Q")
        self._lines = array("Q")

    def add(self, subject: str, obj: str, side: int, place: int, line: int) -> None:
        """Add a record.

        Args:
            subject: The id of its subject.
            obj: The id of its object.
            side: The number of its predicate.
            place: Where it stands.
            line: The number of its line.
        """
        self._keys.append(hash((subject, obj)))
        self._sides.append(side)
        self._places.append(place)
        self._lines.append(line)

    def groups(self) -> list[list[tuple[int, int]]]:
        """Return places and lines of the records that may oppose each other, group by group.

        Equal hashes of different pairs may put two pairs into one group, never one pair into two.
        """
        order = sorted(range(len(self._keys)), key=self._keys.__getitem__)
        groups: list[list[tuple[int, int]]] = []
        at = 0
        while at < len(order):
            end = at + 1
            while end < len(order) and self._keys[order[end]] == self._keys[order[at]]:
                end += 1
            if end - at > 1 and len({self._sides[row] for row in order[at:end]}) > 1:
                groups.append(sorted((self._places[row], self._lines[row]) for row in order[at:end]))
            at = end
        groups.sort()
        return groups
