PREFIX eg: <https://w3id.org/evidence-graph/ns#>

INSERT DATA { eg:contact eg:strength eg:Weak }
