"""The outcome of a replay, for people and for machines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.report.json_report import FORMAT_VERSION, TOOL_NAME, dump_json
from graph_rdf.report.printable import printable
from graph_rdf.report.style import PLAIN, Style
from graph_rdf.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.lookup import Difference, Replay

MAX_SHOWN: Final = 20
_LONGEST: Final = 120
_MEANING: Final = {
    "holds": "this world and ontology give exactly what the certificate says",
    "changed": "the world or the ontology is not the one that was certified, or its digest was altered",
    "altered": "this world and ontology are the certified ones, and the certificate says something else",
}


def render_replay(replay: Replay, style: Style = PLAIN) -> str:
    """Render the verdict, each part, each step and the first differences."""
    good = replay.verdict == "holds"
    lines = [f"{style.paint('good' if good else 'error', replay.verdict)}: {_meaning(replay)}", ""]
    for part, holds in replay.parts.items():
        word = style.paint("good", "holds") if holds else style.paint("error", "differs")
        lines.append(f"  {part:<9} {word}")
    for step in replay.steps:
        word = style.paint("good", "holds") if not step.reasons else style.paint("error", "differs")
        lines.append(f"  step {printable(step.record)}  {word}")
        lines += [f"    {printable(reason)}" for reason in step.reasons]
    if replay.differences:
        lines += ["", style.paint("strong", counted(len(replay.differences), "difference"))]
        lines += _difference_lines(replay.differences[:MAX_SHOWN])
        if len(replay.differences) > MAX_SHOWN:
            lines.append("  --format json shows all of them")
    return "".join(line + "\n" for line in lines)


def render_replay_json(replay: Replay, version: str) -> str:
    """Render a replay as one JSON object.

    Args:
        replay: The outcome.
        version: The version of the tool that replayed.
    """
    return dump_json(
        {
            "format_version": FORMAT_VERSION,
            "tool": {"name": TOOL_NAME, "version": version},
            "made_by": {"name": TOOL_NAME, "version": replay.version},
            "verdict": replay.verdict,
            "cause": replay.cause,
            "parts": replay.parts,
            "steps": [
                {"record": step.record, "holds": not step.reasons, "reasons": list(step.reasons)}
                for step in replay.steps
            ],
            "differences": [
                {"path": one.path, "certificate": one.certificate, "derived": one.derived}
                for one in replay.differences
            ],
        }
    )


def _meaning(replay: Replay) -> str:
    if replay.cause is not None:
        return f"the question cannot be asked here: {printable(replay.cause)}"
    return _MEANING[replay.verdict]


def _difference_lines(differences: tuple[Difference, ...]) -> Iterator[str]:
    for one in differences:
        yield f"  {printable(one.path)}"
        yield f"    certificate  {_shown(one.certificate)}"
        yield f"    derived      {_shown(one.derived)}"


def _shown(value: Any) -> str:
    """Show a JSON value on one line, cut to a length."""
    text = printable(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
