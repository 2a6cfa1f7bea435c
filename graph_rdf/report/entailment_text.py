"""The ledger of an entailment run, and a proof, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_rdf.entailment.rule_table import family_of
from graph_rdf.report.printable import printable
from graph_rdf.report.style import PLAIN, Style
from graph_rdf.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.entailment import Comparison, Count, Ledger, Proof
    from graph_rdf.entailment.names import Names
    from graph_rdf.lookup import Step

MAX_DIFFERENCES: Final = 20
"""Lookups whose answers differ that are named; the JSON form has all."""

_GIVEN_BY: Final = {"axiom": "axiom of the T-Box", "type": "type of an entity"}


def render_ledger(ledger: Ledger, names: Names, style: Style = PLAIN, *, measured: bool = True) -> str:
    """Render a ledger.

    Args:
        ledger: The ledger.
        names: How terms are shown.
        style: The colours.
        measured: Whether to add what the run cost.

    Returns:
        Some lines, without the findings.
    """
    left_out = f"{counted(ledger.annotations, 'annotation')} left out"
    if ledger.quarantined:
        left_out += f", {counted(ledger.quarantined, 'contested record')} quarantined"
    when = f" as of {ledger.as_of}" if ledger.as_of else ""
    engine = f"{ledger.engine} {ledger.version}"
    given = (
        f"{ledger.accepted:,} accepted ({counted(ledger.records, 'record')})",
        f"{counted(ledger.types, 'type')} of entities",
        f"{counted(ledger.axioms, 'axiom')} ({left_out})",
    )
    added = style.paint("strong", counted(ledger.entailed, "triple"))
    kept_out = [f"{kind} {number:,}" for kind, number in ledger.kept_out.items() if number]
    lines = [
        f"view {printable(ledger.view)}{when}, profile {ledger.profile}, engine {engine}",
        f"asserted   {counted(ledger.asserted, 'triple')}: {', '.join(given)}",
        f"entailed   {added}, growth {ledger.growth:g}",
        f"kept out   {', '.join(kept_out) or 'nothing'}",
    ]
    if ledger.rules:
        lines.append("by rule       entailed  family")
        for rule, number in ledger.rules.items():
            lines.append(f"  {rule:<10}  {number:>8,}  {family_of(rule)}")
    lines += _table("by predicate", ledger.predicates, names)
    lines += _table("by class", ledger.classes, names)
    lines += _lookups(ledger.lookups, names, style)
    if measured:
        cost = ", ".join(
            f"{phase.name} {phase.seconds:.3f} s (peak {phase.peak / 2**20:,.0f} MiB)"
            for phase in ledger.phases
        )
        lines.append(f"cost       {cost}")
    return "".join(line + "\n" for line in lines)


def _table(title: str, counts: tuple[Count, ...], names: Names) -> Iterator[str]:
    """Render counts as a table."""
    if not counts:
        return
    shown = [(printable(names.shown(each.iri)), each) for each in counts]
    width = max(len(title), *(len(name) + 2 for name, _ in shown))
    yield f"{title:<{width}}  asserted  entailed"
    for name, each in shown:
        yield f"  {name:<{width - 2}}  {each.asserted:>8,}  {each.entailed:>8,}"


def _lookups(lookups: Comparison, names: Names, style: Style) -> Iterator[str]:
    """Render the comparison of answers."""
    role = "good" if not lookups.differences else "warning"
    told = f"{lookups.equal:,} equal, {counted(lookups.gained, 'answer')} gained, {lookups.lost:,} lost"
    yield (
        f"lookups    {lookups.lookups:,} compared ({counted(lookups.starts, 'start')}, "
        f"{counted(lookups.paths, 'path')}{', not all paths' if lookups.is_cut else ''}; "
        f"{lookups.answered:,} answered): {style.paint(role, told)}"
    )
    for each in lookups.differences[:MAX_DIFFERENCES]:
        path = "/".join(map(names.shown, each.path))
        for sign, ends in (("+", each.gained), ("-", each.lost)):
            for end in ends:
                yield f"  {sign} " + printable(f"{names.shown(each.start)} {path} {names.shown(end)}")
    if len(lookups.differences) > MAX_DIFFERENCES:
        yield f"  and {len(lookups.differences) - MAX_DIFFERENCES:,} more lookups; --format json has all"


def render_proof(proof: Proof, names: Names, steps: Mapping[int, Step]) -> str:
    """Render a proof.

    Args:
        proof: The proof.
        names: How terms are shown.
        steps: Place of a record → the record with the anchor that proves it.

    Returns:
        Numbered lines, each with what it rests on; the last one is the goal.
    """
    lines: list[str] = []
    for number, line in enumerate(proof.lines, 1):
        reason = _GIVEN_BY.get(line.by)
        if line.records:
            reason = "stated by"
        elif reason is None:
            reason = f"by {line.by} from {', '.join(map(str, line.premises)) or 'nothing'}"
        lines.append(f"{number:>3}. {printable(names.shown_triple(line.triple))}   [{reason}]")
        for place in line.records:
            anchor = steps[place].support
            where = f"{anchor.representation} {anchor.unit} {anchor.start}-{anchor.end}"
            lines.append(f"       {printable(steps[place].record)}: {printable(where)}")
            lines.append(f'         "{printable(anchor.quote or "")}"')
    if proof.is_cut:
        lines.append("the proof is longer; only its beginning is shown")
    return "".join(line + "\n" for line in lines)
