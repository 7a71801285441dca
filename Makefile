# `make` alone lists what can be done.

BIN := .venv/bin
CODE := src tests bench scripts firmware
# More at once than there are cores: most tests wait for something else. What holds a time comes
# after them, alone.
WORKERS ?= 4
POOL := -n $(WORKERS) --dist worksteal
TIMES := .pytest_cache/times.json
# Collecting all the others would take longer than these.
ALONE = $(shell grep -rl 'mark\.alone' tests --include='test_*.py')
# These measure on labelled examples of other projects, which are not ours to pass on.
LABELLED := bench/risk.py bench/screens.py

# Tests start hundreds of processes: what they compile is kept, even where the default is not to.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help up install uninstall test check lint format live steady soak simulate fuzz bench \
	firmware clean run-setup dev-setup lab

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

up: run-setup ## start Quarterdeck in the background and open its page
	@$(BIN)/qd up --detach --open $(if $(shell command -v claude),,--demo)

install: run-setup ## put qd on your PATH, and its manual page where man finds it
	@scripts/install-qd

uninstall: ## remove all of it; your settings and history stay
	@scripts/uninstall-qd

test: dev-setup lab ## run every test, including those on real agents
	@mkdir -p $(dir $(TIMES)) && rm -f $(TIMES)
	$(BIN)/pytest $(POOL) -m "not alone" --times=$(TIMES)
	$(BIN)/pytest $(ALONE) -m alone --times=$(TIMES)

check: lint ## what must hold before a commit: format, lint, types, imports, fast tests
	$(BIN)/pytest $(POOL) -m "not live and not alone"
	$(BIN)/pytest $(ALONE) -m "alone and not live"

lint: dev-setup ## format, lint, types and imports, without tests
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: dev-setup ## format the sources
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

live: dev-setup lab ## the tests on real agents
	$(BIN)/pytest $(POOL) -m "live and not alone" --durations=15
	$(BIN)/pytest $(ALONE) -m "live and alone"

steady: dev-setup lab ## all tests N=5 times on a busy machine, ONLY=fast or live; lists every failure
	$(BIN)/python scripts/steady.py --rounds $(or $(N),5) --only $(or $(ONLY),all) --workers $(WORKERS)

soak: dev-setup lab ## what takes long: N=100 rounds of crashes, races and typing on real agents
	QUARTERDECK_ROUNDS=$(or $(N),100) $(BIN)/pytest $(POOL) -m soak --timeout=0

simulate: dev-setup ## random schedules with faults, N=10000 of them; SEED=7 starts there
	$(BIN)/python -m tests.simulation --seeds $(or $(N),100) $(if $(SEED),--seed $(SEED))

fuzz: dev-setup ## broken input for every parser; N=1000000 of them
	@set -e; for file in tests/fuzz/*.py; do \
		echo "$$file"; $(BIN)/python -m "tests.fuzz.$$(basename $$file .py)" $(if $(N),--count $(N)); \
	done

bench: dev-setup lab ## measure, compared to other tools; CORPORA=folder for the judgement's hit rates too
	@set -e; for file in $(filter-out $(LABELLED),$(wildcard bench/[a-z]*.py)); do \
		echo "$$file"; $(BIN)/python -m "bench.$$(basename $$file .py)"; \
	done
ifdef CORPORA
	@set -e; for file in $(LABELLED); do \
		echo "$$file"; $(BIN)/python -m "bench.$$(basename $$file .py)" "$(CORPORA)"; \
	done
endif

firmware: dev-setup lab ## check the keyboard's firmware on MicroPython and pack it into dist/
	$(BIN)/python -m scripts.pack_firmware

clean: ## remove everything that was made here; your settings and history stay
	rm -rf .venv .lab .steady .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

run-setup:
	@scripts/setup run

dev-setup:
	@scripts/setup dev

lab:
	@scripts/install-lab
