#!/usr/bin/env python3
"""compare.py NATIVE WASM COMMANDS: runs every command line of a file natively and under node's WASI, and compares standard
output, standard error and exit code byte by byte. Exit code 1 when any differs."""
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


# Of the host's time, which is no result of the simulation; the last is how far a run has come after a second.
HOST_TIME = re.compile(rb"[^\n]*(host_seconds|host time|host speed|(cycles|instructions)_per_second|>[0-9.]+ (ms|microseconds|s)</text>|a second</text>| million/s)[^\n]*\n")


def run(command):
    done = subprocess.run(command, cwd=HERE.parent.parent, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                          timeout=600)
    return done.returncode, HOST_TIME.sub(b"", done.stdout), done.stderr


def first_difference(native, web):
    for what, a, b in zip(("exit code", "standard output", "standard error"), native, web):
        if a == b:
            continue
        if isinstance(a, int):
            return f"{what} {a}, under WASI {b}"
        lines = zip(a.split(b"\n") + [b""], b.split(b"\n") + [b""])
        for number, (one, other) in enumerate(lines, 1):
            if one != other:
                return f"{what}, line {number}:\n  native {one[:200]!r}\n  WASI   {other[:200]!r}"
        return f"{what}: {len(a)} and {len(b)} bytes"
    return ""


def main():
    native, wasm, commands = sys.argv[1:4]
    lines = [line.strip() for line in pathlib.Path(commands).read_text().splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]

    def compare(line):
        words = shlex.split(line)
        return first_difference(run([native, *words]),
                                run(["node", "--no-warnings", str(HERE / "run.mjs"), wasm, *words]))

    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for line, difference in zip(lines, pool.map(compare, lines)):
            if difference:
                bad += 1
                print(f"DIFFERS: {line}\n{difference}")
    print(f"{len(lines) - bad} of {len(lines)} command lines give the same")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
