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

ways="memory register 2x1 2x2 2x1a 10x10"
tell() { # way
  case $1 in
    memory) echo "the result so far in memory" ;;
    register) echo "the result so far in a register" ;;
    2x1) echo "two elements a step" ;;
    2x2) echo "two elements a step into two results" ;;
    2x1a) echo "two elements a step, reassociated" ;;
    10x10) echo "ten elements a step into ten results" ;;
  esac
}
mkdir -p reduce
reduce() { # name, title, type, operation, start, first, second, expected
  number=0
  for way in $ways; do
    program=reduce/$1_$way
    {
      echo "# $2 of 4000 elements: $(tell "$way")"
      echo "#"
      echo "# One of six ways to the same result; after the loops of Computer Systems: A Programmer's"
      echo "# Perspective, chapter 5. The exit code is 0 when the result is right."
      echo "#"
      echo "#   stallscope run programs/riscv/$program.s -m mips-5 --stats"
    } > "$program.s"
    "$compiler" $flags -DTYPE="$3" -DOP="$4" -DWAY=$number -DSTART="$5" -DFIRST="$6" -DSECOND="$7" \
      -DEXPECTED="$8" ../x86/src/reduce.c >> "$program.s"
    number=$((number + 1))
  done
}
reduce sum_int "Sum of integers" long + 0 2 5 6000
reduce product_int "Product of integers" long '*' 1 -1 -1 1
reduce sum_double "Sum of doubles" double + 0 2 0.5 4200
reduce product_double "Product of doubles" double '*' 1 2 0.5 1
