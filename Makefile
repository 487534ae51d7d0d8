# The front door: every target installs what it needs (Debian 12, as root or with sudo).
PRESET ?= release
JOBS ?= $(shell nproc)

.PHONY: build test demo benchmark packages format clean

packages:
	@bash scripts/install-packages.sh scripts/apt-packages.txt

build: packages
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) -j $(JOBS)

test: build
	ctest --preset $(PRESET) -j $(JOBS)

# The demo character, both skins, every animation.
demo: packages
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) -j $(JOBS) --target sinew_cli
	@mkdir -p demo
	build/sinew render examples/nuri/nuri.json --skin ember --animation all --fps 25 --scale 0.7 --background 2b3a55ff --supersample 2 -o 'demo/nuri-{animation}.gif'
	build/sinew render examples/nuri/nuri.json --skin dusk --animation idle --fps 25 --scale 0.7 --background 2b3a55ff --supersample 2 -o demo/nuri-dusk.gif
	@echo "Look at demo/nuri-idle.gif, nuri-walk.gif, nuri-jump.gif, nuri-wave.gif and nuri-dusk.gif (a browser shows them)."

benchmark: build
	build/sinew_benchmarks

format:
	clang-format -i $$(git ls-files '*.cpp' '*.hpp')

clean:
	rm -rf build demo
