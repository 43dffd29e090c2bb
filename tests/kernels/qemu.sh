#!/usr/bin/env bash
# The kernels of one variant under qemu and under Stallscope: the same output, end and number of instructions.
#   tests/kernels/qemu.sh STALLSCOPE VARIANT
# Exit code 77: something it needs is not installed.
set -euo pipefail
stallscope=$1 variant=$2
case "$variant" in
  *linux) emulator=qemu-riscv${variant:2:2} package=qemu-user ;;
  *) emulator=qemu-system-riscv${variant:2:2} package=qemu-system-misc ;;
esac
for need in "$emulator:$package" python3:python3 gcc:gcc; do
  if ! command -v "${need%%:*}" >/dev/null; then
    echo "SKIPPED: ${need%%:*} is not installed (Debian: apt-get install ${need#*:})"
    exit 77
  fi
done
exec "$(dirname "${BASH_SOURCE[0]}")/../../programs/kernels/check.py" --with "$stallscope" "$variant/"
