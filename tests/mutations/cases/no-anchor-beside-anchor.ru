PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX prov: <http://www.w3.org/ns/prov#>

INSERT DATA { id:r1 prov:wasDerivedFrom id:doc }
