"""References inside the catalogue: what a version, document or view names must be declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graph_rdf.records.problems import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.records.record_set import Catalogue


class ReferenceProblem(NamedTuple):
    """A reference that leads nowhere.

    Args:
        record: The id of the record that makes it.
        json_path: Where; for the admitted versions of a view, which are a set by now, the path of the list.
        target: The id that is named.
        message: What is wrong.
    """

    record: str
    json_path: str
    target: str
    message: str


def reference_problems(catalogue: Catalogue, kinds: Mapping[str, str | None]) -> Iterator[ReferenceProblem]:
    """Find references to records that no line declares, or that are of another kind.

    What a relation names is no matter of reading: it is a verdict of the verifier.

    Args:
        catalogue: The records that were read.
        kinds: Id → kind of every line that has an id, None when the kind is not known.

    Returns:
        The problems, by kind of record, then in the order in which the records were read.

    Source: evidence model, section 3.
    """
    for identifier, json_path, kind, target in _references(catalogue):
        if target not in kinds:
            message = f"no line declares the {kind} {shown(target)}"
            yield ReferenceProblem(identifier, json_path, target, message)
        elif kinds[target] not in (kind, None):
            message = f"{shown(target)} is no {kind}, it is declared as {kinds[target]}"
            yield ReferenceProblem(identifier, json_path, target, message)


def _references(catalogue: Catalogue) -> Iterator[tuple[str, str, str, str]]:
    for representation in catalogue.representations.values():
        yield representation.id, "$.version", "version", representation.version
    for version in catalogue.versions.values():
        yield version.id, "$.document", "document", version.document
        if version.previous is not None:
            yield version.id, "$.previous", "version", version.previous
    for document in catalogue.documents.values():
        yield document.id, "$.source", "source", document.source
        if document.current is not None:
            yield document.id, "$.current", "version", document.current
    for view in catalogue.views.values():
        for admitted in view.admits:
            yield view.id, "$.admits", "version", admitted
