# Thin: CMakePresets.json holds the configurations, CMake the rules. `make help` lists the targets.

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 120
PREFIX ?= /usr/local

# All our C++ and CUDA files, new ones included.
FILES = git ls-files --cached --others --exclude-standard

.DEFAULT_GOAL := build
.PHONY: help build play site test-site test test-cluster test-learn test-libraries docs wheel sanitize soak bench \
        bench-peers fuzz coverage format lint install clean bootstrap bootstrap-lint

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

# $(call compile,preset[,target]) configures and builds; $(call check,preset) runs its tests.
compile = cmake --preset $(1) >/dev/null && cmake --build --preset $(1) -j $(JOBS) $(if $(2),-t $(2))
check = ctest --preset $(1) -j $$(($(JOBS) + 1))  # some tests wait for outside programs

build: bootstrap ## build the library, the command build/mu and the tests
	$(call compile,release)

play: bootstrap ## open the card table in a browser
	$(call compile,release,mu_cli)
	build/mu serve --browser

# The page with the engine in it: static files for any web server.
SITE = build/site/page
site: bootstrap ## build the page with the engine in the browser, below build/site/page
	scripts/bootstrap site
	$(call compile,site)
	scripts/build_page worker $(CURDIR)/$(SITE)
	cp build/site/engine.wasm $(SITE)/
	mkdir -p $(SITE)/nets
	cd nets && cp --parents *.munet beliefs/*.munet $(CURDIR)/$(SITE)/nets/
	@echo "$(SITE): serve this folder, for example python3 -m http.server -d $(SITE)"

test-site: site ## test that page in Node and in Chromium with the network cut
	$(call compile,release,mu_tables)
	node web/tests/engine.mjs build/site/engine.wasm build/mu_tables
	node web/tests/e2e/offline.mjs $(SITE)

test: build ## run all tests
	$(call check,release)

# Ray takes several hundred megabytes, so it has an environment of its own, which nothing else needs.
CLUSTER = build/cluster-venv
$(CLUSTER)/done: python/cluster-requirements.txt
	python3 -m venv $(CLUSTER)
	$(CLUSTER)/bin/pip install --quiet --requirement $<
	touch $@

test-cluster: bootstrap $(CLUSTER)/done ## run the tests of mu.cluster on a local Ray cluster
	$(call compile,release,mu_python)
	PYTHONPATH=build/python $(CLUSTER)/bin/python -m pytest -q python/tests/test_cluster.py

# So does PyTorch, which takes gigabytes.
LEARN = build/learn-venv
$(LEARN)/done: learn/requirements.txt
	python3 -m venv $(LEARN)
	$(LEARN)/bin/pip install --quiet --requirement $<
	touch $@

test-learn: bootstrap $(LEARN)/done ## train small nets with PyTorch on the processor and see that they learn
	$(call compile,release,mu_cli mu_python)
	PYTHONPATH=.:build/python $(LEARN)/bin/python -m pytest -q learn/tests

LIBRARIES = build/libraries-venv
$(LIBRARIES)/done: python/libraries-requirements.txt
	python3 -m venv $(LIBRARIES)
	$(LIBRARIES)/bin/pip install --quiet --requirement $<
	touch $@

test-libraries: bootstrap $(LIBRARIES)/done ## share arrays with PyTorch and JAX, and nets with ONNX
	$(call compile,release,mu_python)
	PYTHONPATH=build/python $(LIBRARIES)/bin/python -m pytest -q python/tests/test_nets.py python/tests/test_env.py \
	    -k "onnx or libraries"

docs: bootstrap ## build the reference of the Python package at build/docs
	$(call compile,release,mu_python)
	PYTHONPATH=build/python build/venv/bin/python scripts/python_docs build/docs

wheel: bootstrap ## build a wheel that needs no system library, at build/wheelhouse
	scripts/wheel build/wheelhouse

sanitize: bootstrap-lint ## run all tests with asserts and under the sanitizers, by the second compiler
	$(call compile,dev)
	$(call check,dev)

soak: export MU_SOAK = 1
soak: build ## run the same tests with far larger counts (some two hours on two cores)
	$(call check,release) --timeout 36000
	build/mu check tests/data/*/*

bench: bootstrap ## time fixed positions, built for this machine
	$(call compile,native)
	build/native/mu bench

# The rivals live in a virtual environment of their own, which nothing else needs.
PEERS = build/peers-venv
PEER_SECONDS ?= 3
$(PEERS)/done: bench/peers/requirements.txt
	python3 -m venv $(PEERS)
	$(PEERS)/bin/pip install --quiet --requirement $<
	touch $@

bench-peers: bootstrap $(PEERS)/done ## play other people's bots: bench/peers/README.md
	$(call compile,release,mu_cli mu_python)
	PYTHONPATH=build/python $(PEERS)/bin/python bench/peers/python_speed.py $(PEER_SECONDS)
	PYTHONPATH=build/python $(PEERS)/bin/python examples/python/openspiel_euchre.py
	PYTHONPATH=build/python $(PEERS)/bin/python bench/peers/run.py

fuzz: bootstrap-lint ## fuzz every target for FUZZ_SECONDS (120)
	$(call compile,fuzz)
	scripts/fuzz build/fuzz $(FUZZ_SECONDS)

coverage: bootstrap ## run the tests with coverage counters, report by file
	scripts/bootstrap coverage
	$(call compile,coverage)
	find build/coverage -name '*.gcda' -delete
	$(call check,coverage)
	gcovr --root . --filter include/ --filter src/ --filter apps/ build/coverage

format: bootstrap-lint ## format all C++ and CUDA files in place
	$(FILES) '*.h' '*.cpp' '*.cu' '*.cuh' | xargs -r clang-format-19 -i

# clang-tidy reads the library (its headers through the sources) and the command; tests are left out,
# doctest's macros drown them. What it finds is printed at the end, without the counts of warnings
# that it does not show. The page is read where its packages are.
lint: bootstrap-lint ## check formatting, run clang-tidy, shellcheck and svelte-check
	$(FILES) '*.h' '*.cpp' '*.cu' '*.cuh' | xargs -r clang-format-19 --dry-run --Werror
	cmake --preset lint >/dev/null
	sed -n 's@^ *"file": "\(.*/\(src\|apps\|Unity\)/.*\)".*@\1@p' build/lint/compile_commands.json | sort -u \
	    >build/lint/files && test -s build/lint/files
	xargs -n 1 -P $(JOBS) clang-tidy-19 -p build/lint --quiet <build/lint/files \
	    >build/lint/tidy.log 2>/dev/null || { cat build/lint/tidy.log; exit 1; }
	if command -v shellcheck >/dev/null; then shellcheck $$(grep -l '^#!.*sh$$' scripts/* .ci/run); fi
	if test -d web/node_modules/svelte-check; then \
	    cd web && node node_modules/svelte-check/bin/svelte-check --fail-on-warnings; fi

install: build ## install below PREFIX (/usr/local)
	cmake --install build --prefix $(PREFIX)

clean: ## remove everything built
	rm -rf build

bootstrap:
	@scripts/bootstrap test

bootstrap-lint: bootstrap
	@scripts/bootstrap lint
