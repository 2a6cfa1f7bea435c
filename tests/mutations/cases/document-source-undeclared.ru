PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE DATA { id:doc dcterms:source id:src } ;
INSERT DATA { id:doc dcterms:source id:src2 }
