"""The profiles: their names, and what each can and cannot say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graph_rdf.errors import UnknownNameError
from graph_rdf.export import neo4j, parquet


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile.

    Args:
        name: What ``--to`` takes.
        title: What it is, in one line.
        lossless: Whether records come back from it as they were.
        files: The names of its files when it is a folder of these; else it is one file.
        redacts: Whether it can leave out quotes and bodies.
        judged: Whether it holds supported records alone.
    """

    name: str
    title: str
    lossless: bool = False
    files: tuple[str, ...] = ()
    redacts: bool = True
    judged: bool = False


PROFILES: Final = (
    Profile("rdf11", "Turtle, the normative form: records as rdf:Statement", lossless=True),
    Profile("rdf12", "Turtle 1.2 (draft): records as reifiers of triple terms", lossless=True),
    Profile("jsonld", "JSON-LD with the context of ttl-check", lossless=True),
    Profile("nt", "N-Triples", lossless=True),
    Profile("nq", "N-Quads", lossless=True),
    Profile("trig", "TriG", lossless=True),
    Profile("rdfxml", "RDF/XML", lossless=True),
    Profile("jsonl", "the records form, JSON Lines", lossless=True, redacts=False),
    Profile("records-parquet", "one Parquet file of records", lossless=True, redacts=False),
    Profile("nanopub", "TriG, one nanopublication for each supported record of a view", judged=True),
    Profile("prov", "Turtle in terms of PROV-O alone"),
    Profile("webannotation", "W3C Web Annotations, JSON-LD"),
    Profile("csv", "a folder with nodes and relationships for neo4j-admin", files=neo4j.FILES),
    Profile("graphml", "GraphML for networkx and Gephi"),
    Profile("parquet", "a folder with a Parquet file for each kind of record", files=parquet.FILES),
)
"""All profiles, in the order of the documentation."""

ALIASES: Final = {"ttl": "rdf11", "turtle": "rdf11", "ntriples": "nt", "nquads": "nq", "neo4j": "csv"}
"""Other names that ``--to`` takes."""


def find_profile(name: str) -> Profile:
    """Find a profile by name or alias.

    Raises:
        UnknownNameError: There is none; the message offers the nearest.

    Example:
        >>> find_profile("ttl").name
        'rdf11'
    """
    profiles = {profile.name: profile for profile in PROFILES}
    wanted = ALIASES.get(name, name)
    if wanted not in profiles:
        raise UnknownNameError("profile", name, [*profiles, *ALIASES])
    return profiles[wanted]
