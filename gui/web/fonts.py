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

# As gui/view, looks/fonts.cpp looks for them; where from; which font of a collection; which characters: "latin", "mono",
# "chinese" and "traditional" as `chosen` has them, or these. The page fetches the last two when their language is shown.
FONTS = [
    ("opentype/inter/Inter-Regular.otf", "opentype/inter/Inter-Regular.otf", None, "latin"),
    ("opentype/inter/Inter-SemiBold.otf", "opentype/inter/Inter-SemiBold.otf", None, "latin"),
    ("truetype/dejavu/DejaVuSansMono.ttf", "truetype/dejavu/DejaVuSansMono.ttf", None, "mono"),
    ("opentype/noto/NotoSansCJKsc-Name.otf", "opentype/noto/NotoSansCJK-Regular.ttc", 2, "中"),
    ("opentype/noto/NotoSansCJKsc-Regular.otf", "opentype/noto/NotoSansCJK-Regular.ttc", 2, "chinese"),
    ("opentype/noto/NotoSansCJKtc-Regular.otf", "opentype/noto/NotoSansCJK-Regular.ttc", 3, "traditional"),
]
# Of Latin fonts: as kRanges in gui/view, looks/fonts.cpp.
LATIN = "U+0020-017F,U+0391-03C9,U+2010-2027,U+2030-203A,U+2070-209C,U+2190-21FF,U+2200-22FF,U+2500-25FF,U+2600-27BF,U+3000-3002"
# Of the font for programs, besides what the interface has: Latin, Greek, lines and blocks.
LETTERS = "U+0020-017F,U+0391-03C9,U+2010-2027,U+2190-2193,U+2500-259F"


def unicodes(letters):
    return ",".join(f"U+{ord(letter):04X}" for letter in letters)


def chosen(kind, wanted, more):
    """pyftsubset's option for a kind of characters; the interface has `wanted`, and besides `more` in traditional Chinese."""
    kinds = {"latin": LATIN, "mono": f"{LETTERS},{unicodes(wanted)}", "chinese": f"{unicodes(wanted)},U+0020-007E",
             "traditional": f"{unicodes(wanted + more)},U+0020-007E"}
    return f"--unicodes={kinds[kind]}" if kind in kinds else f"--text={kind}"


TABLE = "gui/model/src/language/zh_hant/table.hpp"


def traditional(sources, letters):
    """The traditional characters that the table makes of `letters`, and those of its terms."""
    pairs, terms = (sources / TABLE).read_text(encoding="utf-8").split("kTraditionalTerms[]")
    pairs = re.findall(r"([^\x00-\x7f])([^\x00-\x7f])", "".join(re.findall(r'^ +"(.*?)"', pairs, re.MULTILINE)))
    return {to for simplified, to in pairs if simplified in letters} | set(terms)


def characters(sources):
    """The characters of the interface, and those that it has besides in traditional Chinese."""
    texts = []
    for pattern in ("gui/model/src/**/*.?pp", "gui/view/src/**/*.cpp", "gui/lessons/*.toml", "sim/timeline/src/*.cpp",
                    "sim/machine/src/**/*.cpp", "sched/src/**/*.cpp"):
        texts += [path.read_text(encoding="utf-8") for path in sorted(sources.glob(pattern)) if path != sources / TABLE]
    letters = {letter for text in texts for letter in text if ord(letter) > 0x7E}
    more = {letter for letter in traditional(sources, letters) if ord(letter) > 0x7E} - letters
    return "".join(sorted(letters)), "".join(sorted(more))


def main():
    sources, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    letters = output / "made_of.txt"
    output.mkdir(parents=True, exist_ok=True)
    wanted, more = characters(sources)
    made_of = wanted + more + pathlib.Path(__file__).read_text(encoding="utf-8")
    if letters.exists() and letters.read_text(encoding="utf-8") == made_of and (output / "list.json").exists():
        return
    for name, source, number, kind in FONTS:
        target = output / name
        target.parent.mkdir(parents=True, exist_ok=True)
        command = ["pyftsubset", f"/usr/share/fonts/{source}", f"--output-file={target}", "--no-hinting",
                   "--layout-features=", "--name-IDs=0,1,2,13", chosen(kind, wanted, more)]
        if number is not None:
            command.append(f"--font-number={number}")
        subprocess.run(command, check=True)
    letters.write_text(made_of, encoding="utf-8")
    late = ("chinese", "traditional")
    names = {kind: [name for name, *_, its in FONTS if its == kind] for kind in late}
    names["first"] = [name for name, *_, its in FONTS if its not in late]
    (output / "list.json").write_text(json.dumps(names))


if __name__ == "__main__":
    main()
