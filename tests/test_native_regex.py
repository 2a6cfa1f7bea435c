"""Patterns in XPath syntax: what matches, what does not, and what is refused."""

from __future__ import annotations

import pytest

from graph_rdf.errors import ShapesError
from graph_rdf.shacl.regular_expression import RegularExpression

# pattern, flags, strings that match, strings that do not
CASES = [
    ("a.c", "", ["abc", "a\u2028c", "a\u0085c"], ["a\nc", "a\rc", "ac"]),
    ("a.c", "s", ["abc", "a\nc", "a\rc"], ["ac"]),
    ("^a$", "", ["a"], ["a\n", "b\na"]),
    ("^a$", "m", ["a", "b\na", "a\nb"], ["ab"]),
    (r"^\s+$", "", [" \t\n\r"], ["\u00a0", "\u2003", "\u000b"]),
    (r"^\S$", "", ["\u00a0", "x"], [" "]),
    (r"^\w+$", "", ["aé9", "\U0001d504", "$+<"], ["a_b", "a-b", "a b", "(", "\u200d"]),
    (r"^\W$", "", ["_", "-", " "], ["a", "$"]),
    (r"^\d+$", "", ["12", "\u0663"], ["x", "\u00bd"]),
    (r"^\i\c*$", "", ["_a-1.b", "a:b", "é"], ["1a", "-a", "a b", ""]),
    (r"^\I\C$", "", ["1 ", "-%"], ["ab", "1-"]),
    ("^[a-z-[aeiou]]+$", "", ["xyz"], ["xaz", "-"]),
    (r"^[\w-[\d]]+$", "", ["ab"], ["a1"]),
    ("^[^a-c-[x]]$", "", ["d"], ["a", "x"]),
    ("^[a&&b~~c]+$", "", ["a&b~c"], ["d"]),
    (r"^[\s\-x]+$", "", ["x- "], ["\u00a0"]),
    (r"^\p{L}\p{Nd}$", "", ["é1"], ["1é"]),
    (r"^\p{IsGreek}\P{IsBasicLatin}$", "", ["λé"], ["λa", "aé"]),
    (r"^[\p{IsCyrillic}x]+$", "", ["жx"], ["y"]),
    ("a b", "x", ["ab"], ["a b"]),
    ("[ ]#", "x", [" #"], ["#"]),
    ("a.b*", "q", ["xa.b*y"], ["aab"]),
    ("A.B", "qi", ["a.b"], ["axb"]),
    ("straße", "i", ["STRAßE"], ["STRASSE"]),
    ("(a|b){2,3}?c", "", ["abc"], ["ac"]),
    (r"\.\\\?\*\+\{\}\(\)\[\]\|\^\$\-", "", [r".\?*+{}()[]|^$-"], [""]),
    ("", "", ["", "x"], []),
]


@pytest.mark.parametrize(("pattern", "flags", "good", "bad"), CASES)
def test_matching(pattern: str, flags: str, good: list[str], bad: list[str]) -> None:
    assert RegularExpression(pattern, flags).matching([*good, *bad]) == set(good)


@pytest.mark.parametrize(
    ("pattern", "flags", "message"),
    [
        ("(", "", "not a regular expression"),
        ("a{2,1}", "", "not a regular expression"),
        (r"(a)\1", "", "back-reference"),
        (r"\p{IsKlingon}", "", "block IsKlingon|block Klingon"),
        ("a", "g", "unknown flag 'g'"),
    ],
)
def test_refused(pattern: str, flags: str, message: str) -> None:
    with pytest.raises(ShapesError, match=message):
        RegularExpression(pattern, flags)
