# Each target makes .venv and installs what it needs. `make help` lists them.
.PHONY: help demo test test-all test-neural check docs bench soak clean

help:        ## this list
	@grep -hE '^[a-z-]+: .*##|^[a-z-]+:  *##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/'
demo:        ## the whole way on a generated review, with an HTML report
	@scripts/setup run
	@.venv/bin/thresher demo
test:        ## the gate: lint, types, docs, all tests but the slow ones
	@scripts/setup dev
	@scripts/check
test-all:    ## the gate with the slow guarantees
	@scripts/setup dev
	@scripts/check --all
test-neural: ## the tests that need torch, in .venv-neural (see scripts/test_neural)
	@scripts/test_neural
check: test  ## the same as make test
docs:        ## write the generated parts of the docs and build the site
	@scripts/setup docs
	@.venv/bin/cog -r -I src README.md docs/*.md
	@.venv/bin/zensical build --strict
bench:       ## our figures beside the peers'
	@scripts/setup dev
	@for b in benchmarks/*.py; do echo "== $$b"; .venv/bin/python $$b || exit 1; done
soak:        ## fuzz, faults and a project of a million records; takes an hour or more
	@scripts/setup dev
	@.venv/bin/python soak/fuzz.py --minutes 30
	@.venv/bin/python soak/faults.py
	@.venv/bin/python soak/scale.py
clean:       ## remove what was built
	@rm -rf .venv .venv-neural dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
