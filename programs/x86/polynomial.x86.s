# A polynomial of degree 20, in two ways, gcc -O1
#
# Horner's rule has fewer operations, and each waits for the one before it: a multiplication and an
# addition a step. The direct way multiplies twice a step, and waits for one multiplication only.
# It prints 1.999979 1.999979: the sum of i / 2^i, up to 20.
#
#   stallscope run x86/polynomial -m mips-5 --stats
	.file	"polynomial.c"
	.text
	.globl	horner
	.type	horner, @function
horner:
	movapd	%xmm0, %xmm1
	movsd	(%rdi,%rsi,8), %xmm0
	subq	$1, %rsi
	js	.L1
.L3:
	mulsd	%xmm1, %xmm0
	addsd	(%rdi,%rsi,8), %xmm0
	subq	$1, %rsi
	cmpq	$-1, %rsi
	jne	.L3
.L1:
	ret
	.size	horner, .-horner
	.globl	direct
	.type	direct, @function
direct:
	movapd	%xmm0, %xmm3
	movsd	(%rdi), %xmm0
	testq	%rsi, %rsi
	jle	.L5
	leaq	8(%rdi), %rax
	leaq	8(%rdi,%rsi,8), %rdx
	movapd	%xmm3, %xmm1
.L7:
	movapd	%xmm1, %xmm2
	mulsd	(%rax), %xmm2
	addsd	%xmm2, %xmm0
	mulsd	%xmm3, %xmm1
	addq	$8, %rax
	cmpq	%rdx, %rax
	jne	.L7
.L5:
	ret
	.size	direct, .-direct
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC1:
	.string	"%.6f %.6f\n"
	.text
	.globl	main
	.type	main, @function
main:
	pushq	%rbp
	pushq	%rbx
	subq	$8, %rsp
	movl	$0, %eax
	leaq	coefficients(%rip), %rdx
.L10:
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%eax, %xmm0
	movsd	%xmm0, (%rdx,%rax,8)
	addq	$1, %rax
	cmpq	$21, %rax
	jne	.L10
	movl	$20, %esi
	movq	.LC0(%rip), %rax
	movq	%rax, %xmm0
	leaq	coefficients(%rip), %rbp
	movq	%rbp, %rdi
	call	horner
	movq	%xmm0, %rbx
	movl	$20, %esi
	movq	.LC0(%rip), %rax
	movq	%rax, %xmm0
	movq	%rbp, %rdi
	call	direct
	movq	%xmm0, %rbp
	movapd	%xmm0, %xmm1
	movq	%rbx, %xmm0
	leaq	.LC1(%rip), %rdi
	movl	$2, %eax
	call	printf@PLT
	movq	%rbx, %xmm2
	movq	%rbp, %xmm3
	ucomisd	%xmm3, %xmm2
	setp	%al
	movzbl	%al, %eax
	movl	$1, %edx
	cmovne	%edx, %eax
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
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
