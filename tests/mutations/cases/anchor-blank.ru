PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX oa: <http://www.w3.org/ns/oa#>
PREFIX prov: <http://www.w3.org/ns/prov#>

INSERT DATA { [] a eg:Anchor , oa:SpecificResource , prov:Entity }
