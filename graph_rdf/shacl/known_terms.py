"""Every term of the SHACL namespace that the toolkit knows, and what it does with it."""

from __future__ import annotations

from typing import Final

from graph_rdf.namespaces import SH
from graph_rdf.shacl.vocabulary import COMPONENT_OF_PARAMETER

DASH: Final = "http://datashapes.org/dash#"

_CORE = """
    Shape NodeShape PropertyShape deactivated message severity property path
    targetClass targetNode targetObjectsOf targetSubjectsOf
    inversePath alternativePath zeroOrMorePath oneOrMorePath zeroOrOnePath
    NodeKind BlankNode BlankNodeOrIRI BlankNodeOrLiteral IRI IRIOrLiteral Literal
    AbstractResult ValidationReport ValidationResult Severity Info Warning Violation
    conforms result shapesGraphWellFormed detail focusNode resultMessage resultPath resultSeverity
    sourceConstraint sourceShape sourceConstraintComponent value
    shapesGraph suggestedShapesGraph entailment
    Parameterizable Parameter parameter labelTemplate optional
    ConstraintComponent Validator validator nodeValidator propertyValidator
"""

_NON_VALIDATING = "defaultValue description group name order PropertyGroup"

_SPARQL = """
    SPARQLExecutable SPARQLAskExecutable SPARQLSelectExecutable SPARQLConstructExecutable
    SPARQLUpdateExecutable
    SPARQLAskValidator SPARQLSelectValidator SPARQLConstraint
    ask select construct update prefixes PrefixDeclaration declare prefix namespace
    ResultAnnotation resultAnnotation annotationProperty annotationValue annotationVarName
"""

_TARGETS = "Target TargetType target SPARQLTarget SPARQLTargetType"

_ADVANCED = """
    Function SPARQLFunction returnType
    this filterShape nodes intersection union count distinct exists groupConcat if then else limit max
    min minus offset orderBy desc sum values expression ExpressionConstraintComponent
    Rule rule condition TripleRule subject predicate object SPARQLRule
"""

_JAVASCRIPT = """
    JSExecutable JSTarget JSTargetType JSConstraint JSConstraintComponent JSFunction JSLibrary JSRule
    JSValidator js jsFunctionName jsLibrary jsLibraryURL
"""

_NEXT = """
    ShapeClass reifierShape reificationRequired targetWhere nodeByExpression singleLine rootClass someValue
    memberShape minListLength maxListLength uniqueMembers subsetOf
"""

_DASH_CONSTRAINTS = """
    closedByTypes coExistsWith hasValueIn hasValueWithClass nonRecursive uriStart reifiableBy rootClass
    scriptConstraint singleLine stem subSetOf symmetric uniqueValueForClass
"""


def _iris(names: str, namespace: str = SH) -> frozenset[str]:
    return frozenset(namespace + name for name in names.split())


KNOWN_TERMS: Final[frozenset[str]] = (
    _iris(f"{_CORE} {_NON_VALIDATING} {_SPARQL} {_TARGETS}")
    | frozenset(COMPONENT_OF_PARAMETER)
    | frozenset(COMPONENT_OF_PARAMETER.values())
    | frozenset((SH + "QualifiedMinCountConstraintComponent", SH + "QualifiedMaxCountConstraintComponent"))
)
"""Terms of SHACL 1.0 Core and SHACL-SPARQL, the non-validating ones among them, and SPARQL-based targets.

Source: SHACL 2 to 6; SHACL Advanced Features 3.
"""

UNSUPPORTED_TERMS: Final[dict[str, str]] = {
    **dict.fromkeys(_iris(_ADVANCED), "SHACL Advanced Features"),
    **dict.fromkeys(_iris(_JAVASCRIPT), "the SHACL JavaScript Extensions"),
    **dict.fromkeys(_iris(_NEXT), "the SHACL 1.2 drafts"),
    **dict.fromkeys(_iris(_DASH_CONSTRAINTS, DASH), "DASH"),
}
"""Terms that would change the result and that no engine here evaluates → where they are from."""

BUILT_IN_ONTOLOGIES: Final = frozenset({SH.removesuffix("#"), SH})
"""Imports that need no file: the vocabulary itself."""
