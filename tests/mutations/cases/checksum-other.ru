PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX spdx: <http://spdx.org/rdf/terms#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

DELETE { id:v1_checksum spdx:checksumValue ?old } INSERT { id:v1_checksum spdx:checksumValue "00"^^xsd:hexBinary }
WHERE { id:v1_checksum spdx:checksumValue ?old }
