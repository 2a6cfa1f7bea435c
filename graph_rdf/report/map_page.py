"""The map of a world as one page: graph, table, texts and checks, without a network."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from graph_rdf.report.checks import ANCHOR_CHECKS, RECORD_CHECKS
from graph_rdf.report.page import asset, render_page, text
from graph_rdf.report.words import counted
from graph_rdf.rules import find_rule

if TYPE_CHECKING:
    from graph_rdf.report.map_model import WorldMap

_LEGEND: Final = (
    ("accepted", "accepted"),
    ("contested", "contested"),
    ("refused", "refused"),
    ("not-current", "not in this view, or withdrawn"),
    ("accepted weak", "weak: never evidence for a strong predicate"),
)

_SHELL: Final = """\
<a class="skip" href="#graph-title">To the graph</a>
<a class="skip" href="#table-title">To the table</a>
<div class="page">
<header class="top">
<h1>{title}</h1>
<p>{counts}</p>
<div id="search-box" role="search">
<label for="search">Find an entity or a record</label>
<input type="search" id="search" autocomplete="off" spellcheck="false">
<ul id="found"></ul>
</div>
</header>
<noscript><p class="card">This page draws its graph and its table with a script that stands in it. Allow
scripts to see them; it asks for nothing from a network.</p></noscript>
<main>
<div class="controls" id="views"></div>
<section class="card" id="lookup" aria-label="Lookup" hidden></section>
<div class="stage">
<section class="card graph-card" aria-labelledby="graph-title">
<div class="graph-head">
<h2 id="graph-title" tabindex="-1">Graph</h2>
<p class="note" id="drawn"></p>
<div id="zoom" role="group" aria-label="Size of the graph"></div>
</div>
<div id="graph"></div>
<ul class="legend" aria-label="Legend">
{legend}
</ul>
</section>
<section class="card" id="panel" aria-labelledby="panel-title">
<h2 id="panel-title" tabindex="-1">Overview</h2>
</section>
</div>
<section class="card" aria-labelledby="table-title">
<h2 id="table-title" tabindex="-1">Records</h2>
<form class="filters" id="filters" role="search" aria-label="Filter the records">
<label><span>Text</span><input type="search" id="filter-text" autocomplete="off" spellcheck="false"></label>
<label><span>Verdict</span><select id="filter-standing"></select></label>
<label><span>Rule</span><select id="filter-rule"></select></label>
<label><span>Document</span><select id="filter-document"></select></label>
<button type="reset">Clear</button>
</form>
<p class="note" id="kept" role="status"></p>
<div class="scroll" role="group" aria-label="Table of the records" tabindex="0">
<table>
<caption class="sr">The records of the graph: each row is an edge, and opens what its text says</caption>
<thead><tr><th scope="col">Record</th><th scope="col">Subject</th><th scope="col">Predicate</th>
<th scope="col">Object</th><th scope="col">Verdict</th><th scope="col">Reason</th><th scope="col">Cites</th>
<th scope="col">Quote</th></tr></thead>
<tbody id="rows"></tbody>
</table>
</div>
<div id="pages" role="group" aria-label="Pages of the table">
<button type="button" id="previous">Previous rows</button>
<button type="button" id="next">Next rows</button>
</div>
</section>
</main>
<footer>
<p>Written by ttl-check {version}. {scopes}</p>
<details><summary>Licences of what this page contains</summary><pre>{licences}</pre></details>
</footer>
<p class="sr" id="status" role="status"></p>
</div>"""


def render_map(world: WorldMap, version: str) -> str:
    """Render a map.

    Args:
        world: What a caller may see; nothing else reaches the page.
        version: The version of the tool.

    Returns:
        A whole page; the same map gives the same bytes.
    """
    title = f"Map of {world.name}"
    rules = sorted(
        {rule for record in world.records for rule in record.reasons}
        | {anchor.failed for record in world.records for anchor in record.anchors if anchor.failed}
    )
    data = {
        **asdict(world),
        "record_checks": list(RECORD_CHECKS.items()),
        "anchor_checks": list(ANCHOR_CHECKS.items()),
        "mends": {rule: find_rule(rule).mend for rule in rules},
    }
    body = _SHELL.format(
        title=text(title),
        counts=", ".join(
            (counted(len(world.entities), "entity"), counted(len(world.records), "relation record"))
        ),
        legend="\n".join(_legend(kind, said) for kind, said in _LEGEND)
        + '\n<li class="entity namesake"><svg viewBox="0 0 38 14" aria-hidden="true">'
        '<rect x="6" y="1" width="26" height="12" rx="3"></rect></svg>one of several with this name</li>',
        version=text(version),
        scopes=(
            f"It shows what a caller with the scopes {text(', '.join(world.scopes))} may see."
            if world.scopes
            else "It shows what everyone may see."
        ),
        licences=text_block(asset("LICENSES.txt")),
    )
    return render_page(title, body, "map.js", data)


def text_block(value: str) -> str:
    """Write a shipped text of several lines."""
    return "\n".join(map(text, value.splitlines()))


def _legend(kind: str, said: str) -> str:
    return (
        f'<li class="line {kind}"><svg viewBox="0 0 38 14" aria-hidden="true">'
        '<path class="stroke" d="M1,7 H29"></path>'
        f'<polygon class="head" points="37,7 28,3 28,11"></polygon></svg>{text(said)}</li>'
    )
