#!/usr/bin/env bash
# Compares the poses of the test data, bit by bit, between compilers and optimisation levels.
# Usage: scripts/determinism.sh [gcc-O0] [gcc-O2] [gcc-O3] [gcc-O3-native] [clang-O0] [clang-O2]
#        [clang-O3] [clang-O3-native] (none: all)
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build/determinism
[ $# -gt 0 ] || set -- gcc-O0 gcc-O2 gcc-O3 gcc-O3-native clang-O0 clang-O2 clang-O3 clang-O3-native
for configuration in "$@"; do
  compiler=g++
  [[ $configuration == clang-* ]] && compiler=clang++
  flags=-${configuration#*-}
  flags=${flags/-native/ -march=native}
  echo -n "$configuration: $compiler $flags: "
  cmake -S . -B "build/determinism/$configuration" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_CXX_FLAGS="$flags" -DSINEW_BUILD_TOOLS=OFF -DSINEW_BUILD_TESTS=OFF -DSINEW_BUILD_BENCHMARKS=OFF \
    -DSINEW_BUILD_SAMPLES=OFF -DSINEW_BUILD_RENDER=OFF -DSINEW_BUILD_MOTION=OFF -DSINEW_BUILD_POSE_HASHES=ON -DSINEW_UNITY_BUILD=ON >"build/determinism/$configuration.log" &&
    cmake --build "build/determinism/$configuration" -j "${JOBS:-$(nproc)}" --target pose_hashes \
      >>"build/determinism/$configuration.log" || { echo FAILED; cat "build/determinism/$configuration.log"; exit 1; }
  "build/determinism/$configuration/pose_hashes" tests/data tests/data/pose_hashes.txt
done
