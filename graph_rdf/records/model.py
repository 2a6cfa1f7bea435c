"""The record model: what the JSON Lines form and the RDF form both say, frozen and typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

SpanUnit: TypeAlias = Literal["byte", "char"]


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing that relation records speak of; its identity is `id`, never its label."""

    id: str
    type: str
    label: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where documents come from; `audience` is the default audience of their versions."""

    id: str
    label: str
    audience: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a source; `current` is the id of its current version, if it has one."""

    id: str
    source: str
    current: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a document. `generated` and `withdrawn` are xsd:dateTime with a zone, as written."""

    id: str
    document: str
    version: str
    generated: str
    previous: str | None = None
    withdrawn: str | None = None
    audience: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Representation:
    """The bytes of a version in one media type: in `body`, or in the file at `path`, or both."""

    id: str
    version: str
    media_type: str
    sha256: str | None = None
    path: str | None = None
    body: str | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of a body.

    Units: bytes of the raw body, or Unicode code points of the body decoded as UTF-8 (a BOM included).
    """

    unit: SpanUnit
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Support:
    """An anchor: where the text stands that is said to state the triple. An absent part is a verdict."""

    representation: str
    version: str | None = None
    document: str | None = None
    source: str | None = None
    sha256: str | None = None
    span: Span | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation record: a claim of one triple, with an identity of its own and its anchors in order."""

    id: str
    subject: str
    predicate: str
    object: str
    support: tuple[Support, ...] = ()
    confidence: float | None = None
    extractor: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A set of admitted versions."""

    id: str
    admits: tuple[str, ...] = ()


Record: TypeAlias = Entity | Source | Document | Version | Representation | Relation | View
