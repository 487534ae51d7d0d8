#!/usr/bin/env bash
# Fuzzes every target, or the named ones, and prints a table at the end, which it leaves in build/fuzz/table.txt, too.
# Usage: [SECONDS_EACH=60 | RUNS=10000 | RUNS=fixed] [JOBS=2] scripts/fuzz.sh [TARGET...]
#   SECONDS_EACH  so long for each target, other inputs each time; what was learnt is kept in build/fuzz/corpus
#   RUNS          so many inputs for each target, from a fixed seed; "fixed": as many as the table below says
# Starts from the project's own files and from tests/data/fuzz. A finding is written to build/fuzz/findings; put it into
# tests/data/fuzz/TARGET once the fault is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${SECONDS_EACH:-60}
jobs=${JOBS:-$(nproc)}
programs=build/sanitize/fuzz
if [ $# -eq 0 ]; then
  for program in "$programs"/fuzz_*; do
    [ -x "$program" ] && [ -f "$program" ] && set -- "$@" "${program##*/fuzz_}"
  done
fi

# About ten seconds of a processor for each.
fixed_runs() {
  case $1 in
    motion) echo 80000 ;;
    atlas | binary | scene) echo 60000 ;;
    rig) echo 50000 ;;
    golden | skeleton) echo 40000 ;;
    *) echo 15000 ;;
  esac
}

# The seeds of a target: small files of its kind.
seeds() {
  case $1 in
    atlas) find examples tests -name '*.atlas' ;;
    golden) find tests/data -name '*.golden.json' -size -8k ;;
    scene) find examples tests/data -name '*.scene.json' ;;
    motion) find examples tests/data -name '*.motion' -size -16k ;;
    rig) find examples tests/data -name '*.rig' -size -16k ;;
    binary) find tests/data -name '*.skel' ;;
    json) find tests/data examples -name '*.json' -size -16k ;;
    *) find tests/data \( -name '*.skel' -o -name '*.json' \) -size -8k ! -name '*.golden.json' ! -name '*.runs.json' \
         ! -name '*.scene.json' ! -path '*/motion/*' ;;
  esac
}

run() {
  local target=$1 folder=build/fuzz/corpus/$1 log=build/fuzz/logs/$1.log regressions=0
  if [ -n "$RUNS" ]; then
    folder=build/fuzz/fixed/$target
    rm -rf "$folder"
  fi
  mkdir -p "$folder"
  if [ -d "tests/data/fuzz/$target" ]; then
    cp tests/data/fuzz/"$target"/* "$folder"
    regressions=$(find "tests/data/fuzz/$target" -type f | wc -l)
  fi
  seeds "$target" | while read -r file; do
    cp "$file" "$folder/$(printf '%s' "$file" | tr -c 'A-Za-z0-9.\n' _)"
  done
  local options=(-max_len=65536 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=1
    "-artifact_prefix=build/fuzz/findings/$target-")
  local dictionary=fuzz/dictionaries/$target.dict
  [ -f "$dictionary" ] || dictionary=fuzz/dictionaries/skeleton.dict
  options+=("-dict=$dictionary")
  case $RUNS in
    '') options+=("-max_total_time=$seconds") ;;
    fixed) options+=("-runs=$(fixed_runs "$target")" -seed=1) ;;
    *) options+=("-runs=$RUNS" -seed=1) ;;
  esac
  local used findings=0
  TIMEFORMAT='%R %U %S'
  used=$({ time "$programs/fuzz_$target" "${options[@]}" "$folder" >"$log" 2>&1; } 2>&1) || findings=1
  # Seconds on the clock say little where others want the processor too, so the processor's are shown beside them.
  awk -v target="$target" -v used="$used" -v regressions="$regressions" -v findings="$findings" '
    /^stat::number_of_executed_units:/ { inputs = $2 }
    END {
      split(used, seconds, " ")
      processor = seconds[2] + seconds[3]
      printf "%-12s %10d %8.0f %10.0f %10.0f %12d %9d\n", target, inputs, seconds[1], processor,
             inputs / (processor > 0 ? processor : 1), regressions, findings
    }' "$log" >"build/fuzz/rows/$target"
  [ "$findings" -eq 0 ] && return
  echo "$target: FAILED, see $log" >&2
  grep -m 3 -E 'ERROR|SUMMARY|runtime error|Test unit written' "$log" >&2 || tail -5 "$log" >&2
  return 1
}

rm -rf build/fuzz/rows
mkdir -p build/fuzz/findings build/fuzz/logs build/fuzz/rows
RUNS=${RUNS:-}
export -f run seeds fixed_runs
export seconds programs RUNS
failed=no
printf '%s\n' "$@" | xargs -P "$jobs" -I{} bash -c 'set -euo pipefail; run {}' || failed=yes
{
  printf '%-12s %10s %8s %10s %10s %12s %9s\n' target inputs seconds processor 'a second' regressions findings
  cat build/fuzz/rows/*
  awk '{ inputs += $2; processor += $4; regressions += $6; findings += $7 }
    END { printf "%-12s %10d %8s %10.0f %10.0f %12d %9d\n", "all", inputs, "", processor,
                 inputs / (processor > 0 ? processor : 1), regressions, findings }' build/fuzz/rows/*
} | tee build/fuzz/table.txt
echo "seconds: on the clock; processor: seconds of a processor; a second: inputs for each of these;"
echo "regressions: inputs of faults mended since, which are run first; findings: faults that are there now."
[ "$failed" = no ]
