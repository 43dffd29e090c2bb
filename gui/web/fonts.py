#!/usr/bin/env python3
"""fonts.py SOURCES OUTPUT: the fonts of the page, with the characters that the interface has and no others.

SOURCES is the folder of the repository: the characters of all languages are collected from its strings, lessons and
programs. Sizes are those of FONTS below. What a user types beyond them is shown as a box, as where a font is missing.
"""
import json
import pathlib
import re
import subprocess
import sys

# As gui/view, looks/fonts.cpp looks for them; where from; which font of a collection; which characters: "latin", "mono" and
# "chinese" as `chosen` has them, or these. The page fetches what is "chinese" when that is needed.
FONTS = [
    ("opentype/inter/Inter-Regular.otf", "opentype/inter/Inter-Regular.otf", None, "latin"),
    ("opentype/inter/Inter-SemiBold.otf", "opentype/inter/Inter-SemiBold.otf", None, "latin"),
    ("truetype/dejavu/DejaVuSansMono.ttf", "truetype/dejavu/DejaVuSansMono.ttf", None, "mono"),
    ("opentype/noto/NotoSansCJKsc-Name.otf", "opentype/noto/NotoSansCJK-Regular.ttc", 2, "中"),
    ("opentype/noto/NotoSansCJKsc-Regular.otf", "opentype/noto/NotoSansCJK-Regular.ttc", 2, "chinese"),
]
# Of Latin fonts: as kRanges in gui/view, looks/fonts.cpp.
LATIN = "U+0020-017F,U+0391-03C9,U+2010-2027,U+2030-203A,U+2070-209C,U+2190-21FF,U+2200-22FF,U+2500-25FF,U+2600-27BF,U+3000-3002"
# Of the font for programs, besides what the interface has: Latin, Greek, lines and blocks.
LETTERS = "U+0020-017F,U+0391-03C9,U+2010-2027,U+2190-2193,U+2500-259F"


def chosen(kind, wanted):
    """pyftsubset's option for a kind of characters, of which the interface has `wanted`."""
    own = ",".join(f"U+{ord(letter):04X}" for letter in wanted)
    kinds = {"latin": LATIN, "mono": f"{LETTERS},{own}", "chinese": f"{own},U+0020-007E"}
    return f"--unicodes={kinds[kind]}" if kind in kinds else f"--text={kind}"


TABLE = "gui/model/src/language/zh_hant/table.hpp"


def traditional(sources, letters):
    """The traditional characters that the table makes of `letters`, and those of its terms."""
    pairs, terms = (sources / TABLE).read_text(encoding="utf-8").split("kTraditionalTerms[]")
    pairs = re.findall(r"([^\x00-\x7f])([^\x00-\x7f])", "".join(re.findall(r'^ +"(.*?)"', pairs, re.MULTILINE)))
    return {to for simplified, to in pairs if simplified in letters} | set(terms)


def characters(sources):
    texts = []
    for pattern in ("gui/model/src/**/*.?pp", "gui/view/src/**/*.cpp", "gui/lessons/*.toml", "sim/timeline/src/*.cpp",
                    "sim/machine/src/**/*.cpp", "sched/src/**/*.cpp"):
        texts += [path.read_text(encoding="utf-8") for path in sorted(sources.glob(pattern)) if path != sources / TABLE]
    letters = {letter for text in texts for letter in text}
    return "".join(sorted(letter for letter in letters | traditional(sources, letters) if ord(letter) > 0x7E))


def main():
    sources, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    letters = output / "made_of.txt"
    output.mkdir(parents=True, exist_ok=True)
    wanted = characters(sources)
    made_of = wanted + pathlib.Path(__file__).read_text(encoding="utf-8")
    if letters.exists() and letters.read_text(encoding="utf-8") == made_of and (output / "list.json").exists():
        return
    for name, source, number, kind in FONTS:
        target = output / name
        target.parent.mkdir(parents=True, exist_ok=True)
        command = ["pyftsubset", f"/usr/share/fonts/{source}", f"--output-file={target}", "--no-hinting",
                   "--layout-features=", "--name-IDs=0,1,2,13", chosen(kind, wanted)]
        if number is not None:
            command.append(f"--font-number={number}")
        subprocess.run(command, check=True)
    letters.write_text(made_of, encoding="utf-8")
    of_kind = lambda is_late: [name for name, *_, kind in FONTS if (kind == "chinese") == is_late]
    (output / "list.json").write_text(json.dumps({"first": of_kind(False), "chinese": of_kind(True)}))


if __name__ == "__main__":
    main()
