#!/bin/sh
# Compiles the reductions of ../x86/src/reduce.c to the RISC-V assembler programs of reduce/, as they are checked in.
#
#   programs/riscv/rebuild.sh [COMPILER]    default: riscv64-linux-gnu-gcc (checked in: gcc 12.2)
#
# By -O1 in each of their ways, for RV64GC. Loops stay loops: no calls of the C library in their place. What the
# compiler writes is not changed: a header goes in front as a comment.
set -eu
cd "$(dirname "$0")"
compiler=${1:-riscv64-linux-gnu-gcc}
flags="-S -O1 -march=rv64gc -mabi=lp64d -mcmodel=medany -fno-pie -fno-stack-protector -fno-tree-loop-distribute-patterns
  -fno-asynchronous-unwind-tables -o -"

shown=riscv
ending=.s
compile_reduction() {
  "$compiler" $flags "$@" ../x86/src/reduce.c
}
. ../x86/src/reductions.sh
