# Sum of doubles of 4000 elements: elements by calls
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/sum_double_length.x86.s -m mips-5 --stats
	.file	"reduce.c"
	.text
	.globl	length_of
	.type	length_of, @function
length_of:
	movq	(%rdi), %rax
	ret
	.size	length_of, .-length_of
	.globl	fetch
	.type	fetch, @function
fetch:
	movl	$0, %eax
	testq	%rsi, %rsi
	js	.L2
	cmpq	%rsi, (%rdi)
	jle	.L2
	movq	8(%rdi), %rax
	movsd	(%rax,%rsi,8), %xmm0
	movsd	%xmm0, (%rdx)
	movl	$1, %eax
.L2:
	ret
	.size	fetch, .-fetch
	.globl	reduce
	.type	reduce, @function
reduce:
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$40, %rsp
	movq	%rdx, %rbp
	movq	%rsi, 16(%rsp)
	movq	%rdi, 24(%rsp)
	movq	$0x000000000, (%rdx)
	leaq	16(%rsp), %rdi
	call	length_of
	testq	%rax, %rax
	jle	.L6
	movq	%rax, %r12
	movl	$0, %ebx
	leaq	8(%rsp), %r13
.L8:
	leaq	16(%rsp), %rdi
	movq	%r13, %rdx
	movq	%rbx, %rsi
	call	fetch
	movsd	0(%rbp), %xmm0
	addsd	8(%rsp), %xmm0
	movsd	%xmm0, 0(%rbp)
	addq	$1, %rbx
	cmpq	%rbx, %r12
	jne	.L8
.L6:
	addq	$40, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	ret
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$24, %rsp
	movl	$0, %ecx
	movabsq	$7378697629483820647, %rdi
	movsd	.LC2(%rip), %xmm1
	movsd	.LC1(%rip), %xmm2
	movsd	.LC3(%rip), %xmm3
	leaq	values(%rip), %rsi
	jmp	.L13
.L12:
	movsd	%xmm0, (%rsi,%rcx,8)
	addq	$1, %rcx
	cmpq	$4000, %rcx
	je	.L18
.L13:
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
	je	.L12
	movapd	%xmm2, %xmm0
	cmpq	$7, %rdx
	jne	.L12
	movapd	%xmm3, %xmm0
	jmp	.L12
.L18:
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
	addq	$24, %rsp
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
