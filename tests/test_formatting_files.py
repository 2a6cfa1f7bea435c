"""Files are replaced whole, only when they changed, and only when nobody else touched them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from graph_rdf.errors import FormattingError
from graph_rdf.gate.formatting import FileFormatting, format_paths, replace_file, unified_diff

UNTIDY = b"<urn:s> <urn:p> 01;a <urn:C>."
TIDY = b"<urn:s> a <urn:C> ;\n    <urn:p> 01 .\n"


def one(path: Path) -> FileFormatting:
    (outcome,) = format_paths([str(path)])
    return outcome


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_bytes(UNTIDY)
    path.chmod(0o640)
    outcome = one(path)
    assert outcome.changed
    assert path.read_bytes() == UNTIDY
    replace_file(outcome)
    assert path.read_bytes() == TIDY
    assert path.stat().st_mode & 0o777 == 0o640
    assert not one(path).changed
    assert [each.name for each in tmp_path.iterdir()] == ["a.ttl"]


def test_what_another_program_wrote_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_bytes(UNTIDY)
    outcome = one(path)
    path.write_bytes(b"# mine\n")
    with pytest.raises(FormattingError, match="changed while"):
        replace_file(outcome)
    assert path.read_bytes() == b"# mine\n"


def test_of_a_folder_what_has_a_layout_is_taken(tmp_path: Path) -> None:
    for name in ("a.ttl", "b.trig", "c.nt", "d.nq", "e.rdf", "f.jsonld", "g.records.jsonl", "h.txt"):
        (tmp_path / name).write_bytes(b"")
    names = [Path(outcome.file.name).name for outcome in format_paths([str(tmp_path)])]
    assert names == ["a.ttl", "b.trig", "c.nt", "d.nq"]


@pytest.mark.skipif(shutil.which("patch") is None, reason="the program patch is not installed")
@pytest.mark.parametrize("data", [UNTIDY, UNTIDY + b"\n", b"# \xe2\x80\xa8 \x0b\n\n" + UNTIDY + b"# no end"])
def test_patch_takes_the_difference(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_bytes(data)
    outcome = one(path)
    assert outcome.formatted is not None
    difference = unified_diff(outcome)
    subprocess.run(["patch", "-p0", "-s", str(path)], input=difference.encode(), check=True, cwd=tmp_path)
    assert path.read_bytes() == outcome.formatted.text
    assert unified_diff(one(path)) == ""
