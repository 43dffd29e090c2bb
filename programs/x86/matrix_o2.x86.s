# Product of two matrices of 4 by 4 doubles, gcc -O2
#
# Three loops; the innermost multiplies and adds with one address that moves by 8 bytes and one by
# 32.
#
#   stallscope run x86/matrix_o2 -m mips-5 --stats
	.file	"matrix.c"
	.text
	.p2align 4
	.globl	multiply
	.type	multiply, @function
multiply:
	leaq	32(%rdi), %r9
	leaq	128(%rdi), %r10
.L2:
	xorl	%r8d, %r8d
.L6:
	leaq	(%rsi,%r8), %rcx
	movq	%rdi, %rax
	pxor	%xmm1, %xmm1
.L3:
	movsd	(%rax), %xmm0
	mulsd	(%rcx), %xmm0
	addq	$8, %rax
	addq	$32, %rcx
	addsd	%xmm0, %xmm1
	cmpq	%r9, %rax
	jne	.L3
	movsd	%xmm1, (%rdx,%r8)
	addq	$8, %r8
	cmpq	$32, %r8
	jne	.L6
	addq	$32, %rdi
	addq	$32, %rdx
	leaq	32(%rax), %r9
	cmpq	%r10, %rdi
	jne	.L2
	ret
	.size	multiply, .-multiply
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	leaq	a(%rip), %r8
	leaq	b(%rip), %r9
	xorl	%edx, %edx
	movq	%r8, %rdi
	movq	%r9, %rsi
.L10:
	xorl	%eax, %eax
.L11:
	leal	(%rdx,%rax), %ecx
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%ecx, %xmm0
	movl	%edx, %ecx
	subl	%eax, %ecx
	movsd	%xmm0, (%rdi,%rax,8)
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%ecx, %xmm0
	movsd	%xmm0, (%rsi,%rax,8)
	addq	$1, %rax
	cmpq	$4, %rax
	jne	.L11
	addl	$1, %edx
	addq	$32, %rdi
	addq	$32, %rsi
	cmpl	$4, %edx
	jne	.L10
	leaq	c(%rip), %rdx
	movq	%r9, %rsi
	movq	%r8, %rdi
	call	multiply
	movsd	c(%rip), %xmm0
	pxor	%xmm1, %xmm1
	addsd	%xmm1, %xmm0
	addsd	40+c(%rip), %xmm0
	addsd	80+c(%rip), %xmm0
	addsd	120+c(%rip), %xmm0
	ucomisd	%xmm1, %xmm0
	jp	.L15
	jne	.L15
	movsd	72+c(%rip), %xmm0
	xorl	%eax, %eax
	movl	$1, %edx
	ucomisd	.LC1(%rip), %xmm0
	movsd	.LC1(%rip), %xmm0
	setp	%al
	ucomisd	72+c(%rip), %xmm0
	cmovne	%edx, %eax
	ret
.L15:
	movl	$1, %eax
	ret
	.size	main, .-main
	.local	c
	.comm	c,128,32
	.local	b
	.comm	b,128,32
	.local	a
	.comm	a,128,32
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	1076363264
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
