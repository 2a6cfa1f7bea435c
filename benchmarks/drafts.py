"""How one generated world is made: entities, bodies with their clauses, and the anchors that cite them."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from graph_rdf.records.model import (
    Document,
    Entity,
    Record,
    Relation,
    Representation,
    Source,
    Span,
    Support,
    Version,
    View,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

_FLAVOURS: Final = ("", "", "ä", "e\u0301", "\U0001d504", "ﬁ\u0308\U0001f333")
_LEADS: Final = (
    "",
    "Kept by the registry office.",
    "Grüße aus Malmö,",
    "\U0001f4dc Re\u0301sume\u0301:",
    "\ufeff",
)
_OPENINGS: Final = ("", "", "(", "“", "„")
_ENDINGS: Final = (".", ".", "", "!", ".)", ";")
_DOCUMENTS: Final = {
    "assignments": "registry",
    "contacts": "registry",
    "notes": "bulletin",
    "notice": "registry",
}
_DAYS: Final = {"assignments@v1": 1, "contacts@v1": 2, "notes@v1": 3, "notice@v1": 4, "extra@v1": 5}
_RECORDS: Final = (
    ("main", "operated_by", "north", "assignments@v1"),
    ("north", "contact", "desk", "contacts@v1"),
    ("main", "operated_by", "south", "assignments@v2"),
    ("south", "contact", "other", "contacts@v1"),
    ("main", "not_operated_by", "north", "notice@v1"),
    ("shortcut", "mentions", "desk", "notes@v1"),
    ("desk", "contact", "main", "contacts@v1"),
)
_WORDINGS: Final = {
    "operated_by": "is operated by",
    "not_operated_by": "is not operated by",
    "contact": "has contact",
    "mentions": "mentions",
}
_TANGLE_PREDICATES: Final = (
    "operated_by",
    "operated_by",
    "contact",
    "contact",
    "mentions",
    "not_operated_by",
)


@dataclass(slots=True)
class Draft:
    """A world while it is made.

    Args:
        name: Its name.
        rng: The only source of chance.
        entities: Short name → entity.
        bodies: Version (``contacts@v1``) → body.
        copies: Representations that a fault added.
        relations: The relation records, in the order of their numbers.
        genuine: The first seven of them, as they were before any fault.
    """

    name: str
    rng: random.Random
    entities: dict[str, Entity]
    bodies: dict[str, str] = field(default_factory=dict)
    copies: list[Representation] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    genuine: tuple[Relation, ...] = ()

    def version(self, short: str) -> str:
        """Give the id of a version."""
        return f"doc:{self.name}:{short}"

    def cite(self, short: str, start: int, quote: str) -> Support:
        """Make an anchor at a code point of a body, in a unit and with claims by chance."""
        body = self.bodies[short]
        document = short.partition("@")[0]
        claims = self.rng.random() < 0.5
        return Support(
            representation=f"{self.version(short)}/text",
            version=self.version(short) if claims else None,
            document=self.version(document) if claims else None,
            source=f"source:{self.name}:{_DOCUMENTS.get(document, 'registry')}" if claims else None,
            sha256=digest(body),
            span=span(body, start, quote, "byte" if self.rng.random() < 0.5 else "char"),
            quote=quote,
        )


def digest(body: str) -> str:
    """Give the SHA-256 of the UTF-8 bytes of a body, in lower-case hexadecimal digits."""
    return sha256(body.encode("utf-8")).hexdigest()


def span(body: str, start: int, quote: str, unit: str) -> Span:
    """Give the span of a quote.

    Args:
        body: The body.
        start: Where the quote starts. Units: code points.
        quote: The text there.
        unit: The unit of the span.
    """
    if unit == "char":
        return Span("char", start, start + len(quote))
    first = len(body[:start].encode("utf-8"))
    return Span("byte", first, first + len(quote.encode("utf-8")))


def canonical(subject: Entity, predicate: str, value: Entity) -> str:
    """Write the clause of a triple in the canonical form."""
    return f"{subject.id} {predicate} {value.id}"


def worded(subject: str, predicate: str, value: str) -> str:
    """Write the clause of a triple in words.

    Args:
        subject: A label.
        predicate: A packaged predicate.
        value: A label.
    """
    return f"{subject} {_WORDINGS[predicate]} {value}"


def composed(rng: random.Random, clauses: Sequence[str], line_end: str) -> tuple[str, list[int]]:
    """Compose a body of clauses.

    Args:
        rng: Chooses what stands around them.
        clauses: The clauses.
        line_end: What ends a line.

    Returns:
        The body, and where each clause starts. Units: code points.
    """
    lead = rng.choice(_LEADS)
    body = lead if lead in ("", "\ufeff") else lead + line_end
    starts: list[int] = []
    for clause in clauses:
        body += rng.choice(_OPENINGS)
        starts.append(len(body))
        body += clause + rng.choice(_ENDINGS) + line_end
    return body, starts


def draft_world(number: int, rng: random.Random, *, tangled: bool) -> Draft:
    """Make one world without faults.

    Args:
        number: Its number, part of its name and labels.
        rng: The only source of chance.
        tangled: Add relations that make cycles and self loops.
    """
    flavour = rng.choice(_FLAVOURS)
    name = f"w{number:06d}{flavour}"
    draft = Draft(name, rng, _entities(name, number, flavour))
    line_end = rng.choice(("\n", "\n", "\r\n"))
    placed: dict[int, Support] = {}
    for short in ("assignments@v1", "assignments@v2", "contacts@v1", "notes@v1", "notice@v1"):
        here = [index for index, record in enumerate(_RECORDS) if record[3] == short]
        clauses = [_clause(draft, *_RECORDS[index][:3]) for index in here]
        draft.bodies[short], starts = composed(rng, clauses, line_end)
        for index, clause, start in zip(here, clauses, starts, strict=True):
            placed[index] = draft.cite(short, start, _with_full_stop(draft, short, start, clause))
    triples = [record[:3] for record in _RECORDS] + [
        ("ghost", "operated_by", "south"),
        ("ghost", "contact", "desk"),
    ]
    supports = [(placed[index],) for index in range(len(_RECORDS))] + [(placed[2],), ()]
    if tangled:
        _tangle(draft, triples, supports, line_end)
    for index, ((subject, predicate, value), support) in enumerate(zip(triples, supports, strict=True), 1):
        confidence = round(rng.random(), 3) if rng.random() < 0.5 else None
        draft.relations.append(
            Relation(
                f"rel:{name}:{index}",
                draft.entities[subject].id,
                predicate,
                draft.entities[value].id,
                support,
                confidence,
                "generated",
            )
        )
    return draft


def _entities(name: str, number: int, flavour: str) -> dict[str, Entity]:
    mark = f"{number}{flavour}"
    return {
        "main": Entity(f"project:{name}:main", "Project", f"PR-84/{mark}"),
        "shortcut": Entity(f"project:{name}:shortcut", "Project", f"PR-89/{mark}"),
        "ghost": Entity(f"project:{name}:ghost", "Project", f"PR-88/{mark}"),
        # Two organisations with one name, in every world.
        "north": Entity(f"org:{name}:north", "Organisation", f"Rowan {mark}"),
        "south": Entity(f"org:{name}:south", "Organisation", f"Rowan {mark}"),
        "desk": Entity(f"contact:{name}:desk", "Contact", f"Cedar {mark}", (f"Old cedar {mark}",)),
        "other": Entity(f"contact:{name}:other", "Contact", f"Alder {mark}"),
    }


def _clause(draft: Draft, subject: str, predicate: str, value: str) -> str:
    """The canonical form where an organisation is named, because its label is not its own; else by chance."""
    first, second = draft.entities[subject], draft.entities[value]
    if {subject, value} & {"north", "south"} or draft.rng.random() < 0.5:
        return canonical(first, predicate, second)
    return worded(_name(draft, first), predicate, _name(draft, second))


def _name(draft: Draft, entity: Entity) -> str:
    return draft.rng.choice((entity.label, *entity.aliases))


def _with_full_stop(draft: Draft, short: str, start: int, clause: str) -> str:
    """A quote may take the full stop after the clause along."""
    followed = draft.bodies[short].startswith(".", start + len(clause))
    return clause + "." if followed and draft.rng.random() < 0.25 else clause


def _tangle(
    draft: Draft,
    triples: list[tuple[str, str, str]],
    supports: list[tuple[Support, ...] | tuple[()]],
    line_end: str,
) -> None:
    """Add a self loop, a cycle and some edges by chance, all in one more document."""
    rng = draft.rng
    names = list(draft.entities)
    looped = rng.choice(names)
    extra = [
        (looped, rng.choice(("operated_by", "contact")), looped),
        ("north", "operated_by", "main"),
        ("desk", "operated_by", "north"),
    ]
    for _ in range(rng.randrange(2, 8)):
        extra.append((rng.choice(names), rng.choice(_TANGLE_PREDICATES), rng.choice(names)))  # noqa: PERF401
    clauses = [canonical(draft.entities[s], p, draft.entities[o]) for s, p, o in extra]
    draft.bodies["extra@v1"], starts = composed(rng, clauses, line_end)
    for triple, clause, start in zip(extra, clauses, starts, strict=True):
        triples.append(triple)
        supports.append((draft.cite("extra@v1", start, clause),))


def records_of(draft: Draft) -> Iterator[Record]:
    """Give all records of a world: the catalogue, the relations, the views."""
    name = draft.name
    yield from draft.entities.values()
    yield Source(f"source:{name}:registry", "Registry")
    yield Source(f"source:{name}:bulletin", "Bulletin")
    documents = dict(_DOCUMENTS) | ({"extra": "registry"} if "extra@v1" in draft.bodies else {})
    for document, source in documents.items():
        yield Document(f"doc:{name}:{document}", f"source:{name}:{source}", f"doc:{name}:{document}@v1")
    for short, body in draft.bodies.items():
        document, _, version = short.partition("@v")
        first = draft.version(f"{document}@v1")
        generated = f"2026-01-{_DAYS[short]:02d}T00:00:00Z" if version == "1" else "2026-02-01T00:00:00Z"
        yield Version(
            draft.version(short),
            draft.version(document),
            version,
            generated,
            previous=None if version == "1" else first,
        )
        yield Representation(
            f"{draft.version(short)}/text",
            draft.version(short),
            "text/plain; charset=utf-8",
            sha256=digest(body),
            body=body,
        )
    yield from draft.copies
    yield from draft.relations
    extra = ["extra@v1"] if "extra@v1" in draft.bodies else []
    base = ["assignments@v1", "contacts@v1", "notes@v1", *extra]
    views = {
        "base": base,
        "contested": [*base, "notice@v1"],
        "revised": ["assignments@v2", "contacts@v1", "notes@v1", *extra],
    }
    for view, shorts in views.items():
        yield View(f"view:{name}:{view}", tuple(sorted(draft.version(short) for short in shorts)))
