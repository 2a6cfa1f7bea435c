PREFIX eg: <https://w3id.org/evidence-graph/ns#>

DELETE DATA { eg:contact eg:strength eg:Strong } ;
INSERT DATA { eg:contact eg:strength eg:Strongest }
