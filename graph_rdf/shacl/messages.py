"""A sentence in English for each result whose shape states no message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyoxigraph import Literal, NamedNode

from graph_rdf.errors import ShapesError
from graph_rdf.namespaces import SH
from graph_rdf.shacl.paths import parse_path, path_expression
from graph_rdf.shacl.terms import short_iri, short_term
from graph_rdf.shacl.vocabulary import COMPONENT_OF_PARAMETER

if TYPE_CHECKING:
    from graph_rdf.dataset.protocol import Term
    from graph_rdf.shacl.protocol import ShaclResult
    from graph_rdf.shacl.shapes_graph import ShapesGraph

_SUFFIX: Final = "ConstraintComponent"
_MOST_MEMBERS: Final = 8
_LONGEST_TERM: Final = 120

_SENTENCES: Final = {
    "And": "{value} does not conform to all shapes of {param}",
    "Class": "{value} is not an instance of {param}",
    "Closed": "{path} is not allowed here: the shape is closed",
    "Datatype": "{value} is not of datatype {param}",
    "Disjoint": "{value} must not be a value of {param} too",
    "Equals": "the values of {path} and {param} must be the same; {value} is only in one of them",
    "HasValue": "{path} must have the value {param}",
    "In": "{value} is not one of {param}",
    "LanguageIn": "the language of {value} is not one of {param}",
    "LessThan": "{value} is not less than the value of {param}",
    "LessThanOrEquals": "{value} is not less than or equal to the value of {param}",
    "MaxCount": "{path} has too many values, at most {param} allowed",
    "MaxExclusive": "{value} is not less than {param}",
    "MaxInclusive": "{value} is greater than {param}, or not comparable with it",
    "MaxLength": "{value} is longer than {param} characters, or a blank node",
    "MinCount": "{path} has too few values, at least {param} needed",
    "MinExclusive": "{value} is not greater than {param}",
    "MinInclusive": "{value} is less than {param}, or not comparable with it",
    "MinLength": "{value} is shorter than {param} characters, or a blank node",
    "Node": "{value} does not conform to {param}",
    "NodeKind": "{value} is not of kind {param}",
    "Not": "{value} conforms to {param}, which it must not",
    "Or": "{value} conforms to none of the shapes {param}",
    "Pattern": "{value} does not match {param}",
    "QualifiedMaxCount": "{path} has too many values of the qualified shape, at most {param} allowed",
    "QualifiedMinCount": "{path} has too few values of the qualified shape, at least {param} needed",
    "SPARQL": "{value} does not meet the SPARQL constraint",
    "UniqueLang": "{path} has several values in one language",
    "Xone": "{value} does not conform to exactly one of the shapes {param}",
}

_PARAMETER_OF: Final = {
    component: parameter
    for parameter, component in COMPONENT_OF_PARAMETER.items()
    if parameter.removeprefix(SH).casefold() == component.removeprefix(SH).removesuffix(_SUFFIX).casefold()
} | {SH + "QualifiedMaxCount" + _SUFFIX: SH + "qualifiedMaxCount"}


def default_message(result: ShaclResult, shapes: ShapesGraph) -> str:
    """Say in one sentence what a result means.

    Args:
        result: The result.
        shapes: The shapes graph, for the values of the parameters.

    Returns:
        One line of English, without the focus node; long values are cut.
    """
    component = result.component.value
    name = component.removeprefix(SH).removesuffix(_SUFFIX)
    sentence = _SENTENCES.get(name) if component.startswith(SH) else None
    value = _short(result.value if result.value is not None else result.focus_node)
    if sentence is None:
        return f"{value} does not meet the constraint {short_iri(component)}"
    return sentence.format(value=value, path=_path(result), param=_parameter(result, shapes))


def _path(result: ShaclResult) -> str:
    if result.result_path is None:
        return "the node"
    return path_expression(parse_path(result.result_path), short_iri)


def _parameter(result: ShaclResult, shapes: ShapesGraph) -> str:
    parameter = _PARAMETER_OF.get(result.component.value)
    if parameter is None:
        return "its parameter"
    values = shapes.objects(result.source_shape, parameter)
    texts: list[str] = []
    for value in values:
        if shapes.is_list(value):
            try:
                items = shapes.list_items(value)
            except ShapesError:
                items = ()
            shown = [_short(item) for item in items[:_MOST_MEMBERS]]
            more = [f"… ({len(items)} in all)"] if len(items) > _MOST_MEMBERS else []
            texts.append(f"({' '.join([*shown, *more])})")
        elif isinstance(value, Literal) and parameter != SH + "hasValue":
            texts.append(value.value if parameter != SH + "pattern" else str(Literal(value.value)))
        else:
            texts.append(_short(value))
    # One shape may have several constraints of one kind; the result does not say which.
    return " or ".join(texts) if texts else "its parameter"


def _short(term: Term) -> str:
    if isinstance(term, NamedNode):
        return short_term(term)
    text = short_term(term)
    return text if len(text) <= _LONGEST_TERM else f"{text[: _LONGEST_TERM - 1]}…"
