PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX id: <https://w3id.org/evidence-graph/id/>

INSERT DATA { id:view dcterms:identifier "other" }
