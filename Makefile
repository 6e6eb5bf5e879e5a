PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := src tests bench fuzz examples scripts web/shims web/tools
NPM := scripts/npm
CLANG := $(CURDIR)/scripts/manylinux-c++
PAGE := src/ludothek/web/index.html
WASM := build/browser-core/core.wasm
PACK := build/browser-python/ludothek.zip
PACKED := $(addprefix src/ludothek/,games engine physics server/match server/wire server/browser server/compute) \
	web/shims web/src/local web/tools
PAGE_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
# Real sockets, processes and browsers: what fails on a busy machine is tried once more, alone.
REST := tests docs/tutorials $(addprefix --ignore=tests/,games golden package e2e)
# The tests start Python a hundred times: it may keep what it has compiled.
export PYTHONDONTWRITEBYTECODE :=
LOCKED := -m pip install -qq --no-deps --require-hashes -r
# Warnings of the compiler are errors in the tests: others have compilers that warn of more.
WERROR := OFF
test test-all: WERROR := ON
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"

.PHONY: install dev page wasm browser-python site play test test-all check check-core check-page test-rules test-rest test-package test-page \
	test-browser format docs bench wheel lock sbom audit clean

install: $(VENV)/installed ## set up .venv with what playing needs, and the command

$(VENV)/installed: pyproject.toml CMakeLists.txt requirements/play.txt $(shell find core -type f)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(LOCKED) requirements/play.txt
	$(BIN)/python -m pip install -qq --no-deps --no-build-isolation -C cmake.define.LUDOTHEK_WERROR=$(WERROR) --editable .
	touch $@

$(VENV)/uv: $(VENV)/installed requirements/uv.txt
	$(BIN)/python $(LOCKED) requirements/uv.txt
	touch $@

dev: $(VENV)/dev ## the same with what the tests need

$(VENV)/dev: $(VENV)/uv requirements/dev.txt
	$(BIN)/uv pip install --quiet --no-deps --require-hashes --python $(BIN)/python -r requirements/dev.txt
	touch $@

page: $(PAGE) ## build the page into the package

web/node_modules/installed: web/package-lock.json $(VENV)/installed
	$(NPM) install --no-save --no-audit --no-fund --loglevel=error # as locked; ci wants all platforms
	touch $@

$(PAGE): $(PAGE_SOURCES) $(PACK) web/node_modules/installed
	$(NPM) run --silent build -- --logLevel warn
	touch $@

wasm: $(WASM) ## the core for browsers, into build/browser-core

$(WASM): scripts/build-wasm $(shell find core/include core/src core/wasm -type f) build/wheel-venv/installed
	scripts/build-wasm $@

browser-python: $(PACK) ## Python with rules and computers for browsers' workers, into build/browser-python

$(PACK): $(WASM) web/node_modules/installed \
		$(shell find $(PACKED) -type f -not -path '*/__pycache__/*')
	$(NPM) run --silent pack-python $(CURDIR)/build/browser-python
	touch $@

site: dev page ## the page as a static site into dist/site; SERVER=https://… for lobby and invitations
	rm -rf dist/site
	$(BIN)/ludothek site dist/site $(if $(SERVER),--server $(SERVER))

play: install page ## start the server and open the page
	$(BIN)/ludothek serve --open

test: ## all checks and tests; of those that keep one core busy, two at a time
	$(MAKE) -j2 --output-sync=target WERROR=$(WERROR) check check-core check-page docs test-package
	$(MAKE) WERROR=$(WERROR) test-rules test-rest test-page test-browser

test-all: test wheel build/browser-venv/installed ## and what takes longer: full matrices, many seeds
	$(BIN)/python -m pip install -qq "torch>=2.11" "ray>=2.50" "sb3-contrib>=2.7" # in no lock: they are large, and differ from machine to machine
	$(BIN)/python -m pytest -n 2 --dist loadfile -m full tests --ignore=tests/e2e # whose browser keeps an event loop running
	$(BIN)/python -m pytest -n 3 -m full tests/e2e

check: dev ## format, lint, types, layers
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports

check-core: build/wheel-venv/installed ## what GCC compiles, Clang compiles without a warning, too
	CXX=$(CLANG) build/wheel-venv/bin/cmake -S . -B build/clang -G Ninja -DCMAKE_BUILD_TYPE=Debug -DLUDOTHEK_WERROR=ON \
		-DLUDOTHEK_CPUS=baseline -DCMAKE_MAKE_PROGRAM=$(CURDIR)/build/wheel-venv/bin/ninja \
		-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY >/dev/null
	MAKEFLAGS= build/wheel-venv/bin/cmake --build build/clang --target core

check-page: web/node_modules/installed
	$(NPM) run --silent check

test-rules: dev ## every line of the games is tested on purpose, not by chance
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term README.md tests/games tests/golden

test-rest: dev $(PACK)
	scripts/ensure-postgres >/dev/null
	$(BIN)/python -m pytest -n 4 --dist loadfile $(REST) || $(BIN)/python -m pytest --last-failed $(REST)

test-package: dev page build/audit-venv/installed ## the package, installed into an empty environment
	$(BIN)/python -m pytest tests/package

test-page: dev page
	$(NPM) run --silent test
	$(NPM) run --silent budget

test-browser: dev page
	export CHROMIUM=$$(scripts/ensure-chromium); $(BIN)/python -m pytest -n 3 tests/e2e || \
		$(BIN)/python -m pytest --last-failed tests/e2e

format: dev
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)
	$(NPM) run --silent format

docs: build/docs-venv/installed ## build the documentation site into build/docs, strictly
	build/docs-venv/bin/zensical build --strict

build/%-venv/installed: requirements/%.txt | $(VENV)/uv
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/$*-venv
	$(BIN)/uv pip install --quiet --no-deps --require-hashes --python build/$*-venv -r $<
	touch $@

wheel: page build/wheel-venv/installed ## sdist and wheel for others into dist/
	rm -rf dist build/wheel
	build/wheel-venv/bin/python -m build --no-isolation --sdist
	CXX=$(CLANG) build/wheel-venv/bin/python -m pip wheel -qq --no-deps --no-build-isolation \
		-C cmake.define.LUDOTHEK_WERROR=$(WERROR) --wheel-dir build/wheel dist/*.tar.gz
	PATH=$(CURDIR)/build/wheel-venv/bin:$$PATH auditwheel repair --plat manylinux_2_28_$$(uname -m) \
		--wheel-dir dist build/wheel/*.whl

bench: dev ## speed, measured on this machine
	$(BIN)/python -m bench.games

sbom: build/audit-venv/installed ## what a server and its page consist of, as CycloneDX, into build/sbom
	mkdir -p build/sbom
	build/audit-venv/bin/cyclonedx-py requirements --output-reproducible --of JSON \
		--output-file build/sbom/server.cdx.json requirements/server.txt
	$(NPM) sbom --silent --sbom-format cyclonedx --package-lock-only > build/sbom/page.cdx.json

audit: build/audit-venv/installed ## known vulnerabilities of all that; asks the databases of PyPI and npm
	build/audit-venv/bin/pip-audit --strict --disable-pip --require-hashes -r requirements/server.txt
	$(NPM) audit --package-lock-only

lock: dev ## pin and hash the requirements
	$(LOCK) --extra physics --extra server --extra research --extra testing --group dev --output-file requirements/dev.txt pyproject.toml
	$(LOCK) --extra physics --extra server --group build --constraint requirements/dev.txt \
		--output-file requirements/play.txt pyproject.toml
	$(LOCK) --extra physics --extra server --constraint requirements/dev.txt \
		--output-file requirements/server.txt pyproject.toml
	for lock in audit browser docs node uv wheel; do $(LOCK) --output-file requirements/$$lock.txt requirements/$$lock.in; done

clean:
	rm -rf $(VENV) build dist web/node_modules src/ludothek/web
