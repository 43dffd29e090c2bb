#!/usr/bin/env bash
# How many blocks of the kernels, as GCC compiles them without scheduling, get an order that is proven to be the best
# within a second each: those of 2 to 60 instructions.
#   tests/bench/proven_blocks.sh STALLSCOPE [MACHINE...]
# Needs riscv64-linux-gnu-gcc. docs/scheduling-measured.md has the figures.
set -euo pipefail
stallscope=$(realpath "${1:?which stallscope}")
shift
machines=("${@:-}")
[ -n "${machines[0]}" ] || machines=(mips-5 mips-5-fp dual-5 sifive-7)
source "$(dirname "${BASH_SOURCE[0]}")/gcc_kernels.sh"
for machine in "${machines[@]}"; do
  for source in sorts matrix_int sha256 crc32 string_search json nqueens sieve lists trees interpreter mandelbrot bits \
    matrix_double fft nbody rounding; do
    [ -f "$work/$source.s" ] || $gcc "${flags[@]}" "${unscheduled[@]}" -S $source.c -o "$work/$source.s"
    "$stallscope" schedule "$work/$source.s" -m "$machine" --with optimal --optimal-seconds 1 --json >"$work/a.json"
    python3 - "$work/a.json" "$source" <<'END'
import json, sys
for block in json.load(open(sys.argv[1]))["blocks"]:
    count = len(block["block"]["instructions"])
    if 2 <= count <= 60:
        print(sys.argv[2], count, int(block["schedules"][0]["proven"]))
END
  done >"$work/proven"
  awk -v machine="$machine" '{ all += 1; proven += $3 } END { printf "%s: %d of %d, %.2f %%\n", machine, proven, all, 100 * proven / all }' "$work/proven"
done
