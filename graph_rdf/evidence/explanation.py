"""How a clause is read: the form under which it states a triple, and what it states instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_rdf.evidence.clauses import clause_of

if TYPE_CHECKING:
    from graph_rdf.evidence.clauses import ClauseReader, Form


def form_text(form: Form) -> str:
    """Write a clause form with its slots.

    Args:
        form: The form, cut at its slots.

    Returns:
        What `parse_form` reads as this form.

    Example:
        >>> from graph_rdf.evidence.clauses import parse_form
        >>> form_text(parse_form("{object} runs {subject}"))
        '{object} runs {subject}'
    """
    first, second = ("{object}", "{subject}") if form.object_first else ("{subject}", "{object}")
    return f"{form.before}{first}{form.between}{second}{form.after}"


def stating_form(reader: ClauseReader, quote: str, subject: str, predicate: str, obj: str) -> str | None:
    """Find the clause form under which a quote states a triple.

    Args:
        reader: The reader of clauses of the world.
        quote: The quote.
        subject: The node of the subject.
        predicate: The IRI of a declared predicate.
        obj: The node of the object.

    Returns:
        The first such form, the canonical one before the wordings; None when the quote does not clearly
        state the triple.

    Source: evidence model, sections 5 and 6.
    """
    clause = clause_of(quote)
    canonical, wordings = reader.forms[predicate]
    for forms, names in ((canonical, reader.ids), (wordings, reader.labels)):
        for form in forms:
            for left, right in names.splits(clause, form):
                if names.bearers[left] == (subject,) and names.bearers[right] == (obj,):
                    return form_text(form)
    return None
