PREFIX dc: <http://purl.org/dc/elements/1.1/>
PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>

DELETE { id:v3_text eg:sha256 ?old } INSERT { id:v3 a eg:DocumentVersion , prov:Entity ; dcterms:identifier "v3" ; dcat:isVersionOf id:doc ; dcat:version "3" ; prov:generatedAtTime "2026-03-01T00:00:00Z"^^xsd:dateTime .
  id:v3_text a eg:Representation , dcat:Distribution , prov:Entity ; dcterms:identifier "v3/text" ; prov:specializationOf id:v3 ; dc:format "text/plain" ; eg:path "three.txt" ; eg:sha256 "abc" } WHERE {}
