"""The rule catalogue in words and in JSON: a list, and a page for each rule."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from graph_rdf.report.json_report import FORMAT_VERSION, dump_json
from graph_rdf.report.rule_example import example_parts
from graph_rdf.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.rules import Rule

WIDTH = 88
"""Characters a line, for pages that are read."""


def severity_word(rule: Rule) -> str:
    """Name the severity of a rule; a reason of a lookup is a ``refusal``."""
    return "refusal" if rule.severity is None else rule.severity.value


def render_rule_list(rules: Iterable[Rule], style: Style = PLAIN) -> str:
    """Render one line a rule, with a heading for each area.

    Args:
        rules: The rules, grouped by area.
        style: The colours.

    Returns:
        Text; empty when there is no rule.
    """
    lines: list[str] = []
    area = ""
    listed = list(rules)
    width = max((len(rule.id) for rule in listed), default=0)
    for rule in listed:
        if rule.area != area:
            lines += [""] if lines else []
            lines.append(style.paint("strong", rule.area))
            area = rule.area
        lines.append(f"  {rule.id:<{width}}  {severity_word(rule):<7}  {rule.title}")
    return "".join(line + "\n" for line in lines)


def render_rule_page(rule: Rule, style: Style = PLAIN) -> str:
    """Render all there is to say about one rule."""
    sections = (
        ("What it says", rule.what),
        ("Why it matters", rule.why),
        ("How to mend it", rule.mend),
        ("Source", rule.source),
    )
    example = [
        f"\n{style.paint('strong', part.title)}\n"
        + "".join(f"  {line}".rstrip() + "\n" for line in part.text.splitlines())
        for part in example_parts(rule)
    ]
    head = f"{style.paint('strong', rule.id)} ({severity_word(rule)}, {rule.area})\n{rule.title}.\n"
    body = "".join(
        f"\n{style.paint('strong', title)}\n"
        + fill(
            text,
            WIDTH,
            initial_indent="  ",
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        + "\n"
        for title, text in sections
    )
    return head + body + "".join(example)


def render_rules_json(rules: Iterable[Rule]) -> str:
    """Render rules as one JSON object with the keys ``format_version`` and ``rules``."""
    return dump_json({"format_version": FORMAT_VERSION, "rules": [_rule_object(rule) for rule in rules]})


def _rule_object(rule: Rule) -> dict[str, str | None]:
    """Give the keys of one rule."""
    return {
        "id": rule.id,
        "area": rule.area,
        "severity": None if rule.severity is None else rule.severity.value,
        "title": rule.title,
        "what": rule.what,
        "why": rule.why,
        "mend": rule.mend,
        "source": rule.source,
    }
