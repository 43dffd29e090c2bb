#!/usr/bin/env bash
# Compares our schedules of the kernels with GCC's: each kernel compiled without scheduling, that text scheduled by
# `stallscope schedule`, and compiled with GCC's own scheduling for the same core; all three simulated.
#   tests/bench/schedule_against_gcc.sh STALLSCOPE [SCHEDULERS]
# Needs riscv64-linux-gnu-gcc. The table it prints is the one in sched/README.md.
set -euo pipefail
stallscope=$(realpath "${1:?which stallscope}")
schedulers=${2:-source,critical-path,bidirectional,optimal}
cd "$(dirname "${BASH_SOURCE[0]}")/../../programs/kernels/src"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc=riscv64-linux-gnu-gcc
flags=(-std=gnu11 -O2 -mtune=sifive-7-series -ffp-contract=off -fno-pie)
plain=(-fno-schedule-insns -fno-schedule-insns2)
cat >"$work/platform.c" <<'END'
#include <stddef.h>
#include <unistd.h>
void platform_write(const char *text, size_t size) {
  if (write(1, text, size) < 0)
    _exit(1);
}
END
$gcc "${flags[@]}" -c out.c -o "$work/part.o"
$gcc "${flags[@]}" -c "$work/platform.c" -o "$work/platform.o"
riscv64-linux-gnu-ld -r "$work/part.o" "$work/platform.o" -o "$work/out.o"

cycles() { # MACHINE ELF
  "$stallscope" run "$2" -m "$1" --stats --json --quiet --limit-instructions 300000000 |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["cycles"])'
}

printf '| kernel |'
for machine in sifive-7 dual-5; do printf ' %s: as written | GCC | ours | ours/GCC |' $machine; done
printf '\n|---|'
for machine in sifive-7 dual-5; do printf -- '---|---|---|---|'; done
printf '\n'
for source in sorts matrix_int sha256 crc32 string_search json nqueens sieve lists trees interpreter mandelbrot bits \
  matrix_double fft nbody rounding; do
  $gcc "${flags[@]}" "${plain[@]}" -S $source.c -o "$work/plain.s"
  $gcc "${flags[@]}" -S $source.c -o "$work/gcc.s"
  for variant in plain gcc; do
    $gcc -static -no-pie "$work/$variant.s" "$work/out.o" -lm -o "$work/$variant.elf"
  done
  printf '| %s |' $source
  for machine in sifive-7 dual-5; do
    "$stallscope" schedule "$work/plain.s" -m $machine --with "$schedulers" -o "$work/ours.s" --optimal-seconds 0.5 \
      >/dev/null 2>&1
    $gcc -static -no-pie "$work/ours.s" "$work/out.o" -lm -o "$work/ours.elf"
    [ "$("$stallscope" run "$work/ours.elf" -m reference --quiet)" = \
      "$("$stallscope" run "$work/plain.elf" -m reference --quiet)" ] || { echo "$source: other results" >&2; exit 1; }
    a=$(cycles $machine "$work/plain.elf")
    b=$(cycles $machine "$work/gcc.elf")
    c=$(cycles $machine "$work/ours.elf")
    python3 -c "print(f' $a | $b | $c | {$c / $b:.4f} |', end='')"
    echo "$machine $a $b $c" >>"$work/all"
  done
  printf '\n'
done
python3 - "$work/all" <<'END'
import math, sys
rows = [line.split() for line in open(sys.argv[1])]
for machine in ("sifive-7", "dual-5"):
    mine = [(int(b), int(c)) for m, a, b, c in rows if m == machine]
    print(f"{machine}: ours/GCC, geometric mean {math.exp(sum(math.log(c / b) for b, c in mine) / len(mine)):.4f}, "
          f"worst {max(c / b for b, c in mine):.4f}, best {min(c / b for b, c in mine):.4f}")
END
