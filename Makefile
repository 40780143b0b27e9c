# Every target does its own set-up: a virtual environment in .venv with the pinned packages that it
# needs, and for the browser's client Node from the machine or from PyPI.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
READY := $(VENV)/.ready
PACKAGES := web/node_modules/.ready
CLIENT := src/han/server/client/index.html
SOURCES := $(shell find web/src web/public web/index.html web/plugins web/vite.config.ts web/package-lock.json src/han/messages -type f 2>/dev/null)

# Programs that are started hundreds of times read their modules compiled, whatever the shell says.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup play web site schema wasm quick test soak check check-python check-client test-client kernels bench mutants clean
.DEFAULT_GOAL := play

# All that tests and checks need, which is more than a gigabyte; `make play` does without.
setup: $(READY)

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is missing: install it, or name it with make PYTHON=…"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Name another with make PYTHON=…"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is missing (on Debian: apt-get install python3-venv)."; exit 1; }

INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable
UNREACHABLE := echo "The packages could not be installed: is a package index reachable?"; exit 1

$(PLAY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what a server needs into $(VENV) …"
	@$(INSTALL) '.[server]' || { $(UNREACHABLE); }
	@touch $@

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what tests and checks need into $(VENV) …"
	@$(INSTALL) '.[dev]' || { $(UNREACHABLE); }
	@touch $(PLAY) $@

$(PACKAGES): web/package-lock.json | $(BIN)/python
	@VENV=$(VENV) tools/build_web.sh install

web: $(CLIENT)

$(CLIENT): $(SOURCES) | $(PACKAGES)
	@VENV=$(VENV) tools/build_web.sh build

# The game as a folder of files that any web host can serve (docs/site.md); OUT is not kept.
# make site SERVER=https://han.example.org OUT=site
OUT ?= site

site: | $(PACKAGES)
	@VENV=$(VENV) HAN_SITE_SERVER='$(SERVER)' HAN_SITE_FOLDER='$(abspath $(OUT))' tools/build_web.sh site

play: $(PLAY) web
	@$(BIN)/han serve --open

check: check-python check-client

check-python: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-client: $(PACKAGES)
	@VENV=$(VENV) tools/build_web.sh check

# What follows from the structs: JSON Schema, the HTTP description, the browser's types.
schema: setup $(PACKAGES)
	$(BIN)/python tools/schema.py
	@VENV=$(VENV) tools/build_web.sh types

# The kernels for browsers, whose files are kept in web/src/engine/built. Needs wasm-ld. CHECK=1
# builds and compares.
wasm: setup
	@PYTHONPATH=tools $(BIN)/python -m wasm $(if $(CHECK),--check)

test-client: $(PACKAGES)
	@VENV=$(VENV) tools/build_web.sh test

kernels: setup
	@$(BIN)/python -c 'from han.play.warm import compile_all; compile_all()'

# What a change to rules, engine, table or bots needs, in less than 90 seconds.
QUICK := $(addprefix tests/,maps rules reference notation engine records search bots table)

quick: kernels
	$(BIN)/pytest --numprocesses 2 -m 'not slow' $(QUICK)

# What comes before the tests keeps only one core busy, so two things are done at a time. The tests
# of servers often wait for something, so there are more of them at a time than cores.
test: setup
	@$(MAKE) --no-print-directory -j 2 web check-python check-client test-client kernels
	@$(BIN)/python tests/web/chromium.py
	$(BIN)/pytest --numprocesses 4

bench: setup
	@$(INSTALL) '.[bench]' || { $(UNREACHABLE); }
	@$(BIN)/han bench
	@$(BIN)/python bench/limit/limit.py

# What is worth more time than a test run: make soak TIME=1h PARTS=rules,kills,messages SEED=5
TIME ?= 10m

soak: kernels web
	@PYTHONPATH=tests $(BIN)/python -m soak --time $(TIME) $(if $(PARTS),--parts $(PARTS)) $(if $(SEED),--seed $(SEED)) $(if $(JSON),--json $(JSON))

# Small changes of the rules that make quick has to notice: make mutants COUNT=20 ONLY=legal.py
mutants: setup
	@PYTHONPATH=tools $(BIN)/python -m mutants $(if $(COUNT),--count $(COUNT)) $(if $(ONLY),--only '$(ONLY)') $(if $(SEED),--seed $(SEED)) $(if $(JSON),--json $(JSON))

clean:
	rm -rf $(VENV) src/han/server/client site web/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
