PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE WHERE { id:accepted eg:ofView ?value }
