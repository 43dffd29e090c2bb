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

shown=x86
ending=.x86.s
compile_reduction() {
  "$compiler" -O1 "$@" $flags src/reduce.c
}
. src/reductions.sh
