PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:v1 dcat:version "1" } ;
INSERT DATA { id:v1 dcat:version 1 }
