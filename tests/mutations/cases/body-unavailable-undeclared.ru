PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

DELETE DATA { id:r1_anchor oa:hasSource id:v1_text } ;
INSERT DATA { id:r1_anchor oa:hasSource id:nowhere }
