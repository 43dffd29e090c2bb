#!/usr/bin/env bash
# Builds every ELF of bin/ from src/ and platform/. The same compilers give the same bytes.
#   ./rebuild.sh            builds into bin/
#   ./rebuild.sh FOLDER     builds into FOLDER instead
#   ./rebuild.sh --check    builds into a temporary folder and compares with bin/
# Needs these Debian 12 packages (it installs nothing itself):
#   apt-get install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf gcc-riscv64-linux-gnu
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export LC_ALL=C

for tool in riscv64-unknown-elf-gcc riscv64-linux-gnu-gcc; do
  command -v $tool >/dev/null || {
    echo "$tool is missing; on Debian 12, as root:" >&2
    echo "  apt-get install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf gcc-riscv64-linux-gnu" >&2
    exit 1
  }
done

check=false
target=bin
case "${1:-}" in
  --check) check=true; target=$(mktemp -d); trap 'rm -rf "$target"' EXIT ;;
  "") ;;
  *) target=$1 ;;
esac
mkdir -p "$target"
work=$(mktemp -d)
trap 'rm -rf "$work"; if $check; then rm -rf "$target"; fi' EXIT

# No contraction and no assumed rounding mode: floating-point results must equal the reference's to the last bit.
# No paths of this machine: debug information names programs/kernels/src/..., relative to the repository.
common=(-std=gnu11 -O2 -Wall -Wextra -Werror -ffp-contract=off -frounding-math -fno-math-errno -ffunction-sections
  -fdata-sections -Isrc "-fdebug-prefix-map=$PWD=programs/kernels" -fdebug-prefix-map=/usr/lib/picolibc=picolibc
  -fdebug-prefix-map=/usr/lib/gcc=gcc)

integer="sorts matrix_int sha256 crc32 string_search json nqueens sieve lists trees interpreter mandelbrot atomics bits codegen"
floating="matrix_double fft nbody rounding fused"
hosted="words functions" # print through the C library

# compile OUTPUT COMPILER FLAGS... -- SOURCE...: objects beside OUTPUT, in the order of the sources
objects=()
compile() {
  local compiler=$1 flags=() source
  shift
  while [ "$1" != -- ]; do flags+=("$1"); shift; done
  shift
  objects=()
  for source in "$@"; do
    $compiler "${common[@]}" "${flags[@]}" -c "$source" -o "$work/$(basename "$source").o"
    objects+=("$work/$(basename "$source").o")
  done
}

sources_of() {
  echo "src/$1.c"
  case " $hosted " in *" $1 "*) ;; *) echo src/out.c ;; esac
}

finish() { # ELF FOLDER NAME: strip, keeping what a loader looks for
  mkdir -p "$target/$2"
  riscv64-unknown-elf-strip -s -R .comment -R .note.gnu.build-id -K tohost -K fromhost -K begin_signature \
    -K end_signature "$1" -o "$target/$2/$3.elf"
}

# htif FOLDER MARCH MABI ADDRESS KERNEL...: own start-up code, output and end through tohost. The library is chosen by
# LIBRARY_MARCH when MARCH has extensions that no packaged library was built for (they need none).
htif() {
  local folder=$1 march=$2 mabi=$3 address=$4 kernel
  shift 4
  for kernel in "$@"; do
    # shellcheck disable=SC2046
    compile riscv64-unknown-elf-gcc --specs=picolibc.specs "-march=$march" "-mabi=$mabi" -mcmodel=medany \
      ${debug:+-g} -fno-tree-loop-distribute-patterns -- platform/start.S platform/htif.c $(sources_of "$kernel")
    riscv64-unknown-elf-gcc --specs=picolibc.specs "-march=${LIBRARY_MARCH:-$march}" "-mabi=$mabi" -nostartfiles \
      -Wl,--gc-sections,--build-id=none,-z,max-page-size=4096,--defsym=load_address="$address" -T platform/htif.ld \
      "${objects[@]}" -lm -o "$work/linked"
    if [ -n "${debug:-}" ]; then
      mkdir -p "$target/$folder"
      riscv64-unknown-elf-objcopy -R .comment "$work/linked" "$target/$folder/$kernel.elf"
    else
      finish "$work/linked" "$folder" "$kernel"
    fi
  done
}

# semihost FOLDER MARCH MABI KERNEL...: picolibc's start-up code, output and end through semihosting calls.
semihost() {
  local folder=$1 march=$2 mabi=$3 kernel
  shift 3
  for kernel in "$@"; do
    # shellcheck disable=SC2046
    compile riscv64-unknown-elf-gcc --specs=picolibc.specs "-march=$march" "-mabi=$mabi" -mcmodel=medany -- \
      platform/semihost.c $(sources_of "$kernel")
    riscv64-unknown-elf-gcc --specs=picolibc.specs --oslib=semihost --crt0=semihost "-march=$march" "-mabi=$mabi" \
      -Wl,--build-id=none,-z,max-page-size=4096,--defsym=__flash=0x80000000,--defsym=__flash_size=0x100000 \
      -Wl,--defsym=__ram=0x80100000,--defsym=__ram_size=0x300000,--defsym=__stack_size=0x10000 \
      -Wl,--gc-sections "${objects[@]}" -lm -o "$work/linked"
    finish "$work/linked" "$folder" "$kernel"
  done
}

linux() {
  local folder=$1 kernel
  shift
  for kernel in "$@"; do
    # shellcheck disable=SC2046
    compile riscv64-linux-gnu-gcc -march=rv64gc -mabi=lp64d -fno-pie -- platform/libc.c $(sources_of "$kernel")
    riscv64-linux-gnu-gcc -march=rv64gc -mabi=lp64d -static -no-pie -Wl,--gc-sections,--build-id=none \
      "${objects[@]}" -lm -o "$work/linked"
    finish "$work/linked" "$folder" "$kernel"
  done
}

# shellcheck disable=SC2086
{
  htif rv32imac-htif rv32imac ilp32 0x80000000 $integer matrix_double fft
  htif rv32im-htif-at-0 rv32im ilp32 0 nqueens sorts sha256 crc32 codegen
  htif rv32imafdc-htif rv32imafdc ilp32d 0x80000000 $floating
  LIBRARY_MARCH=rv32imac htif rv32imacb-htif rv32imac_zba_zbb_zbs ilp32 0x80000000 bits sha256
  debug=yes htif rv32imac-htif-debug rv32imac ilp32 0x80000000 sorts
  htif rv64gc-htif rv64gc lp64d 0x80000000 $integer $floating
  LIBRARY_MARCH=rv64gc htif rv64gcb-htif rv64gc_zba_zbb_zbs lp64d 0x80000000 bits sha256 matrix_int json
  semihost rv32imac-semihost rv32imac ilp32 nbody words functions nqueens json
  semihost rv32imafdc-semihost rv32imafdc ilp32d nbody words functions rounding
  semihost rv64imac-semihost rv64imac lp64 words sorts functions fft
  semihost rv64gc-semihost rv64gc lp64d words functions trees fused
  linux rv64gc-linux words functions interpreter rounding json atomics codegen
}

if $check; then
  diff -rq "$target" bin && echo "bin/ is what these sources and compilers build"
else
  echo "$(find "$target" -name '*.elf' | wc -l) files, $(du -sk --apparent-size "$target" | cut -f1) KiB in $target"
fi
