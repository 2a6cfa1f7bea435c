PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

INSERT DATA { id:doc dcat:hasCurrentVersion id:v1 }
