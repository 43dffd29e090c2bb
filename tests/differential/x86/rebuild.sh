#!/usr/bin/env bash
# Compiles the programs of this folder anew (gcc 12 on x86-64) and writes down what they print there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for program in integers bits doubles data; do
  gcc -w -O1 "$program.c" -o "$work/$program" -lm
  "$work/$program" >"$program.txt"
done
# The listings that are kept, for those who have no gcc: without its comment on versions.
assemble() { gcc -w -S "${@:3}" "$2.c" -o - | grep -v '^\s\.\(file\|ident\)' >"$1.s"; }
assemble data_o2 data -O2
assemble doubles_o2 doubles -O2
assemble bits_haswell bits -O2 -march=haswell -mno-avx2
