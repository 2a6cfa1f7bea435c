"""OWL 2 RL entailment, apart from the evidence: what reasoning adds, what it costs, what it changes."""

from graph_rdf.entailment.answers import Comparison, Difference, compare_all, compare_lookups
from graph_rdf.entailment.consistency import Clash, find_clashes
from graph_rdf.entailment.derivation import Derivation, derive
from graph_rdf.entailment.engine import OWL2RL, PROFILES, RDFS, Budget, Closure, EntailmentEngine, Phase
from graph_rdf.entailment.engines import ENGINES, find_engine
from graph_rdf.entailment.ledger import Count, Inconsistency, Input, Ledger, count_rules, count_triples
from graph_rdf.entailment.projection import Projection, project
from graph_rdf.entailment.proof import Proof, ProofLine, prove, records_behind
from graph_rdf.entailment.provenance import describe
from graph_rdf.entailment.read_out import Entailed, read_out
from graph_rdf.entailment.t_box_lint import LINT_RULES, lint_t_box

__all__ = [
    "ENGINES",
    "LINT_RULES",
    "OWL2RL",
    "PROFILES",
    "RDFS",
    "Budget",
    "Clash",
    "Closure",
    "Comparison",
    "Count",
    "Derivation",
    "Difference",
    "Entailed",
    "EntailmentEngine",
    "Inconsistency",
    "Input",
    "Ledger",
    "Phase",
    "Projection",
    "Proof",
    "ProofLine",
    "compare_all",
    "compare_lookups",
    "count_rules",
    "count_triples",
    "derive",
    "describe",
    "find_clashes",
    "find_engine",
    "lint_t_box",
    "project",
    "prove",
    "read_out",
    "records_behind",
]
