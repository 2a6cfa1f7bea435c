PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>

DELETE DATA { id:r1 rdf:predicate eg:operated_by } ;
INSERT DATA { id:r1 rdf:predicate eg:supervises }
