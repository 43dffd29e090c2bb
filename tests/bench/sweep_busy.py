#!/usr/bin/env python3
"""How busy the workers of a sweep are: sweep_busy.py STALLSCOPE [JOBS]

Runs 80 points that take a good while each and adds up, from the scheduler's statistics of the kernel, how long the
workers ran and how long they were ready to run. What is missing to JOBS x wall time was spent waiting for work. As the
time in which a worker only waits for a processor counts as busy, other load on the machine does not matter.
"""
import os
import subprocess
import sys
import tempfile
import time

EXPERIMENT = """
machines = ["ooo-4", "mips-5"]
limit_instructions = 300_000
repeats = 20
[[program]]
name = "json"
file = "{0}/json.elf"
[[program]]
name = "words"
file = "{0}/words.elf"
"""


def workers_of(process):
    with open(f"/proc/{process}/task/{process}/children") as children:
        return children.read().split()


def main():
    program, jobs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2
    kernels = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../programs/kernels/bin/rv64gc-linux")
    with tempfile.TemporaryDirectory() as folder:
        experiment = os.path.join(folder, "busy.toml")
        with open(experiment, "w") as out:
            out.write(EXPERIMENT.format(os.path.abspath(kernels)))
        begin = time.time()
        sweep = subprocess.Popen(
            [program, "sweep", experiment, "-o", os.path.join(folder, "busy.db"), "-q", "-j", str(jobs)]
        )
        seen = {}  # worker -> nanoseconds it ran, and waited for a processor
        while sweep.poll() is None:
            try:
                for worker in workers_of(sweep.pid):
                    with open(f"/proc/{worker}/schedstat") as statistics:
                        seen[worker] = tuple(int(word) for word in statistics.read().split()[:2])
            except OSError:
                pass  # it has just ended
            time.sleep(0.01)
        wall = time.time() - begin
    ran = sum(run for run, _ in seen.values()) / 1e9
    ready = sum(wait for _, wait in seen.values()) / 1e9
    print(f"{jobs} jobs: {wall:.2f} s, workers ran {ran:.2f} s and were ready {ready:.2f} s: "
          f"busy {100 * (ran + ready) / wall / jobs:.1f} %")
    return sweep.returncode


sys.exit(main())
