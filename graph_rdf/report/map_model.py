"""What the map of a world shows: plain values, gathered by the gate and written into a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ACCEPTED: Final = "a"
CONTESTED: Final = "c"
REFUSED: Final = "r"
"""Its text does not support the record; the view does not matter then."""

NOT_CURRENT: Final = "n"
WITHDRAWN: Final = "w"


@dataclass(frozen=True, slots=True)
class MapEntity:
    """A node of the map.

    Args:
        id: Its canonical id.
        label: Its label; None when it has none.
        aliases: Its other names, sorted.
        types: The local names of its classes, sorted; without `eg:Entity`.
        declared: Whether the world declares it; a record may name what nobody declared.
    """

    id: str
    label: str | None
    aliases: tuple[str, ...]
    types: tuple[str, ...]
    declared: bool


@dataclass(frozen=True, slots=True)
class MapAnchor:
    """Where a record says that its text stands.

    Args:
        source: The id of the source; None when the world does not say. Likewise the next three.
        document: The document.
        version: The version.
        representation: The representation.
        sha256: The digest that the anchor states.
        place: The span in words, such as ``bytes 0-46``; None without one.
        quote: The quote, perhaps cut.
        failed: The rule of the first check that failed; None when none did.
        message: What it says.
        claims_checked: Whether it was checked what the anchor claims of its representation.
        text: The place in `WorldMap.texts` of the body, or of the part around the span; None without a body.
        mark: Start and end of the span in that text; None when the span covers nothing. Units: UTF-16 code
            units, those of a string in a browser.
        whole: Whether the text is the whole body.
        no_body: Why there is no body to show; None when there is.
    """

    source: str | None
    document: str | None
    version: str | None
    representation: str | None
    sha256: str | None
    place: str | None
    quote: str | None
    failed: str | None
    message: str | None
    claims_checked: bool
    text: int | None
    mark: tuple[int, int] | None
    whole: bool
    no_body: str | None


@dataclass(frozen=True, slots=True)
class MapRecord:
    """An edge of the map; nodes are places in `WorldMap.entities`.

    Args:
        id: Its canonical id.
        subject: The subject; None when the record has none, or several.
        predicate: The name of the predicate; None likewise.
        object: Likewise the object.
        weak: Whether the predicate is weak.
        failures: Rule and message of the record-level checks that failed.
        reasons: The rules that refuse it, in their order; empty when its text supports it.
        anchors: Its anchors that the caller may see.
    """

    id: str
    subject: int | None
    predicate: str | None
    object: int | None
    weak: bool
    failures: tuple[tuple[str, str], ...]
    reasons: tuple[str, ...]
    anchors: tuple[MapAnchor, ...]


@dataclass(frozen=True, slots=True)
class MapView:
    """How the records stand in one view, or at one instant.

    Args:
        id: The id of the view; the instant itself when `as_of`.
        as_of: Whether versions are chosen by time.
        standing: One letter a record: `ACCEPTED`, `CONTESTED`, `REFUSED`, `NOT_CURRENT` or `WITHDRAWN`.
        opponents: Contested record → the first records that oppose it; all by place.
        proofs: Record → the place, among its anchors, of the one that proves it, when it is not the first.
    """

    id: str
    as_of: bool
    standing: str
    opponents: dict[str, tuple[int, ...]]
    proofs: dict[str, int]


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """One answer of the lookup: the end entity and the records of its first path; all by place."""

    entity: int
    records: tuple[int, ...]
    other_paths: int


@dataclass(frozen=True, slots=True)
class MapRefusal:
    """A record that the lookup met and did not follow."""

    record: int
    step: int
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class MapLookup:
    """The lookup of a certificate, derived again in this world.

    Args:
        replay: ``holds``, ``changed`` or ``altered``: whether this world gives what the certificate says.
        cause: Why it cannot be asked here; None when it can.
        status: The status of the answer here; None when it cannot be asked.
        start: The id of the entity that it starts from.
        path: The names of the predicates.
        view: The place in `WorldMap.views`; None when it cannot be asked.
        answers: The answers.
        refusals: What was not followed.
        left_out: Number of answers and refusals that are not listed.
    """

    replay: str
    cause: str | None
    status: str | None
    start: str
    path: tuple[str, ...]
    view: int | None
    answers: tuple[MapAnswer, ...]
    refusals: tuple[MapRefusal, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class WorldMap:
    """A world as one caller sees it, in each view.

    Args:
        name: What the page is called.
        scopes: The scopes of the caller, sorted.
        entities: Sorted by id.
        records: Sorted by id.
        texts: What the anchors show.
        views: The default view, the declared ones by id, then the instants in order of time.
        selected: The place of the view that is shown first.
        views_left_out: Number of declared views that are no view of the map.
        instants_left_out: Number of instants at which something changes and which are no view of the map.
        lookup: The lookup of a certificate.
    """

    name: str
    scopes: tuple[str, ...]
    entities: tuple[MapEntity, ...]
    records: tuple[MapRecord, ...]
    texts: tuple[str, ...]
    views: tuple[MapView, ...]
    selected: int
    views_left_out: int = 0
    instants_left_out: int = 0
    lookup: MapLookup | None = None
