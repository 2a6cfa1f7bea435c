"""Write Turtle and TriG: streaming, sorted within each subject, every term exactly as given."""

from __future__ import annotations

import re
from itertools import chain, groupby
from typing import TYPE_CHECKING, Final

from graph_rdf.export.terms import blocks, chunked, hidden_escaped
from graph_rdf.namespaces import PREFIXES, RDF_TYPE, XSD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import BinaryIO

    from graph_rdf.export.terms import AnyTriple, GraphTriples

# A subset of PN_LOCAL that needs no escape; what falls outside is written as a full IRI.
_LOCAL: Final = re.compile(
    r"(?:[A-Za-z0-9_:]|%[0-9A-Fa-f]{2})(?:(?:[A-Za-z0-9_:.-]|%[0-9A-Fa-f]{2})*(?:[A-Za-z0-9_:-]|%[0-9A-Fa-f]{2}))?"
)
_TYPED: Final = re.compile(r'("(?:[^"\\]|\\.)*")\^\^<([^>]*)>', re.DOTALL)
_BARE: Final = {
    XSD + "integer": re.compile(r'"([+-]?[0-9]+)"'),
    XSD + "decimal": re.compile(r'"([+-]?[0-9]*\.[0-9]+)"'),
    XSD + "double": re.compile(r'"([+-]?(?:[0-9]+\.[0-9]*|\.?[0-9]+)[eE][+-]?[0-9]+)"'),
    XSD + "boolean": re.compile(r'"(true|false)"'),
}
_TRIPLE_TERM: Final = re.compile(r"<<\( (<[^<>]*>|_:\S+) (<[^<>]*>) (<[^<>]*>|_:\S+) \)>>")
_MEMO: Final = 65536


def write_turtle(
    triples: Iterable[AnyTriple],
    out: BinaryIO,
    prefixes: Mapping[str, str] = PREFIXES,
    *,
    version: str | None = None,
) -> None:
    """Write triples as Turtle.

    Args:
        triples: Grouped by subject; within a subject they are sorted here and written once.
        out: Where the UTF-8 bytes go.
        prefixes: Prefix → namespace, declared first and in this order.
        version: The RDF version that the file announces, for example ``1.2``.

    Raises:
        OSError: The output cannot be written.

    Source: RDF 1.1 Turtle; triple terms and the version as in RDF 1.2 Turtle.
    """
    shortened = TurtleTerms(prefixes)
    announced = [] if version is None else [f'VERSION "{version}"\n']
    body = (_block(subject, rows, shortened, "") for subject, rows in blocks(triples))
    chunked(chain(announced, declarations(prefixes), body), out)


def write_trig(graphs: Iterable[GraphTriples], out: BinaryIO, prefixes: Mapping[str, str] = PREFIXES) -> None:
    """Write graphs as TriG.

    Args:
        graphs: Name of each graph (None for the default graph) and its triples, as for `write_turtle`.
        out: Where the UTF-8 bytes go.
        prefixes: Prefix → namespace, declared first and in this order.

    Raises:
        OSError: The output cannot be written.

    Source: RDF 1.1 TriG.
    """
    shortened = TurtleTerms(prefixes)

    def body() -> Iterator[str]:
        for name, triples in graphs:
            if name is None:
                yield from (_block(subject, rows, shortened, "") for subject, rows in blocks(triples))
                continue
            yield f"\n{shortened[str(name)]} {{\n"
            for subject, rows in blocks(triples):
                yield _block(subject, rows, shortened, "    ")
            yield "}\n"

    chunked(chain(declarations(prefixes), body()), out)


def declarations(prefixes: Mapping[str, str]) -> Iterator[str]:
    """Give the lines that declare prefixes."""
    return (f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in prefixes.items())


def _block(subject: str, rows: list[tuple[str, str]], terms: TurtleTerms, indent: str) -> str:
    lines: list[str] = []
    for predicate, group in groupby(rows, key=lambda row: row[0]):
        values = ", ".join(terms[value] for _, value in group)
        if predicate == _RDF_TYPE:
            lines.insert(0, f"a {values}")
        else:
            lines.append(f"{terms[predicate]} {values}")
    joined = f" ;\n{indent}    ".join(lines)
    return f"\n{indent}{terms[subject]} {joined} .\n"


_RDF_TYPE: Final = f"<{RDF_TYPE}>"


class TurtleTerms(dict[str, str]):
    """N-Triples form → Turtle form, remembered."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        super().__init__()
        # The longest namespace first, so that the most specific prefix is taken.
        self._spaces = sorted(
            ((space, name) for name, space in prefixes.items()), key=lambda i: (-len(i[0]), i)
        )

    def __missing__(self, term: str) -> str:
        made = self._made(term)
        if len(term) < 200:  # long literals hardly come twice
            if len(self) >= _MEMO:
                self.clear()
            self[term] = made
        return made

    def _made(self, term: str) -> str:
        if term[0] == "<" and term[1:2] != "<":
            return self._short(term)
        if term[0] != '"':
            inner = _TRIPLE_TERM.fullmatch(term)
            return term if inner is None else f"<<( {' '.join(map(self.__getitem__, inner.groups()))} )>>"
        typed = _TYPED.fullmatch(term) if term[-1] == ">" else None
        if typed is not None:
            bare = _BARE.get(typed[2])
            number = bare.fullmatch(typed[1]) if bare else None
            if number is not None:
                return number[1]
            return f"{_visible(typed[1])}^^{self._short(f'<{typed[2]}>')}"
        return _visible(term)

    def _short(self, term: str) -> str:
        iri = term[1:-1]
        for space, name in self._spaces:
            if iri.startswith(space):
                local = iri[len(space) :]
                if not local or _LOCAL.fullmatch(local):
                    return f"{name}:{local}"
        return term


def _visible(quoted: str) -> str:
    return quoted if quoted.isascii() else hidden_escaped(quoted)
