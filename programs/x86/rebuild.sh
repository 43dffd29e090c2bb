#!/bin/sh
# Compiles src/*.c to the assembler programs of this folder, as they are checked in.
#
#   programs/x86/rebuild.sh [COMPILER]      default: gcc (checked in: gcc 12.2)
#
# Every program twice, by -O1 and by -O2; the reductions by -O1 in each of their ways, into
# reduce/. Loops stay loops: no vectors, no calls of the C library in their place. What the compiler writes is not
# changed: the header of the C file goes in front as a comment.
set -eu
cd "$(dirname "$0")"
compiler=${1:-gcc}
flags="-S -fno-tree-vectorize -fno-tree-loop-distribute-patterns -fno-asynchronous-unwind-tables -o -"

compile() { # C file, program, flags
  "$compiler" $3 $flags "src/$1.c" >> "$2.x86.s"
}

header() { # C file: its first comment, as a comment of the assembler
  sed -n '/^\/\//!q; s|^//|#|p' "src/$1.c"
}

for source in src/*.c; do
  name=$(basename "$source" .c)
  [ "$name" != reduce ] || continue
  for level in 1 2; do
    program=$name
    [ $level = 1 ] || program=${name}_o2
    header "$name" | sed "s|x86/$name |x86/$program |; 1s|\$|, gcc -O$level|" > "$program.x86.s"
    compile "$name" "$program" "-O$level"
  done
done

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
      echo "#   stallscope run programs/x86/$program.x86.s -m mips-5 --stats"
    } > "$program.x86.s"
    compile reduce "$program" "-O1 -DTYPE=$3 -DOP=$4 -DWAY=$number -DSTART=$5 -DFIRST=$6 -DSECOND=$7 -DEXPECTED=$8"
    number=$((number + 1))
  done
}
# Of 4000 elements 400 are the first number, 400 the second, and 3200 are 1: 3200 + 400 * (2 + 5) = 6000,
# 3200 + 400 * 2.5 = 4200, (-1)^800 = 1, (2 * 0.5)^400 = 1.
reduce sum_int "Sum of integers" long + 0 2 5 6000
reduce product_int "Product of integers" long '*' 1 -1 -1 1
reduce sum_double "Sum of doubles" double + 0 2 0.5 4200
reduce product_double "Product of doubles" double '*' 1 2 0.5 1
