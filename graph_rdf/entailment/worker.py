"""The process in which an engine runs, so that a budget can end it: triples in, entailed triples out.

Standard input: one line of JSON (`engine`, `profile`, `max_triples`, `max_bytes`), then N-Triples.
Standard output: one line of JSON, then N-Triples. The JSON has `limit` or `error` in place of a result when
there is none.
"""

from __future__ import annotations

import gc
import json
import sys
from importlib import import_module
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import pyoxigraph
import rdflib
from rdflib import OWL, BNode, Literal, URIRef

from graph_rdf.entailment.engine import TooManyTriplesError
from graph_rdf.ntriples import literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias

    from rdflib.term import Node

    RdflibTriple: TypeAlias = tuple[Node, Node, Node]

ENGINES = ("owlrl", "reasonable")


class _Terms(dict[str, "Node"]):
    """Terms in N-Triples form → terms of rdflib, with their texts as written."""

    def __missing__(self, text: str) -> Node:
        made: Node
        if text[0] == "<":
            made = URIRef(text[1:-1])
        elif text[0] == "_":
            made = BNode(text[2:])
        else:
            (quad,) = pyoxigraph.parse(f"<x:s> <x:p> {text} .", format=pyoxigraph.RdfFormat.N_TRIPLES)
            made = _literal(quad.object)
        self[text] = made
        return made


def _literal(term: Any) -> Literal:
    datatype = None if term.language else URIRef(term.datatype.value)
    return Literal(term.value, lang=term.language, datatype=datatype, normalize=False)


def _written(term: Node) -> str:
    """Give a term in N-Triples form."""
    if isinstance(term, URIRef):
        return f"<{term}>"
    if isinstance(term, BNode):
        return f"_:{term}"
    if isinstance(term, Literal):
        if term.language:
            return f"{literal(str(term))}@{term.language}"
        return literal(str(term)) if term.datatype is None else literal(str(term), str(term.datatype))
    raise TypeError(f"no term of RDF: {term!r}")


def _peak() -> int:
    """Give the most memory that this process has held. Units: bytes."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123 - a file of the kernel
            held = next(line for line in status if line.startswith("VmHWM:"))
        return int(held.split()[1]) * 1024
    except (OSError, StopIteration):
        return 0


def _limit_memory(size: int) -> None:
    """Make the system refuse more memory than this, where it can."""
    try:
        resource: Any = import_module("resource")
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    except (ImportError, OSError, ValueError):
        return


def _read_out(closed: Iterable[RdflibTriple], given: set[str]) -> tuple[dict[str, int], list[str]]:
    """Give what the engine added to the given lines, without what RDF cannot write."""
    kept_out = {"blank-predicate": 0, "literal-subject": 0, "reflexive-same-as": 0}
    lines: set[str] = set()
    for subject, predicate, value in closed:
        if type(subject) is Literal:
            kept_out["literal-subject"] += 1
            continue
        if type(predicate) is not URIRef:
            kept_out["blank-predicate"] += 1
            continue
        first = f"<{subject}>" if type(subject) is URIRef else _written(subject)
        last = f"<{value}>" if type(value) is URIRef else _written(value)
        line = f"{first} <{predicate}> {last} ."
        if line in given:
            continue
        if first == last and predicate == OWL.sameAs:
            kept_out["reflexive-same-as"] += 1
        else:
            lines.add(line)
    return kept_out, sorted(lines)


def answer(asked: dict[str, Any], data: bytes) -> tuple[dict[str, Any], list[str]]:
    """Run the engine that is asked for.

    Args:
        asked: The first line of the input.
        data: The rest of it.

    Returns:
        The first line of the output, and the others.

    Raises:
        TooManyTriplesError: The closure grew past the budget.
    """
    marks = [(perf_counter(), process_time(), 0)]
    rdflib.NORMALIZE_LITERALS = False
    engine: Any = import_module(f"graph_rdf.entailment.{asked['engine']}_closure")
    terms = _Terms()
    written = data.decode("utf-8").split("\n")[:-1]
    given: list[RdflibTriple] = []
    for line in written:
        subject, predicate, value = line[:-2].split(" ", 2)
        given.append((terms[subject], terms[predicate], terms[value]))
    close: Callable[[], tuple[Iterable[RdflibTriple], list[str], int]]
    close = engine.prepare(given, asked["profile"], asked["max_triples"])
    marks.append((perf_counter(), process_time(), _peak()))
    closed, messages, error_nodes = close()
    marks.append((perf_counter(), process_time(), _peak()))
    kept_out, lines = _read_out(closed, set(written))
    if len(given) + len(lines) > asked["max_triples"]:
        raise TooManyTriplesError
    marks.append((perf_counter(), process_time(), _peak()))
    phases = [
        (name, after[0] - before[0], after[1] - before[1], after[2])
        for name, before, after in zip(("load", "reason", "read-out"), marks, marks[1:], strict=False)
    ]
    kept_out["error-node"] = error_nodes
    header = {"messages": sorted(messages), "kept_out": kept_out, "phases": phases}
    return header, lines


def main() -> None:
    """Read, reason, write."""
    asked = json.loads(sys.stdin.buffer.readline())
    _limit_memory(asked["max_bytes"])
    gc.disable()  # millions of small terms live until the end, and each collection would walk them all
    lines: list[str] = []
    try:
        header, lines = answer(asked, sys.stdin.buffer.read())
    except TooManyTriplesError:
        header = {"limit": "triples"}
    except MemoryError:
        header = {"limit": "memory"}
    except RecursionError:
        header = {"error": "the recursion is too deep"}
    except Exception as error:
        header = {"error": f"{type(error).__name__}: {error}"}
    out = sys.stdout.buffer
    out.write(json.dumps(header).encode("utf-8") + b"\n")
    for line in lines:
        out.write(line.encode("utf-8") + b"\n")


if __name__ == "__main__":
    main()
