PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:r1 eg:confidence 0.5 } ;
INSERT DATA { id:r1 eg:confidence "high" }
