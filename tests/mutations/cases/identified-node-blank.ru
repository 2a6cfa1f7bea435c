PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>

INSERT DATA { [] a eg:Source ; dcterms:identifier "blank" ; skos:prefLabel "Blank" }
