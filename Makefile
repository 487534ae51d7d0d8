# The front door: every target installs what it needs (Debian 12, as root or with sudo).
PRESET ?= release
JOBS ?= $(shell nproc)

.PHONY: build test benchmark packages format clean

packages:
	@bash scripts/install-packages.sh scripts/apt-packages.txt

build: packages
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) -j $(JOBS)

test: build
	ctest --preset $(PRESET) -j $(JOBS)

benchmark: build
	build/sinew_benchmarks

format:
	clang-format -i $$(git ls-files '*.cpp' '*.hpp')

clean:
	rm -rf build demo
