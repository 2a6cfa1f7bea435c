"""Syntax errors: which, where, and all of one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset import load_sources
from graph_rdf.findings import Severity
from graph_rdf.syntax import Source, depth_finding, source_from_bytes

if TYPE_CHECKING:
    from pathlib import Path

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XML = f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:x="urn:x:">'

Found = list[tuple[str, int | None, int | None, str]]


def findings_of(data: bytes, name: str = "a.ttl", folder: Path | None = None) -> Found:
    _, findings = load_sources([source_from_bytes(data, name=name, folder=folder)])
    return [(finding.rule, finding.line, finding.column, finding.message) for finding in findings]


def prefix(name: str, namespace: str = "…") -> str:
    return f"prefix {name}: is not declared; add @prefix {name}: <{namespace}> ."


TURTLE: dict[str, tuple[bytes, Found]] = {
    "nothing wrong": (b"\xef\xbb\xbf<urn:s> <urn:p> 1 .", []),
    "all prefixes, each once": (
        b'foo:a foo:b 1 .\nbar:a foo:b 2 .\r\nfoo:x a <urn:y> , sh:Shape .\r<urn:a> dcterms:title "x" .',
        [
            ("undeclared-prefix", 1, 1, prefix("foo")),
            ("undeclared-prefix", 2, 1, prefix("bar")),
            ("undeclared-prefix", 4, 9, prefix("dcterms", "http://purl.org/dc/terms/")),
        ],
    ),
    "columns are code points": (
        '\ufeff<urn:s> <urn:p> "äöü𝄞" , é:x .'.encode(),
        [("undeclared-prefix", 1, 26, prefix("é"))],
    ),
    "the empty prefix": (b":a <urn:p> 1 .", [("undeclared-prefix", 1, 1, prefix(""))]),
    "several faults": (
        b'<urn:a b> <urn:p> 1 .\n<urn:a> <urn:p> 1 .\n"x" <urn:p> 1 .\n<urn:a> _:b 1 .',
        [
            ("syntax-error", 1, 1, "Invalid IRI code point ' '"),
            ("syntax-error", 3, 1, '"x" is not a valid subject or graph name'),
            ("syntax-error", 4, 9, "_:b is not a valid predicate"),
        ],
    ),
    "not closed": (b'<urn:s> <urn:p> "x\n', [("syntax-error", 1, 17, "Unexpected end of file")]),
    "no dot": (b"<urn:s> <urn:p> 1", [("syntax-error", 1, 18, "Unexpected end")]),
    "what rdflib lets pass: an IRI with a brace": (
        b"<urn:{a}> <urn:p> 1 .",
        [("syntax-error", 1, 1, "Invalid IRI code point '{'")],
    ),
    "what rdflib lets pass: an escaped space": (
        b"<urn:a\\u0020b> <urn:p> 1 .",
        [("syntax-error", 1, 1, "Invalid IRI code point ' '")],
    ),
}


@pytest.mark.parametrize("case", TURTLE)
def test_turtle(case: str) -> None:
    data, expected = TURTLE[case]
    assert findings_of(data) == expected


def test_lone_surrogate() -> None:
    ((rule, line, column, _),) = findings_of(b'<urn:a> <urn:p> "\\uD800" .')
    assert (rule, line, column) == ("syntax-error", 1, 18)


def test_many_faults_are_cut_and_said() -> None:
    found = findings_of(b"<urn:a b> <urn:p> 1 .\n" * 150)
    assert len(found) == 100
    assert [line for _, line, _, _ in found] == list(range(1, 101))
    assert found[-1][3].endswith("(and more errors follow: only the first 100 are shown)")
    assert len(findings_of(b"<urn:a b> <urn:p> 1 .\n" * 100)) == 100
    assert "more errors" not in findings_of(b"<urn:a b> <urn:p> 1 .\n" * 100)[-1][3]


OTHERS: dict[str, tuple[str, str, Found]] = {
    "N-Triples": (
        "a.nt",
        "<urn:s> <urn:p> <o> .",
        [("syntax-error", 1, 17, "No scheme found in an absolute IRI")],
    ),
    "N-Quads": (
        "a.nq",
        "<urn:s> <urn:p> 1 .",
        [("syntax-error", 1, 17, "The object of a triple must be an IRI, a blank node or a literal")],
    ),
    "XML that is ill-formed": (
        "a.rdf",
        XML + "\n<rdf:Description></rdf:RDF>",
        [
            (
                "syntax-error",
                2,
                20,
                "ill-formed document: expected `</rdf:Description>`, but `</rdf:RDF>` was found",
            )
        ],
    ),
    "XML prefix": (
        "a.rdf",
        XML + '\n<rdf:Description foo:x="1"/></rdf:RDF>',
        [("undeclared-prefix", 2, 1, 'prefix foo: is not declared; add xmlns:foo="…"')],
    ),
    "JSON": ("a.jsonld", '{"@id":\n"urn:a",}', [("syntax-error", 2, 9, "Trailing commas are not allowed")]),
    "JSON-LD context": (
        "a.jsonld",
        '{\n "@context": ["https://example.org/ä.jsonld"], "@id": "urn:a"}',
        [
            (
                "syntax-error",
                2,
                15,
                (
                    "the context <https://example.org/ä.jsonld> is not in the file and nothing is fetched; "
                    "write it into the file, or a copy into the catalog"
                ),
            )
        ],
    ),
}


@pytest.mark.parametrize("case", OTHERS)
def test_other_formats(case: str) -> None:
    name, text, expected = OTHERS[case]
    assert findings_of(text.encode(), name) == expected


def test_a_faulty_file_gives_no_triples_and_the_others_are_loaded() -> None:
    good = source_from_bytes(b"<urn:s> <urn:p> 1 .", name="good.ttl")
    bad = source_from_bytes(b"<urn:s> <urn:p> 2 . x:y", name="bad.ttl")
    worse = source_from_bytes(b"[] <urn:p> 2 . x:y", name="worse.ttl")
    latin = source_from_bytes(b"\xe4", name="latin.ttl")
    dataset, findings = load_sources([bad, good, worse, latin])
    assert [str(quad) for quad in dataset.store] == [
        '<urn:s> <urn:p> "1"^^<http://www.w3.org/2001/XMLSchema#integer>'
    ]
    assert [(finding.path, finding.rule) for finding in findings] == [
        ("bad.ttl", "undeclared-prefix"),
        ("latin.ttl", "wrong-encoding"),
        ("worse.ttl", "undeclared-prefix"),
    ]


MESSAGE = (
    "the file has relative IRIs and no base; they are resolved against the file's own IRI, "
    "so another folder gives other IRIs; give --base or declare one in the file"
)
RELATIVE: dict[str, tuple[str, str, tuple[int | None, int | None]]] = {
    "Turtle": ("a.ttl", "<urn:s> <urn:p> <o> .", (1, 17)),
    "Turtle with blank nodes": ("a.ttl", "[] <urn:p>\n<o> .", (2, 1)),
    "TriG": ("a.trig", "<g> { <urn:s> <urn:p> <urn:o> }", (1, 1)),
    "RDF/XML": ("a.rdf", XML + '\n<rdf:Description rdf:about="o" x:y="1"/></rdf:RDF>', (2, 29)),
    "JSON-LD": ("a.jsonld", '{"@id": "o", "urn:p": "1"}', (None, None)),
}


@pytest.mark.parametrize("case", RELATIVE)
def test_relative_iris(case: str, tmp_path: Path) -> None:
    name, text, place = RELATIVE[case]
    dataset, findings = load_sources([source_from_bytes(text.encode(), name=name, folder=tmp_path)])
    (finding,) = findings
    assert (finding.rule, finding.severity, finding.message) == ("relative-iri", Severity.WARNING, MESSAGE)
    assert (finding.line, finding.column) == place
    assert len(dataset) == 1
    assert dataset.implied_bases == ((tmp_path / name).as_uri(),)
    assert tmp_path.as_uri() in str(next(iter(dataset.store)))
    given, none = load_sources([source_from_bytes(text.encode(), name=name, base="http://b/")])
    assert (none, len(given), given.implied_bases) == ([], 1, ())


def test_a_relative_iri_beside_a_fault(tmp_path: Path) -> None:
    found = findings_of(b"<o> <urn:p> 1 .\nx:y a <z> .", folder=tmp_path)
    assert [item[:3] for item in found] == [("relative-iri", 1, 1), ("undeclared-prefix", 2, 1)]


DEEP = 100_000
GROWTH = "the entities of the document grow past the limit of 16777216 bytes"


def entities(*declared: str, body: str) -> str:
    listed = "".join(f"<!ENTITY {entity}>" for entity in declared)
    return (
        f"<!DOCTYPE r [{listed}]>{XML}<rdf:Description rdf:about='urn:s'>{body}</rdf:Description></rdf:RDF>"
    )


TENFOLD = [f'a{i} "{f"&a{i - 1};" * 10}"' for i in range(1, 10)]

# Name, text, and the message; None when it loads.
DEPTHS: dict[str, tuple[str, str, str | None]] = {
    "brackets": ("a.ttl", "<urn:a> <urn:b> " + "[ <urn:b> " * DEEP + "1" + "]" * DEEP + " .", None),
    "open brackets": ("a.ttl", "<urn:a> <urn:b> " + "[ <urn:b> " * DEEP, "Unexpected end"),
    "parentheses": ("a.ttl", "<urn:a> <urn:b> " + "( " * DEEP + ")" * DEEP + " .", None),
    "reified triples": ("a.ttl", "<< <urn:a> <urn:b> " * DEEP + "1" + ">>" * DEEP + " .", None),
    "triple terms": (
        "a.ttl",
        "<urn:a> <urn:b> " + "<<( <urn:a> <urn:b> " * DEEP + "1" + ")>>" * DEEP + " .",
        "triple terms are nested deeper than the limit of 256",
    ),
    "triple terms of N-Triples": (
        "a.nt",
        "<urn:a> <urn:b> " + "<<( <urn:a> <urn:b> " * DEEP,
        "triple terms are nested deeper than the limit of 256",
    ),
    "objects": (
        "a.jsonld",
        '{"urn:p":' * DEEP + "1" + "}" * DEEP,
        "objects and arrays are nested deeper than the limit of 1024",
    ),
    "arrays": (
        "a.jsonld",
        '{"urn:p":' + "[" * DEEP + "]" * DEEP + "}",
        "objects and arrays are nested deeper than the limit of 1024",
    ),
    "elements": (
        "a.rdf",
        XML + "<rdf:Description><x:p>" * DEEP,
        "elements are nested deeper than the limit of 1024",
    ),
    "entities": ("a.rdf", entities('a0 "aaaaaaaaaa"', *TENFOLD, body="<x:p>&a9;</x:p>"), GROWTH),
    "entities that are declared backwards": (
        "a.rdf",
        entities(*reversed(TENFOLD), 'a0 "aaaaaaaaaa"', body="<x:p>&a9;</x:p>"),
        GROWTH,
    ),
    "entities that go round": ("a.rdf", entities('a "&b;x"', 'b "&a;"', body="<x:p>&a;</x:p>"), GROWTH),
    "one long entity many times": (
        "a.rdf",
        entities(f'a "{"x" * 10_000}"', body=f"<x:p>{'&a;' * 2_000}</x:p>"),
        GROWTH,
    ),
    "entities as ontologies have them": (
        "a.rdf",
        entities('x "urn:x:"', 'y "&x;y"', body="<x:p rdf:resource='&y;'/>"),
        None,
    ),
}


@pytest.mark.parametrize("case", DEPTHS)
def test_depth_ends_in_a_finding_never_in_a_crash(case: str) -> None:
    name, text, message = DEPTHS[case]
    dataset, findings = load_sources([source_from_bytes(text.encode(), name=name)])
    assert [(finding.rule, finding.message) for finding in findings] == (
        [] if message is None else [("syntax-error", message)]
    )
    assert bool(len(dataset)) == (message is None)


def _nested(name: str, depth: int) -> Source:
    text = {
        "a.ttl": "<urn:a> <urn:b> " + "<<( <urn:a> <urn:b> " * depth + '"<<(<<("' + " )>>" * depth + " .",
        "a.jsonld": '{"urn:p":' * (depth - 1) + '{"urn:p":"[[{{"}' + "}" * (depth - 1),
        "a.rdf": f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:x="urn:x:">'
        + "<rdf:Description><x:p>" * ((depth - 2) // 2)
        + "<rdf:Description/>"
        + "</x:p></rdf:Description>" * ((depth - 2) // 2)
        + "</rdf:RDF>",
    }[name]
    return source_from_bytes(text.encode(), name=name)


@pytest.mark.parametrize(("name", "limit"), [("a.ttl", 256), ("a.jsonld", 1024), ("a.rdf", 1024)])
def test_the_limits(name: str, limit: int) -> None:
    assert depth_finding(_nested(name, limit)) is None
    dataset, findings = load_sources([_nested(name, limit)])
    assert (findings, len(dataset) > 0) == ([], True)
    finding = depth_finding(_nested(name, limit + 2))
    assert finding is not None
    assert f"nested deeper than the limit of {limit}" in finding.message
