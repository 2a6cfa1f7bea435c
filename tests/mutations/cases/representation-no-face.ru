PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:v1_text a dcat:Distribution }
