"""IRIs that were written relative are printed relative: no report shows a path of the machine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.findings import Finding
    from graph_rdf.syntax.source import Source


def implied_bases(sources: Iterable[Source]) -> tuple[str, ...]:
    """List the base IRIs that nobody gave: those of files with relative IRIs and no base.

    Args:
        sources: Sources as the loading left them.

    Returns:
        Distinct, longest first, then in order of the text.
    """
    found = {source.base for source in sources if source.base_implied and source.base is not None}
    return tuple(sorted(found, key=lambda iri: (-len(iri), iri)))


def relativise(text: str, bases: Iterable[str]) -> str:
    """Write the IRIs of a text relative to the implied bases.

    Args:
        text: An IRI, or a text with IRIs in it.
        bases: As `implied_bases` gives them.

    Returns:
        The text: the base is gone before a fragment or query, its folder elsewhere.

    Example:
        >>> relativise("file:///home/me/w.ttl#a", ["file:///home/me/w.ttl"])
        '#a'
        >>> relativise("<file:///home/me/b> is bad", ["file:///home/me/w.ttl"])
        '<b> is bad'
        >>> relativise("file:///home/me/w.ttl", ["file:///home/me/w.ttl"])
        'w.ttl'
    """
    known = list(bases)
    for base in known:
        text = text.replace(base + "#", "#").replace(base + "?", "?")
    for folder, shown in _folders(known):
        text = text.replace(folder, shown)
    return text


def _folders(bases: Iterable[str]) -> list[tuple[str, str]]:
    """The folders of the bases and those above them but the root, with how each is written; longest first."""
    found: dict[str, str] = {}
    for base in bases:
        scheme, _, path = base.partition("://")
        parts = path.split("/")[1:-1]
        for up in range(len(parts)):
            folder = f"{scheme}://{'/'.join(['', *parts[: len(parts) - up]])}/"
            found.setdefault(folder, "../" * up)
        if not parts and path:
            found.setdefault(f"{scheme}:///", "")
    return sorted(found.items(), key=lambda item: (-len(item[0]), item[0]))


def relativise_finding(finding: Finding, bases: Iterable[str]) -> Finding:
    """Write the IRIs of a finding relative to the implied bases.

    Args:
        finding: The finding.
        bases: As `implied_bases` gives them.

    Returns:
        The same finding when there is nothing to change.
    """
    known = tuple(bases)
    if not known:
        return finding

    def short(text: str | None) -> str | None:
        return None if text is None else relativise(text, known)

    return replace(
        finding,
        message=relativise(finding.message, known),
        focus_node=short(finding.focus_node),
        result_path=short(finding.result_path),
        value=short(finding.value),
        shape=short(finding.shape),
    )
