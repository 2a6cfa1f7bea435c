"""String-based constraint components: length, pattern and language of values. Source: SHACL 4.4."""

# ruff: noqa: ARG002 - a constraint does not need all that the common signature gives
from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

from graph_rdf.errors import ShapesError
from graph_rdf.namespaces import SH
from graph_rdf.shacl.components.cardinality import counted
from graph_rdf.shacl.components.parameters import read_integer, read_true
from graph_rdf.shacl.constraint import Constraint, ValueConstraint, Violation
from graph_rdf.shacl.regular_expression import RegularExpression
from graph_rdf.shacl.terms import short_term
from graph_rdf.shacl.vocabulary import SH_FLAGS, SH_LANGUAGE_IN, SH_PATTERN, SH_UNIQUE_LANG

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Evaluation, StoreQuery, ValueTable
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph

_MIN_LENGTH: Final = SH + "minLength"
_MAX_LENGTH: Final = SH + "maxLength"


class LengthConstraint(ValueConstraint):
    """Each value node is an IRI or a literal of a length, in code points. Source: SHACL 4.4.1, 4.4.2."""

    def __init__(self, *, least: int | None = None, most: int | None = None) -> None:
        self.component = f"{SH}{'Min' if most is None else 'Max'}LengthConstraintComponent"
        self.least = least
        self.most = most

    @property
    def default_message(self) -> str:
        """What is wrong."""
        if self.most is None:
            return f"The value has fewer than {self.least} characters."
        return f"The value has more than {self.most} characters."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values that are too short, too long, or neither IRI nor literal."""
        least = 0 if self.least is None else self.least
        most = float("inf") if self.most is None else self.most
        return {
            value
            for value in values
            if not (isinstance(value, NamedNode | Literal) and least <= len(value.value) <= most)
        }

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """The length is out of bounds; a blank node has none, which is an error."""
        bound = f"< {self.least}" if self.most is None else f"> {self.most}"
        return f"STRLEN(STR({value})) {bound}"


class PatternConstraint(ValueConstraint):
    """Each value node is an IRI or a literal that a regular expression matches. Source: SHACL 4.4.3."""

    component = SH + "PatternConstraintComponent"

    def __init__(self, expression: RegularExpression) -> None:
        self.expression = expression

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"The value does not match the pattern {short_term(Literal(self.expression.pattern))}."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values without a match, and the blank nodes."""
        texts = {value.value for value in values if isinstance(value, NamedNode | Literal)}
        matching = self.expression.matching(texts)
        return {
            value
            for value in values
            if not (isinstance(value, NamedNode | Literal) and value.value in matching)
        }

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """The text does not match; a blank node has none, which is an error."""
        return f"!{self.expression.expression(f'STR({value})')}"


class LanguageInConstraint(ValueConstraint):
    """Each value node has a language tag within one of some ranges. Source: SHACL 4.4.4; RFC 4647, 3.3.1."""

    component = SH + "LanguageInConstraintComponent"

    def __init__(self, ranges: tuple[str, ...]) -> None:
        self.ranges = ranges

    @property
    def default_message(self) -> str:
        """What is wrong."""
        return f"The language of the value is none of: {', '.join(self.ranges)}."

    def failing(self, values: Collection[Term], run: Evaluation) -> Collection[Term]:
        """Give the values without a matching language tag."""
        verdicts: dict[str | None, bool] = {None: False}
        found = set()
        for value in values:
            tag = value.language if isinstance(value, Literal) else None
            if tag not in verdicts:
                verdicts[tag] = tag is not None and any(_in_range(tag, each) for each in self.ranges)
            if not verdicts[tag]:
                found.add(value)
        return found

    def suspect(self, value: str, query: StoreQuery) -> str | None:
        """The language matches none of the ranges."""
        tests = [f"langMatches(lang({value}), {Literal(each)})" for each in self.ranges]
        return f"!({' || '.join(tests)})" if tests else "true"


class UniqueLangConstraint(Constraint):
    """No two value nodes of a focus node have the same language tag. Source: SHACL 4.4.5."""

    component = SH + "UniqueLangConstraintComponent"
    default_message = "Two values have the same language tag."

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give the focus node once for each language tag that several of its value nodes have."""
        for focus, values in table:
            tags = Counter(
                value.language.lower() for value in values if isinstance(value, Literal) and value.language
            )
            yield from (Violation(focus) for _, count in sorted(tags.items()) if count > 1)

    def ask_store(self, query: StoreQuery) -> bool:
        """Ask for the nodes with two values, unless no node has two."""
        if not query.chain or query.is_functional():
            return True
        return query.ask(counted(query, ">", 1))


def _in_range(tag: str, language_range: str) -> bool:
    tag, language_range = tag.lower(), language_range.lower()
    return language_range == "*" or tag == language_range or tag.startswith(f"{language_range}-")


def read_min_length(shapes: ShapesGraph, shape: Node) -> Iterator[LengthConstraint]:
    """Read sh:minLength."""
    yield LengthConstraint(least=read_integer(shapes, shape, _MIN_LENGTH))


def read_max_length(shapes: ShapesGraph, shape: Node) -> Iterator[LengthConstraint]:
    """Read sh:maxLength."""
    yield LengthConstraint(most=read_integer(shapes, shape, _MAX_LENGTH))


def read_pattern(shapes: ShapesGraph, shape: Node) -> Iterator[PatternConstraint]:
    """Read sh:pattern with sh:flags; each pattern is a constraint of its own."""
    flags = shapes.value(shape, SH_FLAGS)
    flags_text = flags.value if isinstance(flags, Literal) else ""
    for pattern in shapes.objects(shape, SH_PATTERN):
        if not isinstance(pattern, Literal):
            raise shapes.error(shape, f"sh:pattern {pattern} must be a string")
        try:
            yield PatternConstraint(RegularExpression(pattern.value, flags_text))
        except ShapesError as error:
            raise shapes.error(shape, error) from error


def read_language_in(shapes: ShapesGraph, shape: Node) -> Iterator[LanguageInConstraint]:
    """Read sh:languageIn."""
    head = shapes.value(shape, SH_LANGUAGE_IN)
    if head is None:
        return
    items = shapes.list_items(head)
    ranges = tuple(item.value for item in items if isinstance(item, Literal))
    if len(ranges) != len(items):
        raise shapes.error(shape, "sh:languageIn: every member of the list must be a string")
    yield LanguageInConstraint(ranges)


def read_unique_lang(shapes: ShapesGraph, shape: Node) -> Iterator[UniqueLangConstraint]:
    """Read sh:uniqueLang."""
    if read_true(shapes, shape, SH_UNIQUE_LANG):
        yield UniqueLangConstraint()


STRING_READERS: Final = {
    _MIN_LENGTH: read_min_length,
    _MAX_LENGTH: read_max_length,
    SH_PATTERN: read_pattern,
    SH_LANGUAGE_IN: read_language_in,
    SH_UNIQUE_LANG: read_unique_lang,
}
"""Parameter → how to read it."""
