# Sum of doubles of 4000 elements: ten elements a step into ten results
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/sum_double_10x10.x86.s -m mips-5 --stats
	.file	"reduce.c"
	.text
	.globl	reduce
	.type	reduce, @function
reduce:
	leaq	-9(%rsi), %r8
	cmpq	$9, %rsi
	jle	.L6
	movq	%rdi, %rax
	movl	$0, %ecx
	pxor	%xmm5, %xmm5
	movapd	%xmm5, %xmm2
	movapd	%xmm5, %xmm6
	movapd	%xmm5, %xmm3
	movapd	%xmm5, %xmm7
	movapd	%xmm5, %xmm1
	movapd	%xmm5, %xmm8
	movapd	%xmm5, %xmm4
	movapd	%xmm5, %xmm9
	movapd	%xmm5, %xmm0
.L3:
	addsd	(%rax), %xmm0
	addsd	8(%rax), %xmm9
	addsd	16(%rax), %xmm4
	addsd	24(%rax), %xmm8
	addsd	32(%rax), %xmm1
	addsd	40(%rax), %xmm7
	addsd	48(%rax), %xmm3
	addsd	56(%rax), %xmm6
	addsd	64(%rax), %xmm2
	addsd	72(%rax), %xmm5
	addq	$10, %rcx
	addq	$80, %rax
	cmpq	%r8, %rcx
	jl	.L3
.L2:
	cmpq	%rcx, %rsi
	jle	.L4
	leaq	(%rdi,%rcx,8), %rax
	leaq	(%rdi,%rsi,8), %rcx
.L5:
	addsd	(%rax), %xmm0
	addq	$8, %rax
	cmpq	%rcx, %rax
	jne	.L5
.L4:
	addsd	%xmm9, %xmm0
	addsd	%xmm8, %xmm4
	addsd	%xmm4, %xmm0
	addsd	%xmm7, %xmm1
	addsd	%xmm6, %xmm3
	addsd	%xmm3, %xmm1
	addsd	%xmm1, %xmm0
	addsd	%xmm5, %xmm2
	addsd	%xmm2, %xmm0
	movsd	%xmm0, (%rdx)
	ret
.L6:
	movl	$0, %ecx
	pxor	%xmm5, %xmm5
	movapd	%xmm5, %xmm2
	movapd	%xmm5, %xmm6
	movapd	%xmm5, %xmm3
	movapd	%xmm5, %xmm7
	movapd	%xmm5, %xmm1
	movapd	%xmm5, %xmm8
	movapd	%xmm5, %xmm4
	movapd	%xmm5, %xmm9
	movapd	%xmm5, %xmm0
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
