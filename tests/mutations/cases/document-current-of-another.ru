PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX prov: <http://www.w3.org/ns/prov#>

INSERT DATA { id:doc2 a eg:Document , prov:Entity ; dcterms:identifier "doc2" ; dcterms:source id:src ; dcat:hasCurrentVersion id:v1 }
