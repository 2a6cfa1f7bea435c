PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE { id:v1_text dcat:byteSize ?old } INSERT { id:v1_text dcat:byteSize 47.0 } WHERE { id:v1_text dcat:byteSize ?old }
