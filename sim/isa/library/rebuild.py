#!/usr/bin/env python3
"""Writes the texts of this folder (*.s) from libgcc.c, by the compilers that are installed.

    sim/isa/library/rebuild.py        needs riscv64-unknown-elf-gcc, gcc and clang (for MIPS)

A text is a list of routines. A line "#: NAME" begins one, "#: NAME VARIANT" one that replaces it in a
program of that kind:
    plain    RISC-V without multiplication
    hard     floating-point numbers are handed over in floating-point registers
What a routine calls is a routine of the same text.
"""
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-Os", "-ffreestanding", "-fno-builtin", "-fno-asynchronous-unwind-tables", "-S", "-o", "-", "libgcc.c"]
RISCV = ["riscv64-unknown-elf-gcc", "-fno-ipa-icf", "-fno-tree-loop-distribute-patterns"]
MIPS = ["clang", "-mllvm", "-disable-mips-delay-filler", "-fno-pic", "-mno-abicalls"]
X86 = ["gcc", "-fno-ipa-icf", "-fno-tree-loop-distribute-patterns", "-fno-pie", "-fcf-protection=none"]
# Of 128 bits on MIPS64, registers hold halves in an order of the processor's, which is not known of a text.
WIDE = re.compile(r"__\w*ti[234]$")
FLOATS = re.compile(r"__\w*[sd]f(2|3|[sd]i|[sd]f2)$|__float(un)?[sd]i[sd]f$")


def routines(command):
    """By name, their lines without directives, labels named after the routine."""
    text = subprocess.run(command + FLAGS, cwd=HERE, capture_output=True, text=True, check=True).stdout
    found, name = {}, None
    functions = set(re.findall(r"\.type\s+(\w+),\s*[@%]function", text))
    for line in text.splitlines():
        line = line.split("# ")[0].rstrip() if not line.startswith("#") else ""
        label = re.match(r"(\w+):", line)
        if label and label[1] in functions:
            name = label[1]
            found[name] = []
        if name is None or not line or re.match(r"\s+\.\w+", line) or line.startswith(("$func_end", ".Lfunc_end", "$tmp")):
            continue
        found[name].append(re.sub(r"^\s+", "  ", line).replace("\t", " "))
    return {routine: numbered(routine, used_labels(lines)) for routine, lines in found.items()}


def numbered(name, lines):
    """Its labels, which compilers count through a file, counted from 1."""
    pattern = re.compile(r"[.$](?:L|BB|LBB)\d[\d_]*\b")
    numbers = {}
    for line in lines:
        for label in pattern.findall(line):
            numbers.setdefault(label, len(numbers) + 1)
    return [pattern.sub(lambda m: f".L{name}_{numbers[m[0]]}", line) for line in lines]


def used_labels(lines):
    """Without labels that nothing goes to."""
    body = "\n".join(lines)
    return [line for line in lines
            if not re.match(r"[.$]\w+:$", line) or len(re.findall(re.escape(line[:-1]) + r"\b", body)) > 1]


def without_at(lines):
    """$1, which the assembler's own instructions may overwrite, as a register that the routine does not use."""
    if not any(re.search(r"\$1\b", line) for line in lines):
        return lines
    body = "\n".join(lines)
    free = next(f"${n}" for n in (24, 25, 15, 14, 13, 12) if not re.search(rf"\${n}\b", body))
    return [re.sub(r"\$1\b", free, line) for line in lines]


def mips(command):
    return {name: without_at(lines) for name, lines in routines(MIPS + command).items()}


def in_fp_registers(all_routines, little):
    """Conversions as programs call them that have their floating-point numbers in $f12 and $f0."""
    low, high, result_low, result_high = ("$4", "$5", "$2", "$3") if little else ("$5", "$4", "$3", "$2")
    double_in = [f"  dmfc1 {high}, $f12", f"  sll {low}, {high}, 0", f"  dsra32 {high}, {high}, 0"]
    double_out = [f"  dsll32 {result_high}, {result_high}, 0", f"  dsll32 {result_low}, {result_low}, 0",
                  f"  dsrl32 {result_low}, {result_low}, 0", f"  or $2, {result_high}, {result_low}", "  dmtc1 $2, $f0"]
    for name in ("__fixsfdi", "__fixunssfdi", "__fixdfdi", "__fixunsdfdi"):
        begin = ["  mfc1 $4, $f12"] if "sf" in name else double_in
        yield name, [f"{name}:"] + begin + [line.replace(f".L{name}_", f".L{name}_hard_")
                                            for line in all_routines[name][1:]]
    for name in ("__floatdisf", "__floatundisf", "__floatdidf", "__floatundidf"):
        end = ["  mtc1 $2, $f0"] if name.endswith("sf") else double_out
        bits = f"{name}_bits"
        yield name, [f"{name}:", "  addiu $sp, $sp, -32", "  sw $ra, 28($sp)", f"  jal {bits}", "  nop",
                     "  lw $ra, 28($sp)", "  addiu $sp, $sp, 32"] + end + ["  jr $ra", "  nop"]
        yield bits, [line.replace(name, bits) for line in all_routines[name]]


def write(name, parts):
    """`parts`: (routine, variant, lines)."""
    out = [f"# Made by rebuild.py from libgcc.c: do not edit."]
    for routine, variant, lines in parts:
        out.append(f"#: {routine} {variant}".rstrip())
        out += lines
    (HERE / name).write_text("\n".join(out) + "\n", encoding="utf-8")


def variant_of(base, other, name):
    """Routines of `other` that differ from those of `base`."""
    renamed = {}
    for routine, lines in other.items():
        if base.get(routine) != lines:
            renamed[routine] = [line.replace(f".L{routine}_", f".L{routine}_{name}_") for line in lines]
    return [(routine, name if routine in base else "", lines) for routine, lines in renamed.items()]


def riscv(width):
    abi = "ilp32" if width == 32 else "lp64"
    options = [f"-DWORD={width}", f"-mabi={abi}"]
    full = routines(RISCV + [f"-march=rv{width}im", "-DMULTIPLIES"] + options)
    plain = routines(RISCV + [f"-march=rv{width}i"] + options)
    parts = [(name, "", lines) for name, lines in full.items()] + variant_of(full, plain, "plain")
    if width == 32:
        hard = routines(RISCV + ["-march=rv32imfd", "-mabi=ilp32d", "-DWORD=32", "-DMULTIPLIES", "-DIN_REGISTERS"])
        parts += variant_of(full, hard, "hard")
    write(f"riscv{width}.s", parts)


def main():
    riscv(32)
    riscv(64)
    for name, target in (("mips_little", "mipsel-linux-gnu"), ("mips_big", "mips-linux-gnu")):
        all_routines = mips([f"--target={target}", "-mips32", "-DWORD=32", "-DMULTIPLIES"])
        write(name + ".s", [(routine, "", lines) for routine, lines in all_routines.items()] +
              [(routine, "hard", lines) for routine, lines in in_fp_registers(all_routines, name == "mips_little")])
    wide = mips(["--target=mips64el-linux-gnuabi64", "-mips64r2", "-DWORD=64", "-DMULTIPLIES"])
    write("mips64.s", [(routine, "", lines) for routine, lines in wide.items()
                       if not WIDE.match(routine) and not FLOATS.match(routine) and "wide" not in routine
                       and "two_words" not in routine])
    x86 = routines(X86 + ["-m32", "-DWORD=32", "-DMULTIPLIES"])
    write("x86_32.s", [(routine, "", lines) for routine, lines in x86.items()
                       if re.match(r"__(clz|ctz|ffs|clrsb|bswap)[sd]i2$", routine)])
    x86 = routines(X86 + ["-m64", "-DWORD=64", "-DMULTIPLIES"])
    write("x86_64.s", [(routine, "", lines) for routine, lines in x86.items()
                       if WIDE.match(routine) or "wide" in routine or "two_words" in routine])


main()
