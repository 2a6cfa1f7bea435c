"""The ontology as the toolkit uses it: the packaged T-Box and the declarations of relation predicates."""

from graph_rdf.ontology.packaged import packaged_ontology, packaged_ontology_source
from graph_rdf.ontology.predicates import RelationPredicate, predicate_names, read_predicates
from graph_rdf.ontology.terms import EG_TERMS, unknown_term_message, unknown_terms

__all__ = [
    "EG_TERMS",
    "RelationPredicate",
    "packaged_ontology",
    "packaged_ontology_source",
    "predicate_names",
    "read_predicates",
    "unknown_term_message",
    "unknown_terms",
]
