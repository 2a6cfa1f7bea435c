PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:v1_text dcat:mediaType <https://www.iana.org/assignments/media-types/text/plain> } ;
INSERT DATA { id:v1_text dcat:mediaType "text/plain" }
