PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE { id:r1_anchor eg:sha256 ?old } INSERT { id:r1_anchor eg:sha256 ?other } WHERE { id:r1_anchor eg:sha256 ?old . id:v2_text eg:sha256 ?other }
