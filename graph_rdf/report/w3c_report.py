"""The W3C validation report as a format of a run: the SHACL results, and what they leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.report.words import counted
from graph_rdf.shacl.report_turtle import report_turtle

if TYPE_CHECKING:
    from graph_rdf.report.rendering import Rendering


def render(rendering: Rendering) -> str:
    """Render the SHACL results as Turtle."""
    return report_turtle(rendering.shacl)


def remark(rendering: Rendering) -> str | None:
    """Say how many findings no shape made, since the report cannot hold them; and that none is set aside."""
    said = []
    if rendering.beyond_shacl:
        left_out = counted(rendering.beyond_shacl, "finding")
        said.append(
            f"ttl is the W3C report and holds the SHACL results alone; it leaves out {left_out}, "
            "which text and json show"
        )
    if rendering.report.set_aside.groups:
        said.append("ttl holds every SHACL result, those that do not count too")
    return "; ".join(said) or None
