# Every target does its own set-up: a virtual environment in .venv with the pinned packages.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup play test check bench clean
.DEFAULT_GOAL := play

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is missing: install it, or name it with make PYTHON=…"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Name another with make PYTHON=…"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing (on Debian: apt-get install python3-venv)."; exit 1; }
	@echo "Installing the pinned packages into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]' || { echo "The packages could not be installed: is a package index reachable?"; exit 1; }
	@touch $@

play: setup
	@$(BIN)/han play

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	@$(BIN)/python -c 'from han.play.warm import compile_all; compile_all()'
	$(BIN)/pytest --numprocesses 2

bench: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	@$(BIN)/han bench

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
