"""Terms as people read them: canonical ids, names of predicates, prefixed names; and the way back."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from graph_rdf.errors import UnknownNameError
from graph_rdf.lookup import parse_path
from graph_rdf.namespaces import PREFIXES, RDF_TYPE
from graph_rdf.ntriples import iri

if TYPE_CHECKING:
    from graph_rdf.evidence import World
    from graph_rdf.ntriples import LexicalTriple

_NODE: Final = re.compile(r"<[^<>\s]*>")


class Names:
    """Names the terms of one world.

    Args:
        world: The world.
    """

    def __init__(self, world: World) -> None:
        self._world = world

    def shown(self, term: str) -> str:
        """Give a term in N-Triples form as an id, a name, a prefixed name, or as it is."""
        if not term.startswith("<"):
            return term
        node = term[1:-1]
        if node == RDF_TYPE:
            return "a"
        if node in self._world.predicates:
            return self._world.name_of_predicate(node)
        if node in self._world.entities:
            return self._world.id_of(node)
        for prefix, space in PREFIXES.items():
            if node.startswith(space):
                return f"{prefix}:{node[len(space) :]}"
        return term

    def shown_triple(self, triple: LexicalTriple) -> str:
        """Give a triple so."""
        return " ".join(map(self.shown, triple))

    def shown_text(self, text: str) -> str:
        """Give a text with the IRIs in angle brackets that it holds so."""
        return _NODE.sub(lambda found: self.shown(found[0]), text)

    def node(self, text: str) -> str:
        """Find the node that a text names.

        Args:
            text: The id of an entity, the name of a predicate, a prefixed name, ``a``, or ``<IRI>``.

        Returns:
            The node in N-Triples form.

        Raises:
            UnknownNameError: It names nothing.
        """
        if text.startswith("<") and text.endswith(">") and _NODE.fullmatch(text):
            return text
        if text == "a":
            return iri(RDF_TYPE)
        found = self._by_id.get(text) or self._by_name.get(text)
        if found is not None:
            return iri(found)
        prefix, _, local = text.partition(":")
        if prefix in PREFIXES and re.fullmatch(r"[\w.-]+", local):
            return iri(PREFIXES[prefix] + local)
        raise UnknownNameError("entity or predicate", text, [*self._by_id, *self._by_name])

    def path(self, text: str) -> tuple[str, ...]:
        """Read a path of predicates; see `parse_path`.

        Returns:
            The predicates in N-Triples form.
        """
        return tuple(map(iri, parse_path(text, self._world.predicates)))

    def lookup(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Read ``ID:PATH``; ids hold colons too, so the longest id of an entity counts.

        Returns:
            The start node and the predicates, in N-Triples form.

        Raises:
            UnknownNameError: No entity has such an id, or a predicate is not declared.
        """
        for at in range(len(text) - 1, 0, -1):
            if text[at] == ":" and text[:at] in self._by_id:
                return iri(self._by_id[text[:at]]), self.path(text[at + 1 :])
        raise UnknownNameError("entity", text.rpartition(":")[0] or text, self._by_id)

    @cached_property
    def _by_id(self) -> dict[str, str]:
        world = self._world
        return {world.id_of(node): node for node in sorted(world.entities) if not node.startswith("_:")}

    @cached_property
    def _by_name(self) -> dict[str, str]:
        return {predicate.name: node for node, predicate in sorted(self._world.predicates.items())}
