#!/usr/bin/env bash
# What an element costs in the reductions of Computer Systems: A Programmer's Perspective, chapter 5: cycles, for x86 and
# for RISC-V, on csapp-haswell or another machine. Each runs with 3500 elements and with 2500: the difference has neither
# beginning nor end in it. tests/golden/books/reduction_test.cpp compares these numbers with the bounds.
#   programs/experiments/reductions.sh [MACHINE]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
machine=${1:-csapp-haswell}
stallscope=${STALLSCOPE:-$root/build/release/bin/stallscope}
cycles_of() { # FILE ISA FROM TO: with the argument of the call of reduce() replaced, the last of its kind
  tac "$1" | sed "0,/$3/s//$4/" | tac | "$stallscope" run - --isa "$2" -m "$machine" --stats --format csv | awk -F, '$1 == "cycles" { print $2 }'
}
printf '%-17s %7s %8s %8s %8s %8s %8s %8s %8s\n' '' calls length memory register 2x1 2x2 2x1a 10x10
for isa in x86 riscv; do
  for kind in sum_int product_int sum_double product_double; do
    printf '%-17s' "$isa ${kind/product/mul}"
    for way in calls length memory register 2x1 2x2 2x1a 10x10; do
      if [ $isa = x86 ]; then
        file=$root/programs/x86/reduce/${kind}_$way.x86.s full='\$4000, %esi' long='$3500, %esi' short='$2500, %esi'
      else
        file=$root/programs/riscv/reduce/${kind}_$way.s full='addi\ta1,a1,-96' long='addi\ta1,a1,-596' short='addi\ta1,a1,-1596'
      fi
      long=$(cycles_of "$file" $isa "$full" "$long")
      short=$(cycles_of "$file" $isa "$full" "$short")
      printf ' %8s' "$(awk -v a="$long" -v b="$short" 'BEGIN { printf "%.2f", (a - b) / 1000 }')"
    done
    echo
  done
done
