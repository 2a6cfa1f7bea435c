"""SPARQL-based constraints: sh:sparql. Source: SHACL 5."""

# ruff: noqa: ARG002 - a constraint does not need all that the common signature gives
from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pyoxigraph import BlankNode, Literal, NamedNode

from graph_rdf.dataset.sparql_tokens import words
from graph_rdf.errors import QueryError, ShapesError
from graph_rdf.namespaces import SH, XSD_BOOLEAN
from graph_rdf.shacl.constraint import QueryConstraint, Violation
from graph_rdf.shacl.message_templates import fill_messages
from graph_rdf.shacl.paths import path_expression, read_path
from graph_rdf.shacl.query_reads import query_reads
from graph_rdf.shacl.query_syntax import check_syntax
from graph_rdf.shacl.query_words import computes
from graph_rdf.shacl.sparql_groups import matched_variables
from graph_rdf.shacl.sparql_jobs import ROW_VARIABLE, SHAPES_GRAPH, QueryJob, focus_pattern
from graph_rdf.shacl.sparql_query import OPTIONAL_PRE_BOUND, Form, parse_query, set_query
from graph_rdf.shacl.stored_literals import is_kept, stored_forms
from graph_rdf.shacl.vocabulary import (
    SH_DECLARE,
    SH_MESSAGE,
    SH_PATH,
    SH_PREFIXES,
    SH_SELECT,
    SH_SPARQL,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.constraint import Evaluation, ValueTable
    from graph_rdf.shacl.focus import Description
    from graph_rdf.shacl.query_reads import QueryReads
    from graph_rdf.shacl.shapes_graph import Node, ShapesGraph
    from graph_rdf.shacl.sparql_jobs import QueryAnswers

_PREFIX: Final = SH + "prefix"
_NAMESPACE: Final = SH + "namespace"
_TRUE: Final = Literal("true", datatype=NamedNode(XSD_BOOLEAN))


class SelectConstraint(QueryConstraint):
    """A SELECT query each solution of which is a violation.

    Args:
        component: The IRI of the constraint component.
        text: The query.
        prefixes: Prefix → namespace.
        constants: Variable → the term that it is pre-bound to for every focus node.
        path: The path of a property shape, as SPARQL; None on a node shape.
        may_be_bound: Variables that count as pre-bound although they have no value here.
    """

    default_message = "The query of the constraint found a violation."

    def __init__(
        self,
        component: str,
        text: str,
        prefixes: Mapping[str, str],
        constants: Mapping[str, Term],
        path: str | None,
        may_be_bound: tuple[str, ...] = (),
    ) -> None:
        self.component = component
        query = parse_query(text, ("this", *constants, *may_be_bound), path)
        if query.form != "SELECT":
            raise ShapesError("sh:select needs a SELECT query")
        self._path = path
        self._needs_shapes = "shapesGraph" in query.variables
        self._constants = {name: term for name, term in constants.items() if name in query.variables}
        self._all_constants = constants
        self._parsed = query
        self._prefixes = dict(prefixes)
        check_syntax(self._text(()), self._prefixes, query.text)
        self.messages: tuple[Literal, ...] = ()

    def _text(self, found_by: Sequence[str], form: Form = Form.NESTED) -> str:
        focus = focus_pattern(("this",), self._constants, found_by)
        numbered = () if found_by else (ROW_VARIABLE,)
        return set_query(self._parsed, focus, (*numbered, "this", *self._constants), form)

    def job(self, table: ValueTable) -> QueryJob:
        """Write the query, one evaluation for each focus node."""
        return self._job((), [(focus,) for focus in table.by_focus])

    def job_of(self, descriptions: Iterable[Description]) -> QueryJob:
        """Write the query, one evaluation for each focus node that the store finds."""
        return self._job([each.pattern("this") for each in descriptions], None)

    def _job(self, found_by: Sequence[str], rows: Sequence[tuple[Term, ...]] | None) -> QueryJob:
        return QueryJob(
            self._text(found_by),
            self._prefixes,
            ("this",),
            rows,
            self._constants,
            self._needs_shapes,
            lambda form: self._text(found_by, form),
        )

    def reads(self) -> QueryReads:
        """Tell what the query reads."""
        query = self._parsed
        return query_reads(query.prologue + query.body + query.tail, self._prefixes, self._all_constants)

    def violations(self, table: ValueTable, run: Evaluation) -> Iterator[Violation]:
        """Give a violation for each solution. Source: SHACL 5.3.2."""
        found = run.answers(self)
        values = _StoredValues(found, run, computed=self._computes_value)
        for (focus,), bindings in found:
            if bindings.get("failure") == _TRUE:
                raise QueryError("the query reports a failure by ?failure")
            value = bindings.get("value")
            if value is not None:
                value = bindings["value"] = values.as_written(focus, value)
            elif self._path is None:
                value = focus
            path = bindings.get("path")
            yield Violation(
                focus,
                value,
                str(path) if isinstance(path, NamedNode) else None,
                self._messages(bindings),
            )

    @cached_property
    def _computes_value(self) -> bool:
        query = self._parsed
        matched = matched_variables(query.body)
        return (
            matched is not None and "value" not in matched and computes(query.text, self._prefixes, "value")
        )

    def _messages(self, bindings: Mapping[str, Term]) -> tuple[Literal, ...] | None:
        own = bindings.get("message")
        if isinstance(own, Literal):
            return (own,)  # it comes from the data: a brace in it is a brace
        return fill_messages(self.messages, {**self._all_constants, **bindings}) if self.messages else None


class _StoredValues:
    """Tells how the values that a query gave were written.

    Args:
        answers: What it gave.
        run: The evaluation.
        computed: Whether it made them itself; they were written nowhere then.
    """

    def __init__(self, answers: QueryAnswers, run: Evaluation, *, computed: bool) -> None:
        self._written: Mapping[tuple[Term, Term], Term] = {}
        self._as_focus: Mapping[Literal, Literal] = {}
        if answers.as_written or computed:
            return
        rows = [(row[0], bindings.get("value")) for row, bindings in answers]
        self._written = run.data.as_written([(focus, value) for focus, value in rows if value is not None])
        literals = (focus for focus, _ in rows if isinstance(focus, Literal))
        self._as_focus = stored_forms(focus for focus in literals if not is_kept(focus))

    def as_written(self, focus: Term, value: Term) -> Term:
        """Give a value of a focus node as it was written."""
        written = self._written.get((focus, value), value)
        return focus if isinstance(focus, Literal) and self._as_focus.get(focus) == written else written


def read_sparql(shapes: ShapesGraph, shape: Node) -> Iterator[SelectConstraint]:
    """Read sh:sparql; each value is a constraint of its own, deactivated ones are left out.

    Raises:
        ShapesError: A query is missing, ill-formed, or breaks a rule for pre-binding.
    """
    path = shape_path(shapes, shape)
    for node in shapes.objects(shape, SH_SPARQL):
        if not isinstance(node, NamedNode | BlankNode):
            raise shapes.error(shape, f"sh:sparql {node} must be a SPARQL-based constraint")
        # A shape may be its own constraint; deactivated, it has lost all its constraints already.
        if shapes.is_deactivated(node):
            continue
        text = shapes.value(node, SH_SELECT)
        if not isinstance(text, Literal):
            raise shapes.error(node, "a SPARQL-based constraint needs one sh:select string")
        try:
            constraint = SelectConstraint(
                SH + "SPARQLConstraintComponent",
                text.value,
                read_prefixes(shapes, node),
                pre_bound_shape(shape),
                path,
                OPTIONAL_PRE_BOUND,
            )
        except ShapesError as error:
            raise shapes.error(node, error) from error
        constraint.source_constraint = node
        constraint.messages = read_messages(shapes, node)
        yield constraint


def shape_path(shapes: ShapesGraph, shape: Node) -> str | None:
    """Give the path of a property shape as SPARQL, None for a node shape."""
    node = shapes.value(shape, SH_PATH)
    return None if node is None else path_expression(read_path(shapes, node))


def pre_bound_shape(shape: Node) -> dict[str, Term]:
    """Give the variables that every query may read besides ``$this``. Source: SHACL 5.3.1."""
    return {"currentShape": shape, "shapesGraph": SHAPES_GRAPH}


def read_messages(shapes: ShapesGraph, node: Node) -> tuple[Literal, ...]:
    """Read the message templates of a constraint or validator."""
    return tuple(message for message in shapes.objects(node, SH_MESSAGE) if isinstance(message, Literal))


def read_prefixes(shapes: ShapesGraph, node: Node) -> dict[str, str]:
    """Read the prefixes that a query may use.

    Args:
        shapes: The shapes graph.
        node: A constraint or validator.

    Returns:
        Prefix → namespace, from all values of sh:prefixes and what they import.

    Raises:
        ShapesError: A declaration is ill-formed, or a prefix has two namespaces.

    Source: SHACL 5.2.1.
    """
    found: dict[str, str] = {}
    for start in shapes.objects(node, SH_PREFIXES):
        for ontology in shapes.imports_of(start):
            for declaration in shapes.objects(ontology, SH_DECLARE):
                prefix, namespace = shapes.value(declaration, _PREFIX), shapes.value(declaration, _NAMESPACE)
                if not isinstance(prefix, Literal) or not isinstance(namespace, Literal):
                    raise shapes.error(ontology, "sh:declare needs one sh:prefix and one sh:namespace")
                if [token.prefix for token in words(f"{prefix.value}:")] != [prefix.value]:
                    raise shapes.error(ontology, f"sh:prefix {prefix.value!r} is no prefix of SPARQL")
                if found.setdefault(prefix.value, namespace.value) != namespace.value:
                    raise shapes.error(node, f"the prefix {prefix.value}: is declared for two namespaces")
    return found
