#!/bin/sh
# Compiles src/*.c to the assembler programs of this folder, as they are checked in.
#
#   programs/x86/rebuild.sh [COMPILER]      default: gcc (checked in: gcc 12.2)
#
# Every program twice, by -O1 and by -O2; the reductions by -O1 in each of their ways, into reduce/, and those of CS:APP's
# running example with 20 elements, and min and max, into ../textbook. Loops stay loops: no vectors, no calls of the C library in their place. What the compiler writes is not
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
  case $name in reduce | minmax) continue ;; esac
  for level in 1 2; do
    program=$name
    [ $level = 1 ] || program=${name}_o2
    header "$name" | sed "s|x86/$name |x86/$program |; 1s|\$|, gcc -O$level|" > "$program.x86.s"
    compile "$name" "$program" "-O$level"
  done
done

shown=x86
ending=.x86.s
compile_reduction() {
  "$compiler" -O1 "$@" $flags src/reduce.c
}
. src/reductions.sh

# Programs of ../textbook. Header on standard input.
textbook() { # program, C file, definitions
  program=../textbook/$1.x86.s
  source=src/$2.c
  shift 2
  { cat; "$compiler" -O1 "$@" $flags "$source"; } > "$program"
}

combine() { # number, WAY of reduce.c, title, why, CPE of the book and ours, which to compare with
  textbook "combine$1" reduce -DTYPE=double -DOP='*' -DWAY="$2" -DSTART=1 -DFIRST=2 -DSECOND=0.5 -DEXPECTED=1 \
    -DLENGTH=20 << END
# combine$1: $3
#
# Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd edition, chapter 5: the product of an array of
# doubles, by gcc -O1. $4
# Cycles per element on csapp-haswell, beginning and end aside: $6; in the book $5.
#
#   stallscope run textbook/combine$1 -m csapp-haswell --ledger
#   stallscope run textbook/combine$1 -m csapp-haswell --against textbook/combine$7
END
}
combine 1 6 "length and elements of an abstract vector, by calls" \
  "Every iteration calls a function for the length and one that checks the index;
# still it is the product in memory, stored and loaded again in every iteration, that decides." 11.14 11.0 2
combine 2 7 "the length asked once" \
  "One call less in every iteration: with this operation it makes no difference, as
# the product in memory takes longer. A sum of integers falls from 8.5 to 7.0 (book: 10.12 and 7.02)." 11.03 11.0 3
combine 3 0 "the elements directly, no calls" \
  "Neither calls nor checks of the index. The product still goes through
# memory: a multiplication (5), a store and the load that takes its value from it (6)." 11.03 11.0 4
combine 4 1 "the product in a register" \
  "Only the multiplication is left in the chain from one iteration to the
# next: its latency, 5 cycles, is the latency bound." 5.01 5.0 5
combine 5 2 "unrolled by two" \
  "Half the counting, and no gain: two multiplications, one behind the other,
# in every iteration." 5.01 5.0 6
combine 6 3 "unrolled by two, two products" \
  "Even and odd elements have a chain each, and the two run beside each
# other." 2.51 2.5 7
combine 7 4 "unrolled by two, reassociated" \
  "Two elements are multiplied with each other first; only their product
# waits for the iteration before." 2.51 2.5 4

minmax() { # name, WAY and RANDOM of minmax.c, title, why, CPE of the book and ours, which to compare with
  textbook "minmax_$1" minmax -DWAY="$2" -DRANDOM="$3" << END
# $4
#
# Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd edition, section 5.11.2: the smaller of each
# pair of elements goes to one array, the larger to the other; by gcc -O1. $5
# Cycles per pair on csapp-haswell, beginning and end aside: $7; in the book $6.
#
#   stallscope run textbook/minmax_$1 -m csapp-haswell --ledger
#   stallscope run textbook/minmax_$1 -m csapp-haswell --against textbook/minmax_$8
END
}
minmax branches 0 0 "Min and max by swapping, of pairs in order: a branch that is predicted" \
  "The pairs are in order, so that
# the branch always goes the same way." "2.5 to 3.5" 2.0 branches_random
minmax branches_random 0 1 "Min and max by swapping, of random pairs: a branch that no predictor can predict" \
  "Half of the pairs have to be
# swapped, at random: every second branch is mispredicted, and costs some 20 cycles." 13.5 14.7 moves_random
minmax moves 1 0 "Min and max by conditional moves, of pairs in order" \
  "Both are computed and stored whatever
# comes out: more work than the branch that is always right." 4.0 3.0 branches
minmax moves_random 1 1 "Min and max by conditional moves, of random pairs: nothing to predict" \
  "As there is no branch but
# that of the loop, random pairs cost as much as those in order." 4.0 3.0 branches_random
