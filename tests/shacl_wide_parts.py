"""What `shacl_wide_worlds` builds worlds of: terms, paths, queries, components. All are tables."""

from __future__ import annotations

from typing import Final

from tests.shacl_worlds import INVERSE_SEQUENCE, NUMBERS, PATHS, PLAIN, REWRITTEN, TIMES

LITERALS: Final = (
    *PLAIN,
    *NUMBERS,
    *REWRITTEN,
    *TIMES,
    '"z"@EN',
    '"Abc\\nabc"',
    "0",
    "false",
    "-1.50",
    '"NaN"^^xsd:double',
    '"-INF"^^xsd:float',
    '"2026-01-01T02:00:00+02:00"^^xsd:dateTime',
    '"x"^^:own',
)
DATATYPES: Final = ("xsd:decimal", "xsd:double", "xsd:nonNegativeInteger", ":own")
LANGUAGES: Final = ('"EN"', '"de-at"', '"e"', '"en" "*"')
LIST_PATH: Final = "( :p [ sh:zeroOrMorePath rdf:rest ] rdf:first )"
WIDE_PATHS: Final = (
    *PATHS,
    INVERSE_SEQUENCE,
    LIST_PATH,
    "[ sh:inversePath [ sh:alternativePath ( :p :q ) ] ]",
    "[ sh:inversePath [ sh:zeroOrMorePath :p ] ]",
    "[ sh:zeroOrOnePath [ sh:alternativePath ( :p :q ) ] ]",
    "[ sh:zeroOrMorePath [ sh:inversePath :q ] ]",
    "[ sh:oneOrMorePath ( :p :q ) ]",
    "[ sh:alternativePath ( ( :p :q ) :r ) ]",
    "( [ sh:inversePath :p ] [ sh:zeroOrOnePath :q ] )",
)
LISTS: Final = (
    "",
    "",
    ":a :p _:l1 . _:l1 rdf:first 1 ; rdf:rest _:l2 . _:l2 rdf:first :b ; rdf:rest rdf:nil .\n",
    ':b :p _:l1 . _:l1 rdf:first "x"@en ; rdf:rest rdf:nil . :c :p rdf:nil .\n',
)
AXIOMS: Final = (
    "",
    "",
    ":C rdfs:subClassOf :D . :D rdfs:subClassOf :C .\n",
    ":E rdfs:subClassOf :D . :D rdfs:subClassOf :C . :c a :E .\n",
    ":E rdfs:subClassOf :E . :D rdfs:subClassOf :E . :d a :E .\n",
)
COMPONENTS: Final = """\
:AskComponent a sh:ConstraintComponent ;
  sh:parameter [ sh:path :needs ] , [ sh:path :unless ; sh:optional true ] ;
  sh:validator [ a sh:SPARQLAskValidator ;
    sh:ask "ASK { FILTER(EXISTS { $value $needs ?any } || isLiteral($value) \
|| sameTerm($value, $unless)) }" ] .
:SelectComponent a sh:ConstraintComponent ;
  sh:parameter [ sh:path :fewerThan ] ;
  sh:nodeValidator [ a sh:SPARQLSelectValidator ;
    sh:select "SELECT $this (COUNT(?o) AS ?n) { $this <http://e/p> ?o . FILTER(isIRI(?o)) } \
GROUP BY $this $fewerThan HAVING (COUNT(?o) >= $fewerThan)" ] ;
  sh:propertyValidator [ a sh:SPARQLSelectValidator ;
    sh:select "SELECT $this ?value { $this $PATH ?value . FILTER(STRLEN(STR(?value)) >= $fewerThan) }" ] .
:EveryValidator a sh:ConstraintComponent ;
  sh:parameter [ sh:path :avoids ] , [ sh:path :where ; sh:optional true ] ;
  sh:validator [ a sh:SPARQLAskValidator ; sh:ask "ASK { FILTER(!sameTerm($value, $avoids)) }" ] ;
  sh:propertyValidator [ a sh:SPARQLSelectValidator ;
    sh:select "SELECT $this ?value { $this $PATH ?value . FILTER(sameTerm(?value, $avoids)) \
FILTER(!bound($where) || EXISTS { $this $where ?any }) }" ] .
:names sh:declare [ sh:prefix "e" ; sh:namespace "http://e/"^^xsd:anyURI ] .
"""
NODE_QUERIES: Final = (
    "SELECT $this { FILTER NOT EXISTS { $this e:p ?o } }",
    "SELECT $this ?value { $this e:p ?value . FILTER(isLiteral(?value)) }",
    "SELECT $this ?value { $this e:q ?value . OPTIONAL { ?value e:p ?o } FILTER(!bound(?o)) }",
    "SELECT $this ?value {{ $this e:p ?value } UNION { ?value e:q $this } FILTER(!sameTerm(?value, $this)) }",
    "SELECT $this ?value { BIND($this AS ?here) ?here e:r ?value . FILTER(ISNUMERIC(?value)) }",
    "SELECT $this (COUNT(?o) AS ?n) { $this e:p ?o } GROUP BY $this HAVING (COUNT(?o) > 1)",
    "SELECT $this ?value { $this e:p+ ?value . FILTER EXISTS { ?value e:q ?o } }",
    "SELECT $this ?path { $this ?path ?o . FILTER(?path = e:q) }",
    "SELECT $this ?value { { SELECT $this ?value { $this e:p ?value } } FILTER(LANG(?value) = 'en') }",
    "SELECT $this ?value { $this e:p* ?value . FILTER(isLiteral(?value)) }",
    "SELECT $this ?value { $this e:p ?value . FILTER(?value > 1) }",
    "SELECT $this ?value { $this e:p ?value . FILTER NOT EXISTS { ?value e:p ?x . ?x e:q ?y } }",
    "SELECT $this ?value { $this e:q ?value . FILTER(?value IN (1, 'x', e:a)) }",
    "SELECT DISTINCT $this ?value { $this ?any ?value . FILTER(STR(?value) = 'x') }",
    "SELECT $this (?o AS ?value) { $this e:p ?o . $this e:q ?o }",
    "SELECT $this { OPTIONAL { $this e:r ?value } FILTER(!bound(?value)) }",
    "SELECT $this ?value { $this e:r ?value . FILTER(REGEX(STR(?value), '^A', 'i')) }",
    "SELECT $this ?value { $this e:p ?value . FILTER(DATATYPE(?value) = e:own) }",
    "SELECT $this ?value { $this e:q ?value . FILTER(LANGMATCHES(LANG(?value), '*')) }",
    "SELECT $this (COUNT(DISTINCT ?o) AS ?n) { $this e:q ?o } GROUP BY $this HAVING (COUNT(DISTINCT ?o) > 1)",
)
PROPERTY_QUERIES: Final = (
    "SELECT $this ?value { $this $PATH ?value . FILTER(LANG(?value) != '') }",
    "SELECT $this ?value { $this $PATH ?value . FILTER EXISTS { ?value e:q ?o } }",
    "SELECT $this { FILTER NOT EXISTS { $this $PATH ?o } }",
    "SELECT DISTINCT $this ?value { $this $PATH ?value . ?value $PATH ?after . FILTER(!isLiteral(?value)) }",
    "SELECT $this (COUNT(?o) AS ?n) { $this $PATH ?o } GROUP BY $this HAVING (COUNT(?o) > 2)",
)
EXTRAS: Final = (
    "",
    "",
    "",
    "",
    "sh:severity sh:Warning",
    "sh:severity sh:Info",
    "sh:severity :Own",
    "sh:deactivated true",
    "sh:deactivated false",
    'sh:message "one"@en , "eins"@de',
    'sh:message "one"@en , "one" , "uno"@es ; sh:severity :Own',
)
PATTERNS: Final = (
    'sh:pattern "^A" ; sh:flags "i"',
    'sh:pattern "^a" ; sh:flags "m"',
    'sh:pattern "c.a" ; sh:flags "s"',
    'sh:pattern "c.a"',
    'sh:pattern "b c" ; sh:flags "x"',
    'sh:pattern "^ABC$" ; sh:flags "im"',
)
CLOSED: Final = (
    "sh:closed true ; sh:property [ sh:path :p ; sh:maxCount 1 ]",
    "sh:closed true ; sh:property [ sh:path :q ; sh:nodeKind sh:IRI ] ; sh:ignoredProperties ( rdf:type :r )",
    "sh:closed true ; sh:property [ sh:path [ sh:inversePath :p ] ] ; sh:ignoredProperties ( )",
    "sh:closed true ; sh:property [ sh:path ( :p :q ) ] , [ sh:path :q ; sh:deactivated true ]",
    "sh:closed false ; sh:ignoredProperties ( :p )",
)
ANONYMOUS: Final = (
    "[ sh:nodeKind sh:IRI ]",
    "[ sh:class :C ; sh:severity sh:Info ]",
    "[ sh:datatype xsd:integer ; sh:deactivated true ]",
    "[ sh:path :q ; sh:minCount 1 ]",
    "[ sh:path ( :p :q ) ; sh:nodeKind sh:Literal ]",
    "[ sh:not [ sh:hasValue :a ] ]",
    "[ sh:property [ sh:path :p ; sh:maxCount 1 ; sh:property [ sh:path :q ; sh:minCount 1 ] ] ]",
    "[ sh:xone ( [ sh:nodeKind sh:IRI ] [ sh:class :D ] ) ]",
    "[ :avoids :a ]",
    '[ sh:message "inside"@en ; sh:in ( :a 1 "x" ) ]',
)
"""Shapes without a name. Those with a path are property shapes."""
