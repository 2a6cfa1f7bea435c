PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

INSERT DATA { [] a eg:AcceptedGraph ; eg:ofView id:view }
