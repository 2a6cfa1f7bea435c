# `make demo` and `make test` need only Python >= 3.11, make and a package index.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
JOBS   ?= auto
PIP     = -m pip install --quiet --disable-pip-version-check

.PHONY: demo test test-slow lint docs golden web wheel-test bench clean

# Two stamps, so that `make demo` does not wait for the test tools.
$(VENV)/.base: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ttl-check needs Python 3.11 or newer; run: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.base
	$(BIN)/python $(PIP) --editable '.[dev]'
	touch $@

demo: $(VENV)/.base
	@$(BIN)/ttl-check demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(JOBS) -m 'not slow'

test-slow: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(JOBS) -m slow

lint: $(VENV)/.dev
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

# The generated part of the docs; a test holds that it is current.
docs: $(VENV)/.dev
	$(BIN)/python -m ttl_check.reference docs/reference

# Rewrite the expected output of the command line; read the difference before it is committed.
golden: $(VENV)/.dev
	$(BIN)/python -m pytest tests/test_cli_golden.py --update-golden -q -m "not slow"

# The scripts and the style of the pages, built from web/; only who changes them needs node and npm.
web:
	cd web && npm ci --ignore-scripts && npm run check && npm test && npm run build

# The built wheel in an environment of its own, with runtime dependencies only, from another folder.
wheel-test: $(VENV)/.dev
	PYTHON=$(BIN)/python sh tests/wheel.sh

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.verify

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
