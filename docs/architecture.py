#!/usr/bin/env python3
"""Draws docs/architecture.svg: which library may include which, from what CMake links.

    architecture.py BUILD > docs/architecture.svg     draws it
    architecture.py BUILD --check                     says whether the file there is what would be drawn

BUILD/targets.txt is written by cmake/StallscopeTargets.cmake. An arrow points from a library to one that it may include;
those that follow from others are left out (transitive reduction). Layers are longest paths, the order within a layer is
the median of the neighbours': the drawing is the same for the same targets. Exit code 77: the window is not built here.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
# What a box says below its name; a target without a line here is an error, so that none is drawn without one.
WHAT = {
    "stallscope": "the program: commands and text",
    "stallscope-gui": "the window: main loop, OpenGL",
    "stallscope_base": "ids, cycles, errors, platform",
    "stallscope_timeline": "spans on lanes, tables of them",
    "stallscope_isa": "assemblers, decoders, semantics",
    "stallscope_machine": "machine files and their keys",
    "stallscope_trace": "events, ledger, writers, readers",
    "stallscope_core": "pipelines, a cycle at a time",
    "stallscope_session": "run, seek, explain, what-if",
    "stallscope_sched": "dependence graphs, schedulers",
    "stallscope_graph": "tensors, derivatives, passes",
    "stallscope_training": "devices, micro-batches, collectives",
    "stallscope_programs": "guest programs, built in",
    "stallscope_man_page": "man pages from options",
    "stallscope_sweep": "experiments, grading",
    "stallscope_gui_model": "view models, without drawing",
    "stallscope_gui_view": "drawing with ImGui",
    "stallscope_gui_offscreen": "pictures without a display",
}
BOX_WIDTH, BOX_HEIGHT, GAP, LAYER_HEIGHT, MARGIN = 190, 46, 26, 84, 20


def read_targets(path):
    """Folder and dependencies of each target."""
    folders, links = {}, {}
    for line in path.read_text().splitlines():
        head, _, rest = line.partition(":")
        name, folder = head.split()
        folders[name], links[name] = folder, rest.split()
    return folders, links


def reachable(links, start):
    found, waiting = set(), list(links[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += links[name]
    return found


def reduced(links):
    """Without the arrows that longer ways imply."""
    return {name: sorted(d for d in below if not any(d in reachable(links, o) for o in below if o != d))
            for name, below in links.items()}


def layers_of(links):
    """Longest way down to a library without dependencies; what only few use stands just below them."""
    depth = {}

    def visit(name):
        if name not in depth:
            depth[name] = 1 + max((visit(d) for d in links[name]), default=-1)
        return depth[name]

    for name in sorted(links):
        visit(name)
    for name in sorted(links, key=lambda n: -depth[n]):
        users = [depth[u] for u in links if name in links[u]]
        if users:
            depth[name] = min(users) - 1
    return depth


def placed(links, depth):
    """Layers of nodes, bottom first; an arrow over several layers has a node of its own, (from, to), in each of them."""
    layers = [[] for _ in range(1 + max(depth.values()))]
    edges = []
    for name in sorted(links):
        layers[depth[name]].append(name)
        for below in links[name]:
            last = name
            for layer in range(depth[name] - 1, depth[below], -1):
                between = (name, below, layer)
                layers[layer].append(between)
                edges.append((last, between))
                last = between
            edges.append((last, below))
    return layers, edges


def width(node):
    return BOX_WIDTH if isinstance(node, str) else 10


def centres(layer, middle):
    whole = sum(width(n) + GAP for n in layer) - GAP
    at, result = middle - whole / 2, {}
    for node in layer:
        result[node] = at + width(node) / 2
        at += width(node) + GAP
    return result


def arranged(layers, edges):
    """Centres of all nodes: layers are sorted by the mean of their neighbours', up and down, some times."""
    middle = max(sum(width(n) + GAP for n in layer) for layer in layers) / 2
    x = {}
    for layer in layers:
        x.update(centres(layer, middle))
    neighbours = {}
    for a, b in edges:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    for _ in range(12):
        for layer in layers + layers[::-1]:
            layer.sort(key=lambda n: (sum(x[m] for m in neighbours.get(n, [n])) / len(neighbours.get(n, [n])), str(n)))
            x.update(centres(layer, middle))
    return x


def drawn(folders, links):
    depth = layers_of(links)
    layers, edges = placed(reduced(links), depth)
    x = arranged(layers, edges)
    height = 2 * MARGIN + (len(layers) - 1) * LAYER_HEIGHT + BOX_HEIGHT
    whole = 2 * MARGIN + max(x[n] + width(n) / 2 for layer in layers for n in layer)
    layer_of = {n: i for i, layer in enumerate(layers) for n in layer}

    def top(node):
        return height - MARGIN - BOX_HEIGHT - layer_of[node] * LAYER_HEIGHT

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole:.0f}" height="{height}" '
           f'viewBox="0 0 {whole:.0f} {height}" font-family="sans-serif">',
           '<title>Libraries and programs of Stallscope; an arrow points to what may be included</title>',
           '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
           '<path d="M0 0L8 4L0 8z" fill="#5b6b7b"/></marker></defs>',
           '<rect width="100%" height="100%" fill="#ffffff"/>']
    for a, b in edges:
        begin = top(a) + BOX_HEIGHT
        end = top(b)
        bend = (end - begin) / 2
        head = ' marker-end="url(#head)"' if isinstance(b, str) else ""
        pass_by = f'V{top(a) + BOX_HEIGHT}' if not isinstance(a, str) else ""
        start = top(a) if pass_by else begin
        out.append(f'<path d="M{MARGIN + x[a]:.0f} {start}{pass_by}C{MARGIN + x[a]:.0f} {begin + bend:.0f} '
                   f'{MARGIN + x[b]:.0f} {end - bend:.0f} {MARGIN + x[b]:.0f} {end}" fill="none" '
                   f'stroke="#5b6b7b"{head}/>')
    for name in sorted(folders):
        left, y = MARGIN + x[name] - BOX_WIDTH / 2, top(name)
        fill = "#e8f1fb" if "_" in name else "#fdf1dc"
        out.append(f'<g><title>{name}: {" ".join(links[name]) or "nothing"}</title>'
                   f'<rect x="{left:.0f}" y="{y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="5" fill="{fill}" '
                   f'stroke="#5b6b7b"/>'
                   f'<text x="{MARGIN + x[name]:.0f}" y="{y + 19}" text-anchor="middle" font-size="14" '
                   f'font-weight="bold">{folders[name]}</text>'
                   f'<text x="{MARGIN + x[name]:.0f}" y="{y + 36}" text-anchor="middle" font-size="11" '
                   f'fill="#44505c">{WHAT[name]}</text></g>')
    return "\n".join(out) + "\n</svg>\n"


def main():
    folders, links = read_targets(pathlib.Path(sys.argv[1], "targets.txt"))
    if "stallscope-gui" not in links:
        return 77
    unknown = [name for name in links if name not in WHAT]
    if unknown:
        sys.exit(f"docs/architecture.py: WHAT has no line for {', '.join(unknown)}")
    picture = drawn(folders, links)
    if "--check" not in sys.argv:
        sys.stdout.write(picture)
    elif (HERE / "architecture.svg").read_text(encoding="utf-8") != picture:
        print(f"docs/architecture.svg is not what CMake links: docs/architecture.py {sys.argv[1]} > docs/architecture.svg")
        return 1
    return 0


sys.exit(main())
