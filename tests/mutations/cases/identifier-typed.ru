PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

DELETE DATA { id:view dcterms:identifier "view" } ;
INSERT DATA { id:view dcterms:identifier "5"^^xsd:integer }
