# Product of doubles of 4000 elements: the result so far in memory
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/product_double_memory.x86.s -m mips-5 --stats
	.file	"reduce.c"
	.text
	.globl	reduce
	.type	reduce, @function
reduce:
	movq	.LC0(%rip), %rax
	movq	%rax, (%rdx)
	testq	%rsi, %rsi
	jle	.L1
	movq	%rdi, %rax
	leaq	(%rdi,%rsi,8), %rcx
.L3:
	movsd	(%rdx), %xmm0
	mulsd	(%rax), %xmm0
	movsd	%xmm0, (%rdx)
	addq	$8, %rax
	cmpq	%rcx, %rax
	jne	.L3
.L1:
	ret
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$16, %rsp
	movl	$0, %ecx
	movabsq	$7378697629483820647, %rdi
	movsd	.LC1(%rip), %xmm1
	movsd	.LC0(%rip), %xmm2
	movsd	.LC2(%rip), %xmm3
	leaq	values(%rip), %rsi
	jmp	.L7
.L6:
	movsd	%xmm0, (%rsi,%rcx,8)
	addq	$1, %rcx
	cmpq	$4000, %rcx
	je	.L12
.L7:
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
	je	.L6
	movapd	%xmm2, %xmm0
	cmpq	$7, %rdx
	jne	.L6
	movapd	%xmm3, %xmm0
	jmp	.L6
.L12:
	leaq	8(%rsp), %rdx
	movl	$4000, %esi
	leaq	values(%rip), %rdi
	call	reduce
	movsd	.LC0(%rip), %xmm0
	ucomisd	8(%rsp), %xmm0
	setp	%al
	movzbl	%al, %eax
	movl	$1, %edx
	cmovne	%edx, %eax
	addq	$16, %rsp
	ret
	.size	main, .-main
	.local	values
	.comm	values,32000,32
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC0:
	.long	0
	.long	1072693248
	.align 8
.LC1:
	.long	0
	.long	1073741824
	.align 8
.LC2:
	.long	0
	.long	1071644672
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
