#!/usr/bin/env bash
# Compiles sum.c in every flavour of line table that compilers write, and has binutils say what the tables hold:
# NAME.elf and NAME.lines ("file line address", and x at recommended places, by address), which the tests compare with
# what the ELF reader finds. Needs gcc-riscv64-unknown-elf, binutils-riscv64-unknown-elf and clang.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
gcc=riscv64-unknown-elf-gcc
# Small files: no page alignment, and only the debug sections that are read.
link=(-nostdlib -Wl,--no-warn-rwx-segments -Wl,-n -Wl,-Ttext=0x80000000 -Wl,--build-id=none)
flags=(-O1 -Iinclude -ffile-prefix-map="$PWD"=/src -Wa,--debug-prefix-map="$PWD"=/src)
rv64=(-march=rv64gc -mabi=lp64d -mcmodel=medany)
rv32=(-march=rv32imc -mabi=ilp32)

finish() {
  riscv64-unknown-elf-objcopy -R .debug_info -R .debug_str -R .debug_abbrev -R .debug_aranges -R .debug_frame -R .debug_loc \
    -R .debug_loclists -R .debug_ranges -R .debug_rnglists -R .comment -R .debug_addr -R .debug_str_offsets \
    -R .eh_frame -R .debug_names "$1.elf"
  riscv64-unknown-elf-readelf -W --debug-dump=decodedline "$1.elf" |
    awk '$3 ~ /^0/ && $2 != "-" { sub(".*/", "", $1); sub("^0$", "0x0", $3); print $1, $2, $3 ($NF == "x" ? " x" : "") }' |
    LC_ALL=C sort >"$1.lines"
}

for version in 2 3 4 5; do
  "$gcc" "${flags[@]}" "${rv64[@]}" -gdwarf-$version "${link[@]}" start.S sum.c -o gcc-rv64-dwarf$version.elf
  finish gcc-rv64-dwarf$version
done
"$gcc" "${flags[@]}" "${rv32[@]}" -gdwarf-5 "${link[@]}" start.S sum.c -o gcc-rv32-dwarf5.elf
finish gcc-rv32-dwarf5
"$gcc" "${flags[@]}" "${rv64[@]}" -gdwarf-5 -gdwarf64 "${link[@]}" start.S sum.c -o gcc-rv64-dwarf5-64bit.elf
finish gcc-rv64-dwarf5-64bit
# clang gives every file an MD5 sum.
clang --target=riscv64-unknown-elf -O1 -Iinclude -ffile-prefix-map="$PWD"=/src "${rv64[@]}" -gdwarf-5 -mno-relax -c sum.c -o clang.o
"$gcc" "${flags[@]}" "${rv64[@]}" -gdwarf-5 "${link[@]}" start.S clang.o -o clang-rv64-dwarf5.elf
rm clang.o
finish clang-rv64-dwarf5
# The linker drops the function of lines 14 to 16 and leaves its lines behind, at address 0, where this program is.
"$gcc" "${flags[@]}" "${rv32[@]}" -DUNUSED -ffunction-sections -gdwarf-4 "${link[@]}" -Wl,--gc-sections \
  -Wl,-Ttext=0 start.S sum.c -o gcc-rv32-dropped.elf
finish gcc-rv32-dropped
grep -q "sum.c 15" gcc-rv32-dropped.lines # or there is nothing to test
sed -i '/^sum.c 1[456] /d' gcc-rv32-dropped.lines
# Compressed sections are refused with a note.
"$gcc" "${flags[@]}" "${rv64[@]}" -gz -gdwarf-5 "${link[@]}" start.S sum.c -o gcc-rv64-compressed.elf
riscv64-unknown-elf-objcopy -R .debug_info -R .debug_str gcc-rv64-compressed.elf
