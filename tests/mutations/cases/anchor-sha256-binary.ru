PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

DELETE { id:r1_anchor eg:sha256 ?old } INSERT { id:r1_anchor eg:sha256 ?new }
WHERE { id:r1_anchor eg:sha256 ?old BIND(STRDT(STR(?old), xsd:hexBinary) AS ?new) }
