#!/usr/bin/env python3
"""What the documents point at is there.

    check_links.py REPOSITORY

Of every Markdown file of the repository:
- The target of a link within the repository exists; a heading that it names (#...) is one of that document.
- Where the text of a link is one name in backticks, that name is a word of the file that it leads to.
- A path in backticks that begins with a folder of the repository exists; * stands for any letters, a part in capitals
  (NAME, PRESET) for what the reader puts there, and build/ is made by building.
Of every library (a folder with include/ and a README): each public header is named in that README.
"""
import pathlib
import re
import sys

LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
NAME = re.compile(r"`([A-Za-z_][\w:]*)(?:\(\))?`")
PATH = re.compile(r"`([\w.*+-]+(?:/[\w.*{},+-]+)+/?)`")


def without_code(text):
    """Fenced and indented blocks are commands and programs, not prose."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    return "\n".join(line for line in text.splitlines() if not line.startswith("    "))


def headings(text):
    """The names GitHub gives headings."""
    return {re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).strip().replace(" ", "-")
            for line in text.splitlines() if line.startswith("#")}


def wrong_link(document, text, target):
    if re.match(r"[a-z]+:", target):
        return None
    place, _, heading = target.partition("#")
    path = document.parent / place if place else document
    if not path.exists():
        return f"({target}): there is no such file"
    if heading and path.suffix == ".md" and heading not in headings(path.read_text(encoding="utf-8")):
        return f"({target}): no such heading"
    name = NAME.fullmatch(text)
    if name and path.is_file() and path.suffix != ".md":
        word = name.group(1).split("::")[-1]
        if word != path.stem and not re.search(rf"\b{word}\b", path.read_text(encoding="utf-8")):
            return f"[{text}]({target}): no such name in that file"
    return None


def wrong_path(root, document, written):
    first = written.split("/")[0]
    if not (root / first).is_dir() or first in (".", "build") or re.search(r"(^|[/_.-])[A-Z]{2,}($|[/_.-])", written):
        return None
    alternatives = re.search(r"\{([^}]*)\}", written)
    wanted = [written.replace(alternatives.group(0), one) for one in alternatives.group(1).split(",")] \
        if alternatives else [written]
    for one in wanted:
        one = one.rstrip("/")
        if not any(True for _ in root.glob(one)) and not any(True for _ in root.glob(one + ".*")):
            return f"`{written}`: there is no such path"
    return None


def unnamed_headers(root):
    """Public headers that the README of their library does not name."""
    for readme in sorted(root.glob("*/README.md")) + sorted(root.glob("*/*/README.md")):
        text = readme.read_text(encoding="utf-8")
        for header in sorted((readme.parent / "include").rglob("*.hpp")):
            if not re.search(rf"(?<!\w){re.escape(header.stem)}(?!\w)", text):
                yield f"{readme.relative_to(root)}: {header.relative_to(readme.parent)} is not named"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    documents = [d for d in sorted(root.rglob("*.md")) if d.relative_to(root).parts[0] not in ("build", ".git")]
    links = wrong = 0
    for document in documents:
        text = without_code(document.read_text(encoding="utf-8"))
        found = [wrong_link(document, *link) for link in LINK.findall(text)]
        found += [wrong_path(root, document, path) for path in PATH.findall(text)]
        links += len(found)
        for problem in filter(None, found):
            wrong += 1
            print(f"{document.relative_to(root)}: {problem}")
    for problem in unnamed_headers(root):
        wrong += 1
        print(problem)
    print(f"{len(documents)} documents, {links} links and paths, {wrong} wrong")
    return 1 if wrong or links < 100 else 0


sys.exit(main())
