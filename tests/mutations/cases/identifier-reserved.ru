PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:view dcterms:identifier "view" } ;
INSERT DATA { id:view dcterms:identifier "~default" }
