# Product of two matrices of 8 by 8 doubles, gcc -O1
#
# Three loops; the innermost multiplies and adds with one address that moves by 8 bytes and one by
# 64.
#
#   stallscope run x86/matrix -m mips-5 --stats
	.file	"matrix.c"
	.text
	.globl	multiply
	.type	multiply, @function
multiply:
	pushq	%rbx
	movq	%rdi, %r11
	movq	%rsi, %rbx
	movq	%rdi, %r8
	leaq	64(%rdi), %rcx
	movq	%rdx, %r10
	addq	$576, %r11
	leaq	64(%rsi), %r9
.L2:
	movq	%rbx, %rsi
	movq	%r10, %rdi
.L6:
	movq	%rsi, %rdx
	movq	%r8, %rax
	pxor	%xmm1, %xmm1
.L3:
	movsd	(%rax), %xmm0
	mulsd	(%rdx), %xmm0
	addsd	%xmm0, %xmm1
	addq	$8, %rax
	addq	$64, %rdx
	cmpq	%rcx, %rax
	jne	.L3
	movsd	%xmm1, (%rdi)
	addq	$8, %rdi
	addq	$8, %rsi
	cmpq	%r9, %rsi
	jne	.L6
	addq	$64, %r8
	addq	$64, %rcx
	addq	$64, %r10
	cmpq	%r11, %rcx
	jne	.L2
	popq	%rbx
	ret
	.size	multiply, .-multiply
	.globl	main
	.type	main, @function
main:
	pushq	%rbx
	leaq	a(%rip), %rdi
	leaq	b(%rip), %rsi
	movl	$0, %edx
.L10:
	movl	$0, %eax
.L11:
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
	cmpq	$8, %rax
	jne	.L11
	addl	$1, %edx
	addq	$64, %rdi
	addq	$64, %rsi
	cmpl	$8, %edx
	jne	.L10
	leaq	c(%rip), %rbx
	movq	%rbx, %rdx
	leaq	b(%rip), %rsi
	leaq	a(%rip), %rdi
	call	multiply
	movq	%rbx, %rax
	leaq	576(%rbx), %rdx
	pxor	%xmm0, %xmm0
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
	ucomisd	.LC1(%rip), %xmm0
	setp	%al
	movzbl	%al, %eax
	movsd	.LC1(%rip), %xmm0
	ucomisd	80+c(%rip), %xmm0
	movl	$1, %edx
	cmovne	%edx, %eax
	jmp	.L9
.L16:
	movl	$1, %eax
.L9:
	popq	%rbx
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
