PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

INSERT DATA { id:r1_anchor_chars oa:end 27 }
