PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

DELETE DATA { id:r1_anchor oa:hasSelector id:r1_anchor_bytes , id:r1_anchor_chars }
