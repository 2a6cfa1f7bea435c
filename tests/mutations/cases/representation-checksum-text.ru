PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX spdx: <http://spdx.org/rdf/terms#>

DELETE { id:v1_checksum spdx:checksumValue ?old } INSERT { id:v1_checksum spdx:checksumValue "abc" }
WHERE { id:v1_checksum spdx:checksumValue ?old }
