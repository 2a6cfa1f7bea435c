PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX prov: <http://www.w3.org/ns/prov#>

DELETE DATA { id:v2_text prov:specializationOf id:v2 } ;
INSERT DATA { id:v2_text prov:specializationOf id:v3 }
