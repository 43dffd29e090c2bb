"""Loops of functions in C, as gcc and clang made them (name, compiler, options), for llvm_mca.py."""

LOOPS = [
    ("sum, gcc -O2",
     "addl (%rdi), %eax; addq $4, %rdi; cmpq %rdx, %rdi"),
    ("dot, clang -O2",
     "movsd (%rdi,%rcx,8), %xmm1; movsd 8(%rdi,%rcx,8), %xmm2; mulsd (%rsi,%rcx,8), %xmm1; "
     "mulsd 8(%rsi,%rcx,8), %xmm2; addsd %xmm0, %xmm1; movsd 16(%rdi,%rcx,8), %xmm3; "
     "mulsd 16(%rsi,%rcx,8), %xmm3; addsd %xmm1, %xmm2; movsd 24(%rdi,%rcx,8), %xmm0; "
     "mulsd 24(%rsi,%rcx,8), %xmm0; addsd %xmm2, %xmm3; addsd %xmm3, %xmm0; addq $4, %rcx; cmpq %rcx, %rdx"),
    ("saxpy, gcc -O1",
     "movaps %xmm0, %xmm1; mulss (%rdi,%rax), %xmm1; addss (%rsi,%rax), %xmm1; movss %xmm1, (%rsi,%rax); "
     "addq $4, %rax; cmpq %rdx, %rax"),
    ("maxi, gcc -O2",
     "movl (%rax), %ecx; cmpl %ecx, %edx; cmovl %ecx, %edx; addq $4, %rax; cmpq %rsi, %rax"),
    ("collatz, clang -O1",
     "movl %edi, %ecx; shrl %ecx; testb $1, %dil; leal 1(%rdi,%rdi,2), %edi; cmovel %ecx, %edi; addl $1, %eax; "
     "cmpl $1, %edi"),
    ("fnv, gcc -O2",
     "movzbl (%rdi), %edx; addq $1, %rdi; xorl %edx, %eax; imull $16777619, %eax, %eax; cmpq %rdi, %rcx"),
    ("crc, gcc -O1",
     "movl %eax, %edx; shrl %edx; xorl $-306674912, %edx; movl %eax, %esi; shrl %esi; testb $1, %al; "
     "movl %edx, %eax; cmove %esi, %eax; subl $1, %ecx"),
    ("strl, gcc -O1",
     "movq %rax, %rdx; addq $1, %rax; cmpb $0, -1(%rax)"),
    ("rev, gcc -O2",
     "movzbl (%rdi,%rax), %edx; movzbl (%rdi,%rsi), %ecx; movb %cl, (%rdi,%rax); addq $1, %rax; "
     "movb %dl, (%rdi,%rsi); subq $1, %rsi; cmpl %esi, %eax"),
    ("atoi, clang -O2",
     "movzbl %al, %eax; leal (%rdx,%rdx,4), %ecx; leal (%rax,%rcx,2), %edx; addl $-48, %edx; "
     "movzbl (%rsi), %eax; leal -48(%rax), %ecx; addq $1, %rsi; cmpb $10, %cl"),
    ("itoa, gcc -O1",
     "movq %rcx, %rax; mulq %r9; shrq $3, %rdx; leaq (%rdx,%rdx,4), %rdi; addq %rdi, %rdi; movq %rcx, %rax; "
     "subq %rdi, %rax; addl $48, %eax; movb %al, (%r10,%rsi); movq %rcx, %rax; movq %rdx, %rcx; "
     "movq %rsi, %rdi; addq $1, %rsi; cmpq $9, %rax"),
    ("qs, gcc -O1",
     "subl $1, %edx; movq %rax, %r8; subq $8, %rax; movq 8(%rax), %rdi; cmpq %rsi, %rdi"),
    ("matmul, gcc -O2",
     "movsd (%rax), %xmm0; mulsd (%rdx), %xmm0; addq $8, %rax; addq $64, %rdx; addsd %xmm0, %xmm1; "
     "cmpq %rcx, %rax"),
    ("poly, clang -O2",
     "addq $-1, %rax; movl %eax, %esi; mulsd %xmm0, %xmm1; addsd (%rdi,%rsi,8), %xmm1; addq $-1, %rdx"),
    ("newton, gcc -O1",
     "movapd %xmm2, %xmm1; divsd %xmm0, %xmm1; addsd %xmm1, %xmm0; mulsd %xmm3, %xmm0; subl $1, %eax"),
    ("popc, gcc -O2 -march=haswell",
     "xorl %edx, %edx; addq $8, %rdi; popcntq -8(%rdi), %rdx; addl %edx, %eax; cmpq %rcx, %rdi"),
    ("rot, gcc -O1",
     "roll $13, %eax; movl (%rdx), %ecx; xorl %ecx, %eax; roll %cl, %eax; addq $4, %rdx; cmpq %rsi, %rdx"),
    ("addbig, gcc -O2",
     "xorl %r8d, %r8d; addq (%rdi,%rdx), %rax; setc %r8b; addq (%rsi,%rdx), %rax; movq %rax, %rcx; "
     "movq %r8, %rax; movq %rcx, (%rdi,%rdx); adcq $0, %rax; addq $8, %rdx; cmpq %rdx, %r9"),
    ("mulbig, clang -O2",
     "movq %r8, %rax; mulq (%rdi,%rcx,8); movq %rdx, %r9; movq %rax, %r10; movq %r8, %rax; "
     "mulq 8(%rdi,%rcx,8); movq %rdx, %rsi; addq %rbx, %r10; adcq %r9, %rax; adcq $0, %rsi; "
     "movq %r10, (%rdi,%rcx,8); movq %rax, 8(%rdi,%rcx,8); addq $2, %rcx; movq %rsi, %rbx; cmpq %rcx, %r14"),
    ("list, gcc -O1",
     "addl 8(%rdi), %eax; movq (%rdi), %rdi; testq %rdi, %rdi"),
    ("shorts, gcc -O1",
     "movswl (%rdi,%rdx), %eax; movswl (%rsi,%rdx), %ecx; addl %ecx, %eax; movl $-32768, %ecx; "
     "cmpl %ecx, %eax; cmovl %ecx, %eax; movl $32767, %ecx; cmpl %ecx, %eax; cmovg %ecx, %eax; "
     "movw %ax, (%rdi,%rdx); addq $2, %rdx; cmpq %r8, %rdx"),
    ("bytes, gcc -O2",
     "movzbl (%rdi), %ecx; cmpl %edx, %ecx; sete %cl; addq $1, %rdi; movzbl %cl, %ecx; addl %ecx, %eax; "
     "cmpq %rdi, %rsi"),
    ("cvt, gcc -O1",
     "movss (%rsi,%rax), %xmm1; pxor %xmm0, %xmm0; cvtsi2sdl (%rdi,%rax), %xmm0; mulsd %xmm5, %xmm0; "
     "pxor %xmm3, %xmm3; cvtss2sd %xmm1, %xmm3; addsd %xmm3, %xmm0; addsd %xmm0, %xmm2; mulss %xmm4, %xmm1; "
     "cvttss2sil %xmm1, %edx; movl %edx, (%rdi,%rax); addq $4, %rax; cmpq %rcx, %rax"),
    ("hist, gcc -O1",
     "movzbl (%rcx), %eax; andl $63, %eax; addl $1, (%rdx,%rax,4); addq $1, %rcx; cmpq %rdi, %rcx"),
    ("sieve, gcc -O2",
     "movb $1, (%rdi,%rax); addq %rdx, %rax; cmpl %eax, %esi"),
    ("fsum, clang -O2",
     "movss (%rcx,%rsi,4), %xmm2; subss (%rdx,%rsi,4), %xmm2; mulss %xmm2, %xmm2; addss %xmm2, %xmm0; "
     "addq $1, %rsi; cmpq %rsi, %rax"),
]

SLOTS = ("ours takes a slot for a load and what uses it, and one for a store (micro-fusion); llvm-mca dispatches whole instructions of as "
         "many micro-ops as they have, of which one that does not fit waits for the next cycle")
# name: (kind of our tight bound or None, why the models differ)
REASONS = {
    "saxpy, gcc -O1": ("dispatch", SLOTS),
    "popc, gcc -O2 -march=haswell": ("dispatch", SLOTS),
    "mulbig, clang -O2": ("cycle", SLOTS),
    "hist, gcc -O1": ("dispatch", SLOTS),
    "newton, gcc -O1": ("recurrence", "a division takes 15 cycles, the most that CS:APP gives; 20 in LLVM's model"),
    "rot, gcc -O1": ("recurrence", "a rotation by %cl takes 1 cycle from its operand (uops.info, unchecked); 3 in LLVM's model"),
    "addbig, gcc -O2": ("recurrence", "llvm-mca issues a load and its addition as one, six cycles before the flags, and not before what makes "
                                      "the other operand is issued; in ours the load goes ahead and the addition takes one"),
    "collatz, clang -O1": ("cycle", "lea of three terms takes 3 cycles (Fog); 1 in LLVM's model"),
    "list, gcc -O1": ("recurrence", "a load takes 4 cycles in CS:APP, LoadLatency = 5 in LLVM's model"),
}
