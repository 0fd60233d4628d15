# The commands of paperpool; everything else is `.venv/bin/snakemake [TARGET] [--configfile FILE]`.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

# Installing a wheel runs none of its code, building a source does: these alone are built, as the
# package index has no wheel of them; on Linux with an ARM processor pytrec_eval too.
BUILT := connection-pool
BUILT_HERE := $(BUILT) $(if $(filter Linux-aarch64,$(shell uname -s)-$(shell uname -m)),pytrec-eval-terrier)
LOCKED := --no-deps --require-hashes --only-binary :all:
ALL_LOCKED := $(LOCKED) $(addprefix --no-binary ,$(BUILT_HERE)) --no-build-isolation

# What is imported seldom is compiled when it is; pip would compile all of it, on one core.
SELDOM := '/(tests?|testing)/|/transformers/models/|/sympy/|/torch/(_inductor|onnx)/|/pygments/lexers/|/(fontTools|nltk|pip|playwright|setuptools)/'
COMPILE := $(BIN)/python -m compileall -qq -j 0 -x $(SELDOM) .venv/lib || true

PAPERPOOL := PYTHONPATH=workflow/scripts $(BIN)/python -m paperpool.commands.main

.PHONY: help setup setup-dev demo app compare pictures test test-cluster test-faults lint format config tables bench scale lock coverage mutants audit release-check

help:
	@echo "make setup   create or update .venv from requirements-torch.txt and requirements.lock"
	@echo "make setup-dev   and what tests and checks need besides, from requirements-dev.lock"
	@echo "make demo    set up, then the whole workflow on the generated demo corpus"
	@echo "make app     search a finished run by example, in the browser: RUN=name, PORT=n"
	@echo "make compare tables of two finished runs with tests: A=run B=run, or run/ranker twice"
	@echo "make pictures take the pictures of the documentation from a finished run: RUN=name"
	@echo "make test    set up for it, then every test that can run here"
	@echo "make test-cluster   the smoke run and what goes wrong on a two-node Slurm, started here as root"
	@echo "make test-faults   every file operation of the smoke run's jobs fails once: FAULTS=\"--sample 20\"; then rows and inputs are fuzzed: FUZZ=\"--seconds 60\""
	@echo "make lint    ruff, snakefmt --check, pyrefly, snakemake --lint, the documentation built into site/"
	@echo "make format  let ruff and snakefmt rewrite the code"
	@echo "make config  config/config.yaml and its schema anew, from the classes of settings"
	@echo "make tables  the tables of figures in docs/ anew: TAKE=results/RUN takes a run's figures first"
	@echo "make bench   time the stages beside what one would use otherwise: PARTS=\"page bm25\"; EDGES=100000000 for the part edges, VECTORS=1000000 for index"
	@echo "make scale   time the corpus stage and MDCR as the corpus grows: PAPERS=\"100000 300000 1000000\""
	@echo "make coverage   the share of the library's lines and branches that the tests take, and the others: TESTS=\"tests/mdcr\""
	@echo "make mutants   changes of measures, folds, pools, negatives and statistics that no test notices: MUTANTS=\"--sample 10\""
	@echo "make release-check   the standing runs on real data anew, beside the expected figures and the last release: RUNS=\"cranfield scisumm\""
	@echo "make audit   known vulnerabilities of what is installed, and its bill of materials"
	@echo "make lock    resolve pyproject.toml anew into requirements.lock, requirements-dev.lock and requirements-torch.txt"

setup: .venv/.installed

setup-dev: setup .venv/.installed-dev

# What an older .venv lacks is added, what has another version is replaced. pip itself comes first,
# with setuptools, which builds what there is only the source of; then torch beside all others, as
# pip uses one core, and this package. With a CUDA build of torch the second reading of its file adds
# what that needs; else it adds nothing.
.venv/.installed: requirements-torch.txt requirements.lock pyproject.toml | $(BIN)/python
	sed -n '/^pip==/,/[^\]$$/p;/^setuptools==/,/[^\]$$/p' requirements.lock > .venv/first.lock
	$(PIP) $(LOCKED) -r .venv/first.lock
	@$(MAKE) --no-print-directory --jobs 2 install-torch install-others
	$(PIP) --only-binary :all: -r requirements-torch.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	$(COMPILE)
	@touch $@

.PHONY: install-torch install-others

install-torch:
	$(PIP) --no-deps --only-binary :all: -r requirements-torch.txt

install-others:
	$(PIP) $(ALL_LOCKED) -r requirements.lock

.venv/.installed-dev: requirements-dev.lock | .venv/.installed
	$(PIP) $(ALL_LOCKED) -r $<
	$(COMPILE)
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "paperpool needs Python 3.11 or newer: make setup PYTHON=python3.11"; exit 1; }
	@$(PYTHON) envs/check_folder.py
	$(PYTHON) -m venv .venv

demo: setup
	@$(PAPERPOOL) run
	@$(PAPERPOOL) run --configfile config/annotated.yaml
	@echo
	@echo "Rankers on what the demo's annotators made of its pools: $$PWD/results/annotated/report/index.html"
	@echo "The report: $$PWD/results/demo/report/index.html"

# make passes RUN, PORT, A and B in the environment too; taken from there the shell expands nothing
app: setup
	@$(PAPERPOOL) app $${PORT:+--port "$$PORT"} -- $${RUN:+"$$RUN"}

compare: setup
	@test -n "$$A" -a -n "$$B" || { echo "Usage: make compare A=run B=run, or A=run/ranker B=run/ranker"; exit 1; }
	@$(PAPERPOOL) compare -- "$$A" "$$B"

pictures: setup-dev
	$(BIN)/python docs/pictures.py $${RUN:+"$$RUN"}

test: setup-dev
	$(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder

# no part of `make test`: the file names keep pytest from finding them by itself
test-cluster: setup-dev
	$(BIN)/python -m pytest -v -rA --durations=0 $(addprefix tests/cluster/on_,slurm.py accounting.py smoke.py)

# no part of `make test`, which plants some of these faults and fuzzes with one seed
FUZZ := --seconds 3600
test-faults: setup
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	  $(BIN)/snakemake --directory "$$folder" --quiet all --skip-script-cleanup --configfile "$$PWD/config/smoke.yaml" && \
	  $(BIN)/python bench/faults/sweep.py "$$folder" $(FAULTS)
	PYTHONPATH=workflow/scripts $(BIN)/python -m bench.faults.fuzz $(FUZZ)

LINTERS := lint-style lint-rules lint-types lint-workflow lint-site
.PHONY: $(LINTERS)

# each on its own core; what one says is not mixed with what another does
lint: setup-dev
	@$(MAKE) --no-print-directory --jobs 2 --keep-going --output-sync=target $(LINTERS)

lint-style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check

lint-rules:
	$(BIN)/snakefmt --check Snakefile workflow

lint-types:
	$(BIN)/pyrefly check

lint-workflow:
	$(BIN)/snakemake --lint

lint-site:
	$(BIN)/mkdocs build --strict --quiet

format: setup-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/snakefmt Snakefile workflow

# these two with the code that stands here, also where .venv is another checkout's: nothing is
# installed anew
config: export PYTHONPATH := workflow/scripts
config:
	@test -e .venv/.installed || $(MAKE) setup
	@$(BIN)/python -m paperpool.workflow.config.documentation

tables: export PYTHONPATH := workflow/scripts
tables:
	@test -e .venv/.installed || $(MAKE) setup
	@test -z "$$TAKE" || $(BIN)/python docs/tables/take_figures.py "$$TAKE"
	@$(BIN)/python docs/tables/make_tables.py
	@$(BIN)/python docs/tables/ledger/make_ledger.py

# polars has an environment of its own, as it is only timed here
ENGINES := $(if $(PARTS),$(filter engines,$(PARTS)),engines)
bench: setup-dev $(if $(ENGINES),.venv/engines/.installed)
	PYTHONPATH=workflow/scripts $(BIN)/python bench/bench.py $(PARTS) $(if $(EDGES),--edges $(EDGES)) $(if $(VECTORS),--vectors $(VECTORS))

scale: setup
	PYTHONPATH=workflow/scripts $(BIN)/python bench/scale.py $(PAPERS)

release-check: setup-dev
	PYTHONPATH=workflow/scripts $(BIN)/python bench/release_check.py $(RUNS)

lock: $(BIN)/python
	$(BIN)/python envs/lock.py

# What the library's lines and branches are worth to the tests: every one that none of them takes is
# listed, in build/coverage/html too. On a disk that takes no more, nothing can be measured either.
coverage: UNMEASURED := --deselect tests/workflow/test_errors_last.py::test_a_disk_that_takes_no_more_is_told_of_last
coverage: setup-dev
	@mkdir -p build/coverage && rm -f build/coverage/data*
	@$(BIN)/python -m coverage run -m pytest -n 2 --dist loadgroup --no-loadscope-reorder $(UNMEASURED) $(TESTS); status=$$?; \
	  $(BIN)/python -m coverage combine --quiet && \
	  $(BIN)/python -m coverage html --quiet --directory build/coverage/html && \
	  $(BIN)/python -m coverage report --skip-covered --show-missing && exit $$status

# The tools of these two have environments of their own, so that setting up takes no longer and what
# is looked at is not changed.
mutants: setup-dev .venv/mutants/.installed
	.venv/mutants/bin/python bench/mutants.py $(MUTANTS)

# 1: vulnerabilities; 3: no advisory data could be had (docs/security.md)
audit: setup .venv/audit/.installed
	$(BIN)/python envs/audit.py

.venv/%/.installed: envs/%.lock | $(BIN)/python
	$(BIN)/python -m venv --without-pip .venv/$*
	$(BIN)/python -m pip --python .venv/$*/bin/python install --quiet --disable-pip-version-check $(LOCKED) -r $<
	@touch $@
