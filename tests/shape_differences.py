"""The list of differences between the portable shapes and the native verifier; each is a case to run."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pyoxigraph import NamedNode

from graph_rdf.errors import OntologyError
from graph_rdf.evidence import Eligibility, choose_view, evidence_findings, judge, read_world, verify
from graph_rdf.namespaces import ID_BASE
from graph_rdf.resources import resource_path
from tests.shape_parity import EVIDENCE
from tests.shape_results import Row, mutated, short, with_ontology

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph_rdf.dataset import EmbeddedDataset

FILE = Path(__file__).parent / "portable_shapes_differences.toml"
ENGINES = frozenset({"native", "pyshacl", "topbraid", "jena"})
_WORLDS = {
    "good": Path(__file__).parent / "mutations" / "good.ttl",
    "final": resource_path("examples", "final", "world.ttl"),
}
_PREFIXES = """
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX eg: <https://w3id.org/evidence-graph/ns#>
PREFIX id: <https://w3id.org/evidence-graph/id/>
PREFIX oa: <http://www.w3.org/ns/oa#>
PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX spdx: <http://spdx.org/rdf/terms#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""
_CITES_A_TEXT_OF_ITS_OWN = """
DELETE {
  id:v1_text eg:body ?body ; eg:sha256 ?digest . id:v1_checksum spdx:checksumValue ?checksum .
  id:r1_anchor eg:sha256 ?digest ; oa:hasSelector id:r1_anchor_bytes .
  id:r1_anchor_chars oa:start ?start ; oa:end ?end . id:r1_anchor_quote oa:exact ?exact }
INSERT {
  id:v1_text eg:body ?quote ; eg:sha256 ?new . id:v1_checksum spdx:checksumValue ?newChecksum .
  id:r1_anchor eg:sha256 ?new .
  id:r1_anchor_chars oa:start 0 ; oa:end ?size . id:r1_anchor_quote oa:exact ?quote }
WHERE {
  id:v1_text eg:body ?body ; eg:sha256 ?digest . id:v1_checksum spdx:checksumValue ?checksum .
  id:r1_anchor_chars oa:start ?start ; oa:end ?end . id:r1_anchor_quote oa:exact ?exact .
  BIND("QUOTE" AS ?quote) BIND(SHA256(?quote) AS ?new) BIND(STRDT(?new, xsd:hexBinary) AS ?newChecksum)
  BIND(STRLEN(?quote) AS ?size)
}
"""

Leveled: TypeAlias = tuple[str, str, str, str]
"""Level, rule, record, value; ``-`` for no value."""


@dataclass(frozen=True)
class Difference:
    """One entry.

    Args:
        cells: The four cells of its row in the docs.
        engines: The engines in which it is so.
        data: The world before the change.
        update: What is changed; empty for nothing.
        bodies: Representation → body, for what is not embedded.
        view: The view that the verifier judges in; None for the default.
        verifier: Its findings, or why it does not judge.
        shapes: The results of `evidence.ttl`.
        structure: The shapes of `structure.ttl` that have results.
    """

    cells: tuple[str, str, str, str]
    engines: frozenset[str]
    data: Path
    update: str
    bodies: Mapping[str, bytes]
    view: str | None
    verifier: list[Leveled] | str
    shapes: list[Leveled]
    structure: list[str]

    def world(self) -> EmbeddedDataset:
        """Make the world."""
        return mutated(self.data, self.update) if self.update else with_ontology(self.data)

    def by_verifier(self) -> list[Leveled] | str:
        """Give what the verifier finds, sorted."""
        try:
            world = read_world(self.world())
        except OntologyError as error:
            return str(error)
        acceptance = judge(verify(world, self.bodies), Eligibility(world, choose_view(world, self.view)))
        return sorted(
            (
                finding.severity.value,
                finding.rule,
                _short(finding.focus_node or ""),
                "-" if finding.value is None else _short(finding.value),
            )
            for finding in evidence_findings(acceptance)
        )


def leveled(rows: Iterable[Row]) -> tuple[list[Leveled], list[str]]:
    """Part the results of an engine.

    Returns:
        Those of the rules of support, each once; and the names of the other shapes that have results.
    """
    kept = set(rows)
    support = sorted(
        # SHACL 5.3.2: where a query gives no value, the value is the focus node.
        ("error", rule, focus, "-" if value is None or value == focus else value)
        for rule, focus, value in kept
        if rule in EVIDENCE
    )
    return support, sorted({rule for rule, _, _ in kept if rule not in EVIDENCE})


def table(differences: Iterable[Difference]) -> str:
    """Write the table of the docs."""
    lines = ["| case | engines | native verifier | shapes | reason |", "|---|---|---|---|---|"]
    for each in differences:
        case, verifier, shapes, reason = each.cells
        engines = "every" if each.engines == ENGINES else ", ".join(sorted(each.engines))
        lines.append(f"| {case} | {engines} | {verifier} | {shapes} | {reason} |")
    return "\n".join(lines)


def read_differences() -> list[Difference]:
    """Read the list, in its order."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))["difference"]
    return [_difference(entry) for entry in entries]


def _difference(entry: dict[str, Any]) -> Difference:
    update = _PREFIXES + entry["change"] if "change" in entry else ""
    if "quote" in entry:
        update += ";" + _CITES_A_TEXT_OF_ITS_OWN.replace("QUOTE", entry["quote"])
    said = entry["verifier"]
    return Difference(
        cells=(entry["case"], entry["says_verifier"], entry["says_shapes"], entry["reason"]),
        engines=frozenset(entry["engines"]),
        data=_WORLDS[entry["data"]],
        update=update,
        bodies={_iri(name): body.encode() for name, body in entry.get("bodies", {}).items()},
        view=entry.get("view"),
        verifier=said if isinstance(said, str) else _rows(said),
        shapes=_rows(entry["shapes"]),
        structure=entry.get("structure", []),
    )


def _rows(rows: list[list[str]]) -> list[Leveled]:
    return sorted((level, rule, record, value) for level, rule, record, value in rows)


def _iri(name: str) -> str:
    return ID_BASE + name.removeprefix("id:")


def _short(iri: str) -> str:
    return short(NamedNode(iri))
