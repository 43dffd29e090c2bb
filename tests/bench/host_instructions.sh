#!/usr/bin/env bash
# Host instructions a simulated one takes, counted by callgrind, where the processor's own counters cannot be used (in
# virtual machines). Each program runs twice, for 2 and for 6 million instructions; what is between them is what a long
# run costs, without the start and what is translated or remembered once.
#
#   tests/bench/host_instructions.sh [MACHINE...]      default: reference mips-5 dual-5
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bin=build/release/bin/stallscope
kernels=programs/kernels/bin
machines=("$@")
[ $# -gt 0 ] || machines=(reference mips-5 dual-5)

# Host instructions of a run of $3 million instructions of file $1 on machine $2.
counted() {
  timeout 300 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bin" run "$1" --machine "$2" --quiet \
    --limit-instructions "${3}000000" 2>&1 >/dev/null | sed -n 's/.*Collected : *\([0-9]*\).*/\1/p'
}

printf '%-40s' 'host instructions a simulated one'
printf '%12s' "${machines[@]}"
printf '\n'
for file in "$kernels"/rv32imac-htif/{sorts,sha256,trees,matrix_int}.elf "$kernels"/rv64gc-linux/interpreter.elf; do
  printf '%-40s' "${file#"$kernels"/}"
  for machine in "${machines[@]}"; do
    short=$(counted "$file" "$machine" 2)
    long=$(counted "$file" "$machine" 6)
    awk -v a="$short" -v b="$long" 'BEGIN { printf "%12.1f", (b - a) / 4e6 }'
  done
  printf '\n'
done
