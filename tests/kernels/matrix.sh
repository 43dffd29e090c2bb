#!/usr/bin/env bash
# Every kernel on every machine that comes with the program: the state behind it is the reference machine's and the
# ledger is balanced. Takes a while: 78 programs, 1.2 thousand million instructions, a machine.
#   tests/kernels/matrix.sh [PRESET [WORD]]   with the build of that preset (release); only folder/name with WORD in it
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
run="build/${1:-release}/bin/run_kernel"
failed=0
for elf in programs/kernels/bin/*/*.elf; do
  case "$elf" in *"${2:-}"*) ;; *) continue ;; esac
  name=$(basename "$elf" .elf)
  "$run" "$elf" "programs/kernels/expected/$name.txt" --all || { failed=$((failed + 1)); echo "$elf: FAILED"; }
done
echo "$failed programs with a difference"
[ "$failed" -eq 0 ]
