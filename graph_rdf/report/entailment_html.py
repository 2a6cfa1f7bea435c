"""The ledger of an entailment run as one HTML page: tables and bars, no script and no outside file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from graph_rdf.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.entailment import Count, Ledger
    from graph_rdf.entailment.names import Names

_STYLE: Final = (
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:1em 0}"
    "th,td{padding:.2em .8em;text-align:left;border-bottom:1px solid #ccc}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;font-weight:bold;padding:.4em 0}"
    ".bar{display:inline-block;height:.8em;background:#2a6f97}.bad{color:#a4161a}.good{color:#1b6e3c}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#161616}.bar{background:#61a5c2}"
    ".bad{color:#ff8b8b}.good{color:#7bd89f}}"
)
_FULL: Final = 20
"""The length of the longest bar. Units: em."""


def render_ledger_html(ledger: Ledger, names: Names, *, measured: bool) -> str:
    """Render a ledger.

    Args:
        ledger: The ledger.
        names: How terms are shown.
        measured: Whether to add what the run cost; without it the same input gives the same bytes.

    Returns:
        A whole page.
    """
    facts = [
        ("view", ledger.view),
        ("as of", ledger.as_of or "-"),
        ("scopes", ", ".join(ledger.scopes) or "-"),
        ("engine", f"{ledger.engine} {ledger.version}"),
        ("profile", ledger.profile),
        ("asserted triples", f"{ledger.asserted:,}"),
        ("entailed triples", f"{ledger.entailed:,}"),
        ("growth", f"{ledger.growth:g} times"),
        ("contested records quarantined", f"{ledger.quarantined:,}"),
    ]
    lookups = ledger.lookups
    compared = [
        (name, f"{number:,}")
        for name, number in (
            ("compared", lookups.lookups),
            ("with the same answers", lookups.equal),
            ("answers gained", lookups.gained),
            ("answers lost", lookups.lost),
        )
    ]
    found = [(finding.severity.value, finding.rule, finding.message) for finding in ledger.findings]
    differences = [
        (names.shown(each.start), "/".join(map(names.shown, each.path)), sign, names.shown(end))
        for each in lookups.differences
        for sign, ends in (("gained", each.gained), ("lost", each.lost))
        for end in ends
    ]
    parts = [
        _table("Run", ("", ""), facts),
        _bars("Entailed, by family of rules", ledger.families),
        _bars("Entailed, by rule", ledger.rules),
        _counts("By predicate", ledger.predicates, names),
        _counts("By class", ledger.classes, names),
        _bars("Kept out of the entailed graph", ledger.kept_out),
        _table("Lookups", ("", ""), compared),
        _table("Answers that differ", ("start", "path", "", "end"), differences),
        _table(
            "Findings",
            ("severity", "rule", "message"),
            found,
        ),
        _table("Inputs", ("name", "SHA-256"), ledger.inputs),
    ]
    if measured:
        rows = [(p.name, f"{p.seconds:.3f} s", f"{p.peak / 2**20:,.0f} MiB") for p in ledger.phases]
        parts.append(_table("Cost", ("phase", "wall time", "peak memory"), rows))
    body = "\n".join(filter(None, [_verdict(ledger), *parts]))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Entailment ledger</title>\n'
        f"<style>{_STYLE}</style>\n<h1>Entailment ledger</h1>\n{body}\n</html>\n"
    )


def _verdict(ledger: Ledger) -> str:
    """Say the two things that matter."""
    broken = any(finding.rule == "inconsistent" for finding in ledger.findings)
    state = ("bad", "The graph contradicts itself.") if broken else ("good", "Consistent.")
    changed = len(ledger.lookups.differences)
    answers = ("good", "No lookup answers anything else after reasoning.")
    if changed:
        answers = ("bad", f"{changed:,} lookups answer something else after reasoning.")
    return "\n".join(f'<p class="{role}">{text}</p>' for role, text in (state, answers))


def _table(caption: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Give a table, or nothing when it has no row."""
    body = "".join(f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    if not body:
        return ""
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    top = f"<tr>{names}</tr>\n" if any(head) else ""
    return f"<table>\n<caption>{escape(caption)}</caption>\n{top}{body}</table>"


def _counts(caption: str, counts: Iterable[Count], names: Names) -> str:
    rows = [(names.shown(each.iri), f"{each.asserted:,}", f"{each.entailed:,}") for each in counts]
    return _table(caption, ("", "asserted", "entailed"), rows)


def _bars(caption: str, numbers: Mapping[str, int]) -> str:
    """Give a bar chart, or nothing when every number is zero."""
    most = max(numbers.values(), default=0)
    if not most:
        return ""
    rows = "".join(
        f'<tr><td>{_text(name)}</td><td class="n">{number:,}</td>'
        f'<td><span class="bar" style="width:{_FULL * number / most:.2f}em"></span></td></tr>\n'
        for name, number in numbers.items()
        if number
    )
    return f"<table>\n<caption>{escape(caption)}</caption>\n{rows}</table>"


def _text(text: str) -> str:
    return escape(printable(text))
