"""Text reports: places, excerpts, carets, and what a terminal must never obey."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_rdf.findings import Finding, Severity
from graph_rdf.report.excerpt import WIDTH, excerpt, finding_excerpt
from graph_rdf.report.marking import mark_of
from graph_rdf.report.model import ReportLimits, Summary, ValidationReport
from graph_rdf.report.printable import display_width, printable
from graph_rdf.report.style import Style
from graph_rdf.report.summary_text import render_statistics, render_summary
from graph_rdf.report.text import render_findings
from graph_rdf.report.text_layout import TextLayout

if TYPE_CHECKING:
    from graph_rdf.report.text_layout import GroupBy

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
    return render_findings([each], lambda _path, _line: line, Style(color))


HINT = (
    "    hint: Cite the clause that states this triple. If there is none, the record is not supported: "
    "take it out.\n"
)


def test_finding_with_place() -> None:
    assert rendered(finding(path="w.ttl", line=3, column=6), "ex:a ex:b") == (
        "w.ttl:3:6: error[wrong-bridge] the quote states another triple\n"
        f"    3 | ex:a ex:b\n      |      ^\n{HINT}"
    )


def test_finding_without_line_names_the_focus_node() -> None:
    assert rendered(finding(path="w.ttl", focus_node="http://e/a\x1b")) == (
        "w.ttl: error[wrong-bridge] the quote states another triple\n"
        f"    focus node <http://e/a\\u001B>\n{HINT}"
    )
    assert rendered(finding()) == f"-: error[wrong-bridge] the quote states another triple\n{HINT}"


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
    text = render_findings([each], lambda _path, _line: None, prefixes={"e": "http://e/"})
    assert text == f"w.ttl: error[wrong-bridge] {shown}\n{HINT}"


def test_colour_is_ours_alone() -> None:
    shown = rendered(finding(path="\x1b[5m.ttl", line=1), "\x1b[5m", color=True)
    assert "\x1b[5m" not in shown
    assert "\x1b[1;31merror\x1b[0m" in shown


def test_summary_says_every_number() -> None:
    summary = Summary(
        1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, truncated=True
    )
    rules = (("wrong-bridge", Severity.ERROR, 1011),)
    limits = ReportLimits(left_out=(("wrong-bridge", Severity.ERROR, 1010),))
    report = ValidationReport((finding(),), (), summary, "each", rules, limits=limits)
    shown = render_summary(report)
    assert [number for number in range(1001, 1014) if f"{number:,}" not in shown] == []
    assert "each checked on its own" in shown
    assert "truncated: only 1 shown" in shown


STATEMENT = (
    "ex:bob a ex:Person ;",
    "    # a comment",
    '    ex:name "Bob" , "Robert" ;',
    "    ex:age 7 ;",
    "    ex:knows ex:eve .",
)
MARKED = {
    "value": ({"value": '"Robert"', "result_path": "<http://e/name>"}, 3, '"Robert"'),
    "number": ({"value": '"7"^^<http://www.w3.org/2001/XMLSchema#integer>'}, 4, "7"),
    "node": ({"value": "http://e/eve"}, 5, "ex:eve"),
    "path": ({"value": "_:b", "result_path": "<http://e/name>"}, 3, "ex:name"),
    "no more than the subject": ({"value": '"Bo"'}, 1, "ex:bob"),
}


@pytest.mark.parametrize("name", MARKED)
def test_the_very_thing_is_marked(name: str) -> None:
    more, line, text = MARKED[name]
    each = finding(path="w.ttl", line=1, column=1, end_line=5, focus_node="http://e/bob", **more)
    mark = mark_of(each, lambda number: STATEMENT[number - 1], {"ex": "http://e/"})
    assert mark is not None
    assert (mark.line, STATEMENT[line - 1][mark.column - 1 :][: mark.length]) == (line, text)


RECORD = (
    '{"kind":"relation","id":"r","predicate":"p","support":[{"representation":"a","quote":"x \\" y",'
    '"span":{"unit":"byte","start":0,"end":4}},{"representation":"b","quote":"z"}]}'
)
KEYS = {
    ("quote-mismatch", 1): '"quote":"x \\" y"',
    ("quote-mismatch", 2): '"quote":"z"',
    ("span-out-of-range", 1): '"span":{"unit":"byte","start":0,"end":4}',
    ("missing-digest", 2): '"representation":"b"',
    ("missing-support", 1): '"support":[',
    ("contested", 1): '"predicate":"p"',
    ("digest-mismatch", 1): "{",
    ("record-of-nobody", 1): "{",
}


@pytest.mark.parametrize(("rule", "anchor"), KEYS)
def test_the_key_of_a_record_is_marked(rule: str, anchor: int) -> None:
    each = Finding(
        rule,
        Severity.ERROR,
        "m",
        path="w.jsonl",
        line=1,
        column=1,
        record="r",
        focus_node="http://e/r",
        value=f"http://e/r#anchor-{anchor}",
    )
    mark = mark_of(each, lambda _number: RECORD, {})
    assert mark is not None
    assert RECORD[mark.column - 1 :][: mark.length] == KEYS[rule, anchor]


@pytest.mark.parametrize("key", ["subject", "object"])
def test_the_end_that_is_no_entity_is_marked(key: str) -> None:
    text = '{"kind":"relation","id":"r","subject":"a","predicate":"p","object":"b"}'
    message = f"{key} 'x' is not a declared entity"
    each = Finding("unknown-entity", Severity.ERROR, message, path="w.jsonl", line=1, column=1, record="r")
    mark = mark_of(each, lambda _number: text, {})
    assert mark is not None
    assert (
        text[mark.column - 1 :][: mark.length] == {"subject": '"subject":"a"', "object": '"object":"b"'}[key]
    )


def test_a_long_statement_shows_its_first_lines_and_counts_the_rest() -> None:
    lines = ["ex:a ex:b", *(f"  {number} ," for number in range(2, 12))]
    each = finding(path="w.ttl", line=1, column=1, end_line=11, focus_node="http://e/a")
    assert finding_excerpt(each, lambda _path, number: lines[number - 1], {}) == [
        "1 | ex:a ex:b",
        "  | ^~~~",
        "2 |   2 ,",
        "3 |   3 ,",
        "  | … 8 more lines",
    ]
    shown = finding_excerpt(each, lambda _path, number: lines[number - 1], {}, style=Style(ascii=True))
    assert shown[-1] == "  | ... 8 more lines"


SEVERAL = (
    Finding("a-rule", Severity.INFO, "m", path="a.ttl", line=1, record="r2"),
    Finding("b-rule", Severity.ERROR, "m", path="a.ttl", line=2),
    Finding("a-rule", Severity.WARNING, "m", path="b.ttl", line=1, record="r1"),
)
GROUPS: dict[GroupBy, list[str]] = {
    "file": ["a.ttl: 1 error, 1 info", "b.ttl: 1 warning"],
    "rule": ["b-rule: 1 error", "a-rule: 1 warning, 1 info"],
    "record": ["r1: 1 warning", "r2: 1 info", "no record: 1 error"],
}


@pytest.mark.parametrize("group_by", GROUPS)
def test_groups(group_by: GroupBy) -> None:
    text = render_findings(SEVERAL, lambda _path, _line: None, layout=TextLayout(group_by))
    assert [line for line in text.splitlines() if "[" not in line and line] == GROUPS[group_by]
    assert text.count("[") == len(SEVERAL)


def test_a_hint_stands_once_a_rule_and_verbose_each_time() -> None:
    twice = [finding(path="w.ttl", line=1), finding(path="w.ttl", line=2)]

    def hints(layout: TextLayout) -> int:
        return render_findings(twice, lambda _path, _line: None, layout=layout).count(HINT)

    assert (hints(TextLayout()), hints(TextLayout(verbose=True))) == (1, 2)


def test_statistics() -> None:
    counts = (("wrong-bridge", Severity.ERROR, 1200), ("own", Severity.INFO, 3))
    assert render_statistics(counts) == (
        "1,200  error    wrong-bridge  The quote states another triple than the record\n    3  info     own\n"
    )


PROBLEMS = {
    "$.predicate: must be a string": '"predicate":"p"',
    "$.support: is too long": '"support":[',
    '$.support[0].quote: "" is empty': '"quote":"x \\" y"',
    "$.support[1].quote: must be a string": '"quote":"z"',
    "$.support[1].representation: must be a string": '"representation":"b"',
    "$.support[1].span: is missing": None,
    "$.support[0].span: must be an object": None,
    "$.support[2].quote: is missing": None,
    "$.label: is missing": None,
    "not JSON: the line ends too early": None,
}


@pytest.mark.parametrize("message", PROBLEMS)
def test_the_key_that_a_broken_line_is_about_is_marked(message: str) -> None:
    each = Finding("record-error", Severity.ERROR, message, path="w.jsonl", line=1)
    mark = mark_of(each, lambda _number: RECORD, {})
    assert (mark and RECORD[mark.column - 1 :][: mark.length]) == PROBLEMS[message]
