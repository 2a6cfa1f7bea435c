PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

DELETE DATA { id:r1_anchor_quote oa:exact "a operated_by b" } ;
INSERT DATA { id:r1_anchor_quote oa:exact "a\u00A0operated_by b" }
