PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

DELETE WHERE { id:r1_anchor_quote oa:exact ?value }
