PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>

DELETE WHERE { id:r1 rdf:predicate ?value }
