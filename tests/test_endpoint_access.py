"""URLs, credentials and TLS: what is refused, and that no secret shows."""

from __future__ import annotations

import ssl
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from graph_rdf.dataset.endpoint import EndpointDataset
from graph_rdf.dataset.endpoint_client import Client
from graph_rdf.dataset.endpoint_credentials import Credentials, find_credentials
from graph_rdf.dataset.endpoint_url import check_url, origin_of, shown
from graph_rdf.errors import EndpointError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NO_URL = "is no http or https URL of a server"
ASCII = "a server URL holds only ASCII characters that a URL may have; encode the others"
URL_WITH_NAME = (
    "a server URL holds no name or password; set TTL_CHECK_USER and TTL_CHECK_PASSWORD, TTL_CHECK_TOKEN,"
    " or use .netrc"
)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("https://me:secret@h/q", URL_WITH_NAME),
        ("https://token@h/q", URL_WITH_NAME),
        ("ftp://h/q", f"'ftp://h/q' {NO_URL}"),
        ("file:///etc/passwd", f"'file:///etc/passwd' {NO_URL}"),
        ("h:3030/ds", f"'h:3030/ds' {NO_URL}"),
        ("http:///q", f"'http:///q' {NO_URL}"),
        ("", f"'' {NO_URL}"),
        ("http://h/a b", ASCII),
        ("http://h/\r\nHost: evil", ASCII),
        ("http://h/\u00fc", ASCII),
        ("http://h:99999/", "the port of a server URL is a number from 0 to 65535"),
        ("http://h:x/", "the port of a server URL is a number from 0 to 65535"),
        ("http://[::1/", "a server URL is malformed: Invalid IPv6 URL"),
        ("http://h/q#part", "'http://h/q#part' has a fragment, which no server ever sees"),
    ],
)
def test_what_is_no_server_url(url: str, message: str) -> None:
    with pytest.raises(EndpointError) as caught:
        check_url(url)
    assert str(caught.value) == message


def test_origins() -> None:
    assert str(origin_of("http://H:80/x")) == "http://h"
    assert str(origin_of("https://[::1]:8443/x")) == "https://[::1]:8443"
    assert origin_of("http://h/") != origin_of("https://h/")
    assert shown("http://h/store?graph=http%3A%2F%2Fsecret") == "http://h/store"
    safe = {
        url: origin_of(url).is_secret_safe
        for url in ("http://localhost/", "http://127.0.0.2/", "https://h/", "http://h/")
    }
    assert list(safe.values()) == [True, True, True, False]


@pytest.mark.parametrize(
    ("variables", "header"),
    [
        ({}, None),
        ({"TTL_CHECK_TOKEN": "abc.def"}, "Bearer abc.def"),
        ({"TTL_CHECK_USER": "ann", "TTL_CHECK_PASSWORD": "p:w"}, "Basic YW5uOnA6dw=="),
        ({"TTL_CHECK_TOKEN": "t", "TTL_CHECK_USER": "ann", "TTL_CHECK_PASSWORD": "pw"}, "Bearer t"),
        ({"NETRC": "{netrc}"}, "Basic Ym9iOnB3"),
        ({"TTL_CHECK_USER": "ann", "TTL_CHECK_PASSWORD": "pw", "NETRC": "{netrc}"}, "Basic YW5uOnB3"),
        ({"HOME": "{home}"}, "Basic Ym9iOnB3"),
        ({"NETRC": "{missing}"}, None),
    ],
)
def test_where_credentials_come_from(tmp_path: Path, variables: dict[str, str], header: str | None) -> None:
    netrc = tmp_path / ".netrc"
    netrc.write_text("machine h login bob password pw\nmachine other login x password y\n")
    netrc.chmod(0o600)
    names = {"netrc": str(netrc), "home": str(tmp_path), "missing": str(tmp_path / "none")}
    found = find_credentials("h", {name: value.format(**names) for name, value in variables.items()})
    assert found.header == header
    assert repr(found) == "Credentials()"


def test_the_default_entry_of_netrc_is_not_used(tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("default login bob password pw\n")
    assert find_credentials("h", {"NETRC": str(netrc)}).header is None


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        (
            {"TTL_CHECK_USER": "a"},
            "TTL_CHECK_USER and TTL_CHECK_PASSWORD belong together, and one of them is not set",
        ),
        ({"TTL_CHECK_TOKEN": "a b"}, "TTL_CHECK_TOKEN holds a character that no bearer token has"),
        ({"TTL_CHECK_TOKEN": "a\r\nX: y"}, "TTL_CHECK_TOKEN holds a character that no bearer token has"),
        (
            {"TTL_CHECK_USER": "a:b", "TTL_CHECK_PASSWORD": "hunter2"},
            "a user name has no colon, and neither it nor a password has control characters",
        ),
    ],
)
def test_credentials_that_cannot_be_sent(variables: dict[str, str], message: str) -> None:
    with pytest.raises(EndpointError) as caught:
        find_credentials("h", variables)
    assert str(caught.value) == message


def test_a_broken_netrc_is_named_and_not_shown(tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine h login bob password hunter2 hunter3\n")
    with pytest.raises(EndpointError) as caught:
        find_credentials("h", {"NETRC": str(netrc)})
    assert str(caught.value).startswith(f"{netrc}: the netrc file cannot be used: ")
    assert "hunter2" not in str(caught.value)


def test_secrets_are_taken_out_of_texts() -> None:
    assert Credentials("Bearer hunter2", ("hunter2",)).scrubbed("no hunter2, no") == "no ***, no"


@pytest.fixture
def https(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server with a certificate that nobody signed."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed, which makes the certificate")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Type", "application/sparql-results+json")
            self.end_headers()
            self.wfile.write(b'{"head":{},"boolean":true}')

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - likewise
            """Say nothing."""

    class Quiet(HTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A client that refuses the certificate is no fault of the server."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with Quiet(("127.0.0.1", 0), Handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"https://localhost:{server.server_port}/query", certificate
        finally:
            server.shutdown()
            thread.join()


def test_tls_is_verified(https: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    url, certificate = https
    monkeypatch.setenv("NO_PROXY", "localhost")
    with Client() as client, pytest.raises(EndpointError) as caught:
        EndpointDataset(url, client).ask("ASK { }")
    assert "CERTIFICATE_VERIFY_FAILED" in str(caught.value)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with Client() as client:
        assert EndpointDataset(url, client).ask("ASK { }") is True
        with pytest.raises(EndpointError) as caught:
            EndpointDataset(url.replace("localhost", "127.0.0.1"), client).ask("ASK { }")
    assert "CERTIFICATE_VERIFY_FAILED" in str(caught.value)
