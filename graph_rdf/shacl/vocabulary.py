"""The SHACL vocabulary as a table: which term is what, which parameter belongs to which component.

Source: SHACL 1.0 (https://www.w3.org/TR/shacl/), sections 2 to 6 and appendix B; SHACL Advanced Features 1.0.
"""

from __future__ import annotations

from typing import Final

from graph_rdf.namespaces import RDF, SH

RDF_FIRST: Final = RDF + "first"
RDF_REST: Final = RDF + "rest"
RDF_NIL: Final = RDF + "nil"

# Terms that several modules of this package read.
SH_AND: Final = SH + "and"
SH_ASK: Final = SH + "ask"
SH_CLASS: Final = SH + "class"
SH_CLOSED: Final = SH + "closed"
SH_CONSTRAINT_COMPONENT: Final = SH + "ConstraintComponent"
SH_DATATYPE: Final = SH + "datatype"
SH_DEACTIVATED: Final = SH + "deactivated"
SH_DECLARE: Final = SH + "declare"
SH_FLAGS: Final = SH + "flags"
SH_IGNORED_PROPERTIES: Final = SH + "ignoredProperties"
SH_IN: Final = SH + "in"
SH_INFO: Final = SH + "Info"
SH_LANGUAGE_IN: Final = SH + "languageIn"
SH_MESSAGE: Final = SH + "message"
SH_NODE: Final = SH + "node"
SH_NODE_KIND: Final = SH + "nodeKind"
SH_NODE_SHAPE: Final = SH + "NodeShape"
SH_NODE_VALIDATOR: Final = SH + "nodeValidator"
SH_NOT: Final = SH + "not"
SH_OPTIONAL: Final = SH + "optional"
SH_OR: Final = SH + "or"
SH_PARAMETER: Final = SH + "parameter"
SH_PATH: Final = SH + "path"
SH_PATTERN: Final = SH + "pattern"
SH_PREFIXES: Final = SH + "prefixes"
SH_PROPERTY: Final = SH + "property"
SH_PROPERTY_SHAPE: Final = SH + "PropertyShape"
SH_PROPERTY_VALIDATOR: Final = SH + "propertyValidator"
SH_QUALIFIED_VALUE_SHAPE: Final = SH + "qualifiedValueShape"
SH_SELECT: Final = SH + "select"
SH_SEVERITY: Final = SH + "severity"
SH_SPARQL: Final = SH + "sparql"
SH_SPARQL_TARGET_TYPE: Final = SH + "SPARQLTargetType"
SH_TARGET: Final = SH + "target"
SH_TARGET_CLASS: Final = SH + "targetClass"
SH_TARGET_NODE: Final = SH + "targetNode"
SH_TARGET_OBJECTS_OF: Final = SH + "targetObjectsOf"
SH_TARGET_SUBJECTS_OF: Final = SH + "targetSubjectsOf"
SH_UNIQUE_LANG: Final = SH + "uniqueLang"
SH_VALIDATOR: Final = SH + "validator"
SH_VIOLATION: Final = SH + "Violation"
SH_WARNING: Final = SH + "Warning"
SH_XONE: Final = SH + "xone"

SH_ALTERNATIVE_PATH: Final = SH + "alternativePath"
SH_INVERSE_PATH: Final = SH + "inversePath"
SH_ONE_OR_MORE_PATH: Final = SH + "oneOrMorePath"
SH_ZERO_OR_MORE_PATH: Final = SH + "zeroOrMorePath"
SH_ZERO_OR_ONE_PATH: Final = SH + "zeroOrOnePath"

PATH_OPERATORS: Final = (
    SH_INVERSE_PATH,
    SH_ALTERNATIVE_PATH,
    SH_ZERO_OR_MORE_PATH,
    SH_ONE_OR_MORE_PATH,
    SH_ZERO_OR_ONE_PATH,
)
"""The predicates of a path node that is no list. Source: SHACL 2.3.1."""

TARGET_PREDICATES: Final = (
    SH_TARGET,
    SH_TARGET_CLASS,
    SH_TARGET_NODE,
    SH_TARGET_OBJECTS_OF,
    SH_TARGET_SUBJECTS_OF,
)
"""The declarations of a target. Source: SHACL 2.1.3; SHACL Advanced Features 3."""

COMPONENT_OF_PARAMETER: Final[dict[str, str]] = {
    SH + parameter: SH + component + "ConstraintComponent"
    for component, parameters in {
        "And": "and",
        "Class": "class",
        "Closed": "closed ignoredProperties",
        "Datatype": "datatype",
        "Disjoint": "disjoint",
        "Equals": "equals",
        "HasValue": "hasValue",
        "In": "in",
        "LanguageIn": "languageIn",
        "LessThan": "lessThan",
        "LessThanOrEquals": "lessThanOrEquals",
        "MaxCount": "maxCount",
        "MaxExclusive": "maxExclusive",
        "MaxInclusive": "maxInclusive",
        "MaxLength": "maxLength",
        "MinCount": "minCount",
        "MinExclusive": "minExclusive",
        "MinInclusive": "minInclusive",
        "MinLength": "minLength",
        "Node": "node",
        "NodeKind": "nodeKind",
        "Not": "not",
        "Or": "or",
        "Pattern": "pattern flags",
        "Property": "property",
        "QualifiedMaxCount": "qualifiedMaxCount",
        "QualifiedMinCount": "qualifiedMinCount qualifiedValueShape qualifiedValueShapesDisjoint",
        "SPARQL": "sparql",
        "UniqueLang": "uniqueLang",
        "Xone": "xone",
    }.items()
    for parameter in parameters.split()
}
"""Parameter → constraint component; parameters that two components share stand at one. Source: SHACL 4, 5."""

OPTIONAL_PARAMETERS: Final = frozenset(
    SH + name for name in ("flags", "ignoredProperties", "qualifiedValueShapesDisjoint")
)
"""Parameters that make no constraint on their own. Source: SHACL 4."""

CONSTRAINT_PARAMETERS: Final = frozenset(COMPONENT_OF_PARAMETER) - OPTIONAL_PARAMETERS
"""Parameters whose presence makes a constraint (a qualified shape needs one of its counts too)."""

SHAPE_PARAMETERS: Final = (SH_PROPERTY, SH_NODE, SH_NOT, SH_QUALIFIED_VALUE_SHAPE)
"""Shape-expecting parameters that take a shape. Source: SHACL 2.1."""

SHAPE_LIST_PARAMETERS: Final = (SH_AND, SH_OR, SH_XONE)
"""Shape-expecting parameters that take a list of shapes. Source: SHACL 2.1."""
