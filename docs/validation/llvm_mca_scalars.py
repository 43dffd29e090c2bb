"""Scalar instructions of x86 and loops of compilers for llvm_mca.py: what is compared, and why models differ."""

# Their destination is {d} (8 bytes), {e}, {w} and {c} (4, 2 and 1) or {x}; in the chain it is a source as well.
CHAINS = """
addq %r10, %{d}
subl %r10d, %{e}
andq $15, %{d}
orq %r10, %{d}
xorl %r10d, %{e}
incq %{d}
decl %{e}
negq %{d}
notq %{d}
adcq %r10, %{d}
sbbq $0, %{d}
leaq 8(%{d}), %{d}
leaq (%{d},%r10), %{d}
leaq 8(%{d},%r10,4), %{d}
movzbl %{c}, %{e}
movzwl %{w}, %{e}
movsbl %{c}, %{e}
movswl %{w}, %{e}
movslq %{e}, %{d}
shlq $3, %{d}
shrl $3, %{e}
sarq $3, %{d}
shlq %cl, %{d}
shrl %cl, %{e}
sarq %cl, %{d}
rolq $3, %{d}
rorl $3, %{e}
rolq %cl, %{d}
shldq $3, %r10, %{d}
shldq %cl, %r10, %{d}
shrdq $3, %r10, %{d}
shlxq %r10, %{d}, %{d}
sarxq %r10, %{d}, %{d}
rorxq $3, %{d}, %{d}
imulq %r10, %{d}
imull %r10d, %{e}
imulq $7, %{d}, %{d}
bsfq %{d}, %{d}
bsrl %{e}, %{e}
tzcntq %{d}, %{d}
lzcntl %{e}, %{e}
popcntq %{d}, %{d}
btsq $3, %{d}
btrq %r10, %{d}
btcq $3, %{d}
bswapl %{e}
bswapq %{d}
cmoveq %r10, %{d}
cmovbl %r10d, %{e}
cmovaq %r10, %{d}
andnq %r10, %{d}, %{d}
blsrq %{d}, %{d}
blsiq %{d}, %{d}
bzhiq %r10, %{d}, %{d}
bextrq %r10, %{d}, %{d}
pdepq %r10, %{d}, %{d}
crc32q %r10, %{d}
addq 8(%r10), %{d}
imulq 8(%r10), %{d}
addsd %xmm15, %{x}
subss %xmm15, %{x}
mulsd %xmm15, %{x}
mulss %xmm15, %{x}
divsd %xmm15, %{x}
divss %xmm15, %{x}
sqrtsd %{x}, %{x}
sqrtss %{x}, %{x}
minsd %xmm15, %{x}
maxss %xmm15, %{x}
addsd 8(%r10), %{x}
cvtss2sd %{x}, %{x}
cvtsd2ss %{x}, %{x}
andpd %xmm15, %{x}
xorps %xmm15, %{x}
unpcklpd %xmm15, %{x}
vfmadd231sd %xmm15, %xmm14, %{x}
vfmadd213ss %xmm15, %xmm14, %{x}
cvtsi2sdq %rbp, %{x}
cvtsi2sdl %ebp, %{x}
cvtsi2ssq %rbp, %{x}
cvtdq2pd %{x}, %{x}
cvtps2pd %{x}, %{x}
cvttpd2dq %{x}, %{x}
""".strip().splitlines()
# Throughput alone; each at an address of its own.
APART = """
movq %r10, %{d}
movl $5, %{e}
xorl %{e}, %{e}
btq $3, %{d}
cmpq %r10, %{d}
testl %{e}, %{e}
sete %{c}
setb %{c}
seta %{c}
cvttsd2si %xmm15, %{d}
cvttss2si %xmm15, %{e}
movq %xmm15, %{d}
movd %{e}, %{x}
movsd {o}(%r10), %{x}
movq {o}(%r10), %{d}
movzbl {o}(%r10), %{e}
movslq {o}(%r10), %{d}
movbeq {o}(%r10), %{d}
movl %{e}, {o}(%r10)
movsd %{x}, {o}(%r10)
addq %{d}, {o}(%r10)
incl {o}(%r10)
ucomisd %xmm15, %{x}
movapd %xmm15, %{x}
movdqa %xmm15, %{x}
pushq %{d}
popq %{d}
""".strip().splitlines()
# Registers that are implied, and pairs: cycles of the whole, which is a chain.
WHOLE = """
cltq
cltd
mulq %r10
mull %r10d
imulq %r10
divl %r10d
divq %r10
idivl %r10d
idivq %r10
xchgq %rax, %rbx
pushq %rax; popq %rax
cvtsi2sdq %rax, %xmm0; cvttsd2si %xmm0, %rax
movq %rax, %xmm0; movq %xmm0, %rax
cmpq %rax, %rbx; seta %cl; movzbl %cl, %ebx
cmpq %rax, %rbx; adcq $0, %rbx
leave; pushq %rbp
""".strip().splitlines()

BOOK = ("CS:APP has all integer arithmetic, with shifts, on p0, p1, p5 and p6; LLVM's model has shifts, bits and set on p0 and p6, "
        "addresses and BMI on p1 and p5")
DIVIDER = ("one latency for all divisions and roots, for as long as the divider is busy: 15 cycles, 30 of integers, the most that CS:APP "
           "gives (3 to 15, 3 to 30)")
LEA = "a sum of three terms takes p1 for 3 cycles (Fog); LLVM's model has every lea on p1 and p5 for 1"
STACK = "the stack pointer is moved by an addition in ours; LLVM's model has it as long as the access to memory"
COUNT = ("three micro-ops (Fog): count, shift, flags; 1 cycle from the operand, 2 from the count (uops.info, unchecked); "
         "LLVM's model has 3 micro-ops as one of latency 3")
PRODUCT = "the lower half after 3 cycles (Fog), the upper a micro-op later; LLVM's model has both after 4"
# By mnemonic; "latency", "throughput" or "whole".
REASONS = {
    **{(name, "throughput"): BOOK for name in (
        "leaq", "rorl", "shlxq", "sarxq", "rorxq", "btsq", "btrq", "btcq", "btq", "bswapl", "andnq", "blsrq", "blsiq",
        "bzhiq", "sete", "setb")},
    **{(text, "throughput"): BOOK for text in ("shlq $3, %{d}", "rolq $3, %{d}", "shrl $3, %{e}", "sarq $3, %{d}")},
    **{(text, "latency"): COUNT for text in ("shlq %cl, %{d}", "shrl %cl, %{e}", "sarq %cl, %{d}", "rolq %cl, %{d}",
                                             "shldq %cl, %r10, %{d}")},
    **{("leaq 8(%{d},%r10,4), %{d}", kind): LEA for kind in ("latency", "throughput")},
    ("adcq", "throughput"): "each waits 1 cycle for CF in ours, which the second of two micro-ops adds; LLVM's model has 2 from CF as well",
    ("cmovaq", "throughput"): "three micro-ops on any of four ports in ours, two of which LLVM's model has on p0 and p6",
    ("divsd", "latency"): DIVIDER,
    **{(name, kind): DIVIDER for name in ("divss", "sqrtss") for kind in ("latency", "throughput")},
    **{(name, "whole"): DIVIDER + "; LLVM's model has the longest of all operands" for name in ("divl", "divq", "idivl", "idivq")},
    ("pushq", "throughput"): STACK,
    ("popq", "throughput"): STACK,
    ("popq", "whole"): STACK,
    ("pushq", "whole"): STACK,
    ("cltd", "whole"): "nothing waits for it; four ports in ours, p0 and p6 and a chain through edx in LLVM's model",
    **{(name, "whole"): PRODUCT for name in ("mulq", "mull", "imulq")},
    ("xchgq", "whole"): "three moves in ours, of which one way takes 1 cycle and the other 2; LLVM's model has 2 both ways",
}

REGISTERS = [("rdx", "edx", "dx", "dl"), ("rax", "eax", "ax", "al"), ("rbx", "ebx", "bx", "bl"), ("rsi", "esi", "si", "sil"),
             ("rdi", "edi", "di", "dil"), ("r8", "r8d", "r8w", "r8b"), ("r9", "r9d", "r9w", "r9b"), ("r11", "r11d", "r11w", "r11b"),
             ("r12", "r12d", "r12w", "r12b"), ("r13", "r13d", "r13w", "r13b"), ("r14", "r14d", "r14w", "r14b"),
             ("r15", "r15d", "r15w", "r15b")]


def body_of(text, number):
    wide, word, half, byte = REGISTERS[number]
    return text.replace("%{x}", "%xmm" + str(number)).format(d=wide, e=word, w=half, c=byte, o=8 * number)


def key_of(text, kind):
    """The key of REASONS that speaks of it."""
    return (text, kind) if (text, kind) in REASONS else (text.split("; ")[-1].split()[0], kind)


def rows(ours, theirs, problems):
    """Rows of the table, how many values are near, and how many there are."""
    lines, near, values, unused = [], 0, 0, set(REASONS)
    for text in CHAINS + APART + WHOLE:
        kinds = ["latency", "throughput"] if text in CHAINS else ["throughput"] if text in APART else ["whole"]
        cells, why = {}, []
        for kind in kinds:
            count = len(REGISTERS) if kind == "throughput" else 1
            body = text if kind == "whole" else "; ".join(body_of(text, n) for n in range(count))
            mine, other = ours(body) / count, theirs(body) / count
            difference = (mine - other) / other
            values += 1
            key = key_of(text, kind)
            if abs(difference) <= 0.1:
                near += 1
            elif key in REASONS:
                why.append(REASONS[key])
                unused.discard(key)
            else:
                problems.append(f"{kind} of {text}: {mine:.3g} and {other:.3g}, and no reason")
            cells[kind] = f"{mine:.3g} | {other:.3g} | {difference * 100:+.0f} %"
        shown = text.replace("%{x}", "%xmmd").format(d="d", e="d", w="d", c="d", o="n")
        first = cells.get("latency", cells.get("whole", " |  | "))
        lines.append(f"| `{shown}` | {first} | {cells.get('throughput', ' |  | ')} | {'; '.join(dict.fromkeys(why))} |")
    problems += [f"{kind} of {name}: a reason for a difference that there is not" for name, kind in sorted(unused)]
    return lines, near, values
