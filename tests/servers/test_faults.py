"""What the client makes of servers that fail; a real server behind a proxy that fails on demand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset.endpoint import EndpointDataset
from graph_rdf.dataset.endpoint_client import Client, ClientLimits
from graph_rdf.errors import EndpointError, GraphRdfError
from graph_rdf.servers import GraphStore, urls_of
from tests.servers.fault_proxy import Fault, Proxy, answer, cut, drip, proxy_before, rows, slow, typed, vanish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.servers.processes import Server

pytestmark = pytest.mark.servers

ALL = "SELECT ?n { ?s <http://example.org/n> ?n }"
ROWS = 250


@dataclass
class Setting:
    """A proxy before a server with 250 numbers, and a client that waits without waiting."""

    proxy: Proxy
    client: Client
    dataset: EndpointDataset
    waits: list[float] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def message(self, query: str = ALL) -> str:
        with pytest.raises(GraphRdfError) as caught:
            self.dataset.select(query)
        assert "\n" not in str(caught.value)
        return str(caught.value).replace(self.proxy.base, "BASE")


@pytest.fixture
def setting(oxigraph: Server) -> Iterator[Setting]:
    with proxy_before(oxigraph.base) as proxy, Client(ClientLimits(silence=1.0, seconds=3.0)) as client:
        store = GraphStore(urls_of("oxigraph", proxy.base), client)
        made = Setting(proxy, client, store.dataset)
        client.sleep = made.waits.append
        client.notice = made.notices.append
        client.request(
            "POST", str(store.urls.update), body=b"DROP ALL", content_type="application/sparql-update"
        )
        lines = "".join(f'<http://example.org/{n}> <http://example.org/n> "{n:03}" .\n' for n in range(ROWS))
        client.request(
            "PUT", f"{store.urls.graphs}?default", body=lines.encode(), content_type="application/n-triples"
        )
        proxy.log.clear()
        yield made


def numbers(setting: Setting, query: str = ALL) -> list[str]:
    return [row[0].value for row in setting.dataset.select(query)]  # type: ignore[union-attr]


EVERY = [f"{n:03}" for n in range(ROWS)]

ASKED = "application/sparql-results+json or application/json"
NO_RESULTS = "the server answers no SPARQL results JSON"
NOT_SENT = "nothing was sent there. Give its URL if you trust it"

MESSAGES: dict[str, tuple[Fault, str]] = {
    "500": (
        Fault(answer(500, "disk full\u2028\x1b[31m\nat line 2"), times=None),
        "BASE/query answers 500 Internal Server Error: disk full",
    ),
    "html": (
        Fault(answer(500, "<html><p>oh", Content_Type="text/html"), times=None),
        "BASE/query answers 500 Internal Server Error",
    ),
    "400": (Fault(answer(400, "Parse error"), times=None), "BASE/query answers 400 Bad Request: Parse error"),
    "401": (Fault(answer(401), times=None), "BASE/query answers 401 Unauthorized"),
    "cut": (Fault(cut, times=None), "BASE/query: the server broke off"),
    "vanished": (Fault(vanish, times=None), "BASE/query: the server broke off"),
    "slow": (Fault(slow(2.0), times=None), "BASE/query: no answer within 1 s"),
    "drip": (Fault(drip(0.05), times=None), "BASE/query takes longer than 3 s; nothing was used"),
    "type": (
        Fault(typed("text/html"), times=None),
        f"BASE/query answers text/html where {ASKED} was asked; is this the right URL?",
    ),
    "no type": (
        Fault(typed(""), times=None),
        f"BASE/query answers no media type where {ASKED} was asked; is this the right URL?",
    ),
    "no JSON": (
        Fault(answer(200, "{", Content_Type="application/json"), times=None),
        f"{NO_RESULTS}: Parser error at line 1 column 2: Object keys must be strings (line 1)",
    ),
    "truth": (
        Fault(answer(200, '{"head":{},"boolean":true}', Content_Type="application/json"), times=None),
        "the server answers a truth value where rows were asked",
    ),
    "elsewhere": (
        Fault(answer(307, Location="https://user:secret@evil.example/query"), times=None),
        "BASE/query redirects to what is no URL of a server",
    ),
    "other host": (
        Fault(answer(307, Location="https://evil.example/query?token=1"), times=None),
        f"BASE/query redirects to another host, https://evil.example; {NOT_SENT}",
    ),
    "other port": (
        Fault(answer(308, Location="http://127.0.0.1:1/query"), times=None),
        f"BASE/query redirects to another host, http://127.0.0.1:1; {NOT_SENT}",
    ),
    "found": (
        Fault(answer(302, Location="/other"), times=None),
        "BASE/query answers 302 to a POST; use BASE/other",
    ),
    "circle": (Fault(answer(307, Location="/query"), times=None), "BASE/query redirects more than 5 times"),
    "nowhere": (Fault(answer(307), times=None), "BASE/query answers 307 and does not say where to go"),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_failure_is_one_line(setting: Setting, name: str) -> None:
    fault, message = MESSAGES[name]
    setting.proxy.faults.append(fault)
    assert setting.message() == message
    setting.proxy.faults.clear()
    assert sorted(numbers(setting)) == EVERY


def test_a_busy_server_is_asked_again(setting: Setting) -> None:
    setting.proxy.faults += [
        Fault(answer(429, Retry_After="7")),
        Fault(answer(503), after=1),
        Fault(answer(503, Retry_After="86400"), after=2),
        Fault(answer(503, Retry_After="Thu, 01 Jan 1970 00:00:00 GMT"), after=3),
        Fault(answer(503, Retry_After="soon"), after=4),
    ]
    assert sorted(numbers(setting)) == EVERY
    assert setting.waits == [7.0, 1.0, 30.0, 0.0, 8.0]
    assert setting.notices[0] == f"{setting.proxy.base}/query is busy (429); attempt 2 in 7 s"


def test_a_server_that_stays_busy_is_an_error(setting: Setting) -> None:
    setting.proxy.faults.append(Fault(answer(503, "no"), times=None))
    assert setting.message() == "BASE/query answers 503 Service Unavailable: no"
    assert setting.waits == [0.5, 1.0, 2.0, 4.0, 8.0]


def test_a_redirect_on_the_same_host_is_followed(setting: Setting) -> None:
    setting.proxy.faults.append(Fault(answer(307, Location="/query?x=1")))
    assert sorted(numbers(setting)) == EVERY
    assert [path for _, path, _ in setting.proxy.log][:2] == ["/query", "/query?x=1"]


def test_a_connection_that_was_closed_meanwhile_is_opened_again(setting: Setting) -> None:
    assert sorted(numbers(setting)) == EVERY
    setting.proxy.faults.append(Fault(vanish))
    assert sorted(numbers(setting)) == EVERY


def test_an_answer_that_is_too_large_is_not_read(setting: Setting) -> None:
    setting.client.limits = ClientLimits(max_bytes=1000)
    assert setting.message() == "BASE/query answers more than 1000 bytes; nothing was used"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (ALL, EVERY),
        (f"{ALL} ORDER BY DESC(?n)", EVERY[::-1]),
        (f"{ALL} ORDER BY ?n LIMIT 130", EVERY[:130]),
        (f"{ALL} ORDER BY ?n OFFSET 20", EVERY[20:]),
        (f"{ALL} ORDER BY DESC(?n) LIMIT 201 OFFSET 7 VALUES ?s {{ UNDEF }}", EVERY[::-1][7:208]),
        (
            "SELECT ?n (COUNT(*) AS ?rows) { ?s ?p ?n } GROUP BY ?n HAVING(COUNT(*) = 1) ORDER BY ?n # end",
            EVERY,
        ),
        (f"SELECT DISTINCT {ALL[7:]} # }} {{", EVERY),
    ],
)
def test_a_server_that_cuts_answers_is_read_in_pages(
    setting: Setting, query: str, expected: list[str]
) -> None:
    """120 rows at most: the count betrays the limit, and the rows come in pages, complete and in order."""
    setting.proxy.faults.append(Fault(rows(120), times=None))
    assert numbers(setting, query) == expected
    assert setting.notices == [f"{setting.proxy.base}/query cuts answers at 120 rows; it is read in pages"]
    assert setting.dataset.limited_to == 120


def test_a_limit_that_paging_does_not_pass_is_an_error(setting: Setting) -> None:
    setting.proxy.faults += [Fault(rows(120), times=None), Fault(rows(0), part="OFFSET", times=None)]
    assert setting.message() == (
        "BASE/query gives 0 of 250 rows: it limits its answers, and paging does not reach the rest"
    )


def test_data_that_changes_meanwhile_is_an_error(setting: Setting) -> None:
    def fewer(reply: object) -> None:
        reply.body = reply.body.replace(b'"250"', b'"240"')  # type: ignore[attr-defined]

    setting.proxy.faults.append(Fault(fewer, times=None))
    assert setting.message() == "BASE/query changes while it is read: 250 rows, then 240"


@pytest.mark.parametrize(
    ("variables", "header"),
    [
        ({"TTL_CHECK_TOKEN": "hunter2-token"}, "Bearer hunter2-token"),
        ({"TTL_CHECK_USER": "ann", "TTL_CHECK_PASSWORD": "hunter2-word"}, "Basic YW5uOmh1bnRlcjItd29yZA=="),
    ],
)
def test_credentials_go_to_the_server_and_nowhere_else(
    setting: Setting, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], header: str
) -> None:
    """A server that repeats the secret cannot bring it into a message."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    echo = f"{header} {' '.join(variables.values())}"
    setting.proxy.faults.append(Fault(answer(403, echo), times=None))
    with Client() as client:
        dataset = EndpointDataset(setting.dataset.url, client)
        with pytest.raises(EndpointError) as caught:
            dataset.select(ALL)
        assert "hunter2" not in str(caught.value)
        assert "YW5u" not in str(caught.value)
        assert "hunter2" not in repr(client)
    assert setting.proxy.log[-1][2]["Authorization"] == header


def test_nobody_listens() -> None:
    with Client() as client, pytest.raises(EndpointError) as caught:
        EndpointDataset("http://127.0.0.1:1/query", client).select(ALL)
    assert str(caught.value) == "http://127.0.0.1:1/query: nothing listens there"


def test_no_such_host() -> None:
    with Client() as client, pytest.raises(EndpointError, match="cannot be reached"):
        EndpointDataset("http://no-such-host.invalid/query", client).select(ALL)


def test_a_plain_proxy_of_the_environment_is_used(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy gets the whole URL, and what proves who the caller is to the proxy."""
    monkeypatch.setenv("http_proxy", setting.proxy.base.replace("http://", "http://me:pass%20word@"))
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("NO_PROXY", "")
    setting.proxy.faults.append(Fault(answer(502, "via"), times=None, forward=False))
    with Client() as client, pytest.raises(EndpointError) as caught:
        EndpointDataset("http://data.example/sparql", client).select(ALL)
    assert str(caught.value) == "http://data.example/sparql answers 502 Bad Gateway: via"
    method, path, headers = setting.proxy.log[-1]
    assert (method, path) == ("POST", "http://data.example/sparql")
    assert headers["Host"] == "data.example"
    assert headers["Proxy-Authorization"] == "Basic bWU6cGFzcyB3b3Jk"
