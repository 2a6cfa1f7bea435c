PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:r1_anchor eg:spanUnit "byte" } ;
INSERT DATA { id:r1_anchor eg:spanUnit "word" }
