"""The servers that tests talk to."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, NoReturn

import pytest

from graph_rdf.dataset.endpoint_client import Client
from tests.servers.fetch_fuseki import CannotFetchError
from tests.servers.processes import Server, running_fuseki, running_oxigraph
from tests.servers.stores import empty_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_rdf.servers import GraphStore


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker of this folder."""
    config.addinivalue_line("markers", "servers: needs a real Fuseki and a real oxigraph server")


def cannot_run(reason: str) -> NoReturn:
    """Skip for want of a server, but never in CI: a green run there means that these tests ran."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"in CI the server tests must run: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def fuseki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with ExitStack() as stack:
        try:
            server = stack.enter_context(running_fuseki(tmp_path_factory.mktemp("fuseki")))
        except CannotFetchError as error:
            cannot_run(str(error))
        yield server


@pytest.fixture(scope="session")
def oxigraph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with ExitStack() as stack:
        try:
            server = stack.enter_context(running_oxigraph(tmp_path_factory.mktemp("oxigraph")))
        except CannotFetchError as error:
            cannot_run(str(error))
        yield server


@pytest.fixture(params=["fuseki", "oxigraph"])
def server(request: pytest.FixtureRequest) -> Server:
    """Each of the servers in turn."""
    found: Server = request.getfixturevalue(request.param)
    return found


@pytest.fixture(autouse=True)
def no_credentials_and_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine reaches a test."""
    for name in ("TTL_CHECK_TOKEN", "TTL_CHECK_USER", "TTL_CHECK_PASSWORD", "NETRC"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/nonexistent")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setenv("no_proxy", "127.0.0.1,localhost")


@pytest.fixture
def client() -> Iterator[Client]:
    with Client() as made:
        yield made


@pytest.fixture
def store(server: Server, client: Client) -> GraphStore:
    """Each server in turn, empty."""
    return empty_store(server, client)
