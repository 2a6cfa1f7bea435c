PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>

DELETE DATA { id:a skos:prefLabel "Anna" . id:b skos:prefLabel "Bob" } ;
INSERT DATA { id:a skos:prefLabel "Anna"@en . id:b skos:prefLabel "Bob"@de }
