PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

INSERT DATA { id:stray a oa:TextPositionSelector ; oa:start 1 ; oa:end "one" }
