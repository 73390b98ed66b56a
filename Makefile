# The daily commands. A virtual environment in .venv is made when it is first needed; nothing else has to be there.
PYTHON ?= python3
BIN := .venv/bin
PROFILES := $(wildcard profiles/*.yaml)

FUZZ_SECONDS ?= 300

LOWEST := .venv/lowest
QUICK := $(addprefix tests/,compose/test_compose.py text/test_localize.py text/test_markup.py load/test_photo.py \
  load/test_reader.py targets/docx fonts rules/inspect formats/test_bibtex_traps.py test_api.py test_cli.py load/test_validate.py run/test_watch.py \
  run/batch/test_dask.py run/agents run/preview/test_server.py verify/test_checks.py)

# Bytecode is kept, even where the environment says otherwise: each worker and each command that a test starts reads it.
test test-slow test-cov: export PYTHONDONTWRITEBYTECODE :=

WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)# since tests also wait for programs

TEMPLATES := $(foreach folder,latex html markdown docx,$(wildcard styles/*/$(folder)/*)) $(wildcard styles/*/style.yaml) \
  src/cvrender/run/compile_styles.py src/cvrender/system/compiled.py $(addprefix src/cvrender/,compose/entries.py compose/pattern.py system/restricted_jinja.py model/parts.py)

.PHONY: edit render test test-slow test-all test-cov check lowest conformance fuzz bench gallery docs release release-dry-run clean

render: build/templates.made        ## every profile, every default target, into out/
	$(BIN)/cvrender render $(PROFILES)

edit:                              ## the page of `cvrender edit`, which needs npm; everything else works without
	@command -v npm >/dev/null || { echo "cvrender edit is built by npm, which is not installed; everything else works without."; exit 1; }
	npm --prefix web ci --no-audit --no-fund && npm --prefix web test && npm --prefix web run build

test: .venv/dev build/templates.made ## the tests but the slow ones, on all cores
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow"

test-slow: .venv/dev build/templates.made ## the tests that take long, on all cores
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m slow

test-all: test test-slow           ## every test

test-cov: .venv/dev build/templates.made ## the tests but the slow ones, and which lines no test runs: a table, and out/coverage/index.html
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow" --cov --cov-report=term:skip-covered --cov-report=html:out/coverage

check: .venv/dev                   ## lint, format, types, and the profiles themselves
	$(BIN)/ruff check src tests bench docs
	$(BIN)/ruff format --check src tests bench docs
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/cvrender check $(PROFILES)

lowest: .venv/dev                  ## the lowest versions that pyproject.toml allows: types, and the tests that use each dependency
	$(BIN)/uv venv --quiet --clear --python 3.11 $(LOWEST)
	$(BIN)/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[dev]'
	$(LOWEST)/bin/ruff check src tests bench docs
	$(LOWEST)/bin/mypy --python-executable $(BIN)/python  # its own version is tested, with the types of other packages as they are now
	$(LOWEST)/bin/python -m pytest -n $(WORKERS) --dist worksteal -q $(QUICK)

conformance: .venv/dev             ## every profile and style against PDF/UA-1 and PDF/A-2a, and other readers: ten minutes
	CVRENDER_CONFORMANCE=all $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/targets/pdf/test_conformance.py
	$(BIN)/python bench/readers.py

fuzz: .venv/dev                    ## nonsense, then random profiles, each for five minutes or FUZZ_SECONDS; 300 damaged files for each command that reads them, then extreme shapes
	$(BIN)/python tests/fuzz/test_fuzz.py --seconds $(FUZZ_SECONDS)
	$(BIN)/python tests/fuzz/test_profiles.py --seconds $(FUZZ_SECONDS)
	$(BIN)/python tests/fuzz/test_scripts.py --seconds $(FUZZ_SECONDS)
	$(BIN)/python tests/fuzz/test_scripts.py --mixed --seconds $(FUZZ_SECONDS)
	$(BIN)/python tests/fuzz/test_sentences.py --seconds $(FUZZ_SECONDS)
	$(BIN)/python tests/fuzz/test_damaged_files.py
	$(BIN)/python tests/fuzz/test_shapes.py

bench: .venv/dev                   ## how long things take, as a table and in out/bench.json; AGAINST=CHECKOUT compares
	$(BIN)/python bench/bench.py $(if $(AGAINST),--only cv --against $(AGAINST))

gallery: .venv/dev edit            ## the pictures of docs/gallery.md, docs/edit.md and the README
	$(BIN)/python docs/gallery.py
	$(BIN)/python docs/edit_pictures.py

docs: .venv/dev                    ## the site, with the gallery of every style, into out/site
	$(BIN)/cvrender build --file docs/gallery.yaml --out out/gallery
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@if command -v npm >/dev/null; then $(BIN)/python docs/playground/build.py out/site/playground; \
	  else echo "The playground is built by npm, which is not installed."; fi
	@echo "The site is in out/site/index.html."

tex:                               ## the wheel with TeX, packages/cvrender-tex, into dist/: needs Debian, patchelf, and qemu for ARCHITECTURE=arm64
	python3 packages/cvrender-tex/build.py --architecture $(or $(ARCHITECTURE),amd64)

release: .venv/dev                 ## write VERSION and the date into the files, commit and tag
	$(BIN)/python .ci/cut_release.py $(VERSION)

release-dry-run: .venv/dev         ## build a release, and install it from a folder by pip, pipx and uvx, offline; nothing is published
	$(BIN)/python .ci/dry_run.py

clean:                             ## everything that was made
	rm -rf out .venv .pytest_cache .mypy_cache .ruff_cache build dist

.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "cvrender needs Python 3.11 or newer: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@echo "Installing cvrender with its TeX, pandoc and fonts into .venv: about 470 MB, a minute, once."
	@$(PYTHON) -m venv .venv || \
	  { rm -rf .venv; echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q src build/templates  # bytecode, which pip compiles for a package that is not editable
	@echo "Installed. The command is $(BIN)/cvrender."
	@touch $@

# Templates that were changed since cvrender was installed are compiled again, once instead of in each process.
build/templates.made: $(TEMPLATES) .venv/installed
	@$(BIN)/python -c 'from pathlib import Path; from cvrender.run.compile_styles import compile_styles as compile; \
	  compile(Path("styles"), Path("build/templates"))'
	@$(BIN)/python -m compileall -q build/templates
	@touch $@

.venv/dev: .venv/installed
	@echo "Installing what the tests, the linter and the site need into .venv: about 500 MB more, a minute, once."
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

.PHONY: rendercv
rendercv: .venv/dev                ## RenderCV in an environment of its own, in build/, for the tests of its exports: 200 MB
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/rendercv
	$(BIN)/uv pip install --quiet --python build/rendercv/bin/python 'rendercv[full]>=2.3,<3' click

.PHONY: locks
locks: ## Renew the hashes of the packages that CI, releases and the image install
	for name in run build dev sbom; do \
	  (sed -n 1p locks/$$name.txt; .venv/bin/uv pip compile -q --generate-hashes --universal --python-version 3.11 --no-header --no-annotate \
	    $$(case $$name in build) echo locks/build.in pyproject.toml;; dev) echo --extra dev pyproject.toml;; sbom) echo locks/sbom.in;; \
	      *) echo pyproject.toml;; esac)) > locks/$$name.new && mv locks/$$name.new locks/$$name.txt; \
	done
