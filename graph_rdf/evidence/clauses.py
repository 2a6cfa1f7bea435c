"""What a quote states: the readings of a clause under the clause forms of the declared predicates."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from graph_rdf.evidence.boundaries import WHITE_SPACE
from graph_rdf.evidence.column import NOT_TEXT
from graph_rdf.evidence.quotes import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graph_rdf.evidence.columns import World

_SUBJECT: Final = "{subject}"
_OBJECT: Final = "{object}"
_SHOWN_NAME: Final = 40
"""Code points of a slot that a message shows."""


class Form(NamedTuple):
    """A clause form, cut at its slots; the parts are plain text, never a pattern."""

    before: str
    between: str
    after: str
    object_first: bool = False


def parse_form(form: str) -> Form | None:
    """Cut a clause form at its slots.

    Args:
        form: A text with ``{subject}`` and ``{object}`` once each.

    Returns:
        The parts, or None when the slots are not there exactly once: such a form licenses nothing.

    Example:
        >>> parse_form("{subject} is run (by) {object}")
        Form(before='', between=' is run (by) ', after='', object_first=False)
    """
    if form.count(_SUBJECT) != 1 or form.count(_OBJECT) != 1:
        return None
    first, second = form.index(_SUBJECT), form.index(_OBJECT)
    if first < second:
        return Form(form[:first], form[first + len(_SUBJECT) : second], form[second + len(_OBJECT) :])
    return Form(
        form[:second], form[second + len(_OBJECT) : first], form[first + len(_SUBJECT) :], object_first=True
    )


def clause_of(quote: str) -> str:
    r"""Return the clause that a quote is read as.

    Args:
        quote: The quote.

    Returns:
        The quote without outer white space, one final full stop, and the white space before that; else
        unchanged.

    Example:
        >>> clause_of(" a mentions b .\r\n")
        'a mentions b'
    """
    clause = quote.strip(WHITE_SPACE)
    return clause[:-1].strip(WHITE_SPACE) if clause.endswith(".") else clause


class Names:
    """The strings that may fill a slot, and the entities that bear each.

    Args:
        bearers: String → the entities that bear it, sorted.
    """

    def __init__(self, bearers: Mapping[str, tuple[str, ...]]) -> None:
        self.bearers = bearers
        self._lengths = frozenset(map(len, bearers))

    def splits(self, clause: str, form: Form) -> Iterator[tuple[str, str]]:
        """Yield every (subject string, object string) that fills the slots of a form and that entities bear.

        Complete: a pair of borne strings comes out if and only if the form filled with it is the clause, and
        then once. The left string grows, so the last pair is the longest-label-first one.

        Unique: there is at most one pair when no borne string n holds the fixed words so that they stand in
        ``n + between`` anywhere but at its end. For of two pairs the longer left string begins with the
        shorter one and the fixed words, or ends inside these words; either way they stand in it, followed by
        the fixed words, before its end. Where that is not so, nothing is chosen: `ClauseReader` keeps all
        pairs, and only a record that is one of them is supported. Taking the longest would read
        "A runs B runs C" as a statement on "A runs B" alone, and refusing would let a stranger's new label
        take the support of a true record away.

        The work is one search for the fixed part, and a cut only where both lengths are those of some string,
        so a long clause full of fixed parts costs no more than a pass over it.
        """
        before, between, after, object_first = form
        start, stop = len(before), len(clause) - len(after)
        if stop - start < len(between) or not (clause.startswith(before) and clause.endswith(after)):
            return
        lengths, bearers = self._lengths, self.bearers
        at = clause.find(between, start, stop)
        while at != -1:
            tail = at + len(between)
            if at - start in lengths and stop - tail in lengths:
                left, right = clause[start:at], clause[tail:stop]
                if left in bearers and right in bearers:
                    yield (right, left) if object_first else (left, right)
            if at >= stop:
                return
            at = clause.find(between, at + 1, stop)


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings of one clause.

    Args:
        clear: The (subject, predicate, object) whose slots are borne by one entity each; sorted.
        ambiguous: The (subject string, predicate, object string) with a slot that several entities bear.
    """

    clear: tuple[tuple[str, str, str], ...]
    ambiguous: tuple[tuple[str, str, str], ...]


class ClauseReader:
    """Reads clauses against all predicates, ids and labels of a world.

    Args:
        world: The columns.

    Source: evidence model, sections 5 and 6.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._read: dict[str, Readings] = {}

    @cached_property
    def ids(self) -> Names:
        """The ids of the entities; they fill the slots of the canonical form."""
        world = self._world
        one, many = world.identifier.one, world.identifier.many
        bearers: dict[str, list[str]] = defaultdict(list)
        for entity in sorted(world.entities):
            value = one.get(entity)
            for name in (value,) if value is not None else many.get(entity, (entity,)):
                bearers[name].append(entity)
        return _names(bearers)

    @cached_property
    def labels(self) -> Names:
        """The labels of the entities, whatever their language tags; they fill the slots of wordings."""
        bearers: dict[str, list[str]] = defaultdict(list)
        for entity in sorted(self._world.entities):
            values = {*self._world.label.values(entity), *self._world.alias.values(entity)}
            for name in values:
                bearers[name].append(entity)
        return _names(bearers)

    @cached_property
    def forms(self) -> dict[str, tuple[tuple[Form, ...], tuple[Form, ...]]]:
        """Predicate → its canonical form, its wordings."""
        forms: dict[str, tuple[tuple[Form, ...], tuple[Form, ...]]] = {}
        for iri, predicate in sorted(self._world.predicates.items()):
            wordings = [form for text in predicate.forms if (form := parse_form(text)) is not None]
            forms[iri] = ((Form("", f" {predicate.name} ", ""),), tuple(wordings))
        return forms

    def states(self, clause: str, subject: str, predicate: str, obj: str) -> bool:
        """Tell whether a clause has a clear reading that is this triple."""
        canonical, wordings = self.forms[predicate]
        one, bearers = self._world.identifier.one, self.ids.bearers
        left, right = one.get(subject), one.get(obj)
        # The common case first: the clause is the record's own canonical one, and nobody else bears the ids.
        if (
            left is not None
            and right is not None
            and clause == f"{left}{canonical[0].between}{right}"
            and bearers.get(left) == (subject,)
            and bearers.get(right) == (obj,)
        ):
            return True
        return self._says(clause, canonical, self.ids, subject, obj) or self._says(
            clause, wordings, self.labels, subject, obj
        )

    def _says(self, clause: str, forms: tuple[Form, ...], names: Names, subject: str, obj: str) -> bool:
        bearers, own, its = names.bearers, (subject,), (obj,)
        for form in forms:
            for left, right in names.splits(clause, form):
                if bearers[left] == own and bearers[right] == its:
                    return True
        return False

    def shared_names(self, *names: str) -> str:
        """Return those of some slot strings that several entities bear, for a message."""
        shared = [
            shown(name)
            for name in dict.fromkeys(names)
            if max(len(self.ids.bearers.get(name, ())), len(self.labels.bearers.get(name, ()))) > 1
        ]
        return " and ".join(shared)

    def unknown_names(self, clause: str, predicate: str) -> str:
        """Say which slots hold no known name, where the fixed words of a form of the predicate are there.

        Only the first place of the words is looked at, so the work is one pass for each form.
        """
        canonical, wordings = self.forms[predicate]
        for forms, names, kind in ((wordings, self.labels, "label"), (canonical, self.ids, "id")):
            for before, between, after, _ in forms:
                start, stop = len(before), len(clause) - len(after)
                at = clause.find(between, start, stop) if between else -1
                if at == -1 or not (clause.startswith(before) and clause.endswith(after)):
                    continue
                slots = (clause[start:at], clause[at + len(between) : stop])
                unknown = [shown(text, _SHOWN_NAME) for text in slots if text not in names.bearers]
                if unknown:
                    return f"no declared entity has the {kind} {' or '.join(unknown)}"
        return ""

    def read(self, clause: str) -> Readings:
        """Return all readings of a clause: every predicate, every form, every split."""
        known = self._read.get(clause)
        if known is None:
            known = self._read[clause] = self._read_all(clause)
        return known

    def _read_all(self, clause: str) -> Readings:
        clear: set[tuple[str, str, str]] = set()
        ambiguous: set[tuple[str, str, str]] = set()
        for predicate, (canonical, wordings) in self.forms.items():
            for forms, names in ((canonical, self.ids), (wordings, self.labels)):
                for form in forms:
                    for left, right in names.splits(clause, form):
                        subjects, objects = names.bearers[left], names.bearers[right]
                        if len(subjects) == 1 and len(objects) == 1:
                            clear.add((subjects[0], predicate, objects[0]))
                        else:
                            ambiguous.add((left, predicate, right))
        return Readings(tuple(sorted(clear)), tuple(sorted(ambiguous)))


def _names(bearers: Mapping[str, list[str]]) -> Names:
    return Names({name: tuple(nodes) for name, nodes in bearers.items() if name != NOT_TEXT})
