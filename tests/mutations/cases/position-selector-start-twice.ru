PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

INSERT DATA { id:stray a oa:TextPositionSelector ; oa:end 1 ; oa:start 2 , 3 }
