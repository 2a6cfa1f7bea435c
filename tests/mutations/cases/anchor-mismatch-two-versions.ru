PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX prov: <http://www.w3.org/ns/prov#>

INSERT DATA { id:v1_text prov:specializationOf id:v2 }
