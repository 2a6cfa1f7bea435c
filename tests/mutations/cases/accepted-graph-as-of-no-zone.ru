PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

DELETE DATA { id:accepted eg:asOf "2026-03-01T00:00:00Z"^^xsd:dateTime } ;
INSERT DATA { id:accepted eg:asOf "2026-03-01T00:00:00"^^xsd:dateTime }
