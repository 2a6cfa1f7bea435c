PREFIX dc: <http://purl.org/dc/elements/1.1/>
PREFIX id: <https://w3id.org/evidence-graph/id/>

DELETE WHERE { id:v1_text dc:format ?value }
