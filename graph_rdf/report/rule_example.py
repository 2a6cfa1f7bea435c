"""The example of a rule in parts that a page shows one below the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_rdf.rules.examples import WORLD, Example, examples, without_example

if TYPE_CHECKING:
    from graph_rdf.rules import Rule

_LANGUAGE: Final = {"shapes": "turtle", "relations": "turtle", "t-box": "turtle", "command": "console"}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an example.

    Args:
        title: What it is.
        text: The text; lines without indent.
        language: The language of the text for highlighting; empty when it is a sentence.
    """

    title: str
    text: str
    language: str = ""


def example_parts(rule: Rule) -> list[Part]:
    """Give the example of a rule.

    Args:
        rule: The rule.

    Returns:
        What fails, what is found in it, and what passes; one part that says why when the rule has none.
    """
    example = examples().get(rule.id)
    if example is None:
        reason = without_example(rule.id)
        return [] if reason is None else [Part("Example", reason)]
    found = Part("What is found", _counted(example.found))
    if example.change:
        title = "A change that fails (the lines with - pass)"
        return [Part(title, example.change.strip(), "diff"), found]
    language = _LANGUAGE.get(example.kind) or _language_of(example.name)
    parts: list[Part] = []
    if _takes_world(example):
        parts.append(Part("The world of the example", f"$ ttl-check init {WORLD}", language))
    parts += [Part(f"File {name}", text.strip(), _language_of(name)) for name, text in example.files.items()]
    if example.shapes:
        parts.append(Part("Shapes", example.shapes.strip(), "turtle"))
    encoding = f", written as {example.encoding}" if example.encoding != "utf-8" else ""
    return [
        *parts,
        Part(f"What fails{encoding}", _shown(example, example.fails), language),
        found,
        Part("What passes", _shown(example, example.passes), language),
    ]


def _takes_world(example: Example) -> bool:
    """Tell whether a command of an example reads the packaged world."""
    return example.kind == "command" and WORLD in f"{example.fails} {example.passes}".split()


def _shown(example: Example, text: str) -> str:
    """Show a command as it is typed, data as it is."""
    return f"$ ttl-check {text.strip()}" if example.kind == "command" else text.strip()


def _language_of(name: str) -> str:
    """Name the language of a file."""
    return "json" if name.endswith(".jsonl") else "turtle"


def _counted(found: tuple[str, ...]) -> str:
    """List rule ids, each once with its number."""
    return ", ".join(
        rule if number == 1 else f"{rule} ({number} times)" for rule, number in Counter(found).items()
    )
