PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

INSERT DATA { id:v1 prov:invalidatedAtTime "2026-05-01T00:00:00Z"^^xsd:dateTime }
