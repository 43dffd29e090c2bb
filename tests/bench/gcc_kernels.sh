# What the comparisons with GCC share: sourced with `stallscope` set. Goes to the kernels' sources, makes a folder `work`
# that is removed at the end, and compiles into it what every kernel is linked with, with `flags`.
# Needs riscv64-linux-gnu-gcc.
cd "$(dirname "${BASH_SOURCE[0]}")/../../programs/kernels/src"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc=riscv64-linux-gnu-gcc
flags=(-std=gnu11 -O2 -mtune=sifive-7-series -ffp-contract=off -fno-pie)
unscheduled=(-fno-schedule-insns -fno-schedule-insns2)
cat >"$work/platform.c" <<'END'
#include <stddef.h>
#include <unistd.h>
void platform_write(const char *text, size_t size) {
  if (write(1, text, size) < 0)
    _exit(1);
}
END
$gcc "${flags[@]}" -c out.c -o "$work/part.o"
$gcc "${flags[@]}" -c "$work/platform.c" -o "$work/platform.o"
riscv64-linux-gnu-ld -r "$work/part.o" "$work/platform.o" -o "$work/out.o"

cycles() { # MACHINE ELF
  "$stallscope" run "$2" -m "$1" --stats --json --quiet --limit-instructions 300000000 |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["cycles"])'
}
