#!/usr/bin/env bash
# Schedules the kernels' executables in place for a machine, checks what they print (of Linux programs on qemu too) and
# prints what they take before and after.
#   tests/bench/schedule_executables.sh STALLSCOPE MACHINE [SCHEDULERS]
# Not simulated are programs with operations that the machine lacks.
set -euo pipefail
stallscope=$(realpath "${1:?which stallscope}")
machine=${2:?for which machine}
schedulers=${3:-source,critical-path}
cd "$(dirname "${BASH_SOURCE[0]}")/../../programs/kernels/bin"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cycles() { # ELF
  "$stallscope" run "$1" -m "$machine" --stats --json --quiet --limit-instructions 300000000 2>/dev/null |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["cycles"])'
}

printf '| executable | blocks | in another order | cycles | scheduled | ratio |\n|---|---|---|---|---|---|\n'
for elf in */*.elf; do
  if ! "$stallscope" schedule "$elf" -m "$machine" --with "$schedulers" --verify -o "$work/a.elf" >"$work/out" 2>&1; then
    sed "s|^|$elf: |" "$work/out" >&2
    continue
  fi
  grep -q '^verified: the results are the same, of .* and of the whole program$' "$work/out" ||
    echo "$elf: not verified as a whole" >&2
  if [[ $elf == *-linux/* ]] && command -v qemu-riscv64 >/dev/null; then
    cmp <(qemu-riscv64 "$elf") <(qemu-riscv64 "$work/a.elf") || echo "$elf: prints something else on qemu" >&2
  fi
  read -r changed _ blocks _ <<<"$(sed -n 2p "$work/out")"
  a=$(cycles "$elf")
  b=$(cycles "$work/a.elf")
  python3 -c "print(f'| $elf | $blocks | $changed | $a | $b | {$b / $a:.4f} |')"
  echo "$a $b" >>"$work/results"
done
python3 - "$work/results" <<'END'
import math, sys
ratios = [int(b) / int(a) for a, b in (line.split() for line in open(sys.argv[1]))]
print(f"{len(ratios)} executables: geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.4f}, "
      f"worst {max(ratios):.4f}, best {min(ratios):.4f}")
END
