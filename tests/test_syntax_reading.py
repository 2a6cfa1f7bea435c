"""From bytes to sources: formats, sizes, encodings, places."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graph_rdf.errors import InputError
from graph_rdf.syntax import (
    FORMATS,
    check_encoding,
    format_of,
    implied_bases,
    read_source,
    relativise,
    source_from_bytes,
)
from graph_rdf.syntax.positions import positions

FORMAT_CASES = {
    "a.ttl": "Turtle",
    "a.TTL": "Turtle",
    "dir.nt/a.trig": "TriG",
    "a.nt": "N-Triples",
    "a.nq": "N-Quads",
    "a.rdf": "RDF/XML",
    "a.owl": "RDF/XML",
    "a.jsonld": "JSON-LD",
    "a.records.jsonl": None,
    "a.json": None,
    "ttl": None,
    "-": None,
}


@pytest.mark.parametrize(("name", "expected"), FORMAT_CASES.items())
def test_format_of(name: str, expected: str | None) -> None:
    found = format_of(name)
    assert (None if found is None else found.name) == expected


def test_every_format_has_a_case() -> None:
    assert {format_of(name) for name in FORMAT_CASES} - {None} == set(FORMATS.values())


def test_read_source(tmp_path: Path) -> None:
    file = tmp_path / "a.ttl"
    file.write_bytes(b"\xef\xbb\xbf# x")
    source = read_source(file, name="shown.ttl", base="urn:b")
    assert (source.path, source.data, source.format.name) == ("shown.ttl", b"\xef\xbb\xbf# x", "Turtle")
    assert (source.base, source.folder, source.start, source.number) == ("urn:b", tmp_path, 3, 0)
    assert source.own_iri == (tmp_path / "shown.ttl").as_uri()


def test_stdin_has_an_iri_of_its_own() -> None:
    assert source_from_bytes(b"", name="-", format=FORMATS[".ttl"]).own_iri == "stdin:///"
    assert source_from_bytes(b"", name="x.ttl").own_iri == "stdin:///x.ttl"


def _unreadable(folder: Path) -> dict[str, tuple[Path, str]]:
    (folder / "a.txt").write_bytes(b"")
    (folder / "big.ttl").write_bytes(b"12345")
    (folder / "folder.ttl").mkdir()
    return {
        "absent": (folder / "absent.ttl", "cannot be read: No such file or directory"),
        "folder": (folder / "folder.ttl", "is a folder, not a file"),
        "format": (
            folder / "a.txt",
            "is of no known RDF format; the extension must be one of .jsonld .nq .nt .owl .rdf .trig .ttl",
        ),
        "large": (folder / "big.ttl", "is larger than the limit of 4 bytes"),
        "name": (Path("a\0.ttl"), "cannot be read: embedded null byte"),
    }


@pytest.mark.parametrize("case", ["absent", "folder", "format", "large", "name"])
def test_unreadable(tmp_path: Path, case: str) -> None:
    path, message = _unreadable(tmp_path)[case]
    with pytest.raises(InputError) as caught:
        read_source(path, max_bytes=4)
    assert (caught.value.message, caught.value.path) == (message, str(path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_by_right(tmp_path: Path) -> None:
    file = tmp_path / "a.ttl"
    file.write_bytes(b"")
    file.chmod(0)
    with pytest.raises(InputError, match="Permission denied"):
        read_source(file)


TEXT = '<urn:s> <urn:p> "äöü" .\n'
ENCODINGS = {
    "utf-8": (TEXT.encode(), None),
    "utf-8 with a mark": (TEXT.encode("utf-8-sig"), None),
    "astral": ("# 𝄞\n".encode(), None),
    "empty": (b"", None),
    "nul in utf-8": (b'# \0 is a character\n<urn:s> <urn:p> "x" .', None),
    "utf-16 with a mark": (TEXT.encode("utf-16"), ("UTF-16LE", 1, 1)),
    "utf-16be with a mark": (b"\xfe\xff" + TEXT.encode("utf-16-be"), ("UTF-16BE", 1, 1)),
    "utf-32 with a mark": (TEXT.encode("utf-32"), ("UTF-32LE", 1, 1)),
    "utf-32be with a mark": (b"\0\0\xfe\xff" + TEXT.encode("utf-32-be"), ("UTF-32BE", 1, 1)),
    "utf-16le": (TEXT.encode("utf-16-le"), ("UTF-16LE", 1, 1)),
    "utf-16be": (TEXT.encode("utf-16-be"), ("UTF-16BE", 1, 1)),
    "utf-32le": (TEXT.encode("utf-32-le"), ("UTF-32LE", 1, 1)),
    "utf-32be": (TEXT.encode("utf-32-be"), ("UTF-32BE", 1, 1)),
    "latin-1": (b"# a\r\n# b\r" + TEXT.encode("latin-1"), ("ISO-8859-1", 3, 18)),
    "windows-1252": ("# ä\n“x”".encode("cp1252"), ("Windows-1252", 1, 3)),
    "columns are code points": ("# äöü𝄞".encode() + b"\xff", ("ISO-8859-1", 1, 7)),
    "a mark is no column": (b"\xef\xbb\xbf# \xe4", ("ISO-8859-1", 1, 3)),
    "cut off": ("# ä".encode()[:-1], ("ISO-8859-1", 1, 3)),
    "surrogate": (b"# \xed\xa0\x80", ("Windows-1252", 1, 3)),
    "past a piece": (b"#" * (1 << 20) + "ä".encode() * 3 + b"\n#\xe4", ("ISO-8859-1", 2, 2)),
}


@pytest.mark.parametrize("case", ENCODINGS)
def test_check_encoding(case: str) -> None:
    data, expected = ENCODINGS[case]
    finding = check_encoding(source_from_bytes(data, name="a.ttl"))
    if expected is None:
        assert finding is None
    else:
        assert finding is not None
        assert (finding.rule, finding.path) == ("wrong-encoding", "a.ttl")
        assert expected[0] in finding.message
        assert (finding.line, finding.column) == expected[1:]


def test_positions_count_every_kind_of_line_end() -> None:
    text = "a\r\nbä\rc\nd𝄞e\r\r\n"
    data = text.encode()
    offsets = {len(text[:index].encode()) for index in range(len(text) + 1)}
    found = positions(data, offsets)
    lines = [[(1, 1), (1, 2), (1, 2)], [(2, 1), (2, 2), (2, 3)], [(3, 1), (3, 2)]]
    lines += [[(4, 1), (4, 2), (4, 3), (4, 4)], [(5, 1), (5, 1)], [(6, 1)]]
    assert [found[offset] for offset in sorted(offsets)] == [place for line in lines for place in line]


RELATIVE = {
    "file:///h/me/w.ttl#a": "#a",
    "file:///h/me/w.ttl?a": "?a",
    "file:///h/me/w.ttl": "w.ttl",
    "file:///h/me/b/c": "b/c",
    "file:///h/b": "../b",
    "file:///other/b": "file:///other/b",
    "a <file:///h/me/x> and <file:///h/y>": "a <x> and <../y>",
    "http://h/me/x": "http://h/me/x",
}


@pytest.mark.parametrize(("text", "expected"), RELATIVE.items())
def test_relativise(text: str, expected: str) -> None:
    assert relativise(text, ["file:///h/me/w.ttl"]) == expected


def test_relativise_stdin() -> None:
    assert relativise("stdin:///a and stdin:///x.ttl#b", ["stdin:///x.ttl"]) == "a and #b"


def test_only_implied_bases_are_taken_out() -> None:
    source = source_from_bytes(b"", name="a.ttl", base="http://h/")
    assert implied_bases([source]) == ()
