#!/usr/bin/env python3
"""Runs every ELF of bin/ under qemu and compares with expected/; says how many instructions each took.

  ./check.py             all
  ./check.py WORD...     those whose folder/name contains a WORD
  ./check.py --expected  writes expected/ anew: the same sources, compiled for the machine this runs on
  ./check.py --with STALLSCOPE [WORD...]  also under this stallscope, which must print the same, end the same and execute
                         as many instructions, but for those that are not the program's own (see other_instructions)
Needs (Debian 12): apt-get install qemu-user qemu-system-misc gcc libc6-dev
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "tools"))
sys.dont_write_bytecode = True
import htif  # noqa: E402  (beside this file)

TIMEOUT = 300  # seconds, of one run
HOSTED = {"words", "functions"}
FLAGS = ["-std=gnu11", "-O2", "-ffp-contract=off", "-frounding-math", "-fno-math-errno"]


def native(kernel, folder):
    """Output of the kernel compiled for this machine."""
    program = os.path.join(folder, kernel)
    sources = [f"src/{kernel}.c"] + ([] if kernel in HOSTED else ["src/out.c", "platform/libc.c"])
    subprocess.run(["gcc", *FLAGS, "-Isrc", *sources, "-lm", "-o", program], cwd=HERE, check=True)
    return subprocess.run([program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout


def run(elf, variant, folder, options):
    """Output and exit code under the qemu that fits the variant."""
    bits = re.match(r"rv(32|64)", variant).group(1)
    if "htif" in variant:
        machine = htif.AT_ZERO if variant.endswith("at-0") else htif.VIRT
        return htif.run(f"qemu-system-riscv{bits}", machine, elf, folder, options, TIMEOUT)
    if variant.endswith("linux"):
        command = [f"qemu-riscv{bits}", *options, elf]
    else:
        command = [f"qemu-system-riscv{bits}", "-nographic", "-monitor", "none", "-semihosting", "-M", "virt", "-m", "64",
                   "-bios", "none", "-kernel", elf, *options]
    # qemu sends the console's single characters (SYS_WRITEC) to standard error
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=TIMEOUT)
    return done.stdout, done.returncode


def other_instructions(variant):
    """By how many executed instructions two simulators may differ."""
    if variant.endswith("linux"):
        return 60000  # the C library looks at environment, auxiliary vector and whether it writes to a terminal
    if "htif" in variant:
        return 50  # 6 of qemu's boot code, and rounds of waiting for an answer in fromhost
    return 200  # 6 of qemu's boot code, and the command line, which has another length


def compare(stallscope, elf, variant, output, count):
    """What is different under stallscope; nothing when all is well."""
    done = subprocess.run([stallscope, "run", elf, "--machine", "reference", "--json"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, timeout=TIMEOUT)
    ours = json.loads(done.stdout)
    if ours["output"].encode() != output:
        return "another output"
    if ours["stop"]["reason"] not in ("exit", "passed") or ours["stop"]["exit_code"] != 0:
        return f"another end: {ours['stop']}"
    if abs(ours["instructions"] - count) > other_instructions(variant):
        return f"{ours['instructions']} instructions instead of {count}"
    return ""


def check(variant, kernel, folder, plugin, stallscope):
    """One line of the table; whether all is well."""
    counted = os.path.join(folder, "count")
    elf = os.path.join(HERE, "bin", variant, kernel + ".elf")
    expected = open(os.path.join(HERE, "expected", kernel + ".txt"), "rb").read()
    try:
        output, code = run(elf, variant, folder, ["-plugin", f"{plugin},out={counted}"])
    except (OSError, subprocess.TimeoutExpired) as problem:
        print(f"{variant:24} {kernel:16} FAILED: {problem}")
        return False
    well = code == 0 and output == expected
    print(f"{variant:24} {kernel:16} {'ok' if well else f'WRONG (exit code {code})':10} {open(counted).read().strip():>12}")
    if not well:
        sys.stdout.write(output.decode(errors="replace"))
    difference = compare(stallscope, elf, variant, output, int(open(counted).read())) if stallscope else ""
    if difference:
        print(f"{variant:24} {kernel:16} stallscope: {difference}")
    return well and not difference


def main(arguments):
    stallscope = ""
    if arguments[:1] == ["--with"]:
        stallscope = os.path.abspath(arguments[1])
        arguments = arguments[2:]
    with tempfile.TemporaryDirectory() as folder:
        if arguments == ["--expected"]:
            for file in sorted(os.listdir(os.path.join(HERE, "src"))):
                kernel = file[:-2]
                if file.endswith(".c") and kernel != "out":
                    with open(os.path.join(HERE, "expected", kernel + ".txt"), "wb") as out:
                        out.write(native(kernel, folder))
            return 0
        plugin = os.path.join(folder, "count_instructions.so")
        subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", plugin,
                        os.path.join(HERE, "tools", "count_instructions.c")], check=True)
        results = []
        for variant in sorted(os.listdir(os.path.join(HERE, "bin"))):
            for elf in sorted(os.listdir(os.path.join(HERE, "bin", variant))):
                if not arguments or any(word in f"{variant}/{elf}" for word in arguments):
                    results.append(check(variant, elf[:-4], folder, plugin, stallscope))
        print(f"{sum(results)} of {len(results)} as expected")
        return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
