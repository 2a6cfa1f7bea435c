"""SHACL: shapes graph to constraints, evaluation, validation report."""
