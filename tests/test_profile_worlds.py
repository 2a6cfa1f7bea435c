"""Generated worlds with every fault: what comes back of a profile is judged as the records are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.faults import FAULTS
from benchmarks.worlds import generate, write_worlds
from graph_rdf.gate.exporting import Choice, open_export
from graph_rdf.gate.options import CheckOptions, ReadOptions
from graph_rdf.gate.validate import validate
from tests.profile_forms import written

if TYPE_CHECKING:
    from pathlib import Path

WORLDS = 20
# In RDF alone two selectors can disagree; a records file holds one span.
NAMES = sorted(FAULTS.keys() - {"span-disagreement"})
CHOICES = (
    Choice(accepted_only=True),
    Choice(accepted_only=False),
    Choice(accepted_only=True, as_of="2026-01-31T00:00:00Z"),
)
ENDINGS = {"rdf11": "ttl", "rdf12": "ttl", "jsonld": "jsonld", "rdfxml": "rdf"}


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Profile → one file with all worlds, bodies embedded."""
    folder = tmp_path_factory.mktemp("worlds")
    records = write_worlds(generate(WORLDS, 7, NAMES, tangled=True), folder / "records")
    export = open_export(str(records), ReadOptions())
    made = {"records": records}
    for profile, ending in ENDINGS.items():
        made[profile] = folder / profile / f"world.{ending}"
        made[profile].parent.mkdir()
        made[profile].write_bytes(written(export, profile))
    return made


@pytest.mark.parametrize("profile", sorted(ENDINGS))
def test_verdicts_are_the_expected_ones(profile: str, worlds: dict[str, Path]) -> None:
    expected = {k: v for world in generate(WORLDS, 7, NAMES, tangled=True) for k, v in world.expected.items()}
    report = validate([str(worlds[profile])], ReadOptions(), CheckOptions()).report
    found = {record.id: tuple(sorted(record.reasons)) for record in report.records if record.reasons}
    assert found == expected
    assert {reason for reasons in found.values() for reason in reasons} == set(NAMES)


@pytest.mark.parametrize("choice", CHOICES, ids=str)
@pytest.mark.parametrize("profile", sorted(ENDINGS))
def test_choices_are_the_same(profile: str, choice: Choice, worlds: dict[str, Path]) -> None:
    own = open_export(str(worlds["records"]), ReadOptions(), choice)
    other = open_export(str(worlds[profile]), ReadOptions(), choice)
    assert len(own.records.relation_ids()) > WORLDS
    assert (other.good, other.proof) == (own.good, own.proof)
    assert list(other.records.relations()) == list(own.records.relations())


def test_an_export_of_accepted_records_has_nothing_to_refuse(worlds: dict[str, Path], tmp_path: Path) -> None:
    export = open_export(str(worlds["records"]), ReadOptions(), CHOICES[0])
    path = tmp_path / "accepted.ttl"
    path.write_bytes(written(export, "rdf12"))
    report = validate([str(path)], ReadOptions(), CheckOptions()).report
    assert {record.id for record in report.records} == set(export.records.relation_ids())
    refused = [
        record.id for record in report.records if record.reasons or record.contested or not record.eligible
    ]
    assert refused == []
