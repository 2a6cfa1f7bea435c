PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

INSERT DATA { id:r1 eg:confidence 0.7 }
