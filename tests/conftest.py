"""Options of the test run."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None)
settings.register_profile("explore", print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
"""The same examples in each run; ``HYPOTHESIS_PROFILE=explore`` looks for new ones."""

for _name in ("SIGINT", "SIGHUP"):
    # A run in the background or under nohup ignores them, and the processes that tests start would too.
    _signal = getattr(signal, _name, None)
    if _signal is not None and signal.getsignal(_signal) is signal.SIG_IGN:
        signal.signal(_signal, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option."""
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the expected output of the command line"
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Tell whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update-golden"))
