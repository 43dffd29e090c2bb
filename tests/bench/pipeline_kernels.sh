#!/usr/bin/env bash
# Software-pipelines the counted loops of the kernels as GCC compiles them, assembles the result with GNU as, compares
# what it prints with the original on the reference, and simulates both.
#   tests/bench/pipeline_kernels.sh STALLSCOPE [ims|swing]
# Needs riscv64-linux-gnu-gcc. The table it prints is the one in docs/scheduling.md.
set -euo pipefail
stallscope=$(realpath "${1:?which stallscope}")
method=${2:-ims}
source "$(dirname "${BASH_SOURCE[0]}")/gcc_kernels.sh"

printf '| kernel | loops of one block | pipelined |'
for machine in sifive-7 dual-5; do printf ' %s: as compiled | pipelined | ratio |' $machine; done
printf '\n|---|---|---|---|---|---|---|---|---|\n'
for source in sorts matrix_int sha256 crc32 string_search json nqueens sieve lists trees interpreter mandelbrot bits \
  matrix_double fft nbody rounding; do
  $gcc "${flags[@]}" "${unscheduled[@]}" -S $source.c -o "$work/plain.s"
  $gcc -static -no-pie "$work/plain.s" "$work/out.o" -lm -o "$work/plain.elf"
  row=
  for machine in sifive-7 dual-5; do
    "$stallscope" schedule "$work/plain.s" -m $machine --pipeline=$method --with source -o "$work/ours.s" \
      >"$work/notes" 2>/dev/null
    $gcc -static -no-pie "$work/ours.s" "$work/out.o" -lm -o "$work/ours.elf"
    [ "$("$stallscope" run "$work/ours.elf" -m reference --quiet)" = \
      "$("$stallscope" run "$work/plain.elf" -m reference --quiet)" ] || { echo "$source: other results" >&2; exit 1; }
    [ -n "$row" ] || row="$(grep -c "^loop '" "$work/notes" || true) | $(grep -c 'software-pipelined' "$work/notes" || true) |"
    a=$(cycles $machine "$work/plain.elf")
    b=$(cycles $machine "$work/ours.elf")
    row="$row $(python3 -c "print(f'{$a} | {$b} | {$b / $a:.4f} |')")"
  done
  echo "| $source | $row"
done
