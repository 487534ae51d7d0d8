#!/usr/bin/env bash
# Fuzzes every target, or the named ones, for SECONDS each (default 60), or for RUNS inputs each.
# Usage: [SECONDS=60] [RUNS=10000] [JOBS=2] scripts/fuzz.sh [TARGET...]
# Starts from the project's own files and keeps what it learns in build/fuzz/corpus. A finding is written to
# build/fuzz/findings; put it into tests/data/fuzz/TARGET once the fault is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${SECONDS_EACH:-60}
jobs=${JOBS:-$(nproc)}
if [ $# -eq 0 ]; then
  for program in build/fuzz/fuzz/fuzz_*; do
    [ -x "$program" ] && [ -f "$program" ] && set -- "$@" "${program##*/fuzz_}"
  done
fi
mkdir -p build/fuzz/findings build/fuzz/logs

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
  local target=$1 folder=build/fuzz/corpus/$1
  mkdir -p "$folder"
  if [ -d "tests/data/fuzz/$target" ]; then cp tests/data/fuzz/"$target"/* "$folder"; fi
  seeds "$target" | while read -r file; do
    cp "$file" "$folder/$(printf '%s' "$file" | tr -c 'A-Za-z0-9.\n' _)"
  done
  local options=(-max_len=65536 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=1
    "-artifact_prefix=build/fuzz/findings/$target-")
  local dictionary=fuzz/dictionaries/$target.dict
  [ -f "$dictionary" ] || dictionary=fuzz/dictionaries/skeleton.dict
  options+=("-dict=$dictionary")
  if [ -n "${RUNS:-}" ]; then options+=("-runs=$RUNS" -seed=1); else options+=("-max_total_time=$seconds"); fi
  local log=build/fuzz/logs/$target.log used ok=yes
  TIMEFORMAT='%R %U %S'
  used=$({ time build/fuzz/fuzz/fuzz_"$target" "${options[@]}" "$folder" >"$log" 2>&1; } 2>&1) || ok=no
  if [ "$ok" = yes ]; then
    # Seconds on the clock say little where others want the processor too, so the processor's are shown beside them.
    awk -v target="$target" -v used="$used" '
      /^stat::number_of_executed_units:/ { inputs = $2 }
      END {
        split(used, seconds, " ")
        processor = seconds[2] + seconds[3]
        printf "%s: %d inputs, no finding; %d a second of processor time (%.0f s of %.0f s on the clock)\n",
               target, inputs, inputs / (processor > 0 ? processor : 1), processor, seconds[1]
      }' "$log"
  else
    echo "$target: FAILED, see $log"
    grep -m 3 -E 'ERROR|SUMMARY|runtime error|Test unit written' "$log" || tail -5 "$log"
    return 1
  fi
}
export -f run seeds
export seconds RUNS
printf '%s\n' "$@" | xargs -P "$jobs" -I{} bash -c 'set -euo pipefail; run {}'
