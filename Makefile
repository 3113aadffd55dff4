# make run and make test are all a newcomer needs; make check is the whole gate.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
SOURCES := memboard tests benchmarks
WORKERS ?= 4

.PHONY: run test fuzz check format-check lint types imports format bench-board bench-rpc bench-startup bench-recall \
	snapshots clean

run: $(VENV)/.run-ready  ## open the board with the offline model
	@$(BIN)/memboard

test: $(VENV)/.dev-ready  ## run all tests
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: format-check lint types imports test  ## everything that must be green on main

format-check: $(VENV)/.dev-ready
	$(BIN)/ruff format --check $(SOURCES)

lint: $(VENV)/.dev-ready
	$(BIN)/ruff check $(SOURCES)

types: $(VENV)/.dev-ready
	$(BIN)/mypy

imports: $(VENV)/.dev-ready
	$(BIN)/lint-imports --no-cache

format: $(VENV)/.dev-ready  ## bring the code to the common form
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)

snapshots: $(VENV)/.dev-ready  ## draw the board's snapshots anew, then look at them
	$(BIN)/python -m pytest tests/board --snapshot-update

bench-board: $(VENV)/.run-ready
	$(BIN)/python benchmarks/board.py

fuzz: $(VENV)/.dev-ready  ## over 10,000 hostile lines to the pipe, with good ones among them
	MEMBOARD_FUZZ=2600 $(BIN)/python -m pytest -q -p no:cacheprovider tests/rpc/test_hostile.py

bench-rpc: $(VENV)/.run-ready
	$(BIN)/python benchmarks/rpc.py

bench-startup: $(VENV)/.run-ready
	$(BIN)/python benchmarks/startup.py

bench-recall: $(VENV)/.run-ready  ## recall, floor and scan on the public data, against their targets
	$(BIN)/python benchmarks/recall.py
	$(BIN)/python benchmarks/scan.py

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "memboard needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3"; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run-ready: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP_INSTALL) -e '.[offline]'
	@touch $@

$(VENV)/.dev-ready: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP_INSTALL) -e '.[offline,dev]'
	@touch $@ $(VENV)/.run-ready
