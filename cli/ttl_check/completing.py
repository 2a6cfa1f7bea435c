"""What shells offer behind Tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from click import Context, Parameter


def files(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer files and folders; the shell finds them."""
    return [CompletionItem(incomplete, type="file")]


def rules(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the rules and their titles."""
    from graph_rdf.rules import all_rules

    return [
        CompletionItem(rule.id, help=rule.title) for rule in all_rules() if rule.id.startswith(incomplete)
    ]


def rules_and_files(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer rules, and files when no rule begins so."""
    return rules(context, parameter, incomplete) or files(context, parameter, incomplete)


def queries_and_files(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the shipped queries, and files when no query begins so."""
    from graph_rdf.queries import shipped_queries

    named = [
        CompletionItem(query.name, help=query.title)
        for query in shipped_queries()
        if query.name.startswith(incomplete)
    ]
    return named or files(context, parameter, incomplete)


def profiles(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the profiles of an export and what they are."""
    from graph_rdf.export import PROFILES

    return [
        CompletionItem(each.name, help=each.title) for each in PROFILES if each.name.startswith(incomplete)
    ]
