# The commands of paperpool; everything else is `.venv/bin/snakemake [TARGET] [--configfile FILE]`.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PAPERPOOL := PYTHONPATH=workflow/scripts $(BIN)/python -m paperpool.commands.main

.PHONY: help setup demo app compare test lint format bench scale lock

help:
	@echo "make setup   create or update .venv from requirements-torch.txt and requirements.lock"
	@echo "make demo    set up, then the whole workflow on the generated demo corpus"
	@echo "make app     search a finished run by example, in the browser: RUN=name, PORT=n"
	@echo "make compare two finished runs on one page: A=run B=run, or run/ranker twice"
	@echo "make test    set up, then every test that can run here"
	@echo "make lint    ruff, snakefmt --check, snakemake --lint, the documentation built into site/"
	@echo "make format  let ruff and snakefmt rewrite the code"
	@echo "make bench   time the stages beside what one would use otherwise: PARTS=\"page bm25\""
	@echo "make scale   time the corpus stage and MDCR at 100,000, 300,000 and 1,000,000 papers"
	@echo "make lock    resolve pyproject.toml anew into requirements.lock and requirements-torch.txt"

setup: .venv/.installed

# What an older .venv lacks is added, what has another version is replaced. torch comes first, then
# setuptools, which builds what the index has only the source of, and this package. With a CUDA
# build of torch the second reading of its file adds what that needs; else it adds nothing.
.venv/.installed: requirements-torch.txt requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) --no-deps -r requirements-torch.txt
	sed -n '/^setuptools==/,/[^\]$$/p' requirements.lock > .venv/setuptools.lock
	$(PIP) --no-deps --require-hashes -r .venv/setuptools.lock
	$(PIP) --no-deps --require-hashes --no-build-isolation -r requirements.lock
	$(PIP) -r requirements-torch.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "paperpool needs Python 3.11 or newer: make setup PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv .venv

demo: setup
	@$(PAPERPOOL) run
	@$(PAPERPOOL) run --configfile config/annotated.yaml
	@echo
	@echo "Rankers on what the demo's annotators made of its pools: $(CURDIR)/results/annotated/report/index.html"
	@echo "The report: $(CURDIR)/results/demo/report/index.html"

# make passes RUN, PORT, A and B in the environment too; taken from there the shell expands nothing
app: setup
	@$(PAPERPOOL) app $${PORT:+--port "$$PORT"} -- $${RUN:+"$$RUN"}

compare: setup
	@test -n "$$A" -a -n "$$B" || { echo "Usage: make compare A=run B=run, or A=run/ranker B=run/ranker"; exit 1; }
	@$(PAPERPOOL) compare -- "$$A" "$$B"

test: setup
	$(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/snakefmt --check workflow
	$(BIN)/snakemake --lint
	$(BIN)/mkdocs build --strict --quiet

format: setup
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/snakefmt workflow

bench: setup
	PYTHONPATH=workflow/scripts $(BIN)/python tests/bench/bench.py $(PARTS)

scale: setup
	PYTHONPATH=workflow/scripts $(BIN)/python tests/bench/scale.py

lock: $(BIN)/python
	$(BIN)/python envs/lock.py
