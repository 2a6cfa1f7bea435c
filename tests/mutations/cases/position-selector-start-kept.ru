PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

INSERT DATA { id:stray a oa:TextPositionSelector ; oa:start 1 ; oa:end "1"^^xsd:nonNegativeInteger }
