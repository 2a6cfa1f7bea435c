PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

INSERT DATA { id:r1_anchor oa:hasSelector id:stray . id:stray a oa:TextPositionSelector ; oa:end 1 }
