PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE { id:v1_text eg:sha256 ?old } INSERT { id:v1_text eg:sha256 ?other } WHERE { id:v1_text eg:sha256 ?old . id:v2_text eg:sha256 ?other }
