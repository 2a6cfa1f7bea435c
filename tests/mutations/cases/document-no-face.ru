PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX prov: <http://www.w3.org/ns/prov#>

DELETE DATA { id:doc a prov:Entity }
