#!/usr/bin/env bash
# Compares our schedules of the kernels with GCC's: each kernel compiled without scheduling, that text scheduled by
# `stallscope schedule`, block by block and with all that it can do, and compiled with GCC's own scheduling for the same
# core; all of them simulated, results compared.
#   tests/bench/schedule_against_gcc.sh STALLSCOPE [SCHEDULERS]
# Needs riscv64-linux-gnu-gcc. The table it prints is the one in docs/scheduling-measured.md.
set -euo pipefail
stallscope=$(realpath "${1:?which stallscope}")
schedulers=${2:-source,critical-path,bidirectional,optimal}
source "$(dirname "${BASH_SOURCE[0]}")/gcc_kernels.sh"

# Schedules plain.s for a machine into NAME.elf and prints its cycles.
ours() { # NAME MACHINE OPTION...
  local name=$1 machine=$2
  shift 2
  "$stallscope" schedule "$work/plain.s" -m "$machine" "$@" -o "$work/$name.s" --optimal-seconds 0.5 >/dev/null 2>&1
  $gcc -static -no-pie "$work/$name.s" "$work/out.o" -lm -o "$work/$name.elf"
  [ "$("$stallscope" run "$work/$name.elf" -m reference --quiet)" = \
    "$("$stallscope" run "$work/plain.elf" -m reference --quiet)" ] || { echo "$source: other results" >&2; exit 1; }
  cycles "$machine" "$work/$name.elf"
}

printf '| kernel |'
for machine in sifive-7 dual-5; do printf ' %s: as compiled | GCC | blocks | all | all/GCC |' $machine; done
printf '\n|---|'
for machine in sifive-7 dual-5; do printf -- '---|---|---|---|---|'; done
printf '\n'
for source in sorts matrix_int sha256 crc32 string_search json nqueens sieve lists trees interpreter mandelbrot bits \
  matrix_double fft nbody rounding; do
  $gcc "${flags[@]}" "${unscheduled[@]}" -S $source.c -o "$work/plain.s"
  $gcc "${flags[@]}" -S $source.c -o "$work/gcc.s"
  for variant in plain gcc; do
    $gcc -static -no-pie "$work/$variant.s" "$work/out.o" -lm -o "$work/$variant.elf"
  done
  printf '| %s |' $source
  for machine in sifive-7 dual-5; do
    a=$(cycles $machine "$work/plain.elf")
    b=$(cycles $machine "$work/gcc.elf")
    c=$(ours blocks $machine --with "$schedulers")
    d=$(ours all $machine --with "superblock,$schedulers" --rename --unroll 4 --unroll-if-shorter \
      --tail-duplicate)
    python3 -c "print(f' $a | $b | $c | $d | {$d / $b:.4f} |', end='')"
    echo "$machine $b $c $d" >>"$work/results"
  done
  printf '\n'
done
python3 - "$work/results" <<'END'
import math, sys
rows = [line.split() for line in open(sys.argv[1])]
for machine in ("sifive-7", "dual-5"):
    for column, what in ((2, "blocks"), (3, "all")):
        ratios = [int(row[column]) / int(row[1]) for row in rows if row[0] == machine]
        print(f"{machine}: {what}/GCC, geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.4f}, "
              f"worst {max(ratios):.4f}, best {min(ratios):.4f}")
END
