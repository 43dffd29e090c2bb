# Sum of doubles of 4000 elements: two elements a step, reassociated
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/sum_double_2x1a.x86.s -m mips-5 --stats
	.file	"reduce.c"
	.text
	.globl	reduce
	.type	reduce, @function
reduce:
	cmpq	$1, %rsi
	jle	.L6
	movq	%rdi, %rax
	leaq	-2(%rsi), %r8
	shrq	%r8
	movq	%r8, %rcx
	salq	$4, %rcx
	leaq	16(%rdi,%rcx), %rcx
	pxor	%xmm1, %xmm1
.L3:
	movsd	(%rax), %xmm0
	addsd	8(%rax), %xmm0
	addsd	%xmm0, %xmm1
	addq	$16, %rax
	cmpq	%rcx, %rax
	jne	.L3
	leaq	2(%r8,%r8), %rax
.L2:
	cmpq	%rax, %rsi
	jle	.L4
.L5:
	addsd	(%rdi,%rax,8), %xmm1
	addq	$1, %rax
	cmpq	%rax, %rsi
	jne	.L5
.L4:
	movsd	%xmm1, (%rdx)
	ret
.L6:
	movl	$0, %eax
	pxor	%xmm1, %xmm1
	jmp	.L2
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$16, %rsp
	movl	$0, %ecx
	movabsq	$7378697629483820647, %rdi
	movsd	.LC2(%rip), %xmm1
	movsd	.LC1(%rip), %xmm2
	movsd	.LC3(%rip), %xmm3
	leaq	values(%rip), %rsi
	jmp	.L11
.L10:
	movsd	%xmm0, (%rsi,%rcx,8)
	addq	$1, %rcx
	cmpq	$4000, %rcx
	je	.L16
.L11:
	movq	%rcx, %rax
	imulq	%rdi
	sarq	$2, %rdx
	movq	%rcx, %rax
	sarq	$63, %rax
	subq	%rax, %rdx
	leaq	(%rdx,%rdx,4), %rax
	addq	%rax, %rax
	movq	%rcx, %rdx
	subq	%rax, %rdx
	movapd	%xmm1, %xmm0
	cmpq	$3, %rdx
	je	.L10
	movapd	%xmm2, %xmm0
	cmpq	$7, %rdx
	jne	.L10
	movapd	%xmm3, %xmm0
	jmp	.L10
.L16:
	leaq	8(%rsp), %rdx
	movl	$4000, %esi
	leaq	values(%rip), %rdi
	call	reduce
	movsd	8(%rsp), %xmm0
	ucomisd	.LC4(%rip), %xmm0
	setp	%al
	movzbl	%al, %eax
	movsd	.LC4(%rip), %xmm0
	ucomisd	8(%rsp), %xmm0
	movl	$1, %edx
	cmovne	%edx, %eax
	addq	$16, %rsp
	ret
	.size	main, .-main
	.local	values
	.comm	values,32000,32
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC1:
	.long	0
	.long	1072693248
	.align 8
.LC2:
	.long	0
	.long	1073741824
	.align 8
.LC3:
	.long	0
	.long	1071644672
	.align 8
.LC4:
	.long	0
	.long	1085302784
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
