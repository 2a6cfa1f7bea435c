"""The coverage of a run for people: what no shape looked at first, then what each shape did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.namespaces import RDF
from graph_rdf.report.names import short_path
from graph_rdf.report.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graph_rdf.shacl.coverage_values import Coverage, UnseenPredicate

ROWS: Final = 25
"""Rows of one table that are shown; JSON has all of them."""

_NUMBERS: Final = frozenset(
    ("triples", "nodes", "targets", "focus nodes", "all nodes", "constraints", "skipped")
)


def render_coverage(coverage: Coverage, prefixes: Mapping[str, str]) -> str:
    """Render what the shapes looked at.

    Args:
        coverage: The coverage of the run.
        prefixes: Prefix → namespace, to shorten IRIs.

    Returns:
        Three tables: the triples that no shape looked at by predicate and by class of their subject, and
        the numbers of each shape. A long table is cut, and says so.
    """
    prefixes = {"rdf": RDF, **prefixes}
    lines = [f"coverage: no shape looked at {coverage.unseen:,} of {coverage.triples:,} triples"]

    def short(iri: str) -> str:
        return iri if iri.startswith("_:") else short_path(f"<{iri}>", prefixes)

    if coverage.predicates:
        rows = [
            (f"{p.triples:,}", short(p.predicate), _why(p, short(p.nearest or ""), short(p.example)))
            for p in coverage.predicates
        ]
        lines += _table(("triples", "predicate", ""), rows)
        classes = [
            (
                f"{c.triples:,}",
                f"{c.nodes:,}",
                "no class" if c.name is None else short(c.name),
                "" if c.nearest is None else f"no shape looks for it; did you mean {short(c.nearest)}?",
            )
            for c in coverage.classes
        ]
        lines += _table(("triples", "nodes", "class of the subject", ""), classes)
    shapes = [
        (
            f"{s.targets_matched}/{s.targets}",
            f"{s.focus_nodes:,}",
            f"{s.nodes:,}",
            f"{s.evaluated}/{s.constraints}",
            f"{s.skipped}",
            _named(s.name, s.path, s.line, prefixes),
        )
        for s in coverage.shapes
    ]
    lines += _table(("targets", "focus nodes", "all nodes", "constraints", "skipped", "shape"), shapes)
    return "".join(line + "\n" for line in lines)


def _why(row: UnseenPredicate, nearest: str, example: str) -> str:
    if row.read:
        why = "read elsewhere"
    elif row.nearest is not None:
        why = f"no shape reads it; did you mean {nearest}?"
    else:
        why = "no shape reads it"
    return f"{why} (at {example})"


def _named(name: str, path: str | None, line: int | None, prefixes: Mapping[str, str]) -> str:
    place = ":".join(str(part) for part in (path, line) if part is not None)
    return f"{short_path(name, prefixes)}{place and f' ({place})'}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lay out rows: numbers to the right, the last two columns of words to the left."""
    shown = [head, *rows[:ROWS]]
    widths = [max(len(row[column]) for row in shown) for column in range(len(head))]
    for row in shown:
        cells = [
            cell.rjust(width) if head[place] in _NUMBERS else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield printable("  " + "  ".join(cells).rstrip())
    if len(rows) > ROWS:
        yield f"  and {len(rows) - ROWS:,} more rows, all of them in --format json"
