"""Sources into one embedded dataset; every problem of every file is a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pyoxigraph import Quad, Store, Triple

from graph_rdf.dataset.embedded import EmbeddedDataset, as_quads
from graph_rdf.dataset.memory import Parsed
from graph_rdf.dataset.text_look import Seen, TextLook
from graph_rdf.errors import InputError
from graph_rdf.syntax import (
    Progress,
    Source,
    SourceReader,
    check_encoding,
    depth_finding,
    has_blank_nodes,
    parse_quads,
    relative_iri_finding,
    syntax_findings,
)

if TYPE_CHECKING:
    from graph_rdf.dataset.memory import LoadMemory
    from graph_rdf.findings import Finding


def load_sources(
    sources: Iterable[Source],
    *,
    triples: Iterable[Triple | Quad] = (),
    lexical: bool = True,
    literals: bool = False,
    progress: Progress | None = None,
    memory: LoadMemory | None = None,
) -> tuple[EmbeddedDataset, list[Finding]]:
    """Load all sources of a run, an ontology too, into one dataset.

    Args:
        sources: The sources. Each gets its place in this order as its `number`.
        triples: Triples or quads to add, for example those of a records file.
        lexical: Whether to check the typed literals.
        literals: Whether `EmbeddedDataset.typed_literals` will be asked for; it is then known beforehand.
        progress: Told how far the reading is. Ctrl-C is heard between two pieces of a file, and then
            nothing of that file is loaded.
        memory: What earlier runs parsed; sources whose bytes are the same are not parsed again.

    Returns:
        The dataset and the findings, sorted. A file with a syntax error or in another encoding contributes
        findings and no triples; a file with relative IRIs and no base has one warning and is loaded. The
        sources of the dataset are the loaded ones, with their numbers and the bases that were used.

    Raises:
        InputError: A base IRI that the user gave is none.
    """
    store = Store()
    loaded: list[Source] = []
    findings: list[Finding] = []
    quads: dict[Source, tuple[Quad, ...]] = {}
    seen: dict[Source, Seen] = {}
    for number, given in enumerate(sources):
        source = replace(given, number=number)
        if memory is not None:
            known = memory.get(source, _parsed)
            findings += known.findings
            if known.source is not None:
                store.bulk_extend(known.quads)
                loaded.append(known.source)
                quads[known.source] = known.quads
            continue
        found = check_encoding(source) or depth_finding(source)
        if found is not None:
            findings.append(found)
            continue
        with TextLook(source, lexical=lexical, literals=literals) as look:
            used, problems = _load(store, source, progress)
            findings += problems
            if used is None:
                continue
            loaded.append(used)
            told = look.seen(used)
        findings += told.findings
        if literals:
            seen[used] = told
    kept = tuple(triples) if isinstance(triples, Iterator) else triples
    store.bulk_extend(as_quads(kept))
    dataset = EmbeddedDataset(store, loaded, (kept,), quads, seen)
    return dataset, sorted(findings, key=lambda finding: finding.sort_key)


def _parsed(source: Source) -> Parsed:
    """Parse one source, to be remembered; the typed literals are checked too."""
    dataset, findings = load_sources([source])
    # The number keeps the blank nodes of the sources apart, so the source is parsed once more with its own.
    used = next((replace(each, number=source.number) for each in dataset.sources), None)
    quads = () if used is None else tuple(parse_quads(used))
    return Parsed(used, quads, tuple(findings))


def _load(store: Store, source: Source, progress: Progress | None) -> tuple[Source | None, list[Finding]]:
    """Load one source; the source as it was loaded, or None, and what there is to say."""
    warnings: list[Finding] = []
    if source.base is None and source.format.name == "JSON-LD":
        source, warnings = _with_own_base(source)
    try:
        _insert(store, source, progress)
    except SyntaxError:
        if source.base is None:
            source, warnings = _with_own_base(source)
        faults = syntax_findings(source)
        if faults:
            return None, warnings + faults
        _insert(store, source, progress)
    except ValueError as error:
        raise InputError(f"the base IRI {source.base!r} is none: {error}", path=source.path) from error
    return source, warnings


def _with_own_base(source: Source) -> tuple[Source, list[Finding]]:
    warning = relative_iri_finding(source)
    if warning is None:
        return source, []
    return replace(source, base=source.own_iri, base_implied=True), [warning]


def _insert(store: Store, source: Source, progress: Progress | None) -> None:
    """All or nothing: both ways are transactions of the store."""
    if has_blank_nodes(source):
        store.extend(parse_quads(source, progress))
    else:
        reader = SourceReader(source, progress)
        store.load(reader, source.format, base_iri=source.base)  # type: ignore[call-overload, arg-type, unused-ignore]
