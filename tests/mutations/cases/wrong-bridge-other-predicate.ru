PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>
PREFIX spdx: <http://spdx.org/rdf/terms#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

DELETE { id:v1_text eg:body ?body ; eg:sha256 ?digest . id:v1_checksum spdx:checksumValue ?checksum . id:r1_anchor eg:sha256 ?digest ; oa:hasSelector id:r1_anchor_bytes . id:r1_anchor_chars oa:start ?start ; oa:end ?end . id:r1_anchor_quote oa:exact ?quote }
INSERT { id:v1_text eg:body ?newBody ; eg:sha256 ?newDigest . id:v1_checksum spdx:checksumValue ?newChecksum . id:r1_anchor eg:sha256 ?newDigest . id:r1_anchor_chars oa:start ?newStart ; oa:end ?newEnd . id:r1_anchor_quote oa:exact ?newQuote }
WHERE {
  id:v1_text eg:body ?body ; eg:sha256 ?digest . id:v1_checksum spdx:checksumValue ?checksum . id:r1_anchor_chars oa:start ?start ; oa:end ?end . id:r1_anchor_quote oa:exact ?quote .
  BIND("" AS ?before) BIND("a contact b" AS ?newQuote) BIND("" AS ?after)
  BIND(CONCAT(?before, ?newQuote, ?after) AS ?newBody) BIND(SHA256(?newBody) AS ?newDigest) BIND(STRDT(?newDigest, xsd:hexBinary) AS ?newChecksum)
  BIND(STRLEN(?before) AS ?newStart) BIND(STRLEN(?before) + STRLEN(?newQuote) AS ?newEnd)
}
