# `make demo` and `make test` need only Python >= 3.11, make and a package index.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
JOBS   ?= auto

.PHONY: demo test test-slow lint docs bench clean

# Two stamps, so that `make demo` does not wait for the test tools.
$(VENV)/.base: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ttl-check needs Python 3.11 or newer; run: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.base
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
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

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
