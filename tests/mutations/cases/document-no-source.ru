PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE WHERE { id:doc dcterms:source ?value }
