"""Other people's RDF tools, run on what we ship and export."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

from tests.interop.java_project import CannotRunError
from tests.interop.jena_runner import Jena, jenas


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker of this folder."""
    config.addinivalue_line("markers", "jena: needs a JDK and Maven, which fetches Apache Jena once")


def cannot_run(reason: str) -> NoReturn:
    """Skip for want of a tool, but never in CI: a green run there means that these tests ran."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"in CI these tests must run: {reason}")
    pytest.skip(reason)


VERSIONS = sorted(jenas())


@pytest.fixture(scope="session", params=VERSIONS or ["none"])
def jena(request: pytest.FixtureRequest) -> Jena:
    """A Jena that a JDK of this machine runs; each test runs with each."""
    if request.param == "none":
        cannot_run("no JDK of 17 or newer was found by JAVA_HOME, PATH or in /usr/lib/jvm")
    try:
        made = jenas()[request.param]
        made.build()
    except CannotRunError as error:
        cannot_run(str(error))
    return made
