"""Typed literals as they are written: lexical spaces, and a scan that never misses."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal

from graph_rdf.namespaces import XSD
from graph_rdf.syntax import is_ill_typed, lexical_findings, parse_quads, source_from_bytes
from graph_rdf.syntax.lexical_scan import doubtful_carets, is_surely_well_typed
from graph_rdf.syntax.lexical_spaces import LEXICAL_SPACES

# Datatype → forms that are in its lexical space, and forms that are not.
FORMS: dict[str, tuple[list[str], list[str]]] = {
    "boolean": (["true", "false", "1", "0"], ["", "True", "TRUE", "yes", " true", "01"]),
    "integer": (
        ["0", "-0", "+1", "007", "9" * 5000],
        ["", "1_000", "1.0", "1e3", " 1", "1 ", "1\n", "--1", "+", "٣", "0x1", "NaN"],
    ),
    "decimal": (
        ["0", "1.", ".5", "-1.50", "+0.0", "9" * 5000],
        ["", ".", "1e3", "NaN", "INF", "1,5", "1_0", "+.", " 1"],
    ),
    "double": (
        ["1", "-1.5E3", "1e-400", ".5e+1", "1.", "INF", "+INF", "-INF", "NaN"],
        ["", "inf", "Inf", "nan", "-NaN", "1e", "e1", "1e1.5", "infinity", "0x1p3"],
    ),
    "float": (["1e3", "NaN", "-INF"], ["inf", "1f"]),
    "nonNegativeInteger": (["0", "-0", "+5", "46"], ["-1", "1.0", ""]),
    "positiveInteger": (["1", "+01"], ["0", "-0", "-1"]),
    "nonPositiveInteger": (["0", "+0", "-7"], ["1", "+1"]),
    "negativeInteger": (["-1", "-01"], ["0", "-0", "1"]),
    "long": (
        ["9223372036854775807", "-9223372036854775808", "+0"],
        ["9223372036854775808", "-9223372036854775809"],
    ),
    "int": (["2147483647", "-2147483648"], ["2147483648", "-2147483649"]),
    "short": (["32767", "-32768"], ["32768", "-32769"]),
    "byte": (["127", "-128", "000127", "-0128"], ["128", "-129"]),
    "unsignedLong": (["18446744073709551615", "-0"], ["18446744073709551616", "-1"]),
    "unsignedInt": (["4294967295"], ["4294967296"]),
    "unsignedShort": (["65535"], ["65536"]),
    "unsignedByte": (["255", "0"], ["256", "-1"]),
    "dateTime": (
        [
            "2026-08-16T12:05:34",
            "2026-08-16T12:05:34Z",
            "2026-08-16T24:00:00",
            "2026-08-16T24:00:00.000Z",
            "2026-08-16T23:59:59.999999999999+14:00",
            "-0001-01-01T00:00:00",
            "0000-02-29T00:00:00Z",
            "12026-01-01T00:00:00-13:59",
            "2024-02-29T00:00:00Z",
            "2000-02-29T00:00:00Z",
        ],
        [
            "2026-08-16",
            "2026-08-16T12:05",
            "2026-08-16 12:05:34",
            "2026-08-16T24:00:01",
            "2026-08-16T25:00:00",
            "2026-08-16T12:60:00",
            "2026-08-16T12:05:60",
            "2026-08-16T12:05:34.",
            "2026-08-16T12:05:34+14:01",
            "2026-08-16T12:05:34+15:00",
            "2026-08-16T12:05:34z",
            "2026-13-01T00:00:00",
            "2026-02-29T00:00:00",
            "2100-02-29T00:00:00",
            "1900-02-29T00:00:00",
            "2026-04-31T00:00:00",
            "2026-00-10T00:00:00",
            "226-01-01T00:00:00",
            "02026-01-01T00:00:00",
            "+2026-01-01T00:00:00",
        ],
    ),
    "dateTimeStamp": (["2026-08-16T12:05:34Z"], ["2026-08-16T12:05:34"]),
    "date": (
        ["2026-08-16", "2026-08-16Z", "2026-08-16-05:00", "-4004-10-23", "-0004-02-29"],
        ["2026-08-16T12:05:34Z", "2026-8-16", "20260816", "2026-08-32", "2026-02-30", "16.08.2026"],
    ),
    "time": (["12:05:34", "24:00:00", "00:00:00.5Z"], ["24:00:01", "12:05", "1:05:34", "12:05:34+24:00"]),
    "gYear": (["2026", "-0044", "0000", "12026Z"], ["26", "02026", "+2026"]),
    "gYearMonth": (["2026-08", "2026-08Z"], ["2026-13", "2026-8", "2026"]),
    "gMonth": (["--08", "--12Z"], ["--13", "08", "--08--"]),
    "gMonthDay": (["--02-29", "--12-31Z"], ["--02-30", "--04-31", "12-31"]),
    "gDay": (["---31", "---01+01:00"], ["---32", "---00", "31"]),
    "duration": (
        ["P1Y", "P12M", "-P1Y2M3DT4H5M6.7S", "PT0S", "P0D", "PT36H"],
        ["", "P", "PT", "P1YT", "1Y", "P1S", "P1M1Y", "PT1.5H", "P-1Y", "+P1Y", "PT.5S"],
    ),
    "yearMonthDuration": (["P1Y2M", "-P14M"], ["P1D", "P", "P1Y1D"]),
    "dayTimeDuration": (["P1D", "PT1H", "-P1DT2H3M4.5S"], ["P1M", "P", "P1DT", "PT", "P1Y"]),
    "hexBinary": (["", "0fB8"], ["0", "0g", "0f b8"]),
    "base64Binary": (
        ["", "aGVsbG8=", "aA==", "aGVs bG8=", "a G V s", "aGVsaGVs"],
        ["a", "aGVsbG8", "aB==", "aGVsbG9=", "====", "aGVs  bG8=", " aGVs", "aGVs\nbG8="],
    ),
    "anyURI": (["", "http://h/", "a b", "ä"], ["\x01", "\ufffe"]),
    "language": (["de", "de-AT", "x-a1"], ["", "de_AT", "toolonglanguage", "de-", "d1"]),
    "normalizedString": (["", " a  b "], ["a\tb", "a\nb", "a\rb"]),
    "token": (["", "a b", "\u00a0"], [" a", "a ", "a  b", "a\tb"]),
    "NMTOKEN": (["a", "-1.2:", "·", "ä"], ["", "a b", "a/b", "é,"]),
    "Name": ([":", "a:b-1", "_x", "ä·"], ["", "1a", "-a", "·a", "a b"]),
    "NCName": (["a-1", "_x", "𐀀"], ["a:b", ":", "1a", ""]),
}


def test_every_lexical_space_has_forms() -> None:
    assert {XSD + name for name in FORMS} == set(LEXICAL_SPACES)
    assert all(good and bad for good, bad in FORMS.values())


@pytest.mark.parametrize("name", FORMS)
def test_lexical_space(name: str) -> None:
    good, bad = FORMS[name]
    assert [form for form in good if is_ill_typed(form, XSD + name)] == []
    assert [form for form in bad if not is_ill_typed(form, XSD + name)] == []


def test_other_datatypes_are_left_alone() -> None:
    assert not is_ill_typed("x", "urn:d")
    assert not is_ill_typed("\x00", XSD + "string")


PREFIX = f"@prefix xsd: <{XSD}> .\n"

DOCUMENTS: dict[str, tuple[str, str, list[tuple[int, int, str | None, str | None, str]]]] = {
    "clean": ("a.ttl", PREFIX + '<urn:s> <urn:p> "1"^^xsd:integer , 01 , 1.50 , true .', []),
    "with its place": (
        "a.ttl",
        "\ufeff" + PREFIX + '<urn:s> <urn:p> "ä" ,\n\t"1_000"^^xsd:integer , "x"^^<urn:d> .',
        [(3, 2, "urn:s", "<urn:p>", f'"1_000"^^<{XSD}integer>')],
    ),
    "each use": (
        "a.ttl",
        PREFIX + '<urn:s> <urn:p> "NaN"^^xsd:decimal .\n<urn:t> <urn:q> "NaN"^^xsd:decimal .',
        [
            (2, 17, "urn:s", "<urn:p>", f'"NaN"^^<{XSD}decimal>'),
            (3, 17, "urn:t", "<urn:q>", f'"NaN"^^<{XSD}decimal>'),
        ],
    ),
    "escaped and spaced out": (
        "a.ttl",
        PREFIX + "<urn:s> <urn:p> '\\u0078' # a comment\n ^^ # another\n xsd:integer .",
        [(2, 17, "urn:s", "<urn:p>", f'"x"^^<{XSD}integer>')],
    ),
    "a relative datatype": (
        "a.ttl",
        '@base <http://www.w3.org/2001/XMLSchema> . <urn:s> <urn:p> "x"^^<#integer> .',
        [(1, 60, "urn:s", "<urn:p>", f'"x"^^<{XSD}integer>')],
    ),
    "another prefix": (
        "a.ttl",
        'PREFIX w: <http://www.w3.org/2001/> <urn:s> <urn:p> "x"^^w:XMLSchema\\#integer .',
        [(1, 53, "urn:s", "<urn:p>", f'"x"^^<{XSD}integer>')],
    ),
    "a prefix that changes": (
        "a.ttl",
        (
            '@prefix x: <urn:x:> . <urn:s> <urn:p> "y"^^x:integer .\n'
            f'@prefix x: <{XSD}> . <urn:s> <urn:p> "y"^^x:integer .'
        ),
        [(2, 66, "urn:s", "<urn:p>", f'"y"^^<{XSD}integer>')],
    ),
    "a prefix without a space": (
        "a.ttl",
        f'@prefix : <urn:x:> . @prefix prefix: <urn:y:> .\n@prefix:<{XSD}> . <urn:s> <urn:p> "y"^^:integer .',
        [(2, 63, "urn:s", "<urn:p>", f'"y"^^<{XSD}integer>')],
    ),
    "a blank node": (
        "a.ttl",
        PREFIX + '<urn:s> <urn:p> [ <urn:q> "x"^^xsd:date ] , _:x .',
        [(2, 27, "_:f0b0", "<urn:q>", f'"x"^^<{XSD}date>')],
    ),
    "a triple term": (
        "a.ttl",
        PREFIX + '<urn:s> <urn:p> <<( <urn:a> <urn:b> "x"^^xsd:date )>> .',
        [(2, 37, None, None, f'"x"^^<{XSD}date>')],
    ),
    "an escaped quote before a good form": (
        "a.ttl",
        PREFIX + '<urn:s> <urn:p> "x\\"46"^^xsd:integer .',
        [(2, 17, "urn:s", "<urn:p>", f'"x\\"46"^^<{XSD}integer>')],
    ),
    "named graphs": (
        "a.trig",
        PREFIX + '<urn:g> { <urn:s> <urn:p> 1 . <urn:t> <urn:p> "x"^^xsd:byte }',
        [(2, 47, "urn:t", "<urn:p>", f'"x"^^<{XSD}byte>')],
    ),
    "text that looks like it": (
        "a.ttl",
        PREFIX + '# "x"^^xsd:integer\n<urn:s> <urn:p> "\\"x\\"^^xsd:integer" , """ "y"^^xsd:date """ .',
        [],
    ),
    "N-Triples": (
        "a.nt",
        f'<urn:s> <urn:p> "1"^^<{XSD}integer> .\n<urn:s> <urn:p> "300"^^<{XSD}unsignedByte> .',
        [(2, 17, "urn:s", "<urn:p>", f'"300"^^<{XSD}unsignedByte>')],
    ),
    "N-Quads": (
        "a.nq",
        f'_:a <urn:p> "x"^^<{XSD}time> _:g .',
        [(1, 13, "_:f0b0", "<urn:p>", f'"x"^^<{XSD}time>')],
    ),
    "JSON-LD": (
        "a.jsonld",
        '{"@id": "urn:s",\n"urn:p": {"@value": "x", "@type": "' + XSD + 'integer"}}',
        [(1, 1, "urn:s", "<urn:p>", f'"x"^^<{XSD}integer>')],
    ),
    "RDF/XML": (
        "a.rdf",
        (
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:">\n'
            f'<rdf:Description rdf:about="urn:s"><x:p rdf:datatype="{XSD}integer">x</x:p></rdf:Description>'
            "</rdf:RDF>"
        ),
        [(2, 1, "urn:s", "<urn:x:p>", f'"x"^^<{XSD}integer>')],
    ),
}


@pytest.mark.parametrize("case", DOCUMENTS)
def test_lexical_findings(case: str) -> None:
    name, text, expected = DOCUMENTS[case]
    findings = lexical_findings(source_from_bytes(text.encode(), name=name))
    assert {finding.rule for finding in findings} == ({"ill-typed-literal"} if expected else set())
    assert [
        (finding.line, finding.column, finding.focus_node, finding.result_path, finding.value)
        for finding in findings
    ] == expected


def test_the_message_says_what_is_expected() -> None:
    (finding,) = lexical_findings(
        source_from_bytes((PREFIX + '<urn:s> <urn:p> "1e3"^^xsd:decimal .').encode(), name="a.ttl")
    )
    assert finding.message == (
        '"1e3" is no xsd:decimal; expected digits with an optional sign and decimal point, no exponent'
    )


NAMED = sorted(FORMS)
CHARACTERS = "0123456789+-.:TZPDYMSHeEINFa _\"\\^\n'"
FORM = st.one_of(
    st.sampled_from([form for good, bad in FORMS.values() for form in (*good, *bad) if len(form) < 40]),
    st.text(alphabet=CHARACTERS, max_size=12),
    st.builds("{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}Z".format, *(st.integers(0, 61) for _ in range(6))),
    st.builds("{:04d}-{:02d}-{:02d}".format, st.integers(1890, 2110), st.integers(0, 13), st.integers(0, 32)),
    st.integers(-(2**65), 2**65).map(str),
    st.integers(-300, 300).map(str),
)
SPELLED = st.sampled_from(["xsd:{}", "<" + XSD + "{}>", "x:{}", "w:XMLSchema\\#{}", ":{}", "<#{}>"])


def quoted(form: str, style: int) -> str:
    escaped = form.replace("\\", "\\\\").replace('"', '\\"').replace("'", "\\'").replace("\n", "\\n")
    escaped = escaped.replace("\r", "\\r")
    if style == 2:
        return '"""' + form.replace("\\", "\\\\").replace('"""', '""\\"').removesuffix('"') + '"""'
    return f"'{escaped}'" if style == 1 else f'"{escaped}"'


LITERALS = st.builds(
    lambda form, style, gap, spelled, name: quoted(form, style) + gap + "^^" + spelled.format(name),
    FORM,
    st.sampled_from([0, 0, 0, 1, 2]),
    st.sampled_from(["", "", "", " ", "#c\n"]),
    SPELLED,
    st.sampled_from([*NAMED, *NAMED, "string", "other"]),
)
DECLARATIONS = (
    f"@prefix xsd: <{XSD}> . @prefix x: <urn:x:> . PREFIX w: <http://www.w3.org/2001/>\n"
    "@prefix : <http://www.w3.org/2001/XMLSchema#> . @base <http://www.w3.org/2001/XMLSchema> .\n"
)


@settings(max_examples=500, deadline=None)
@given(st.lists(LITERALS, min_size=1, max_size=4))
@example(['"x\\"46"^^xsd:integer'])
def test_the_scan_never_misses(literals: list[str]) -> None:
    data = (DECLARATIONS + "<urn:s> <urn:p> " + " , ".join(literals) + " .").encode()
    source = source_from_bytes(data, name="a.ttl")
    faulty = [
        quad.object
        for quad in parse_quads(source)
        if isinstance(quad.object, Literal) and is_ill_typed(quad.object.value, quad.object.datatype.value)
    ]
    if is_surely_well_typed(data):
        assert faulty == []
    assert len(doubtful_carets(data)) >= len(faulty)
    # The findings are exactly the faulty literals, in order of the text.
    assert [finding.value for finding in lexical_findings(source)] == [str(literal) for literal in faulty]


def test_the_scan_is_sure_of_what_exports_hold() -> None:
    text = DECLARATIONS + (
        '<urn:s> <urn:p> "0"^^xsd:nonNegativeInteger , "2026-01-01T00:00:00Z"^^xsd:dateTime , "1"^^<urn:d> , '
        '"x"^^x:y , "a ^^ b"^^x:z , "true"^^xsd:boolean , "x"^^xsd:string , "1.5"^^xsd:decimal , '
        '"00fB"^^xsd:hexBinary .'
    )
    assert not is_surely_well_typed(text.encode())  # the "^^" inside a string
    assert is_surely_well_typed(text.replace("a ^^ b", "a b").encode())
