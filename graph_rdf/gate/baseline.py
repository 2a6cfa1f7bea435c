"""The baseline: findings that are known and do not fail a run, named so that moved lines change nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.errors import InputError
from graph_rdf.json_keys import RepeatedKeyError, unique_keys
from graph_rdf.pipes import refuse_named_pipe
from graph_rdf.report.json_report import FORMAT_VERSION, dump_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from graph_rdf.findings import Finding

MOST_BYTES: Final = 256 * 1024 * 1024
"""Bytes of the largest baseline that is read: about a million findings."""

_KEYS: Final = ("fingerprint", "rule", "path", "record", "message")


@dataclass(frozen=True, slots=True)
class KnownFinding:
    """One entry of a baseline; only the fingerprint counts, the rest is for people.

    Args:
        fingerprint: See `graph_rdf.report.fingerprints`.
        rule: The rule.
        path: The file, below the root of the repository.
        record: The record or the focus node.
        message: What was wrong.
    """

    fingerprint: str
    rule: str
    path: str | None
    record: str | None
    message: str

    def __str__(self) -> str:
        """Name it in a line."""
        return " ".join(part for part in (self.rule, self.path, self.record) if part)


def known_finding(finding: Finding, fingerprint: str, path: str | None) -> KnownFinding:
    """Make the entry of a finding."""
    return KnownFinding(
        fingerprint, finding.rule, path, finding.record or finding.focus_node, finding.message
    )


def baseline_text(entries: Iterable[KnownFinding]) -> str:
    """Write a baseline.

    Returns:
        JSON, sorted by file, rule and fingerprint; without lines, so that it changes only when findings do.
    """
    listed = sorted(entries, key=lambda each: (each.path or "", each.rule, each.fingerprint))
    findings = [{key: getattr(each, key) for key in _KEYS} for each in listed]
    return dump_json({"format_version": FORMAT_VERSION, "findings": findings})


def read_baseline(file: Path) -> Mapping[str, KnownFinding]:
    """Read a baseline.

    Args:
        file: The file.

    Returns:
        The entries by fingerprint, in the order of the file.

    Raises:
        InputError: It is not there, too large, or no baseline.
    """
    name = str(file)
    refuse_named_pipe(file)
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise InputError("no such baseline; --write-baseline writes one", path=name) from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path=name) from error
    if len(data) > MOST_BYTES:
        raise InputError(f"is larger than {MOST_BYTES:,} bytes", path=name)
    try:
        document = json.loads(data, object_pairs_hook=unique_keys)
    except RepeatedKeyError as error:
        raise InputError(f"is no baseline: {error}", path=name) from error
    except (ValueError, RecursionError) as error:
        raise InputError("is no baseline: it is not JSON", path=name) from error
    return {each.fingerprint: each for each in _entries(document, name)}


def _entries(document: object, name: str) -> Sequence[KnownFinding]:
    """Check the form of a baseline."""
    if not isinstance(document, dict) or not isinstance(document.get("findings"), list):
        raise InputError("is no baseline: the key 'findings' is missing", path=name)
    if document.get("format_version") != FORMAT_VERSION:
        raise InputError(f"is a baseline of another version than {FORMAT_VERSION}; write it again", path=name)
    return [_entry(each, name) for each in document["findings"]]


def _entry(value: Any, name: str) -> KnownFinding:
    """Check one entry."""
    if not isinstance(value, dict) or not isinstance(value.get("fingerprint"), str):
        raise InputError("is no baseline: an entry has no fingerprint", path=name)
    texts = {key: value.get(key) for key in _KEYS}
    if any(text is not None and not isinstance(text, str) for text in texts.values()):
        raise InputError("is no baseline: an entry has a value that is no text", path=name)
    return KnownFinding(
        value["fingerprint"], texts["rule"] or "", texts["path"], texts["record"], texts["message"] or ""
    )
