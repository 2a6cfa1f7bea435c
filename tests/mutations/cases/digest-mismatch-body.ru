PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE { id:v1_text eg:body ?old } INSERT { id:v1_text eg:body ?new }
WHERE { id:v1_text eg:body ?old BIND(CONCAT(?old, " ") AS ?new) }
