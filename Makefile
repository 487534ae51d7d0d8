# The front door: every target installs what it needs (Debian 12, as root or with sudo).
PRESET ?= release
JOBS ?= $(shell nproc)
SECONDS ?= 60

.PHONY: build test locale demo bench fuzz determinism sanitize thread robustness packages format clean

packages:
	@bash scripts/install-packages.sh scripts/apt-packages.txt

build: packages
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) -j $(JOBS)

test: build
	ctest --preset $(PRESET) -j $(JOBS)

# The whole test suite where numbers have a decimal comma.
locale: build
	@bash scripts/install-packages.sh scripts/apt-packages-locale.txt
	@mkdir -p build/locales
	[ -d build/locales/de_DE.UTF-8 ] || localedef -i de_DE -f UTF-8 build/locales/de_DE.UTF-8
	LOCPATH='$(CURDIR)/build/locales' SINEW_TEST_LOCALE=de_DE.UTF-8 ctest --preset $(PRESET) -j $(JOBS)

# The demo character, both skins, every animation; and the demo scene.
demo: packages
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) -j $(JOBS) --target sinew_cli
	@mkdir -p demo
	build/sinew render examples/nuri/nuri.json --skin ember --animation idle --animation walk --animation jump --animation wave --fps 25 --scale 0.7 --background 2b3a55ff --supersample 2 -o 'demo/nuri-{animation}.gif'
	build/sinew render examples/nuri/nuri.json --skin dusk --animation idle --fps 25 --scale 0.7 --background 2b3a55ff --supersample 2 -o demo/nuri-dusk.gif
	build/sinew render examples/meadow/meadow.scene.json --fps 20 --scale 0.25 --supersample 2 -o demo/meadow.gif
	@echo "Look at demo/meadow.gif, nuri-idle.gif, nuri-walk.gif, nuri-jump.gif, nuri-wave.gif and nuri-dusk.gif (a browser shows them)."

# Speed and memory: a table of characters, and a plot of how costs grow (docs/performance.md).
bench: packages
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) -j $(JOBS) --target sinew_benchmarks
	build/benchmarks/sinew_benchmarks --benchmark_filter='^(character|scale)/' --plot=build/growth.svg
	@echo "The plot of how costs grow: build/growth.svg (a browser shows it)."

# Every fuzz target for SECONDS each, with a table at the end; "make fuzz RUNS=20000" for so many inputs each, "make fuzz
# RUNS=fixed" for about ten seconds each, always from the same seed.
fuzz: packages
	@bash scripts/install-packages.sh scripts/apt-packages-robustness.txt
	cmake --preset sanitize
	cmake --build --preset sanitize -j $(JOBS) --target fuzzers
	SECONDS_EACH=$(SECONDS) RUNS=$(RUNS) JOBS=$(JOBS) bash scripts/fuzz.sh $(TARGETS)

# The same poses, bit by bit, from every compiler and optimisation level; CONFIGURATIONS="gcc-O0 clang-O2" for some.
determinism: packages
	@bash scripts/install-packages.sh scripts/apt-packages-robustness.txt
	JOBS=$(JOBS) bash scripts/determinism.sh $(CONFIGURATIONS)

# The whole test suite under the address and undefined-behaviour sanitizers.
sanitize: packages
	@bash scripts/install-packages.sh scripts/apt-packages-robustness.txt
	cmake --preset sanitize
	cmake --build --preset sanitize -j $(JOBS)
	ctest --preset sanitize -j $(JOBS)

# The tests that use several threads under the thread sanitizer.
thread: packages
	@bash scripts/install-packages.sh scripts/apt-packages-robustness.txt
	cmake --preset thread
	cmake --build --preset thread -j $(JOBS) --target sinew_tests
	ctest --preset thread -j $(JOBS)

# All of these, with a summary at the end.
robustness: packages
	RUNS=$(or $(RUNS),fixed) bash scripts/robustness.sh locale sanitize fuzz thread determinism

format:
	clang-format -i $$(git ls-files '*.cpp' '*.hpp')

clean:
	rm -rf build demo
