# Product of two matrices of 4 by 4 doubles, gcc -O1
#
# Three loops; the innermost multiplies and adds with one address that moves by 8 bytes and one by
# 32.
#
#   stallscope run x86/matrix -m mips-5 --stats
	.file	"matrix.c"
	.text
	.globl	multiply
	.type	multiply, @function
multiply:
	movq	%rdi, %r9
	leaq	32(%rdi), %r8
	leaq	160(%rdi), %r10
.L2:
	movl	$0, %edi
.L6:
	leaq	(%rsi,%rdi), %rcx
	movq	%r9, %rax
	pxor	%xmm1, %xmm1
.L3:
	movsd	(%rax), %xmm0
	mulsd	(%rcx), %xmm0
	addsd	%xmm0, %xmm1
	addq	$8, %rax
	addq	$32, %rcx
	cmpq	%r8, %rax
	jne	.L3
	movsd	%xmm1, (%rdx,%rdi)
	addq	$8, %rdi
	cmpq	$32, %rdi
	jne	.L6
	addq	$32, %rdx
	addq	$32, %r9
	addq	$32, %r8
	cmpq	%r10, %r8
	jne	.L2
	ret
	.size	multiply, .-multiply
	.globl	main
	.type	main, @function
main:
	leaq	a(%rip), %rdi
	leaq	b(%rip), %rsi
	movl	$0, %edx
.L9:
	movl	$0, %eax
.L10:
	leal	(%rdx,%rax), %ecx
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%ecx, %xmm0
	movsd	%xmm0, (%rdi,%rax,8)
	movl	%edx, %ecx
	subl	%eax, %ecx
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%ecx, %xmm0
	movsd	%xmm0, (%rsi,%rax,8)
	addq	$1, %rax
	cmpq	$4, %rax
	jne	.L10
	addl	$1, %edx
	addq	$32, %rdi
	addq	$32, %rsi
	cmpl	$4, %edx
	jne	.L9
	leaq	c(%rip), %rdx
	leaq	b(%rip), %rsi
	leaq	a(%rip), %rdi
	call	multiply
	pxor	%xmm1, %xmm1
	movapd	%xmm1, %xmm0
	addsd	c(%rip), %xmm0
	addsd	40+c(%rip), %xmm0
	addsd	80+c(%rip), %xmm0
	addsd	120+c(%rip), %xmm0
	ucomisd	%xmm1, %xmm0
	jp	.L14
	jne	.L14
	movsd	72+c(%rip), %xmm0
	ucomisd	.LC1(%rip), %xmm0
	setp	%al
	movzbl	%al, %eax
	movsd	.LC1(%rip), %xmm0
	ucomisd	72+c(%rip), %xmm0
	movl	$1, %edx
	cmovne	%edx, %eax
	ret
.L14:
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
