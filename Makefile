# Two commands do everything a newcomer needs: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OUT ?= demo-out
MUTANTS ?= all

.PHONY: demo examples test lint types contracts schemas pages soak bench mutants clean

demo: $(VENV)/.installed
	@PATH="$(abspath $(BIN)):$$PATH" sh examples/first-decision/run.sh "$(OUT)"

examples: $(VENV)/.installed-dev
	@PATH="$(abspath $(BIN)):$$PATH" sh examples/run-all.sh

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

contracts: $(VENV)/.installed-dev
	$(BIN)/lint-imports

schemas: $(VENV)/.installed-dev
	$(BIN)/python -m bridge.testing.schemas schemas
	$(BIN)/python -m bridge.serve.openapi schemas

pages: $(VENV)/.installed-dev
	$(BIN)/python -m bridge.testing.pages docs/reference/diagnostics
	$(BIN)/python -m bridge.testing.grammar docs/reference/language.md

soak: $(VENV)/.installed-dev
	$(BIN)/python -m tests.soak_admission
	$(BIN)/python -m tests.soak_engine
	$(BIN)/python -m tests.soak_language
	$(BIN)/python -m tests.soak_guarantees
	$(BIN)/python -m tests.soak_receipts
	$(BIN)/python -m tests.soak_rubric_tuning
	$(BIN)/python -m tests.soak_serve
	$(BIN)/python -m tests.soak_shell_reading

bench: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	$(BIN)/python -m pytest tests/bench/bench_*.py --benchmark-columns=median

mutants: $(VENV)/.installed-dev
	$(BIN)/python -m tests.mutants.run $(MUTANTS)

clean:
	rm -rf $(VENV) $(OUT) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache mutants

$(VENV)/.pip: 
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/.installed: $(VENV)/.pip pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed pyproject.toml
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@
