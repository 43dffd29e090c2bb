#!/usr/bin/env python3
"""The README says what the program prints.

    readme.py PROGRAM README

Two kinds of indented blocks are tried, in an empty folder with the repository's programs/ in it:
- Lines that begin with "$ " are commands, and what stands below each is in what it prints, line by line and in that
  order; "..." stands for any lines. Of hand-ins, which the README does not show, only those blocks are left out.
- Every line of "Paste anything" is a command that works: exit code 0, or 3 of the program that never ends.
Exit code 77: a compiler for C is missing.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ENDLESS = "j loop"
NOT_SHOWN = "submissions/"  # files that somebody else has


def run(command, folder, program):
    words = command.replace("./run ", f"'{program}' ")
    environment = dict(os.environ, STALLSCOPE=program)
    return subprocess.run(words, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


def blocks(readme):
    """Lists of lines of each indented block, without the indentation."""
    block = []
    for line in readme.splitlines() + [""]:
        if line.startswith("    "):
            block.append(line[4:])
        elif block:
            yield block
            block = []


def examples(block):
    """Pairs of a command and what it is said to print."""
    pairs = []
    for line in block:
        if line.startswith("$ "):
            pairs.append((line[2:], []))
        elif pairs:
            pairs[-1][1].append(line.rstrip())
    return pairs


def missing(said, printed):
    """The first line that is not there in its place."""
    printed = [line.rstrip() for line in printed.splitlines()]
    at, anywhere = 0, True
    for line in said:
        if line == "...":
            anywhere = True
        elif anywhere and line in printed[at:]:
            at, anywhere = printed.index(line, at) + 1, False
        elif not anywhere and at < len(printed) and printed[at] == line:
            at += 1
        else:
            return line
    return None


def main():
    program, readme = sys.argv[1], pathlib.Path(sys.argv[2])
    text = readme.read_text(encoding="utf-8")
    failed = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(readme.parent / "programs", pathlib.Path(folder, "programs"))
        for block in blocks(text):
            if any(NOT_SHOWN in line for line in block):
                continue
            for command, said in examples(block):
                ran = run(command, folder, program)
                tried += 1
                line = missing(said, ran.stdout + ran.stderr)
                if line is not None:
                    failed += 1
                    print(f"$ {command}\n  the README says: {line}\n  printed:\n{ran.stdout}{ran.stderr}")
        paste = re.search(r"^## Paste anything$(.*?)^## ", text, re.S | re.M).group(1)
        for block in blocks(paste):
            for command in block:
                if ".c " in command and not shutil.which("riscv64-linux-gnu-gcc"):
                    return 77
                ran = run(command, folder, program)
                tried += 1
                if ran.returncode != (3 if ENDLESS in command else 0):
                    failed += 1
                    print(f"$ {command}\n  exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
    print(f"{tried} commands, {failed} not as the README says")
    return 1 if failed or tried < 15 else 0


sys.exit(main())
