"""The layout of Turtle: exact texts, the same graph, every comment kept, the second time nothing to do."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import CanonicalizationAlgorithm, Dataset, RdfFormat

from benchmarks.worlds import generate
from graph_rdf.errors import FormattingError
from graph_rdf.export import write_nquads, write_ntriples, write_records, write_trig, write_turtle
from graph_rdf.formatting import Formatted, format_source, lay_out, same_graph
from graph_rdf.formatting.statement_reader import MAX_DEPTH
from graph_rdf.records import read_records, record_triples
from graph_rdf.syntax import Source, parse_quads, read_source, source_from_bytes
from graph_rdf.syntax.tokens import TOKEN

ROOT = Path(__file__).parent.parent
FOLDER = Path(__file__).parent / "formatting"
CASES = sorted(FOLDER.glob("*.in.*"))
SHIPPED = sorted(
    [*ROOT.glob("ontology/*.ttl"), *ROOT.glob("shapes/**/*.ttl"), *ROOT.glob("examples/**/*.ttl")]
)


def formatted(source: Source) -> bytes:
    made = format_source(source)
    assert made.findings == ()
    assert made.text is not None
    return made.text


def turtle(text: str, name: str = "a.ttl") -> Source:
    return source_from_bytes(text.encode(), name=name)


def canonical(source: Source) -> Dataset:
    dataset = Dataset(parse_quads(replace(source, base="http://example.org/base")))
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return dataset


def comments(source: Source) -> Counter[bytes]:
    """The comments of a text, found without the formatter."""
    found: Counter[bytes] = Counter()
    offset = source.start
    while True:
        match = TOKEN.match(source.data, offset)
        assert match is not None
        begin = match.start(match.lastgroup or 0)
        found.update(line.rstrip() for line in re.findall(rb"#[^\r\n]*", source.data[offset:begin]))
        if match.lastgroup == "end":
            return found
        offset = match.end()


def test_the_folder_holds_pairs() -> None:
    assert CASES
    names = {path.name for path in FOLDER.iterdir()}
    assert names == {name for path in CASES for name in (path.name, path.name.replace(".in.", ".out."))}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_layout(path: Path) -> None:
    source = read_source(path)
    wanted = path.with_name(path.name.replace(".in.", ".out.")).read_bytes()
    text = formatted(source)
    assert text == wanted
    after = replace(source, data=text)
    assert formatted(after) == text
    assert canonical(after) == canonical(source)
    assert comments(after) == comments(source)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_the_short_way_gives_the_same(path: Path) -> None:
    source = read_source(path)
    assert lay_out(source.data, source.start, source.format, quick=False) == formatted(source)


SHORT_WAY = (
    "a:s a:p 1 ; a a:T ; # c\n a:q 2 .",
    "a:s a:p 1 ; # c\n a a:T ; a:q 2 .",
    "a:s a a:T ; # c\n\n # d\n\n\n # e\n\n a:q 2, 3 ; #f\n#g\n a:r 1 .",
    "a:s # c\n a:q 2 .",
    "a:s a:q 2 ; # c\n .",
    "a:s a:q 2 ; # c\n ; a:p 1 .",
    "a:s a:q 2 ; # c\r\n a:p 1 .",
    "a:s a:q # c\n 2 ; a:p 1 .",
    "a:s a:q 2 ;#\n#\n a:p 1 ; # d \t \n a:r 1 . # e\n",
)


@pytest.mark.parametrize("text", SHORT_WAY)
def test_the_short_way_with_comments(text: str) -> None:
    source = turtle(f"@prefix a: <urn:a:> .\n{text}")
    made = formatted(source)
    assert lay_out(source.data, 0, source.format, quick=False) == made
    assert comments(replace(source, data=made)) == comments(source)
    assert formatted(replace(source, data=made)) == made


REFUSED = [
    ('<urn:s> <urn:p> "a" # c\n ^^<urn:t> .', 2, 2, "inside a term"),
    ('<urn:s> <urn:p> "a" # c\n @en .', 2, 2, "inside a term"),
    ("<urn:s> <urn:p> <<( <urn:s> # c\n <urn:p> 1 )>> .", 2, 2, "inside a term"),
    ("<urn:s> <urn:p> 1 ~ # c\n <urn:r> .", 2, 2, "inside a term"),
    ("@prefix a: # c\n <urn:a> .", 2, 2, "inside a directive"),
    (
        f"<urn:s> <urn:p> {'[ <urn:p> ' * (MAX_DEPTH + 1)}1{' ]' * (MAX_DEPTH + 1)} .",
        1,
        1017,
        "nested deeper",
    ),
]


@pytest.mark.parametrize(("text", "line", "column", "why"), REFUSED)
def test_refused_with_its_place(text: str, line: int, column: int, why: str) -> None:
    with pytest.raises(FormattingError, match=why) as error:
        format_source(turtle(text))
    assert (error.value.path, error.value.line, error.value.column) == ("a.ttl", line, column)


def test_the_deepest_that_is_taken() -> None:
    text = f"<urn:s> <urn:p> {'[ <urn:p> ' * MAX_DEPTH}1{' ]' * MAX_DEPTH} .\n"
    made = formatted(turtle(text))
    assert formatted(turtle(made.decode())) == made


def test_another_syntax_is_refused() -> None:
    with pytest.raises(FormattingError, match="has no layout"):
        format_source(source_from_bytes(b"{}", name="a.jsonld"))


@pytest.mark.parametrize(
    ("data", "rules"),
    [
        (b"<urn:s> <urn:p> .", ["syntax-error"]),
        (b"ex:s ex:p 1 .", ["undeclared-prefix"]),
        (b"<urn:s> <urn:p> '\xff' .", ["wrong-encoding"]),
        (b"ex:s <urn:p> 1 .\nez:s <urn:p> 1 .", ["undeclared-prefix", "undeclared-prefix"]),
        # Not Turtle, and laid out it would be.
        (b"<urn:s> <urn:p> 1", ["syntax-error"]),
        (b"<urn:s> <urn:p> 1 } .", ["syntax-error"]),
    ],
)
def test_faults_are_findings(data: bytes, rules: list[str]) -> None:
    made = format_source(source_from_bytes(data, name="a.ttl"))
    assert made.text is None
    assert [finding.rule for finding in made.findings] == rules


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_nothing_stays_nothing(data: bytes) -> None:
    assert formatted(source_from_bytes(data, name="a.ttl")) == b""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<urn:s> <urn:p> 1 .", "<urn:s> <urn:p> 01 ."),
        ("<urn:s> <urn:p> 1 .", "<urn:s> <urn:p> 1, 2 ."),
        ("<urn:s> <urn:p> [], [] .", "<urn:s> <urn:p> [] ."),
        ("_:a <urn:p> _:b . _:b <urn:p> _:a .", "_:a <urn:p> _:a . _:b <urn:p> _:b ."),
        ("<urn:s> <urn:p> 'é' .", "<urn:s> <urn:p> 'e\u0301' ."),
    ],
)
def test_the_proof_fails_for_other_graphs(before: str, after: str) -> None:
    assert same_graph(turtle(before), turtle(before))
    assert not same_graph(turtle(before), turtle(after))


def test_the_proof_takes_another_order() -> None:
    assert same_graph(turtle("<urn:s> <urn:p> 1 ; a <urn:C> ."), turtle("<urn:s> a <urn:C> ; <urn:p> 1 ."))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(ROOT)))
def test_shipped_files_are_formatted(path: Path) -> None:
    assert not format_source(read_source(path)).changed, "run: ttl-check fmt ontology shapes examples"


def exported(records: Path) -> list[Formatted]:
    """The export of records in each syntax, formatted."""
    triples = list(record_triples(read_records(records)))
    made = []
    for suffix in ("ttl", "nt", "trig", "nq"):
        out = io.BytesIO()
        if suffix == "ttl":
            write_turtle(triples, out)
        elif suffix == "nt":
            write_ntriples(triples, out)
        elif suffix == "trig":
            write_trig([(None, triples), ("<urn:g>", triples)], out)
        else:
            write_nquads([("<urn:g>", triples)], out)
        made.append(format_source(source_from_bytes(out.getvalue(), name=f"w.{suffix}")))
    return made


def test_exports_are_formatted() -> None:
    made = exported(ROOT / "examples" / "final" / "final.records.jsonl")
    assert [each.changed for each in made] == [False] * 4


def test_exports_of_generated_worlds_are_formatted(tmp_path: Path) -> None:
    path = tmp_path / "w.records.jsonl"
    with path.open("wb") as out:
        write_records((record for world in generate(5, seed=3) for record in world.records), out)
    assert [each.changed for each in exported(path)] == [False] * 4


def pieces(source: Source) -> list[bytes]:
    """The tokens of a text; literals stay together."""
    found: list[bytes] = []
    glue = False
    offset = source.start
    while True:
        match = TOKEN.match(source.data, offset)
        assert match is not None
        token = match.group(match.lastgroup or 0)
        if match.lastgroup == "end":
            return found
        if glue or (match.lastgroup == "at" and found and found[-1][-1:] in b"\"'") or token == b"^^":
            found[-1] += token
        else:
            found.append(token)
        glue = token == b"^^"
        offset = match.end()


SAMPLE = pieces(read_source(FOLDER / "comments.in.ttl")) + pieces(
    turtle(
        "a:x a:p a:o {| a:q 1 ; a:r ( 2 [ a:s 3 ] ) |}, a:o ; a a:T ;"
        " a:p [] , [ a:q 'x'@en, 1 ] ; . [ a:p 1 ] ."
    )
)
GAPS = st.sampled_from([b" ", b"\n", b"\n\n\n", b" # c%d\n", b"\n# c%d\n", b"\n\n  # c%d  \n\n", b"\t"])
INSIDE_DIRECTIVES = 4 * 4


@given(st.data())
def test_comments_anywhere(data: st.DataObject) -> None:
    gaps = data.draw(st.lists(GAPS, min_size=len(SAMPLE) + 1, max_size=len(SAMPLE) + 1))
    text = b""
    for place, token in enumerate([*SAMPLE, b""]):
        inside = place < INSIDE_DIRECTIVES and place % 4
        after_reifier = place and SAMPLE[place - 1] == b"~"
        gap = b" " if inside or after_reifier else gaps[place]
        text += (gap % place if b"%d" in gap else gap) + token
    source = source_from_bytes(text, name="a.ttl")
    made = formatted(source)
    after = replace(source, data=made)
    assert formatted(after) == made
    assert comments(after) == comments(source)
    assert canonical(after) == canonical(source)
    assert lay_out(text, 0, RdfFormat.TURTLE, quick=False) == made


def test_the_example_of_the_docs() -> None:
    page = (ROOT / "docs" / "how-to" / "fmt.md").read_text(encoding="utf-8")
    before, after = re.findall(r"```turtle\n(.*?)```", page, re.DOTALL)
    assert formatted(turtle(before)).decode() == after
