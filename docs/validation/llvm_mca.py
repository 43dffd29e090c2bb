#!/usr/bin/env python3
"""Loops of `stallscope loop` beside LLVM's machine code analyser.

llvm_mca.py STALLSCOPE [-o docs/validation/loops.md]

Each loop is a body without its branch, as llvm-mca repeats it: cycles of an iteration are the exact fraction of
`stallscope loop --alias none`, and those that llvm-mca needs for 300 iterations less those for 100, over 200. A
difference over 10 % has a reason below; what it says of our bottleneck is checked against the run.
Instructions of vectors and of bits follow on csapp-haswell alone, each by its latency (an instruction that reads its own
result) and its throughput (six that do not).
Exit code 1: a difference without a reason, or a reason that does not hold any more. 77: llvm-mca is not installed.
"""
import argparse
import json
import shutil
import subprocess
import sys

import llvm_mca_compiled
import llvm_mca_scalars

RISCV = ("sifive-7", "sifive-u74", ["-mtriple=riscv64", "-mattr=+m,+a,+f,+d"])
X86 = ("csapp-haswell", "haswell", ["-mtriple=x86_64"])
# A third pair: our machine file made from LLVM's own numbers.
MODEL = ("mca-like", "haswell", ["-mtriple=x86_64"])

# name, pair, body
LOOPS = [
    ("add chain", RISCV, "add a0, a0, a1"),
    ("two adds", RISCV, "add a0, a0, a1; add a2, a2, a3"),
    ("four adds", RISCV, "add a0, a0, a1; add a2, a2, a3; add a4, a4, a5; add a6, a6, a7"),
    ("multiply chain", RISCV, "mul a0, a0, a1"),
    ("two multiplies", RISCV, "mul a0, a2, a1; mul a3, a4, a5"),
    ("multiply and add", RISCV, "mul a0, a2, a1; add a3, a3, a0"),
    ("shift and xor", RISCV, "slli t0, a0, 13; xor a0, a0, t0; srli t0, a0, 7; xor a0, a0, t0"),
    ("load", RISCV, "lw a0, 0(a1)"),
    ("two loads", RISCV, "lw a0, 0(a1); lw a2, 4(a1)"),
    ("pointer chain", RISCV, "ld a0, 0(a0)"),
    ("load, add, store", RISCV, "lw a0, 0(a1); addi a0, a0, 1; sw a0, 0(a2)"),
    ("copy", RISCV, "ld a0, 0(a1); sd a0, 0(a2); addi a1, a1, 8; addi a2, a2, 8"),
    ("fadd chain", RISCV, "fadd.d fa0, fa0, fa1"),
    ("fmadd chain", RISCV, "fmadd.d fa0, fa1, fa2, fa0"),
    ("fmul chain, single", RISCV, "fmul.s fa0, fa0, fa1"),
    ("independent fadd", RISCV, "fadd.d fa0, fa1, fa2; fadd.d fa3, fa4, fa5"),
    ("divide", RISCV, "div a0, a1, a2"),
    ("add chain", X86, "addq %rax, %rdx"),
    ("four adds", X86, "addq $1, %rax; addq $1, %rbx; addq $1, %rcx; addq $1, %rdx"),
    ("five adds", X86, "addq $1, %rax; addq $1, %rbx; addq $1, %rcx; addq $1, %rdx; addq $1, %rsi"),
    ("imul chain", X86, "imulq %rax, %rdx"),
    ("imul, three", X86, "imulq %rax, %rdx; imulq %rax, %rcx; imulq %rax, %rbx"),
    ("load", X86, "movq (%rdi), %rax"),
    ("three loads", X86, "movq (%rdi), %rax; movq 8(%rdi), %rbx; movq 16(%rdi), %rcx"),
    ("pointer chain", X86, "movq (%rdi), %rdi"),
    ("store", X86, "movq %rax, (%rdi)"),
    ("two stores", X86, "movq %rax, (%rdi); movq %rbx, 8(%rdi)"),
    ("copy", X86, "movq (%rdi), %rax; movq %rax, (%rsi)"),
    ("load and add", X86, "addq (%rdi), %rax"),
    ("addsd chain", X86, "addsd %xmm1, %xmm0"),
    ("mulsd chain", X86, "mulsd %xmm1, %xmm0"),
    ("two addsd", X86, "addsd %xmm1, %xmm0; addsd %xmm2, %xmm3"),
    ("dot product", X86, "movsd (%rdi), %xmm1; mulsd (%rsi), %xmm1; addsd %xmm1, %xmm0; addq $8, %rdi; addq $8, %rsi"),
    ("fma chain", X86, "vfmadd231sd %xmm1, %xmm2, %xmm0"),
    ("shift chain", X86, "shlq $3, %rax"),
    ("lea and shift", X86, "leaq (%rax,%rcx), %rdx; shlq $2, %rdx; addq %rdx, %rbx"),
    ("compare and set", X86, "cmpq %rax, %rbx; sete %cl"),
    ("count and compare", X86, "incq %rax; cmpq %rax, %rdx"),
    ("add and compare", X86, "addq $1, %rax; cmpq %rax, %rdx"),
    ("add chain", MODEL, "addq %rax, %rdx"),
    ("three loads", MODEL, "movq (%rdi), %rax; movq 8(%rdi), %rbx; movq 16(%rdi), %rcx"),
    ("mulsd chain", MODEL, "mulsd %xmm1, %xmm0"),
    ("dot product", MODEL, "movsd (%rdi), %xmm1; mulsd (%rsi), %xmm1; addsd %xmm1, %xmm0; addq $8, %rdi; addq $8, %rsi"),
    ("imul, three", MODEL, "imulq %rax, %rdx; imulq %rax, %rcx; imulq %rax, %rbx"),
    ("gather and add", X86, "vpcmpeqd %ymm2, %ymm2, %ymm2; vpgatherdd %ymm2, (%rdi,%ymm1,4), %ymm0; vpaddd %ymm0, %ymm3, %ymm3"),
    ("unsigned division", X86, "xorl %edx, %edx; movl %esi, %eax; divl %ecx; addl %eax, %ebx"),
    ("remainder chain", X86, "xorl %edx, %edx; movl %esi, %eax; divl %ecx; movl %edx, %esi"),
    ("signed division", X86, "movl %esi, %eax; cltd; idivl %ecx; addl %eax, %ebx"),
    ("multiply and root", X86, "mulps %xmm1, %xmm0; sqrtps %xmm2, %xmm3"),
    ("multiply, add, root", X86, "mulps %xmm1, %xmm2; addps %xmm2, %xmm3; sqrtps %xmm4, %xmm5"),
    ("push and pop", X86, "pushq %rbx; popq %rbx"),
    ("two pushed and popped", X86, "pushq %rbx; pushq %rcx; popq %rcx; popq %rbx"),
    ("push", X86, "pushq %rbx; addq $8, %rsp"),
    ("pop", X86, "popq %rbx; subq $8, %rsp"),
    ("frame of a function", X86, "pushq %rbp; movq %rsp, %rbp; subq $16, %rsp; leave"),
]

# Their results go to register {d}; in the chain that is the first source.
VECTORS = """
vpaddd %ymm1, %ymm0, %ymm{d}
vpsubq %xmm1, %xmm0, %xmm{d}
vpcmpeqb %ymm1, %ymm0, %ymm{d}
vpcmpgtq %ymm1, %ymm0, %ymm{d}
vpminsd %ymm1, %ymm0, %ymm{d}
vpabsw %ymm0, %ymm{d}
vpaddsw %ymm1, %ymm0, %ymm{d}
vpavgb %xmm1, %xmm0, %xmm{d}
vpsignd %ymm1, %ymm0, %ymm{d}
vpand %ymm1, %ymm0, %ymm{d}
vpxor %ymm1, %ymm0, %ymm{d}
vandps %ymm1, %ymm0, %ymm{d}
vpslld $3, %ymm0, %ymm{d}
vpsllw %xmm1, %xmm0, %xmm{d}
vpsllw %xmm1, %ymm0, %ymm{d}
vpsllvd %ymm1, %ymm0, %ymm{d}
vpsllvq %ymm1, %ymm0, %ymm{d}
vpsravd %ymm1, %ymm0, %ymm{d}
vpmullw %ymm1, %ymm0, %ymm{d}
vpmulld %ymm1, %ymm0, %ymm{d}
vpmuludq %ymm1, %ymm0, %ymm{d}
vpmaddwd %ymm1, %ymm0, %ymm{d}
vpsadbw %ymm1, %ymm0, %ymm{d}
vmpsadbw $1, %ymm1, %ymm0, %ymm{d}
vpshufb %ymm1, %ymm0, %ymm{d}
vpshufd $27, %ymm0, %ymm{d}
vpunpcklbw %ymm1, %ymm0, %ymm{d}
vpackssdw %ymm1, %ymm0, %ymm{d}
vpalignr $4, %ymm1, %ymm0, %ymm{d}
vpblendd $5, %ymm1, %ymm0, %ymm{d}
vpblendw $5, %ymm1, %ymm0, %ymm{d}
vpblendvb %ymm2, %ymm1, %ymm0, %ymm{d}
vblendps $5, %ymm1, %ymm0, %ymm{d}
vpermq $27, %ymm0, %ymm{d}
vpermd %ymm0, %ymm1, %ymm{d}
vperm2i128 $1, %ymm1, %ymm0, %ymm{d}
vextracti128 $1, %ymm0, %xmm{d}
vinserti128 $1, %xmm1, %ymm0, %ymm{d}
vpbroadcastd %xmm0, %ymm{d}
vpmovsxwd %xmm0, %ymm{d}
vhaddpd %ymm1, %ymm0, %ymm{d}
vphaddd %ymm1, %ymm0, %ymm{d}
vdpps $255, %ymm1, %ymm0, %ymm{d}
vdppd $255, %xmm1, %xmm0, %xmm{d}
vroundpd $1, %ymm0, %ymm{d}
vcvtdq2ps %ymm0, %ymm{d}
vcvtdq2pd %xmm0, %ymm{d}
vcvtps2pd %xmm0, %ymm{d}
vcvtpd2ps %ymm0, %xmm{d}
vcvttpd2dq %xmm0, %xmm{d}
vcvtph2ps %xmm0, %ymm{d}
vcvtps2ph $0, %ymm0, %xmm{d}
vrcpps %ymm0, %ymm{d}
vrsqrtps %xmm0, %xmm{d}
vdivpd %ymm1, %ymm0, %ymm{d}
vdivps %ymm1, %ymm0, %ymm{d}
vsqrtpd %ymm0, %ymm{d}
vaddpd %ymm1, %ymm0, %ymm{d}
vmulps %ymm1, %ymm0, %ymm{d}
vmaxpd %ymm1, %ymm0, %ymm{d}
vcmpltpd %ymm1, %ymm0, %ymm{d}
vphminposuw %xmm0, %xmm{d}
vpclmulqdq $1, %xmm1, %xmm0, %xmm{d}
popcntq %{a}, %{d}
lzcntq %{a}, %{d}
tzcntl %{b}, %{e}
pdepq %{c}, %{a}, %{d}
pextq %{c}, %{a}, %{d}
vpcmpeqd %ymm15, %ymm15, %ymm{m}; vpgatherdd %ymm{m}, (%rcx,%ymm0,4), %ymm{d}
vpcmpeqd %ymm15, %ymm15, %ymm{m}; vgatherdpd %ymm{m}, (%rcx,%xmm0,8), %ymm{d}
""".strip().splitlines()
# No chain: their results are of another kind than their sources.
TO_INTEGER = ["vpmovmskb %ymm{d}, %eax", "vmovmskps %xmm{d}, %eax", "vpextrd $1, %xmm{d}, %eax",
              "vptest %ymm{d}, %ymm1", "vtestps %ymm{d}, %ymm1"]

# (name, machine): (kind of our tight bound or None, why the models differ)
ALU = ("recurrence", "LLVM's model of the U74 gives every ALU operation a latency of 3; ours has an early and a late ALU with "
       "results for the next instruction (SiFive U74 manual)")
DIVISION = "a division takes 30 cycles and the divider as long, the most that CS:APP gives"
ROOT = "a root holds the divider of p0 for 15 cycles, the most that CS:APP gives, and multiplications go past it; 7 in LLVM's model"
STACK = ("the stack pointer is moved by an addition of its own in ours, and a load reads what is in the store queue; LLVM's model has the pointer "
         "as long as the access to memory")
REASONS = {
    ("add chain", "sifive-7"): ALU,
    ("two adds", "sifive-7"): ALU,
    ("four adds", "sifive-7"): ("ports", ALU[1]),
    ("multiply and add", "sifive-7"): ("ports", ALU[1]),
    ("shift and xor", "sifive-7"): ALU,
    ("load, add, store", "sifive-7"): ("ports", "one memory pipe in both; LLVM's model waits 3 cycles each for the load and for "
                                       "the addition in front of the store, ours has late ALU and late store data"),
    ("copy", "sifive-7"): ("ports", "one memory pipe in both; LLVM's model has latency 3 from the load to the store and from the "
                           "additions to the next addresses, ours needs store data in M2 and has the early ALU"),
    ("independent fadd", "sifive-7"): ("order", "ours holds an instruction while an older one that writes the same register is "
                                       "in a unit (hazards.waw = any); LLVM's model knows no such hazard"),
    ("divide", "sifive-7"): ("ports", "a division takes 66 cycles in ours, from a later version of the model; this one has 16"),
    ("pointer chain", "csapp-haswell"): ("recurrence", "a load takes 4 cycles in CS:APP, LoadLatency = 5 in LLVM's model"),
    ("compare and set", "csapp-haswell"): ("recurrence", "ours merges the byte that is set into its register, which it reads "
                                           "for that; LLVM's model does not"),
    ("gather and add", "csapp-haswell"): ("ports", "four loads of two lanes and four shuffles on p5 in ours, each of which hands its lanes on; LLVM's "
                                          "model merges into the register of the gather before, which takes 23 cycles"),
    ("unsigned division", "csapp-haswell"): ("cycle", DIVISION + "; LLVM's model has the divider busy for 10 and 32 micro-ops, of which those of "
                                             "the next one come behind"),
    ("remainder chain", "csapp-haswell"): ("recurrence", DIVISION + "; LLVM's model has the longest of all operands, 98"),
    ("signed division", "csapp-haswell"): ("cycle", DIVISION + "; LLVM's model has 66 micro-ops"),
    ("multiply and root", "csapp-haswell"): ("ports", ROOT),
    ("multiply, add, root", "csapp-haswell"): ("ports", ROOT),
    ("push and pop", "csapp-haswell"): ("memory", STACK),
    ("two pushed and popped", "csapp-haswell"): ("memory", STACK),
    ("push", "csapp-haswell"): ("recurrence", STACK),
    ("pop", "csapp-haswell"): ("recurrence", STACK),
    ("frame of a function", "csapp-haswell"): ("memory", STACK),
}


# By mnemonic; "latency" or "throughput".
GATHER = ("a gather of ours is eight micro-ops, loads and shuffles, as an instruction has no more; LLVM's model has 34 for eight "
          "elements and 20 for four")
VECTOR_REASONS = {
    ("vpgatherdd", "throughput"): GATHER,
    ("vgatherdpd", "throughput"): GATHER,
    ("vrcpps", "throughput"): "ours combines its halves on p0, p1 or p5 and takes p0 when it is free, which both "
                                             "halves need: ports are taken in a fixed order",
    ("vroundpd", "throughput"): "two micro-ops on p1 in ours (Fog: 2 p1, one every 2 cycles); LLVM's model has one on p0 or p1",
    ("vcvtph2ps", "latency"): "ours converts behind a shuffle across halves (Fog: 6); LLVM's model has 2",
}


def body_of(text, number):
    wide = ("rax", "rdx", "rbx", "rsi", "rdi", "r8", "r9")
    narrow = ("eax", "edx", "ebx", "esi", "edi", "r8d", "r9d")
    if "{a}" in text or "{b}" in text:
        return text.format(a="rax", b="eax", c="r10", d=wide[number], e=narrow[number])
    return text.format(d=number + 1 if number > 0 else 0, m=number + 7)


def instructions(binary, problems):
    """Rows of the second table, and how many of the values are near."""
    rows, near, values = [], 0, 0
    for text in VECTORS + TO_INTEGER:
        mnemonic = text.split("; ")[-1].split()[0]
        bodies = {"throughput": "; ".join(body_of(text, n) for n in range(1, 7))}
        if text in VECTORS and "gather" not in text:
            bodies["latency"] = body_of(text, 0)
        cells, why = [], []
        for kind in ("latency", "throughput"):
            if kind not in bodies:
                cells += ["", "", ""]
                continue
            count = 6 if kind == "throughput" else 1
            rate, _, _ = ours(binary, X86[0], bodies[kind])
            mine = rate["numerator"] / rate["denominator"] / count
            other = theirs(X86[1], X86[2], bodies[kind]) / count
            difference = (mine - other) / other
            values += 1
            reason = VECTOR_REASONS.get((mnemonic, kind), "")
            if abs(difference) <= 0.1:
                near += 1
                if reason:
                    problems.append(f"{kind} of {mnemonic}: a reason for a difference that there is not")
            elif reason:
                why.append(reason)
            else:
                problems.append(f"{kind} of {text}: {mine:.3g} and {other:.3g}, and no reason")
            cells += [f"{mine:.3g}", f"{other:.3g}", f"{difference * 100:+.0f} %"]
        shown = text.format(a="rax", b="eax", c="r10", d="d", e="d", m="m")
        rows.append(f"| `{shown}` | " + " | ".join(cells) + f" | {'; '.join(dict.fromkeys(why))} |")
    return rows, near, values


def ours(binary, machine, body):
    run = subprocess.run([binary, "loop", "-", "-m", machine, "--alias", "none", "--no-whatif", "--timeline", "0", "--json",
                          "--isa", "riscv" if machine.startswith("sifive") else "x86"], input=body.replace("; ", "\n") + "\n",
                         capture_output=True, text=True, check=True)
    report = json.loads(run.stdout)
    rate = report["cycles_per_iteration"]
    tight = [bound for bound in report["bounds"] if bound["tight"]]
    return rate, [bound["kind"] for bound in tight], [bound["name"] for bound in tight]


def cycles_of(rate):
    return rate["numerator"] / rate["denominator"]


def theirs(cpu, options, body):
    def total(iterations):
        run = subprocess.run(["llvm-mca", f"-mcpu={cpu}", f"-iterations={iterations}", *options], text=True, check=True,
                             input=body.replace("; ", "\n") + "\n", capture_output=True)
        return next(int(line.split(":")[1]) for line in run.stdout.splitlines() if line.startswith("Total Cycles:"))
    return (total(300) - total(100)) / 200


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("stallscope")
    parser.add_argument("-o", "--output")
    arguments = parser.parse_args()
    if shutil.which("llvm-mca") is None:
        print("llvm-mca is not installed (package llvm)", file=sys.stderr)
        return 77
    version = subprocess.run(["llvm-mca", "--version"], capture_output=True, text=True, check=True).stdout
    version = next(line.strip() for line in version.splitlines() if "LLVM version" in line)
    lines, problems, near = [], [], 0
    compiled = [(name, X86, body) for name, body in llvm_mca_compiled.LOOPS]
    reasons = {**REASONS, **{(name, X86[0]): why for name, why in llvm_mca_compiled.REASONS.items()}}
    for name, (machine, cpu, options), body in LOOPS + compiled:
        rate, kinds, names = ours(arguments.stallscope, machine, body)
        mine, other = rate["numerator"] / rate["denominator"], theirs(cpu, options, body)
        difference = (mine - other) / other
        why = ""
        if abs(difference) > 0.1:
            kind, why = reasons.get((name, machine), ("none", ""))
            if not why:
                problems.append(f"{name} on {machine}: {mine:g} and {other:g}, and no reason; ours {kinds}: {body}")
            elif kind is not None and kind not in kinds:
                problems.append(f"{name} on {machine}: the reason says {kind}, but tight are {kinds}")
        else:
            near += 1
            if (name, machine) in reasons:
                problems.append(f"{name} on {machine}: a reason for a difference that there is not")
        fraction = f"{rate['numerator']}/{rate['denominator']}" if rate["denominator"] > 1 else f"{rate['numerator']}"
        lines.append(f"| {name} | `{body}` | {machine} | {fraction}{'' if rate['exact'] else ' (mean)'} | "
                     f"{', '.join(names) or 'none'} | {cpu} | {other:g} | {difference * 100:+.0f} % | {why} |")
    text = f"""# Loops beside llvm-mca

Written by `docs/validation/llvm_mca.py` with {version}. Cycles of an iteration in the steady state of a body that is
repeated without a branch; no memory operands overlap (`--alias none`, which is what llvm-mca assumes). {near} of {len(LOOPS) + len(compiled)}
are within 10 %; the others differ for the reason given, of which the bound that is tight in our run is checked.

| loop | body | machine | cycles | tight bound | -mcpu | cycles | difference | reason |
|---|---|---|---|---|---|---|---|---|
""" + "\n".join(lines) + "\n"
    binary = arguments.stallscope
    rows, near, values = llvm_mca_scalars.rows(lambda body: cycles_of(ours(binary, X86[0], body)[0]),
                                               lambda body: theirs(X86[1], X86[2], body), problems)
    text += f"""
# Scalar instructions

Instructions that compilers emit, on csapp-haswell beside `-mcpu=haswell`: cycles from operand to result (of several instructions, or
of implied registers: of the chain they are), and cycles of one when twelve with results of their own follow each other.
{near} of {values} values are within 10 %.

| instruction | latency | llvm-mca | difference | throughput | llvm-mca | difference | reason |
|---|---|---|---|---|---|---|---|
""" + "\n".join(rows) + "\n"
    rows, near, values = instructions(arguments.stallscope, problems)
    text += f"""
# Vectors and bits

Instructions on csapp-haswell beside `-mcpu=haswell`: cycles from operand to result, and cycles of one when six with results of
their own follow each other. {near} of {values} values are within 10 %.

| instruction | latency | llvm-mca | difference | throughput | llvm-mca | difference | reason |
|---|---|---|---|---|---|---|---|
""" + "\n".join(rows) + "\n"
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        print(text)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
