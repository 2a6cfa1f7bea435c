PREFIX eg: <https://w3id.org/evidence-graph/ns#>

INSERT DATA { eg:contact eg:clauseForm "{subject} has a contact" }
