"""A world opened for a caller: what a lookup, an accepted graph, a query or an explanation works on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph_rdf.errors import NothingCheckedError, UnknownNameError
from graph_rdf.evidence import Eligibility
from graph_rdf.evidence.text import Bodies
from graph_rdf.gate.bodies import BodyFiles
from graph_rdf.gate.inputs import collect_inputs
from graph_rdf.gate.judging import Judgement, judge_support
from graph_rdf.gate.ontologies import Ontology, read_ontology
from graph_rdf.gate.reading import Data, read_data, require_whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph_rdf.evidence import Acceptance
    from graph_rdf.gate.options import ReadOptions


@dataclass(frozen=True, slots=True)
class OpenWorld:
    """A world whose records have been verified.

    Args:
        data: The files and the dataset.
        ontology: The ontology of the run.
        judgement: The verdicts.
        options: How it was read.
    """

    data: Data
    ontology: Ontology
    judgement: Judgement
    options: ReadOptions

    def bodies(self) -> Bodies:
        """Give the bodies of the world; each is read when it is asked for."""
        world = self.judgement.world
        return Bodies(world, BodyFiles(world, self.data, self.options))

    def eligibility(self, view: str | None, as_of: str | None, scopes: Iterable[str]) -> Eligibility:
        """Give the view and the permissions of a caller."""
        caller = frozenset(scopes)
        choice = self.judgement.choice(view, as_of, caller)
        return Eligibility(self.judgement.world, choice, caller)


def open_world(path: str, options: ReadOptions) -> OpenWorld:
    """Read and verify a world.

    Args:
        path: A file, a folder, or ``-`` for standard input.
        options: How to read it.

    Returns:
        The world.

    Raises:
        GraphRdfError: It cannot be read whole: then no answer from it would be worth anything.
    """
    files = collect_inputs([path], options.stdin_name)
    ontology = read_ontology(options.ontologies)
    data = read_data(files, options, ontology)
    require_whole(data)
    if data.empty:
        raise NothingCheckedError("the file holds no triple", path=data.empty[0])
    return OpenWorld(data, ontology, judge_support(data, options), options)


def find_record(acceptance: Acceptance, record_id: str) -> int:
    """Find a record that the caller may see.

    Args:
        acceptance: The records as the caller sees them.
        record_id: Its id.

    Returns:
        Its place in `world.records`.

    Raises:
        UnknownNameError: There is none; the nearest ids that the caller may see are in the message.
    """
    world = acceptance.verdicts.world
    places = {world.id_of(world.records[place]): place for place in acceptance.visible}
    if record_id not in places:
        raise UnknownNameError("record", record_id, places)
    return places[record_id]
