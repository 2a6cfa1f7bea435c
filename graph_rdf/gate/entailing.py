"""`entail`: from a world to the ledger and the entailed graph of one view."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import NamedNode, RdfFormat, parse

from graph_rdf.entailment import (
    Budget,
    Input,
    Ledger,
    compare_all,
    compare_lookups,
    count_rules,
    count_triples,
    describe,
    find_engine,
    lint_t_box,
    project,
    prove,
    read_out,
)
from graph_rdf.entailment.names import Names
from graph_rdf.evidence import judge
from graph_rdf.gate.callers import open_world
from graph_rdf.gate.clashes import clash_findings, inconsistencies, unexplained_findings
from graph_rdf.gate.lines import SourceLines
from graph_rdf.gate.permission import visible_dataset
from graph_rdf.gate.places import PlaceFinder
from graph_rdf.lookup import accepted_graph
from graph_rdf.namespaces import ID_BASE
from graph_rdf.ntriples import iri
from graph_rdf.ontology import packaged_ontology_source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyoxigraph import Triple

    from graph_rdf.entailment import Comparison, Entailed, Projection, Proof
    from graph_rdf.evidence import Acceptance
    from graph_rdf.findings import Finding
    from graph_rdf.gate.callers import OpenWorld
    from graph_rdf.gate.options import ReadOptions
    from graph_rdf.ntriples import LexicalTriple


@dataclass(frozen=True, slots=True)
class EntailOptions:
    """What `entail` does.

    Args:
        profile: The entailment profile.
        engine: The name of the engine.
        budget: What the engine may use.
        view: The id of the view; the default view when None.
        as_of: A time in place of a view.
        scopes: The scopes of the caller.
        with_contested: Whether contested records are reasoned over too.
        lookups: Lookups to compare, as ``ID:PATH``.
        paths: Paths to compare from every entity.
        hermit: Whether HermiT looks at the T-Box too.
    """

    profile: str = "owl2rl"
    engine: str = "owlrl"
    budget: Budget = field(default_factory=Budget)
    view: str | None = None
    as_of: str | None = None
    scopes: tuple[str, ...] = ()
    with_contested: bool = False
    lookups: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    hermit: bool = False


@dataclass(frozen=True)
class Entailment:
    """The outcome of a run.

    Args:
        ledger: What was found.
        entailed: The entailed triples, and how each follows.
        projection: What was reasoned over.
        acceptance: The records as the caller sees them.
        names: How terms are shown.
        accepted: The IRI of the accepted graph.
        line_of: Gives the lines of the inputs, for excerpts.
    """

    ledger: Ledger
    entailed: Entailed
    projection: Projection
    acceptance: Acceptance
    names: Names
    accepted: NamedNode
    line_of: SourceLines

    @cached_property
    def triples(self) -> tuple[Triple, ...]:
        """The entailed triples, sorted."""
        lines = "".join(f"{s} {p} {o} .\n" for s, p, o in self.entailed.triples)
        return tuple(quad.triple for quad in parse(lines, format=RdfFormat.N_TRIPLES))

    def description(self, ended: str | None) -> tuple[NamedNode, list[Triple]]:
        """Give the IRI of the entailed graph, and what is said about it; `ended` is the time of the run."""
        return describe(self.ledger, self.accepted, ended)

    def proof(self, terms: Iterable[str]) -> Proof | None:
        """Prove the triple that three texts name; None when it neither stands nor follows.

        Raises:
            UnknownNameError: A text names nothing.
        """
        subject, predicate, value = (self.names.node(text) for text in terms)
        return prove((subject, predicate, value), self.projection, self.entailed.derivations)


def entail(path: str, read: ReadOptions, options: EntailOptions) -> Entailment:
    """Reason over the accepted projection of a view.

    Args:
        path: The world.
        read: How to read it.
        options: What to do.

    Returns:
        The outcome.

    Raises:
        GraphRdfError: The world, the T-Box or the engine cannot be used, or a budget is used up.
    """
    engine = find_engine(options.engine)
    opened = open_world(path, read)
    eligibility = opened.eligibility(options.view, options.as_of, options.scopes)
    acceptance = judge(opened.judgement.verdicts, eligibility)
    names = Names(opened.judgement.world)
    asked = [names.lookup(text) for text in options.lookups]
    paths = [names.path(text) for text in options.paths]
    visible = visible_dataset(opened.data.dataset, acceptance)
    projection = project(acceptance, visible, opened.ontology.triples, with_contested=options.with_contested)
    closure = engine.close(projection.asserted, options.profile, options.budget)
    entailed = read_out(projection.asserted, closure, options.profile, options.budget.seconds)
    found = inconsistencies(acceptance, projection, closure, entailed, names)
    findings = [
        *clash_findings(acceptance, found, closure, names),
        *unexplained_findings(entailed, names, options.engine),
        *lint_t_box(map(_lexical, opened.ontology.triples), options.engine, engine.never_fires),
        *(_hermit(opened.ontology.triples) if options.hermit else ()),
    ]
    families, rules = count_rules(entailed)
    predicates, classes = count_triples(projection, entailed.triples)
    view = eligibility.view
    ledger = Ledger(
        engine=engine.name,
        version=closure.version,
        profile=options.profile,
        view=view.id,
        as_of=view.as_of,
        scopes=tuple(sorted(options.scopes)),
        inputs=tuple(_inputs(projection, opened)),
        records=sum(map(len, projection.accepted.values())),
        quarantined=projection.quarantined,
        accepted=len(projection.accepted),
        types=len(projection.types),
        axioms=len(projection.axioms),
        annotations=projection.annotations,
        entailed=len(entailed.triples),
        families=families,
        rules=rules,
        predicates=predicates,
        classes=classes,
        kept_out=entailed.kept_out,
        inconsistencies=tuple(found),
        lookups=_compared(opened, projection, entailed.triples, asked, paths),
        findings=tuple(_placed(path, opened, findings, read)),
        phases=closure.phases,
    )
    node = accepted_graph(acceptance, read.base or ID_BASE).node
    return Entailment(
        ledger, entailed, projection, acceptance, names, node, SourceLines(opened.ontology.sources)
    )


def _compared(
    opened: OpenWorld,
    projection: Projection,
    entailed: Iterable[LexicalTriple],
    asked: list[tuple[str, tuple[str, ...]]],
    paths: list[tuple[str, ...]],
) -> Comparison:
    """Compare the lookups that the user names, or all short ones."""
    world = opened.judgement.world
    starts = [iri(node) for node in sorted(world.entities) if not node.startswith("_:")]
    if asked or paths:
        asked = [*asked, *((start, path) for path in paths for start in starts)]
        return compare_lookups(projection.accepted, entailed, asked)
    return compare_all(projection.accepted, entailed, starts, [iri(node) for node in world.predicates])


def _placed(path: str, opened: OpenWorld, findings: Iterable[Finding], read: ReadOptions) -> list[Finding]:
    """Give the findings their places in the ontology, in the order of reports.

    A place in the data would tell the caller how much stands before it, and show what stands beside it.
    """
    finder = PlaceFinder(
        replace(opened.data, files=(path,), sources=(), records=None), opened.ontology.sources, read.base
    )
    return sorted(finder.placed(findings), key=lambda finding: finding.sort_key)


def _inputs(projection: Projection, opened: OpenWorld) -> Iterable[Input]:
    """Digest what was reasoned over, the packaged ontology last.

    A digest of the files would tell the caller that something hidden was changed.
    """
    lines = "".join(f"{s} {p} {o} .\n" for s, p, o in projection.asserted)
    yield Input("the triples reasoned over, as sorted N-Triples", sha256(lines.encode()).hexdigest())
    for source in (*opened.ontology.sources, packaged_ontology_source()):
        yield Input(Path(source.path).name, sha256(source.data).hexdigest())


def _lexical(triple: Triple) -> LexicalTriple:
    return str(triple.subject), str(triple.predicate), str(triple.object)


def _hermit(t_box: Iterable[Triple]) -> list[Finding]:
    """Ask HermiT; it is only loaded when it is asked for."""
    from graph_rdf.entailment.hermit import hermit_findings

    return hermit_findings(t_box)
