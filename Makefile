PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := src tests bench training fuzz examples
NPM := scripts/npm
PAGE := src/ludothek/web/index.html
PAGE_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
# Real sockets, processes and browsers: what fails on a busy machine is tried once more, alone.
REST := tests docs/tutorials $(addprefix --ignore=tests/,games golden e2e)
# The tests start Python a hundred times: it may keep what it has compiled.
export PYTHONDONTWRITEBYTECODE :=
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"

.PHONY: install page play test check check-page test-rules test-rest test-page test-browser format docs bench lock clean

install: $(VENV)/installed ## set up .venv with the package and its command

$(VENV)/installed: pyproject.toml CMakeLists.txt requirements/dev.txt $(shell find core -type f)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq --no-deps --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --editable .
	touch $@

page: $(PAGE) ## build the page into the package

web/node_modules/installed: web/package-lock.json $(VENV)/installed
	$(NPM) install --no-save --no-audit --no-fund --loglevel=error # as locked; ci wants all platforms
	touch $@

$(PAGE): $(PAGE_SOURCES) web/node_modules/installed
	$(NPM) run --silent build -- --logLevel warn
	touch $@

play: install page ## start the server and open the page
	$(BIN)/ludothek serve --open

test: check test-rules test-rest check-page test-page docs test-browser ## all checks and tests

check: install ## format, lint, types, layers
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports

check-page: web/node_modules/installed
	$(NPM) run --silent check

test-rules: install ## every line of the games is tested on purpose, not by chance
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term README.md tests/games tests/golden

test-rest: install
	scripts/ensure-postgres >/dev/null
	$(BIN)/python -m pytest -n 3 --dist loadfile $(REST) || $(BIN)/python -m pytest --last-failed $(REST)

test-page: install page
	$(NPM) run --silent test
	$(NPM) run --silent budget

test-browser: install page
	export CHROMIUM=$$(scripts/ensure-chromium); $(BIN)/python -m pytest -n 2 tests/e2e || \
		$(BIN)/python -m pytest --last-failed tests/e2e

format: install
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)
	$(NPM) run --silent format

docs: build/docs-venv/installed ## build the documentation site into build/docs, strictly
	build/docs-venv/bin/zensical build --strict

build/docs-venv/installed: requirements/docs.txt
	$(PYTHON) -m venv build/docs-venv
	build/docs-venv/bin/python -m pip install -qq --no-deps --require-hashes -r requirements/docs.txt
	touch $@

bench: install ## speed, measured on this machine
	$(BIN)/python -m bench.games

lock: ## pin and hash the requirements (needs uv)
	$(LOCK) --all-extras --group dev --output-file requirements/dev.txt pyproject.toml
	$(LOCK) --output-file requirements/node.txt requirements/node.in
	$(LOCK) --output-file requirements/docs.txt requirements/docs.in

clean:
	rm -rf $(VENV) build web/node_modules src/ludothek/web
