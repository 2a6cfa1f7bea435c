PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:r1_anchor eg:citesDocument id:doc } ;
INSERT DATA { id:r1_anchor eg:citesDocument id:src }
