PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>

DELETE DATA { id:r1_anchor_bytes a oa:DataPositionSelector . id:r1_anchor_chars a oa:TextPositionSelector }
