# Product of two matrices of 8 by 8 doubles, gcc -O2
#
# Three loops; the innermost multiplies and adds with one address that moves by 8 bytes and one by
# 64.
#
#   stallscope run x86/matrix_o2 -m mips-5 --stats
	.file	"matrix.c"
	.text
	.p2align 4
	.globl	multiply
	.type	multiply, @function
multiply:
	movq	%rsi, %r9
	movq	%rdx, %r8
	leaq	64(%rdi), %rcx
	leaq	576(%rdi), %r10
	.p2align 4,,10
	.p2align 3
.L2:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L6:
	leaq	(%r9,%rsi), %rdx
	movq	%rdi, %rax
	pxor	%xmm1, %xmm1
	.p2align 4,,10
	.p2align 3
.L3:
	movsd	(%rax), %xmm0
	mulsd	(%rdx), %xmm0
	addq	$8, %rax
	addq	$64, %rdx
	addsd	%xmm0, %xmm1
	cmpq	%rcx, %rax
	jne	.L3
	movsd	%xmm1, (%r8,%rsi)
	addq	$8, %rsi
	cmpq	$64, %rsi
	jne	.L6
	leaq	64(%rax), %rcx
	addq	$64, %r8
	addq	$64, %rdi
	cmpq	%r10, %rcx
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
	.p2align 4,,10
	.p2align 3
.L10:
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
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
	cmpq	$8, %rax
	jne	.L11
	addl	$1, %edx
	addq	$64, %rdi
	addq	$64, %rsi
	cmpl	$8, %edx
	jne	.L10
	leaq	c(%rip), %r11
	movq	%r9, %rsi
	movq	%r8, %rdi
	movq	%r11, %rdx
	call	multiply
	movq	%r11, %rax
	leaq	576(%r11), %rdx
	pxor	%xmm0, %xmm0
	.p2align 4,,10
	.p2align 3
.L13:
	addsd	(%rax), %xmm0
	addq	$72, %rax
	cmpq	%rdx, %rax
	jne	.L13
	pxor	%xmm1, %xmm1
	ucomisd	%xmm1, %xmm0
	jp	.L16
	jne	.L16
	movsd	80+c(%rip), %xmm0
	xorl	%eax, %eax
	movl	$1, %edx
	ucomisd	.LC1(%rip), %xmm0
	movsd	.LC1(%rip), %xmm0
	setp	%al
	ucomisd	80+c(%rip), %xmm0
	cmovne	%edx, %eax
	ret
.L16:
	movl	$1, %eax
	ret
	.size	main, .-main
	.local	c
	.comm	c,512,32
	.local	b
	.comm	b,512,32
	.local	a
	.comm	a,512,32
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	1079771136
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
