# All commands of this repository; `make` lists them. Each sets up what it needs, once:
# a virtual environment in .venv with the locked versions of requirements/*.txt.

PYTHON ?= python3
VENV   ?= .venv
HOST   ?= 127.0.0.1
PORT   ?= 8000
JOBS   ?= auto
TESTS  ?= tests
RESOLUTION ?= lowest-direct
TESTS_OF_VERSIONS ?= tests/itembank tests/hosts

BIN     := $(VENV)/bin
# Stamps: a file there means that the step is done, and is as new as what it was done with.
DONE    := $(VENV)/done
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
LOCKS   := lock build site test lint mutation hosts-mkdocs hosts-properdocs hosts-zensical bench bench-model

PACKAGES    := plugins/itembank scripts/scalemodel
BROWSER     := plugins/itembank/itembank/browser
BROWSER_SRC := $(shell find $(BROWSER) -path $(BROWSER)/dist -prune -o -type f -print 2>/dev/null)
TEXTS       := docs content $(wildcard *.md) $(wildcard $(PACKAGES:=/README.md))
WORDS       := $(wildcard plugins/itembank/itembank/locale/*/LC_MESSAGES/*.po)

NODE_CHECKS := test tools/node/node_modules/.package-lock.json -nt tools/node/package-lock.json \
	|| npm ci --silent --no-audit --no-fund --prefix tools/node

# mkdocs-material prints an advertisement for other projects on every start.
export NO_MKDOCS_2_WARNING := 1

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help serve build check html csp links wheels test coverage mutation test-versions hosts bench form figures bundle lock clean distclean
.PHONY: lint lint-format lint-style lint-types lint-layers lint-js lint-workflows lint-questions lint-spelling

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  Variables: PYTHON=python3.12, VENV=.venv, HOST=127.0.0.1, PORT=8000 (serve),"
	@echo "             TESTS=tests/itembank, JOBS=2 (test), CHROMIUM=/path/to/chromium (test)"

serve: $(DONE)/site bundle figures ## Serve the site on localhost and reload it as you edit
	$(BIN)/mkdocs serve --dev-addr $(HOST):$(PORT)

build: $(DONE)/site bundle figures ## Build the site into site/; any warning is an error
	$(BIN)/mkdocs build --strict

check: build $(DONE)/test ## Build, then check every internal link, anchor, image and script
	$(BIN)/python tools/check_links.py site

html: build ## Check the HTML of the site by the rules of the standard; needs Node.js
	@command -v npm >/dev/null || { echo "make html needs Node.js, and npm is not here." >&2; exit 1; }
	@$(NODE_CHECKS)
	$(BIN)/python tools/html_rules.py site

links: $(DONE)/test ## Check the links that lead elsewhere, in the files that hold them; needs the network
	$(BIN)/lychee --config tools/lychee.toml README.md CONTRIBUTING.md docs content plugins/itembank/README.md scripts/scalemodel/README.md

wheels: $(DONE)/build bundle ## Build both packages into build/wheels and try them in an empty environment
	rm -rf build/wheels
	@set -e; for package in $(PACKAGES); do \
		(cd $$package && $(abspath $(BIN))/python -m hatchling build --directory $(abspath build/wheels)); done
	$(BIN)/python tools/try_wheels.py build/wheels

test-versions: $(DONE)/lock $(DONE)/build bundle ## Test itembank with the oldest or newest dependencies allowed
	$(BIN)/python tools/test_versions.py $(RESOLUTION) $(TESTS_OF_VERSIONS)

csp: build ## Write the site's content security policy for the usual hosts into build/csp
	$(BIN)/python tools/csp.py site build/csp

test: $(DONE)/test bundle figures ## Run the tests, a strict build and real browsers included
	@CHROMIUM=$$($(BIN)/python tools/chromium.py) || exit 1; export CHROMIUM; set -x; \
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal $(TESTS)

# The graders' browser parity is among them: it reaches what only odd texts do.
TESTS_OF_CORES := tests/itembank tests/hosts tests/scalemodel tests/tools/test_full_disk.py \
	tests/browser/test_grading_parity.py tests/browser/test_numeric_parity.py tests/browser/test_order_parity.py

coverage: $(DONE)/test bundle ## Branches of the cores that tests take: at least 95 % of each
	rm -rf build/coverage && mkdir -p build/coverage
	@CHROMIUM=$$($(BIN)/python tools/chromium.py) || exit 1; export CHROMIUM; set -x; \
	$(BIN)/python -m coverage run -m pytest --numprocesses $(JOBS) --dist worksteal $(TESTS_OF_CORES)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python tools/core_coverage.py --fail-under 95

mutation: $(DONE)/mutation bundle ## Change graders, loader and collectives in a copy: does a test notice?
	$(BIN)/python tools/mutation.py

hosts: $(DONE)/test bundle ## Build one site under MkDocs, ProperDocs and Zensical, and answer in each
	$(BIN)/python tools/hosts.py
	@CHROMIUM=$$($(BIN)/python tools/chromium.py) || exit 1; export CHROMIUM; set -x; \
	HOSTS_SITES=build/hosts $(BIN)/python -m pytest tests/browser/test_three_hosts.py

# Each prints ratios of one run; no time is ever a failure.
bench: $(DONE)/test build ## Measure builds, saves, figures, the cost model and Submit, beside rivals
	$(BIN)/python tools/bench_build.py
	$(BIN)/python tools/bench_serve.py
	$(BIN)/python tools/bench_figures.py
	$(BIN)/python tools/bench_model.py
	$(BIN)/python tools/bench_browser.py site questions/from-one-node-to-many/
	$(BIN)/python tools/bench_exam.py
	$(BIN)/python tools/bench_study.py

form: $(DONE)/site ## Measure how far the form of options gives keys away
	$(BIN)/python tools/form_only.py

lint: lint-format lint-style lint-types lint-layers lint-js lint-workflows lint-questions lint-spelling ## Check format, style, types, layers and spelling

lint-format: $(DONE)/lint
	$(BIN)/ruff format --check .

lint-style: $(DONE)/lint
	$(BIN)/ruff check .

lint-types: $(DONE)/lint
	$(BIN)/mypy

lint-layers: $(DONE)/lint
	PYTHONPATH=scripts $(BIN)/lint-imports --no-cache

lint-questions: $(DONE)/site
	$(BIN)/itembank lint --strict

lint-workflows:
ifeq ($(shell command -v npm),)
	@echo "NOT CHECKED: the workflow files. That needs Node.js, and npm is not here."
else
	@$(NODE_CHECKS)
	node tools/node/workflows.mjs
endif

# Every word that people read, and usual misspellings in code.
lint-spelling: $(DONE)/lint
	$(BIN)/python tools/spelling.py $(TEXTS)
	$(BIN)/codespell .github Makefile plugins scripts tools

lint-js:
ifeq ($(shell command -v npm),)
	@echo "NOT CHECKED: the types of the JavaScript. That needs Node.js, and npm is not here."
else
	@test plugins/itembank/node_modules/.package-lock.json -nt plugins/itembank/package-lock.json \
		|| npm ci --silent --no-audit --no-fund --prefix plugins/itembank
	plugins/itembank/node_modules/.bin/tsc --project plugins/itembank
endif

figures: $(DONE)/site ## Draw the figures whose data or code changed
	PYTHONPATH=scripts $(BIN)/python -m course.build

bundle: $(BROWSER)/dist/itembank.js ## Bundle JavaScript and CSS of the question pages, compile words

$(BROWSER)/dist/itembank.js: $(DONE)/build plugins/itembank/hatch_build.py $(BROWSER_SRC) $(WORDS)
	$(BIN)/python plugins/itembank/hatch_build.py
	@touch $@

lock: $(DONE)/lock ## Write requirements/*.txt anew with the newest versions allowed
	@for name in $(LOCKS); do $(BIN)/uv pip compile --no-config --upgrade --quiet \
		--python-version 3.11 --universal --fork-strategy fewest --generate-hashes \
		--no-emit-index-url --no-emit-find-links --no-annotate --no-header \
		--output-file requirements/$$name.txt requirements/$$name.in || exit 1; done

clean: ## Remove what was built; the environment stays
	rm -rf build site htmlcov .coverage .cache $(BROWSER)/dist
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

distclean: clean ## Remove what was built and the environment
	rm -rf $(VENV)

# The environment: each step installs one lock file on top of the one before.

$(DONE)/venv: tools/make_venv.py
	@command -v $(PYTHON) >/dev/null && \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed, and $(PYTHON) is not one." \
		     "Name another: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	$(PYTHON) tools/make_venv.py $(VENV)
	@mkdir -p $(DONE) && touch $@

$(DONE)/build: requirements/build.txt $(DONE)/venv
	$(INSTALL) -r requirements/build.txt
	@touch $@

$(DONE)/site: requirements/site.txt $(PACKAGES:=/pyproject.toml) $(DONE)/build
	$(INSTALL) -r requirements/site.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation $(PACKAGES:%=--editable %)
	@touch $@

$(DONE)/test: requirements/test.txt $(DONE)/site
	$(INSTALL) -r requirements/test.txt
	@touch $@

$(DONE)/mutation: requirements/mutation.txt $(DONE)/test
	$(INSTALL) -r requirements/mutation.txt
	@touch $@

$(DONE)/lint: requirements/lint.txt $(DONE)/site
	$(INSTALL) -r requirements/lint.txt
	@touch $@

$(DONE)/lock: requirements/lock.txt $(DONE)/venv
	$(INSTALL) -r requirements/lock.txt
	@touch $@
