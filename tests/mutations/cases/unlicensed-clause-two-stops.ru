PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

DELETE { id:v1_text eg:body ?body ; eg:sha256 ?digest . id:r1_anchor eg:sha256 ?digest ; oa:hasSelector id:r1_anchor_bytes . id:r1_anchor_chars oa:start ?start ; oa:end ?end . id:r1_anchor_quote oa:exact ?quote }
INSERT { id:v1_text eg:body ?newBody ; eg:sha256 ?newDigest . id:r1_anchor eg:sha256 ?newDigest . id:r1_anchor_chars oa:start ?newStart ; oa:end ?newEnd . id:r1_anchor_quote oa:exact ?newQuote }
WHERE {
  id:v1_text eg:body ?body ; eg:sha256 ?digest . id:r1_anchor_chars oa:start ?start ; oa:end ?end . id:r1_anchor_quote oa:exact ?quote .
  BIND("" AS ?before) BIND("a operated_by b.." AS ?newQuote) BIND("" AS ?after)
  BIND(CONCAT(?before, ?newQuote, ?after) AS ?newBody) BIND(SHA256(?newBody) AS ?newDigest)
  BIND(STRLEN(?before) AS ?newStart) BIND(STRLEN(?before) + STRLEN(?newQuote) AS ?newEnd)
}
