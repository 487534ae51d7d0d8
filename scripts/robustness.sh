#!/usr/bin/env bash
# Every check of robustness that docs/robustness.md tells of, one after the other, and a summary at the end, which it
# leaves in build/robustness/summary.txt, too. What a check printed is in build/robustness/CHECK.log.
# Usage: scripts/robustness.sh CHECK... (targets of the Makefile: locale sanitize thread fuzz determinism)
set -uo pipefail
cd "$(dirname "$0")/.."
folder=build/robustness
rm -rf "$folder"
mkdir -p "$folder"

# What a log says that was checked, in one line.
figures() {
  case $1 in
    fuzz) awk '$1 == "all" { printf "%d inputs, %d regressions, %d findings\n", $2, $5, $6 }' "$2" ;;
    determinism) awk '/ skeletons, / { n++; what = $(NF - 3) " skeletons"; differ += $(NF - 1) }
      END { printf "%d compilers, %s, %d differ\n", n, what, differ }' "$2" ;;
    *) sed -n 's/^[0-9]*% tests passed, \([0-9]*\) tests failed out of \([0-9]*\)/\2 tests, \1 failed/p' "$2" ;;
  esac
}

failed=no
for check in "$@"; do
  start=$(date +%s)
  result=passed
  make --no-print-directory "$check" 2>&1 | tee "$folder/$check.log" || { result=FAILED; failed=yes; }
  printf '%-12s %-7s %6d s  %s\n' "$check" "$result" $(($(date +%s) - start)) "$(figures "$check" "$folder/$check.log")" \
    >>"$folder/summary.txt"
done
echo
cat "$folder/summary.txt"
[ "$failed" = no ]
