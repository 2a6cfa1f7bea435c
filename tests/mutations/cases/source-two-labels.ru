PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>

INSERT DATA { id:src skos:prefLabel "A"@en , "B"@en }
