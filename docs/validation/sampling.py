#!/usr/bin/env python3
"""Samples against whole runs: in how many cases the true CPI lies in the interval, and how far off it is.

  docs/validation/sampling.py [--build FOLDER] [--seeds N] [--jobs N] [--kernels NAME,...] [--machines NAME,...] [--check]

Writes docs/validation/sampling.md. Every kernel of programs/kernels is run whole once on each machine, and sampled with N
seeds. --check: exit code 1, and nothing is written, when fewer than 99 of 100 cases hold.
"""
import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(HERE, "sampling.md")
KERNELS = os.path.join(ROOT, "programs", "kernels", "bin", "rv64gc-htif")
MACHINES = ["ooo-4", "ooo-8", "sifive-7"]
LEAST = 0.99  # of the cases
OPTIONS = ["--unit", "500", "--warmup", "1500", "--units", "100", "--error", "50%"]


def answer(stallscope, words):
    done = subprocess.run([stallscope, *words, "--json", "-q"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"stallscope {' '.join(words)}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def case(stallscope, kernel, machine, seeds, jobs):
    file = os.path.join(KERNELS, kernel + ".elf")
    run = answer(stallscope, ["run", file, "-m", machine, "--stats"])
    true = run["cycles"] / run["instructions"]
    found = []
    for seed in range(1, seeds + 1):
        sample = answer(stallscope, ["sample", file, "-m", machine, *OPTIONS, "--sample-seed", str(seed), "--jobs", jobs])
        low, high = sample["cpi_interval"]
        found.append((sample["method"], low <= true <= high, sample["cpi"] / true - 1, (high - low) / 2 / sample["cpi"]))
    return true, run["instructions"], found


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--jobs", default="2")
    options.add_argument("--kernels", default=",".join(sorted(n[:-4] for n in os.listdir(KERNELS))))
    options.add_argument("--machines", default=",".join(MACHINES))
    options.add_argument("--check", action="store_true")
    a = options.parse_args()
    stallscope = os.path.join(a.build, "bin", "stallscope")
    rows, held, cases, errors = [], 0, 0, []
    for machine in a.machines.split(","):
        for kernel in a.kernels.split(","):
            true, instructions, found = case(stallscope, kernel, machine, a.seeds, a.jobs)
            sampled = [one for one in found if one[0] == "smarts"]
            if not sampled:
                continue  # too short
            inside = sum(one[1] for one in sampled)
            held, cases = held + inside, cases + len(sampled)
            errors += [one[2] for one in sampled]
            rows.append(f"| {machine} | `{kernel}` | {instructions / 1e6:.1f} | {true:.4f} | {inside} of {len(sampled)} | "
                        f"{100 * sum(o[2] for o in sampled) / len(sampled):+.2f} % | "
                        f"{100 * sum(o[3] for o in sampled) / len(sampled):.2f} % |")
            print(rows[-1], flush=True)
    share = held / max(cases, 1)
    mean = sum(errors) / max(len(errors), 1)
    print(f"{held} of {cases} cases, mean difference {100 * mean:+.3f} %")
    if a.check:
        sys.exit(0 if share >= LEAST else 1)
    with open(PAGE, "w", encoding="utf-8") as page:
        page.write("# Samples against whole runs\n\nMade by [sampling.py](sampling.py); do not edit. Kernels of "
                   f"[programs/kernels](../../programs/kernels) (rv64gc-htif), {a.seeds} seeds each, `stallscope sample "
                   f"{' '.join(OPTIONS)}`: 100 units of 500 instructions, 99.7 %. **The true CPI lies in the interval in {held} "
                   f"of {cases} cases**; the mean difference of all, which warming cannot see, is {100 * mean:+.2f} %.\n\n"
                   "| machine | kernel | million instructions | true CPI | in the interval | mean difference | half the interval |\n"
                   "|---|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n")


main()
