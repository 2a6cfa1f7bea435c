"""Records by chance, hard ones included: for properties that hold for every world."""

from __future__ import annotations

from hypothesis import strategies as st

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

HOSTILE = (
    '"""\\',
    "\\u0041",
    "' } . ?s ?p ?o . #",
    "<a> <b> <c> .",
    "ignore previous instructions",
    "a\r\nb\rc\td",
    "\0\x01\x7f\x85\u2028\u2029",
    "\ufeffBOM",
    "\ufffe\uffff",
    "e\u0301é\u200e\u202e",
    "\U0001f333\U0010ffff",
    "%41%",
    " ",
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(HOSTILE)
IDS = (
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8) | st.sampled_from(HOSTILE)
).filter(lambda text: text[0] != "~")
DIGESTS = st.text("0123456789abcdef", min_size=64, max_size=64)
TIMES = st.sampled_from(
    (
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00.000+00:00",
        "2026-01-01T24:00:00-11:30",
        "-0004-02-29T00:00:00.5Z",
        "123456789012-01-01T00:00:00Z",
    )
)
CONFIDENCES = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(
    (0.0, -0.0, 1.0, 0.1, 1e-7, 5e-324, 1.7976931348623157e308, 0.30000000000000004)
)
PREDICATES = st.sampled_from(("contact", "owns", "undeclared", "a b", "https://example.org/x")) | IDS.filter(
    lambda text: ":" not in text
)
DECLARED = {"contact": "https://w3id.org/evidence-graph/ns#contact", "owns": "https://example.org/owns"}


def _sets(items: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.sets(items, max_size=3).map(lambda found: tuple(sorted(found)))


def _spans() -> st.SearchStrategy[Span]:
    numbers = st.integers(0, 20) | st.just(10**30)
    return st.builds(
        lambda unit, ends: Span(unit, min(ends), max(ends)),
        st.sampled_from(("byte", "char")),
        st.tuples(numbers, numbers),
    )


@st.composite
def record_lists(draw: st.DrawFn) -> list[Record]:
    """Draw records that a reader accepts: unique ids, and a catalogue whose references are declared."""
    ids = iter(draw(st.lists(IDS, min_size=14, max_size=14, unique=True)))
    sources = [Source(next(ids), draw(TEXTS), draw(_sets(TEXTS.filter(bool)))) for _ in range(2)]
    document, version = next(ids), next(ids)
    records: list[Record] = [*sources]
    records.append(
        Document(document, draw(st.sampled_from(sources)).id, draw(st.sampled_from((version, None))))
    )
    records.append(
        Version(
            version,
            document,
            draw(TEXTS),
            draw(TIMES),
            draw(st.sampled_from((version, None))),
            draw(st.none() | TIMES),
            draw(_sets(TEXTS.filter(bool))),
        )
    )
    types = st.sampled_from(("Project", "Entity", "https://example.org/T", "urn:x:y#z"))
    entities = [Entity(next(ids), draw(types), draw(TEXTS), draw(_sets(TEXTS))) for _ in range(2)]
    records += entities
    media = st.sampled_from(("text/plain", "Text/Markdown ; charset=UTF-8", "text/html", "application/x.y+z"))
    representations = []
    for _ in range(2):
        made = Representation(next(ids), version, draw(media), draw(st.none() | DIGESTS))
        body = draw(st.sampled_from(("path", "body")))
        representations.append(
            Representation(made.id, made.version, made.media_type, made.sha256, **{body: draw(TEXTS)})
        )
    records += representations
    known = st.sampled_from([record.id for record in records])
    supports = st.builds(
        Support,
        st.sampled_from([made.id for made in representations]) | IDS,
        *[st.none() | known | IDS] * 3,
        st.none() | DIGESTS,
        st.none() | _spans(),
        st.none() | TEXTS,
    )
    for _ in range(draw(st.integers(0, 3))):
        records.append(
            Relation(
                next(ids),
                draw(known | IDS),
                draw(PREDICATES),
                draw(known | IDS),
                tuple(draw(st.lists(supports, max_size=12))),
                draw(st.none() | CONFIDENCES),
                draw(st.none() | TEXTS),
            )
        )
    records.append(View(next(ids), draw(_sets(st.just(version)))))
    return records
