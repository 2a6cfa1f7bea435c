"""Replay: hold a certificate against what the same question gives in a world, and say why they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.lookup.certificate_digest import json_digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HOLDS: Final = "holds"
CHANGED: Final = "changed"
"""The world is not the one that the certificate was made from."""

ALTERED: Final = "altered"
"""The certificate says what this very world and ontology do not give, so it was altered."""

MAX_DIFFERENCES: Final = 1000
_ABSENT: Final = object()


@dataclass(frozen=True, slots=True)
class Difference:
    """One place in which a certificate and its derivation differ.

    Args:
        path: The JSON path, such as ``$.predicate.answer.status``.
        certificate: The JSON value in the certificate; None when there is none.
        derived: The JSON value that was derived; None when there is none.
    """

    path: str
    certificate: Any
    derived: Any


@dataclass(frozen=True, slots=True)
class StepCheck:
    """One step of the certificate, held against the world.

    Args:
        record: The id of its record, as the certificate says it.
        reasons: Why it does not hold; empty when it does.
    """

    record: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """The outcome of a replay.

    Args:
        verdict: ``holds``, ``changed`` or ``altered``.
        sealed: Whether the answer in the certificate has the digest that the certificate states.
        differences: All differences, in the order of the certificate, at most `MAX_DIFFERENCES`.
        steps: The steps of the certificate, in order.
        version: The version of the tool that made the certificate.
        cause: Why the question cannot be asked any more; None when it can.
    """

    verdict: str
    sealed: bool
    differences: tuple[Difference, ...]
    steps: tuple[StepCheck, ...]
    version: str | None
    cause: str | None = None

    @property
    def parts(self) -> dict[str, bool]:
        """The parts of a certificate, and whether each holds, in a fixed order."""
        wrong = {_part_of(difference.path) for difference in self.differences}
        if not self.sealed:
            wrong.add("seal")
        if self.cause is not None:
            wrong.add("question")
        return {part: part not in wrong for part in PARTS}


PARTS: Final = ("question", "answer", "proof", "records", "ontology", "bodies", "seal", "form")
"""What a replay speaks of one by one; ``form`` is all that is none of the others."""


def compare(
    certificate: Mapping[str, Any],
    derived: Mapping[str, Any],
    steps: tuple[StepCheck, ...],
    *,
    covered: bool,
) -> Replay:
    """Hold a certificate against the one derived from a world.

    Args:
        certificate: What `parse_certificate` read.
        derived: What `make_certificate` made of the same question; the version of the tool is not compared,
            since no world can tell it.
        steps: The steps of the certificate, judged one by one.
        covered: Whether the digest of the records covers all bodies, since all stand in the data.

    Returns:
        The outcome. It holds only if every value is equal, whatever the layout of the file.
    """
    theirs, ours = _comparable(certificate), _comparable(derived)
    differences: list[Difference] = []
    for difference in _differences("$", theirs, ours):
        differences.append(difference)
        if len(differences) == MAX_DIFFERENCES:
            break
    sealed = is_sealed(certificate)
    verdict = HOLDS
    if differences or not sealed:
        wrong = {_part_of(difference.path) for difference in differences}
        is_same = not wrong & {"records", "ontology"} and (covered or "bodies" not in wrong)
        verdict = ALTERED if is_same or not sealed else CHANGED
    return Replay(verdict, sealed, tuple(differences), steps, version_of(certificate))


def is_sealed(certificate: Mapping[str, Any]) -> bool:
    """Tell whether the answer of a certificate has the digest that its subjects state."""
    stated = _subjects(certificate.get("subject"))
    predicate = certificate.get("predicate")
    answer = predicate.get("answer") if isinstance(predicate, dict) else None
    try:
        return isinstance(stated, dict) and stated.get("answer") == {"sha256": json_digest(answer)}
    except RecursionError:  # no answer is nested so deeply
        return False


def version_of(certificate: Mapping[str, Any]) -> str | None:
    """Return the version of the tool that made a certificate, as it says."""
    predicate = certificate.get("predicate")
    tool = predicate.get("tool") if isinstance(predicate, dict) else None
    version = tool.get("version") if isinstance(tool, dict) else None
    return version if isinstance(version, str) else None


def _comparable(statement: Mapping[str, Any]) -> dict[str, Any]:
    """Name subjects by their name, and leave the version of the tool out."""
    made = dict(statement)
    made["subject"] = _subjects(made.get("subject"))
    predicate = made.get("predicate")
    if isinstance(predicate, dict):
        tool = predicate.get("tool")
        if isinstance(tool, dict) and isinstance(tool.get("version"), str):
            made["predicate"] = {**predicate, "tool": {**tool, "version": ""}}
    return made


def _subjects(subjects: Any) -> Any:
    """Give name → digests, when the subjects have the form of a certificate; else the value as it is."""
    if not isinstance(subjects, list):
        return subjects
    named: dict[str, Any] = {}
    for subject in subjects:
        if not isinstance(subject, dict) or subject.keys() != {"name", "digest"}:
            return subjects
        name = subject["name"]
        if not isinstance(name, str) or name in named:
            return subjects
        named[name] = subject["digest"]
    return named


def _differences(path: str, theirs: Any, ours: Any) -> Iterator[Difference]:
    """Yield the innermost differences; the depth is bounded, since the derived value is never deep."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in dict.fromkeys([*theirs, *ours]):
            yield from _differences(f"{path}.{key}", theirs.get(key, _ABSENT), ours.get(key, _ABSENT))
    elif isinstance(theirs, list) and isinstance(ours, list):
        for place in range(max(len(theirs), len(ours))):
            yield from _differences(
                f"{path}[{place}]",
                theirs[place] if place < len(theirs) else _ABSENT,
                ours[place] if place < len(ours) else _ABSENT,
            )
    elif type(theirs) is not type(ours) or theirs != ours:
        yield Difference(path, None if theirs is _ABSENT else theirs, None if ours is _ABSENT else ours)


def _part_of(path: str) -> str:
    for start, part in (
        ("$.predicate.question", "question"),
        ("$.predicate.answer", "answer"),
        ("$.predicate.proof", "proof"),
        ("$.subject.answer", "answer"),
        ("$.subject.records", "records"),
        ("$.subject.ontology", "ontology"),
        ("$.subject.body:", "bodies"),
    ):
        if path.startswith(start):
            return part
    return "form"
