"""An example for each rule: what fails, what passes, and exactly what is found."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from graph_rdf.errors import GraphRdfError

if TYPE_CHECKING:
    from collections.abc import Mapping

PARTS: Final = "It holds other shapes together and has no finding of its own: its parts have."
ALTERNATIVES: Final = "Other shapes take it as one of several ways to be right; they have the finding."

KINDS: Final = ("graph", "shapes", "file", "relations", "t-box", "command")
"""The kinds of examples; the head of ``examples.toml`` says what each is."""

WORLD: Final = "my-world"
"""The folder of the packaged world in examples of commands, which `ttl-check init` writes."""


@dataclass(frozen=True, slots=True)
class Example:
    """One example.

    Args:
        rule: The rule id.
        kind: One of `KINDS`.
        found: The rule ids of what is found in what fails, sorted, each as often as it is found.
        fails: What fails: data, or the arguments of a command.
        passes: What passes.
        change: In place of the two: lines that leave (``-``) and enter (``+``) the graph of the examples.
        shapes: The shapes that the data is checked against.
        name: The name of the file.
        encoding: The encoding of what fails.
        engine: The engine of the lint.
        passing: What is found in what passes, none of it by this rule.
        files: File name → text, for a command.
    """

    rule: str
    kind: str
    found: tuple[str, ...]
    fails: str = ""
    passes: str = ""
    change: str = ""
    shapes: str = ""
    name: str = "data.ttl"
    encoding: str = "utf-8"
    engine: str = "owlrl"
    passing: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


@cache
def _document() -> dict[str, Any]:
    text = files("graph_rdf.rules.examples").joinpath("examples.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def examples() -> Mapping[str, Example]:
    """Read the examples.

    Returns:
        Rule id → example; rules that cannot fail on their own have none, see `without_example`.

    Raises:
        GraphRdfError: The file is damaged.

    Example:
        >>> examples()["wrong-bridge"].found
        ('wrong-bridge',)
    """
    found: dict[str, Example] = {}
    for entry in _document()["example"]:
        texts: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
        }
        example = Example(**texts)
        if example.rule in found or example.kind not in KINDS:
            raise GraphRdfError(f"the example of {example.rule!r} is damaged")
        found[example.rule] = example
    return found


def without_example(rule_id: str) -> str | None:
    """Say why a rule has no example; None when it has one, or should have."""
    document = _document()
    reasons = {"parts": PARTS, "alternatives": ALTERNATIVES}
    return next((reason for key, reason in reasons.items() if rule_id in document[key]), None)


def example_graph() -> str:
    """Give the graph that the examples of the kind ``graph`` change."""
    return files("graph_rdf.rules.examples").joinpath("graph.ttl").read_text(encoding="utf-8")
