"""`export`: records to a profile, from records files or from RDF that holds records."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graph_rdf.errors import InputError
from graph_rdf.evidence import Eligibility, judge
from graph_rdf.gate.inputs import collect_inputs
from graph_rdf.gate.judging import judge_support
from graph_rdf.gate.ontologies import read_ontology
from graph_rdf.gate.permission import visible_dataset
from graph_rdf.gate.reading import read_data, read_record_files, record_profile, require_whole
from graph_rdf.gate.selecting import select_records
from graph_rdf.namespaces import ID_BASE
from graph_rdf.records import iri_of_predicate, records_from_dataset
from graph_rdf.records.bodies import has_body

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from graph_rdf.evidence import Scopes
    from graph_rdf.gate.inputs import InputFile
    from graph_rdf.gate.ontologies import Ontology
    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.gate.reading import Data
    from graph_rdf.records import RdfProfile, RecordSet


@dataclass(frozen=True, slots=True)
class Choice:
    """Which records an export holds, and for whom.

    Args:
        accepted_only: Whether only accepted ones; else those that are supported and eligible.
        view: The id of a view; the default view when None.
        as_of: A time in place of a view.
        scopes: What the caller may see; empty for what everybody may.
    """

    accepted_only: bool
    view: str | None = None
    as_of: str | None = None
    scopes: Scopes = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Export:
    """Records that are ready to be written.

    Args:
        records: The records.
        profile: How they become RDF.
        warnings: What of the input they could not hold.
        good: Id of each relation → the places of the anchors that state its triple, when that was asked.
        proof: Id of each accepted relation → the place of the anchor that proves it, likewise.
    """

    records: RecordSet
    profile: RdfProfile
    warnings: tuple[str, ...] = ()
    good: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    proof: Mapping[str, int] = field(default_factory=dict)


def open_export(
    path: str, options: ReadOptions, choice: Choice | None = None, *, quotes: bool = True
) -> Export:
    """Read records from records files or from RDF.

    Args:
        path: A file, a folder, or ``-``. In a folder that holds records files these count, not their exports.
        options: How to read.
        choice: Which records; all of them, as their owner sees them, when None.
        quotes: Whether quotes and bodies are told.

    Returns:
        The records.

    Raises:
        GraphRdfError: They cannot be read whole; nothing is written then.
    """
    files = collect_inputs([path], options.stdin_name)
    ontology = read_ontology(options.ontologies)
    profile = replace(record_profile(options, ontology), quotes=quotes)
    record_files = [file for file in files if file.is_records]
    if choice is not None:
        return _chosen(path, record_files or files, options, ontology, choice, profile)
    if record_files:
        written = read_record_files(record_files)
        return Export(written, profile, _undeclared(written, profile))
    data = read_data(files, options, replace(ontology, triples=()))
    require_whole(data)
    records, warnings = _records_of(path, data, ontology, options)
    return Export(records, profile, (*warnings, *_undeclared(records, profile)))


def stranded_bodies(records: RecordSet, folder: Path) -> str | None:
    """Say which bodies a records file in another folder would not find any more.

    Args:
        records: The records that are written, with the paths of their bodies as they are.
        folder: The folder of the new file.

    Returns:
        A warning; None when every body that is there now would be found from the new folder too.
    """
    stranded = [
        each.path
        for each in records.catalogue.representations.values()
        if each.path is not None
        and each.body is None
        and (now := records.folder(each.id)) is not None
        and has_body(each.path, now)
        and not has_body(each.path, folder)
    ]
    if not stranded:
        return None
    what = f"{len(stranded)} {'text is' if len(stranded) == 1 else 'texts are'} named by a path"
    return f"{what} and not found from this folder, such as {min(stranded)!r}; copy them there too"


def _undeclared(records: RecordSet, profile: RdfProfile) -> tuple[str, ...]:
    """Say which names of predicates nobody declares; an IRI means itself."""
    meant = {name: iri_of_predicate(name, profile.declared) for name in sorted(records.predicates())}
    return tuple(
        f"predicate {name!r} is not declared, so it stands for <{iri}>; is --ontology FILE missing?"
        for name, iri in meant.items()
        if name not in profile.declared and iri != name
    )


def _records_of(
    path: str, data: Data, ontology: Ontology, options: ReadOptions
) -> tuple[RecordSet, tuple[str, ...]]:
    """Make records of RDF; what they cannot hold is said."""
    if not data.has_evidence:
        raise InputError("holds no records", path=path)
    folders = {source.folder for source in data.sources}
    names = {iri: name for name, iri in ontology.names.items()}
    records, warnings = records_from_dataset(
        data.dataset,
        names,
        base=options.base or ID_BASE,
        folder=folders.pop() if len(folders) == 1 else None,
    )
    return records, tuple(f"{path}: {warning}" for warning in warnings)


def _chosen(
    path: str,
    files: list[InputFile],
    options: ReadOptions,
    ontology: Ontology,
    choice: Choice,
    profile: RdfProfile,
) -> Export:
    """Judge the records, and keep those that count."""
    data = read_data(files, options, ontology)
    require_whole(data)
    judgement = judge_support(data, options)
    view = judgement.choice(choice.view, choice.as_of, choice.scopes)
    seen = judge(judgement.verdicts, Eligibility(judgement.world, view, choice.scopes))
    records, warnings = data.records, tuple[str, ...]()
    if records is None:
        records, warnings = _records_of(path, data, ontology, options)
        visible = visible_dataset(data.dataset, seen)
        if visible is not data.dataset:
            # What the caller may not see is left out without a word.
            _, warnings = _records_of(path, replace(data, dataset=visible), ontology, options)
    chosen = select_records(
        records, data.dataset, seen, options.base or ID_BASE, accepted_only=choice.accepted_only
    )
    return Export(chosen.records, profile, warnings, chosen.good, chosen.proof)
