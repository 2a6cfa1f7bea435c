PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:doc dcat:hasCurrentVersion id:v2 } ;
INSERT DATA { id:doc dcat:hasCurrentVersion id:v3 }
