# A polynomial of degree 20, in two ways, gcc -O2
#
# Horner's rule has fewer operations, and each waits for the one before it: a multiplication and an
# addition a step. The direct way multiplies twice a step, and waits for one multiplication only.
# It prints 1.999979 1.999979: the sum of i / 2^i, up to 20.
#
#   stallscope run x86/polynomial_o2 -m mips-5 --stats
	.file	"polynomial.c"
	.text
	.p2align 4
	.globl	horner
	.type	horner, @function
horner:
	movapd	%xmm0, %xmm1
	movsd	(%rdi,%rsi,8), %xmm0
	subq	$1, %rsi
	js	.L1
	.p2align 4,,10
	.p2align 3
.L3:
	mulsd	%xmm1, %xmm0
	addsd	(%rdi,%rsi,8), %xmm0
	subq	$1, %rsi
	jnb	.L3
.L1:
	ret
	.size	horner, .-horner
	.p2align 4
	.globl	direct
	.type	direct, @function
direct:
	movapd	%xmm0, %xmm3
	movsd	(%rdi), %xmm0
	testq	%rsi, %rsi
	jle	.L6
	leaq	8(%rdi), %rax
	leaq	8(%rdi,%rsi,8), %rdx
	movapd	%xmm3, %xmm1
	.p2align 4,,10
	.p2align 3
.L8:
	movsd	(%rax), %xmm2
	addq	$8, %rax
	mulsd	%xmm1, %xmm2
	mulsd	%xmm3, %xmm1
	addsd	%xmm2, %xmm0
	cmpq	%rdx, %rax
	jne	.L8
.L6:
	ret
	.size	direct, .-direct
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC1:
	.string	"%.6f %.6f\n"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	pushq	%rbx
	xorl	%eax, %eax
	leaq	coefficients(%rip), %rdi
	subq	$16, %rsp
	.p2align 4,,10
	.p2align 3
.L11:
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%eax, %xmm0
	movsd	%xmm0, (%rdi,%rax,8)
	addq	$1, %rax
	cmpq	$21, %rax
	jne	.L11
	movsd	.LC0(%rip), %xmm2
	movl	$20, %esi
	movapd	%xmm2, %xmm0
	call	horner
	movl	$20, %esi
	movq	%xmm0, %rbx
	movapd	%xmm2, %xmm0
	call	direct
	leaq	.LC1(%rip), %rdi
	movl	$2, %eax
	movapd	%xmm0, %xmm1
	movsd	%xmm0, 8(%rsp)
	movq	%rbx, %xmm0
	call	printf@PLT
	movsd	8(%rsp), %xmm1
	movq	%rbx, %xmm3
	xorl	%eax, %eax
	movl	$1, %edx
	ucomisd	%xmm1, %xmm3
	setp	%al
	cmovne	%edx, %eax
	addq	$16, %rsp
	popq	%rbx
	ret
	.size	main, .-main
	.local	coefficients
	.comm	coefficients,168,32
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC0:
	.long	0
	.long	1071644672
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
