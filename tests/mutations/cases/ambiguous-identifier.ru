PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:c dcterms:identifier "c" } ;
INSERT DATA { id:c dcterms:identifier "b" }
