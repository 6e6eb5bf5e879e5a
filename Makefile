PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := src tests bench fuzz examples

.PHONY: install play test check format bench lock clean

install: $(VENV)/installed ## set up .venv with the package and its command

$(VENV)/installed: pyproject.toml CMakeLists.txt requirements/dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --editable .
	touch $@

play: install ## play in the terminal
	$(BIN)/ludothek play

test: install check ## everything that must hold
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term

check: install ## format, lint, types, layers
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: install
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

bench: install ## speed, measured on this machine
	$(BIN)/python -m bench.games

lock: ## pin and hash the requirements (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --all-extras --group dev \
		--custom-compile-command "make lock" --output-file requirements/dev.txt pyproject.toml

clean:
	rm -rf $(VENV) build
