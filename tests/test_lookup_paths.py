"""The path that a caller writes: names and IRIs of declared predicates, nothing else."""

from __future__ import annotations

import pytest

from graph_rdf.errors import UnknownNameError
from graph_rdf.lookup import parse_path
from graph_rdf.namespaces import EG_CONTACT, EG_OPERATED_BY
from graph_rdf.ontology import RelationPredicate, packaged_ontology, read_predicates

KNOWN = {
    **read_predicates(packaged_ontology()),
    "http://e/a/b": RelationPredicate("http://e/a/b", "http://e/a/b"),
    "http://e/plus": RelationPredicate("http://e/plus", "contact+"),
}

PATHS = {
    "contact": (EG_CONTACT,),
    "operated_by/contact": (EG_OPERATED_BY, EG_CONTACT),
    f"<{EG_OPERATED_BY}>/contact": (EG_OPERATED_BY, EG_CONTACT),
    f"contact/<http://e/a/b>/<{EG_CONTACT}>": (EG_CONTACT, "http://e/a/b", EG_CONTACT),
    "contact+": ("http://e/plus",),
    "/".join(["contact"] * 500): (EG_CONTACT,) * 500,
}

UNKNOWN = {
    "": "no predicate ''",
    "/": "no predicate ''",
    "contact/": "no predicate ''",
    "operated_by//contact": "no predicate ''",
    "operatedby": "no predicate 'operatedby'; nearest: operated_by, not_operated_by",
    "operated_by/contact*": "no predicate 'contact*'; nearest: contact",
    "(contact)": "no predicate '(contact)'",
    "^contact": "no predicate '^contact'",
    "contact|mentions": "no predicate 'contact|mentions'",
    "http://e/a/b": "no predicate 'http:'",
    "<http://e/none>": "no predicate '<http://e/none>'; nearest: <http://e/a/b>, <http://e/plus>",
    "<http://e/a/b": "no predicate '<http://e/a/b'",
    "<http://e/a/b>contact": "no predicate '<http://e/a/b>contact'",
    "<contact>": "no predicate '<contact>'",
    EG_CONTACT: "no predicate 'https:'",
}


@pytest.mark.parametrize("text", PATHS)
def test_path(text: str) -> None:
    assert parse_path(text, KNOWN) == PATHS[text]


@pytest.mark.parametrize("text", UNKNOWN)
def test_unknown_predicate(text: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        parse_path(text, KNOWN)
    assert str(raised.value).startswith(UNKNOWN[text])
    assert raised.value.kind == "predicate"
