#!/usr/bin/env python3
"""Draws the pictures of docs/reasons.md with the commands below them, or checks that they are what is drawn.

reasons.py PROGRAM           writes docs/reasons/NAME.svg for every picture
reasons.py PROGRAM --check   writes nothing; ends with 1 and a line for every picture that differs, for every run in which
                             the reason does not occur, and for every reason that has neither a picture nor a line why not

PROGRAM is the built program, build/release/bin/stallscope.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parent
PAGE = DOCS / "reasons.md"
NO_PICTURE = "No picture: "


def sections(text):
    """Name and text of the section of each reason."""
    for section in re.split(r"(?m)^(?=##? )", text):
        name = re.match(r"## .*\n\n`(\w+)`", section)
        if name:
            yield name[1], section


def reasons_of(answer):
    """All reasons that an answer in JSON names, in cells, spans and accounts."""
    found = set()
    stack = [answer]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            if isinstance(value.get("reason"), str):
                found.add(value["reason"])
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
    return found


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    program, check = str(pathlib.Path(sys.argv[1]).resolve()), "--check" in sys.argv[2:]
    problems = []
    for name, section in sections(PAGE.read_text(encoding="utf-8")):
        command = re.search(r"(?m)^    stallscope (.*) --format svg -o (\w+)\.svg$", section)
        if not command:
            if NO_PICTURE not in section:
                problems.append(f"{name}: neither a picture nor a line '{NO_PICTURE}...'")
            continue
        words = shlex.split(command[1])

        def run(*more):
            return subprocess.run([program, *words, *more], cwd=DOCS.parent, capture_output=True, text=True, check=True).stdout

        if command[2] != name or f"(reasons/{name}.svg)" not in section:
            problems.append(f"{name}: the picture and its command have other names")
        if name != "none" and name not in reasons_of(json.loads(run("--format", "json"))):
            problems.append(f"{name}: it does not occur in: {' '.join(words)}")
        picture = DOCS / "reasons" / f"{name}.svg"
        drawn = run("--format", "svg")
        if not check:
            picture.write_text(drawn, encoding="utf-8")
        elif not picture.exists() or picture.read_text(encoding="utf-8") != drawn:
            problems.append(f"{name}: {picture.name} is not what the command draws; run docs/reasons.py {sys.argv[1]}")
    print("\n".join(problems) or "every picture is what its command draws")
    sys.exit(1 if problems else 0)


main()
