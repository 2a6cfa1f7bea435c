"""Relation records: the model, the JSON Lines form, and records to RDF and back."""

from __future__ import annotations

from graph_rdf.records.bodies import MAX_BODY, BodyProblem, read_body
from graph_rdf.records.fields import RESERVED_CLASSES
from graph_rdf.records.from_rdf import RecordsFromRdf, records_from_dataset
from graph_rdf.records.identity import check_base, id_of_iri, iri_of_id
from graph_rdf.records.parquet import ParquetInput
from graph_rdf.records.predicates import iri_of_predicate, predicate_of_iri
from graph_rdf.records.problems import RecordProblem, problem_findings
from graph_rdf.records.reading import RecordsInput, read_records
from graph_rdf.records.record_set import Catalogue, RecordSet, RecordsFile
from graph_rdf.records.to_rdf import (
    EMBED_LIMIT,
    ExportWarning,
    RdfProfile,
    lexical_record_triples,
    record_triples,
)

__all__ = [
    "EMBED_LIMIT",
    "MAX_BODY",
    "RESERVED_CLASSES",
    "BodyProblem",
    "Catalogue",
    "ExportWarning",
    "ParquetInput",
    "RdfProfile",
    "RecordProblem",
    "RecordSet",
    "RecordsFile",
    "RecordsFromRdf",
    "RecordsInput",
    "check_base",
    "id_of_iri",
    "iri_of_id",
    "iri_of_predicate",
    "lexical_record_triples",
    "predicate_of_iri",
    "problem_findings",
    "read_body",
    "read_records",
    "record_triples",
    "records_from_dataset",
]
