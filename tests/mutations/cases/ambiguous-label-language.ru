PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>

INSERT DATA { id:b skos:prefLabel "Bob"@en . id:c skos:altLabel "Bob"@en }
