#!/usr/bin/env python3
"""Text that compilers print for C, pasted into a run, against the same text assembled and executed by this processor.

The programs are those of tests/differential/pasted. Each is compiled by gcc and clang for 64 and 32 bits, in the syntax of
AT&T and of Intel, at the levels of optimization and for Haswell; main's result must be the same. Without --all each program
takes some of these ways, so that all of them together take every one.

  compare_pasted.py build/release/bin/stallscope [--all] [--only PART_OF_NAME] [--ways WORDS] [--keep FOLDER]
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(__file__).resolve().parent / "pasted"
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-O2 -march=haswell", "-O3 -march=haswell -ffast-math"]
SYNTAXES = {"att": [], "intel": ["-masm=intel"]}
BITS = ["-m64", "-m32"]


def run(words, **how):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, **how)


class Comparison:
    def __init__(self, stallscope, folder):
        self.stallscope = stallscope
        self.folder = folder
        for bits in BITS:
            self.must(["gcc", bits, "-O1", "-w", "-ffreestanding", "-fno-pie", "-fno-stack-protector", "-c",
                       str(PROGRAMS / "start.c"), "-o", f"{folder}/start{bits}.o"])

    @staticmethod
    def must(words):
        done = run(words)
        if done.returncode != 0:
            sys.exit(f"{' '.join(words)}\n{done.stderr}")

    def native(self, text, bits, name):
        """What main returns here, in hexadecimal."""
        base = self.folder / name
        lines = [line for line in text.read_text().splitlines() if ".addrsig" not in line]  # of LLVM alone
        here = self.folder / f"{name}_here.s"
        here.write_text("\n".join(lines) + "\n")
        assembled = run(["gcc", bits, "-c", str(here), "-o", f"{base}.o"])
        if assembled.returncode != 0:
            return f"assembler: {assembled.stderr.strip()}"
        self.must(["objcopy", "--redefine-sym", "main=pasted_main", f"{base}.o"])
        linked = run(["gcc", bits, "-nostdlib", "-static", "-no-pie", f"{self.folder}/start{bits}.o", f"{base}.o",
                      "-o", f"{base}.out"])
        if linked.returncode != 0:
            return f"linker: {linked.stderr.strip()}"
        return run([f"{base}.out"]).stdout

    def simulated(self, text):
        done = run([self.stallscope, "run", str(text), "-m", "reference"])
        returned = re.search(r"returned (-?\d+)", done.stdout)
        if done.returncode != 0 or not returned:
            return (done.stderr + done.stdout).strip() or f"exit code {done.returncode}"
        return f"{int(returned.group(1)) & 0xffffffff:08x}"

    def compare(self, program, way):
        compiler, bits, syntax, level = way
        name = "_".join([program.parent.name, program.stem, compiler, bits, syntax, level]).replace(" ", "").replace("-", "")
        text = self.folder / f"{name}.s"
        words = [compiler, bits, *SYNTAXES[syntax], *level.split(), "-w", "-S", str(program), "-o", str(text)]
        compiled = run(words)
        if compiled.returncode != 0:
            return name, f"{' '.join(words)}: {compiled.stderr.strip()}"
        wanted, found = self.native(text, bits, name), self.simulated(text)
        return name, None if wanted == found else f"{found} instead of {wanted}"


def ways_of(index, ways, everything):
    """All ways, or every 13th of them, beginning elsewhere for each program."""
    return ways if everything else ways[index % 13::13]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stallscope")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--ways", default="", help="words that all must be in the name of a way: 'clang m32'")
    parser.add_argument("--keep", help="where the texts are kept")
    options = parser.parse_args()
    if platform.machine() != "x86_64":
        print("skipped: an x86-64 processor is not installed")
        return
    compilers = [c for c in ("gcc", "clang") if shutil.which(c)]
    if not compilers or not shutil.which("objcopy"):
        print("skipped: gcc is not installed")
        return
    haswell = "avx2" in pathlib.Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else False
    levels = [level for level in LEVELS if haswell or "haswell" not in level]
    ways = list(itertools.product(compilers, BITS, SYNTAXES, levels))
    programs = sorted(PROGRAMS.glob("*/*.c"))
    jobs = [(p, w) for n, p in enumerate(programs) for w in ways_of(n, ways, options.all or options.ways)
            if options.only in f"{p.parent.name}/{p.stem}" and all(part in " ".join(w) for part in options.ways.split())]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        comparison = Comparison(options.stallscope, folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda job: comparison.compare(*job), jobs))
    wrong = [(name, what) for name, what in results if what]
    for name, what in wrong:
        print(f"{name}: {what}")
    print(f"{len(results) - len(wrong)} of {len(results)} texts of {len(programs)} programs return what they do here")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
