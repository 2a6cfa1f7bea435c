"""Relation records: the model, the JSON Lines form, and records to RDF and back."""
