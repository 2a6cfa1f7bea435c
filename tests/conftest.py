"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option."""
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the expected output of the command line"
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Tell whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update-golden"))
