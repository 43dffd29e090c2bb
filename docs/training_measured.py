#!/usr/bin/env python3
"""Writes training-measured.md: every pipeline schedule simulated, against the formulas of the papers.

Usage: training_measured.py STALLSCOPE > docs/training-measured.md
Needs the stallscope binary only; a formula that does not hold ends it with an error.
"""
import json
import subprocess
import sys
from fractions import Fraction

# F, I and W of a stage, or of a chunk; B = I + W.
DURATIONS = [(1, 1, 1), (2, 3, 1), (2, 2, 1), (1, 1, 2)]


class Size:
    def __init__(self, p, m, v, f, i, w):
        self.p, self.m, self.v, self.f, self.i, self.w = p, m, v, f, i, w
        self.b = i + w


def work(s, chunks=1):
    """Of a device."""
    return s.m * chunks * (s.f + s.b)


# schedule: (chunks, sizes p x m, quantity, formula in words, its value, condition in words, the
# condition, peak in words, its value in micro-batches or None)
ALWAYS = ("", lambda s: True)
SCHEDULES = {
    "naive": (1, [(4, 8), (8, 16)], "makespan", "m p (F + B)", lambda s: s.m * s.p * (s.f + s.b), *ALWAYS,
              "1", lambda s: 1),
    "gpipe": (1, [(4, 8), (8, 16)], "makespan", "(m + p - 1)(F + B)", lambda s: (s.m + s.p - 1) * (s.f + s.b), *ALWAYS,
              "m", lambda s: s.m),
    "1f1b": (1, [(4, 8), (8, 16)], "makespan", "(m + p - 1)(F + B)", lambda s: (s.m + s.p - 1) * (s.f + s.b), *ALWAYS,
             "min(m, p)", lambda s: min(s.m, s.p)),
    "pipedream": (1, [(4, 8), (8, 16)], "makespan", "(m + p - 1)(F + B)", lambda s: (s.m + s.p - 1) * (s.f + s.b),
                  *ALWAYS, "min(m, p)", lambda s: min(s.m, s.p)),
    "pipedream-2bw": (1, [(4, 8), (8, 16)], "makespan", "(m + p - 1)(F + B)",
                      lambda s: (s.m + s.p - 1) * (s.f + s.b), *ALWAYS, "min(m, p)", lambda s: min(s.m, s.p)),
    "interleaved-1f1b": (2, [(4, 8), (8, 16)], "makespan", "(m v + p - 1)(F + B)",
                         lambda s: (s.m * s.v + s.p - 1) * (s.f + s.b), *ALWAYS, "p + (p - 1)/v",
                         lambda s: min(s.m, s.p + Fraction(s.p - 1, s.v))),
    "looped-bfs": (2, [(4, 8), (8, 16)], "makespan", "(m v + p - 1)(F + B)",
                   lambda s: (s.m * s.v + s.p - 1) * (s.f + s.b), *ALWAYS, "m", lambda s: s.m),
    "chimera": (1, [(4, 4), (8, 8)], "makespan", "m(F + B) + (p - 2)B", lambda s: work(s) + (s.p - 2) * s.b,
                "m = p, B = 2F", lambda s: s.m == s.p and s.b == 2 * s.f, "", None),
    "zb-h1": (1, [(4, 8), (8, 16)], "makespan", "m(F + B) + (p - 1)(F + I - W)",
              lambda s: work(s) + (s.p - 1) * (s.f + s.i - s.w), "m >= p, W <= F, I",
              lambda s: s.m >= s.p and s.w <= min(s.f, s.i), "min(m, p)", lambda s: min(s.m, s.p)),
    "zb-h2": (1, [(4, 8), (8, 16)], "longest span", "m(F + B) + (p - 1)(F + I - 2W)",
              lambda s: work(s) + (s.p - 1) * (s.f + s.i - 2 * s.w), "m >= 2p - 1, 2W <= F + I",
              lambda s: s.m >= 2 * s.p - 1 and 2 * s.w <= s.f + s.i, "min(m, 2p - 1)",
              lambda s: min(s.m, 2 * s.p - 1)),
    "zb-v": (2, [(4, 8), (8, 16)], "longest span", "2m(F + B)", lambda s: work(s, 2), "F = I = W, m >= 2p",
             lambda s: s.f == s.i == s.w and s.m >= 2 * s.p, "p", lambda s: s.p),
    "v-half": (2, [(4, 8), (8, 32)], "makespan", "", None, *ALWAYS, "floor((p + 2)/2)", lambda s: (s.p + 2) // 2),
    "v-min": (2, [(4, 8), (8, 32)], "makespan", "", None, *ALWAYS, "floor((p + 4)/3)", lambda s: (s.p + 4) // 3),
    "dualpipe": (1, [(4, 8), (8, 16)], "most idle of a device", "(p/2 - 1)(F&B + B - 3W)",
                 lambda s: (s.p // 2 - 1) * (s.f + 2 * s.b - 3 * s.w), "F = I, W <= I", lambda s: s.f == s.i and s.w <= s.i,
                 "p + 1",
                 lambda s: s.p + 1),
    "dualpipev": (2, [(4, 8), (8, 16)], "most idle of a device", "(p - 1)(F&B + B - 3W)",
                  lambda s: (s.p - 1) * (s.f + 2 * s.b - 3 * s.w), "F = I, W <= I", lambda s: s.f == s.i and s.w <= s.i,
                  "(2p + 1)/2",
                  lambda s: Fraction(2 * s.p + 1, 2)),
}


def fraction(value):
    return Fraction(value["numerator"], value["denominator"]) if isinstance(value, dict) else Fraction(value)


def simulated(binary, schedule, chunks, s):
    command = [binary, "train", "--schedule", schedule, "--devices", s.p, "--micro-batches", s.m, "--forward", s.f,
               "--input-grad", s.i, "--weight-grad", s.w, "--json"]
    if chunks > 1:
        command += ["--chunks", chunks]
    run = json.loads(subprocess.run([str(word) for word in command], check=True, capture_output=True).stdout)
    devices = run["devices"]
    return {"makespan": fraction(run["makespan"]),
            "longest span": max(fraction(d["span"]) for d in devices),
            "most idle in a span": max(fraction(d["span"]) - fraction(d["busy"]) for d in devices),
            "most idle of a device": max(fraction(run["makespan"]) - fraction(d["busy"]) for d in devices),
            "peak": max(fraction(d["peak_activations"]) for d in devices)}


HEAD = """# Pipeline schedules, simulated and by formula

Makespan and peak of every schedule as `stallscope train` simulates it, beside what its paper states. Made by
[training_measured.py](training_measured.py), which ends with an error where a formula does not hold under its condition:
`docs/training_measured.py build/release/bin/stallscope > docs/training-measured.md`.

p devices, m micro-batches, v chunks a device; F, I, W of a stage or chunk, B = I + W, F&B = F + B; transfers take no time. Peaks are
activations of micro-batches on the device that holds most. A span goes from a device's first operation to its last.

Conditions of the formulas:

- `zb-h1`: the last device begins behind (p - 1)F, so the bubble (p - 1)(F + I - W) cannot be below that: it needs W <= I. A W longer
  than F delays the input gradients of the devices in front: it needs W <= F. (All F, I, W up to 4 with 4 devices and 8 micro-batches.)
- `zb-h2`: idle time in a span cannot be negative: 2W <= F + I.
- `chimera`: stated for m = p; of more micro-batches the units follow each other, and only with F = B without a gap.
- `dualpipe` and `dualpipev`: stated for F = I; simulated so where also W <= I. The orders are DeepSeek's own, and with other
  durations they idle a little less or more. Idle is the makespan less the work of the device that waits most. DeepSeek's PP is 2p for
  `dualpipev`, whose p devices have two chunks each.
- `pipedream` and `pipedream-2bw` have no flush: the makespan is that of one fill and drain, the bubble that of neither.
- `v-half` and `v-min`: the paper states peaks, and rules of thumb for idle time ([table](training.md#v-half-and-v-min)).
"""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(HEAD)
    print("| schedule | p | m | v | F I W | quantity | simulated | formula | condition | peak | formula |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for schedule, (v, sizes, what, words, value, condition, holds, peak_words, peak) in SCHEDULES.items():
        for p, m in sizes:
            for f, i, w in DURATIONS:
                s = Size(p, m, v, f, i, w)
                run = simulated(sys.argv[1], schedule, v, s)
                formula = f"{words} = {value(s)}" if value else "-"
                if value and holds(s) and run[what] != value(s):
                    sys.exit(f"{schedule} p {p} m {m} F {f} I {i} W {w}: {what} {run[what]}, formula {value(s)}")
                if peak and run["peak"] != peak(s):
                    sys.exit(f"{schedule} p {p} m {m}: peak {run['peak']}, formula {peak(s)}")
                told = "" if not condition else condition if holds(s) else f"not here: {condition}"
                print(f"| `{schedule}` | {p} | {m} | {v} | {f} {i} {w} | {what} | {run[what]} | {formula} | {told} | "
                      f"{run['peak']} | {peak_words + ' = ' + str(peak(s)) if peak else '-'} |")


if __name__ == "__main__":
    main()
