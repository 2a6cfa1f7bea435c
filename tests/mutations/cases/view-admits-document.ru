PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

INSERT DATA { id:view eg:admits id:doc }
