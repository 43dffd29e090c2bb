#!/usr/bin/env python3
"""Rooms within a library include from other rooms only what is theirs to use.

    check_includes.py REPOSITORY

Between libraries CMake keeps this: a header of a library that a target does not name is not found. Within one, this does.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.M)

# Folder, what its files must not include, and why.
RULES = [
    ("sim/core/src/memo", r"(in_order|out_of_order)/(?!interface/)",
     "the fast forward uses a core through its public headers and interface/ only"),
    ("sim/core/src/in_order", r"(core/memo|memo|out_of_order|core/out_of_order)/", "a core knows neither the other nor the fast forward"),
    ("sim/core/src/out_of_order", r"(core/memo|memo|in_order|core/in_order)/", "a core knows neither the other nor the fast forward"),
    ("sim/core/src/common", r"(in_order|out_of_order|memo)/", "what both kinds of core share knows neither"),
    ("sim/core/src/units", r"(in_order|out_of_order|memo|common|core/(in_order|out_of_order|memo))/", "units know no core"),
]


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = []
    for folder, forbidden, why in RULES:
        files = [file for pattern in ("*.hpp", "*.cpp") for file in (root / folder).rglob(pattern)]
        if not files:
            wrong.append(f"{folder}: no sources: the rule has no object")
        for file in sorted(files):
            wrong += [f"{file.relative_to(root)}: #include \"{name}\": {why}"
                      for name in INCLUDE.findall(file.read_text(encoding="utf-8")) if re.match(forbidden, name)]
    print("\n".join(wrong) if wrong else f"{len(RULES)} rules hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
