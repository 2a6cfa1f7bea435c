"""Text reports: places, excerpts, carets, and what a terminal must never obey."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_rdf.findings import Finding, Severity
from graph_rdf.report.excerpt import WIDTH, excerpt
from graph_rdf.report.model import Summary, ValidationReport
from graph_rdf.report.printable import display_width, printable
from graph_rdf.report.style import Style
from graph_rdf.report.text import render_summary, render_text

HOSTILE = {
    "colour": ("\x1b[31mred", "\\u001B[31mred"),
    "title": ("\x1b]0;owned\x07", "\\u001B]0;owned\\u0007"),
    "line ends": ("a\r\nb\u2028c\x85d", "a\\r\\nb\\u2028c\\u0085d"),
    "right to left": ("abc\u202edef\u2066", "abc\\u202Edef\\u2066"),
    "zero width": ("a\u200bb\ufeffc\u00add", "a\\u200Bb\\uFEFFc\\u00ADd"),
    "no-break space": ("a\u00a0b\u3000c", "a\\u00A0b\\u3000c"),
    "surrogate": ("a\udc80b", "a\\uDC80b"),
    "tag characters": ("a\U000e0041b", "a\\U000E0041b"),
    "plain": ("Grüße, 漢字 and 𝄞 stay", "Grüße, 漢字 and 𝄞 stay"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_printable(name: str) -> None:
    text, shown = HOSTILE[name]
    assert printable(text) == shown


@given(st.text(st.characters()))
def test_printable_text_is_one_line_that_utf_8_can_say(text: str) -> None:
    shown = printable(text)
    assert shown.splitlines() in ([], [shown])
    assert shown.isprintable()
    shown.encode("utf-8")


EXCERPTS = {
    "first column": ("ex:a ex:b ex:c .", 1, ["ex:a ex:b ex:c .", "^"]),
    "past the end": ("ab", 9, ["ab", "  ^"]),
    "no column": ("ab", None, ["ab"]),
    "empty line": ("", 1, []),
    "tab": ("\tab", 2, [" ab", " ^"]),
    "wide": ("漢字 x", 4, ["漢字 x", "     ^"]),
    "combining": ("a\u0308b", 3, ["a\u0308b", " ^"]),
    "escape before the caret": ("a\x1bb", 3, ["a\\u001Bb", "       ^"]),
}


@pytest.mark.parametrize("name", EXCERPTS)
def test_excerpt(name: str) -> None:
    line, column, shown = EXCERPTS[name]
    assert excerpt(line, column) == shown


@given(st.integers(1, 5000), st.integers(1, 5000))
def test_a_long_line_is_cut_around_the_column(length: int, column: int) -> None:
    line = "".join(chr(ord("a") + number % 26) for number in range(length))
    shown, caret = excerpt(line, column)
    assert display_width(shown) <= WIDTH + 2
    if column <= length:
        assert shown[caret.index("^")] == line[column - 1]


def finding(**more: object) -> Finding:
    return Finding("wrong-bridge", Severity.ERROR, "the quote states another triple", **more)  # type: ignore[arg-type]


def rendered(each: Finding, line: str | None = None, *, color: bool = False) -> str:
    report = ValidationReport((each,), (), Summary(errors=1))
    return render_text(report, lambda _path, _line: line, Style(color))


def test_finding_with_place() -> None:
    assert rendered(finding(path="w.ttl", line=3, column=6), "ex:a ex:b") == (
        "w.ttl:3:6: error[wrong-bridge] the quote states another triple\n    ex:a ex:b\n         ^\n"
    )


def test_finding_without_line_names_the_focus_node() -> None:
    assert rendered(finding(path="w.ttl", focus_node="http://e/a\x1b")) == (
        "w.ttl: error[wrong-bridge] the quote states another triple\n    focus node http://e/a\\u001B\n"
    )
    assert rendered(finding()) == "-: error[wrong-bridge] the quote states another triple\n"


SHACL = {
    "path": ({"result_path": "<http://e/name>"}, "e:name: the quote states another triple"),
    "path of no prefix": ({"result_path": "^<http://f/a>"}, "^<http://f/a>: the quote states another triple"),
    "literal": (
        {"result_path": "e:name", "value": '"<http://e/a>"@en'},
        'e:name: the quote states another triple (value "<http://e/a>"@en)',
    ),
    "value that the message names": ({"value": '"triple"'}, "the quote states another triple"),
    "value that is a part of a word": ({"value": '"tri"'}, 'the quote states another triple (value "tri")'),
    "empty value": ({"value": '""'}, 'the quote states another triple (value "")'),
    "iri": ({"value": "http://e/a"}, "the quote states another triple (value e:a)"),
    "long": ({"value": f'"{"x" * 99}"'}, f'the quote states another triple (value "{"x" * 79}…)'),
}


@pytest.mark.parametrize("name", SHACL)
def test_the_message_of_a_shape_says_path_and_value(name: str) -> None:
    more, shown = SHACL[name]
    each = finding(path="w.ttl", shape="http://e/Shape", **more)
    report = ValidationReport((each,), (), Summary(errors=1))
    text = render_text(report, lambda _path, _line: None, prefixes={"e": "http://e/"})
    assert text == f"w.ttl: error[wrong-bridge] {shown}\n"


def test_colour_is_ours_alone() -> None:
    shown = rendered(finding(path="\x1b[5m.ttl", line=1), "\x1b[5m", color=True)
    assert "\x1b[5m" not in shown
    assert "\x1b[1;31merror\x1b[0m" in shown


def test_summary_says_every_number() -> None:
    summary = Summary(
        1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, truncated=True
    )
    report = ValidationReport((finding(),), (), summary, "each", (("wrong-bridge", Severity.ERROR, 1011),))
    shown = render_summary(report)
    assert [number for number in range(1001, 1014) if f"{number:,}" not in shown] == []
    assert "each checked on its own" in shown
    assert "truncated: only 1 shown" in shown
