"""HermiT, through owlready2: complete for OWL 2 DL, so it looks at the T-Box alone. Needs `dl` and Java."""

from __future__ import annotations

import io
import shutil
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.errors import EngineError
from graph_rdf.findings import Finding, Severity
from graph_rdf.namespaces import OWL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyoxigraph import Triple

_IMPORTS: Final = OWL + "imports"


def hermit_findings(t_box: Iterable[Triple]) -> list[Finding]:
    """Ask HermiT about a T-Box.

    Args:
        t_box: Its triples. Imports are not followed: nothing is loaded from anywhere.

    Returns:
        Errors `inconsistent`: one when the T-Box as a whole is, else one for each class that can have no
        member, sorted.

    Raises:
        EngineError: owlready2 or Java is not there, or HermiT failed, as it does on axioms outside OWL 2 DL.
    """
    try:
        owlready: Any = import_module("owlready2")
    except ImportError as error:
        raise EngineError("HermiT is not installed; pip install 'ttl-check[dl]'") from error
    if shutil.which("java") is None:
        raise EngineError("HermiT needs Java, and there is no java on the path")
    lines = "".join(
        f"{t.subject} {t.predicate} {t.object} .\n" for t in t_box if t.predicate.value != _IMPORTS
    )
    world = owlready.World()
    try:
        ontology = world.get_ontology("urn:t-box#").load(fileobj=io.BytesIO(lines.encode()), only_local=True)
        with ontology:
            owlready.sync_reasoner(world, debug=0)
        unsatisfiable = sorted(str(each.iri) for each in world.inconsistent_classes())
    except owlready.OwlReadyInconsistentOntologyError:
        return [Finding("inconsistent", Severity.ERROR, "HermiT: the T-Box contradicts itself")]
    except Exception as error:
        said = " ".join(str(error).split())[-300:]
        raise EngineError(f"HermiT failed: {said or type(error).__name__}") from error
    finally:
        world.close()
    return [
        Finding("inconsistent", Severity.ERROR, f"HermiT: no thing can be in <{each}>", focus_node=each)
        for each in unsatisfiable
        if each != OWL + "Nothing"
    ]
