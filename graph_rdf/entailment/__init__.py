"""OWL 2 RL entailment, apart from the evidence: what reasoning adds, what it costs, what it changes."""
