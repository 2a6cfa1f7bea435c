"""What one look at the text of a source tells beyond its triples; of a large one beside the load.

The store works without the interpreter while it loads, but asks for each piece of the text: a thread that
reads the same text would make it wait. So the look is taken in a process of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pyoxigraph import RdfFormat

from graph_rdf.beside import Beside, processors
from graph_rdf.errors import EngineError
from graph_rdf.syntax import StatementIndex, lexical_findings, typed_literals

if TYPE_CHECKING:
    from types import TracebackType

    from pyoxigraph import Literal

    from graph_rdf.findings import Finding
    from graph_rdf.syntax import Source

_LARGE: Final = 1 << 22
"""From here on starting a process is worth it. Units: bytes."""


class Seen(NamedTuple):
    """What the text tells.

    Args:
        findings: The literals that are ill-typed, sorted; none when that was not asked for.
        literals: What `graph_rdf.syntax.typed_literals` gave; None too when it was not asked.
        statements: Where the statements stand; None when nobody had the time to find them beside the load.
    """

    findings: list[Finding]
    literals: frozenset[Literal] | None
    statements: StatementIndex | None = None


class TextLook:
    """A look at the text of a source, which begins at once; a context manager.

    Args:
        source: The source; it need not parse, but of one that does not, nothing is known.
        lexical: Whether to look for ill-typed literals.
        literals: Whether to list the typed literals, as one does for shapes; then findings may come, and
            where there is time the statements are found too.
    """

    def __init__(self, source: Source, *, lexical: bool, literals: bool) -> None:
        self._source = source
        self._lexical = lexical
        self._literals = literals
        wanted = lexical or literals
        self._beside: Beside[Seen | None] | None = None
        if wanted and len(source.data) >= _LARGE and processors() > 1:
            self._beside = Beside(self._try, fork=True)

    def __enter__(self) -> TextLook:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._beside is not None:
            self._beside.close()

    def seen(self, loaded: Source) -> Seen:
        """Wait for what was seen; to be called once.

        Args:
            loaded: The source as it was loaded; it parses. If it is another one, it is looked at anew.
        """
        beside, self._beside = self._beside, None
        if beside is not None and loaded == self._source:
            try:
                seen = beside.result()
            except EngineError:  # the process was ended from outside
                seen = None
            if seen is not None:
                return seen
        elif beside is not None:
            beside.close()
        return self._look(loaded)

    def _try(self) -> Seen | None:
        """Look at a text of which nobody knows yet whether it parses."""
        source = self._source
        indexed = self._literals and source.format not in (RdfFormat.RDF_XML, RdfFormat.JSON_LD)
        try:
            seen = self._look(source)
            return seen._replace(statements=StatementIndex(source)) if indexed else seen
        except Exception:
            return None

    def _look(self, source: Source) -> Seen:
        return Seen(
            lexical_findings(source) if self._lexical else [],
            typed_literals(source) if self._literals else None,
        )
