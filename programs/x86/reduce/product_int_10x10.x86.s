# Product of integers of 4000 elements: ten elements a step into ten results
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/product_int_10x10.x86.s -m mips-5 --stats
	.file	"reduce.c"
	.text
	.globl	reduce
	.type	reduce, @function
reduce:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdi, %r13
	movq	%rsi, %r14
	movq	%rdx, -8(%rsp)
	cmpq	$9, %rsi
	jle	.L6
	leaq	-9(%rsi), %r15
	movq	%rdi, %rax
	movl	$0, %ecx
	movl	$1, %r10d
	movl	$1, %edi
	movl	$1, %r11d
	movl	$1, %r8d
	movl	$1, %ebx
	movl	$1, %esi
	movl	$1, %ebp
	movl	$1, %r9d
	movl	$1, %r12d
	movl	$1, %edx
.L3:
	imulq	(%rax), %rdx
	imulq	8(%rax), %r12
	imulq	16(%rax), %r9
	imulq	24(%rax), %rbp
	imulq	32(%rax), %rsi
	imulq	40(%rax), %rbx
	imulq	48(%rax), %r8
	imulq	56(%rax), %r11
	imulq	64(%rax), %rdi
	imulq	72(%rax), %r10
	addq	$10, %rcx
	addq	$80, %rax
	cmpq	%r15, %rcx
	jl	.L3
.L2:
	cmpq	%rcx, %r14
	jle	.L4
	leaq	0(%r13,%rcx,8), %rax
	leaq	0(%r13,%r14,8), %rcx
.L5:
	imulq	(%rax), %rdx
	addq	$8, %rax
	cmpq	%rcx, %rax
	jne	.L5
.L4:
	imulq	%r12, %rdx
	imulq	%rbp, %r9
	imulq	%r9, %rdx
	imulq	%rbx, %rsi
	imulq	%r11, %r8
	imulq	%r8, %rsi
	imulq	%rsi, %rdx
	imulq	%r10, %rdi
	imulq	%rdx, %rdi
	movq	-8(%rsp), %rax
	movq	%rdi, (%rax)
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L6:
	movl	$0, %ecx
	movl	$1, %r10d
	movl	$1, %edi
	movl	$1, %r11d
	movl	$1, %r8d
	movl	$1, %ebx
	movl	$1, %esi
	movl	$1, %ebp
	movl	$1, %r9d
	movl	$1, %r12d
	movl	$1, %edx
	jmp	.L2
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$16, %rsp
	movl	$0, %ecx
	movabsq	$7378697629483820647, %rdi
	leaq	values(%rip), %rsi
.L12:
	movq	%rcx, %rax
	imulq	%rdi
	sarq	$2, %rdx
	movq	%rcx, %rax
	sarq	$63, %rax
	subq	%rax, %rdx
	leaq	(%rdx,%rdx,4), %rdx
	addq	%rdx, %rdx
	movq	%rcx, %rax
	subq	%rdx, %rax
	andq	$-5, %rax
	cmpq	$3, %rax
	setne	%al
	movzbl	%al, %eax
	leaq	-1(%rax,%rax), %rax
	movq	%rax, (%rsi,%rcx,8)
	addq	$1, %rcx
	cmpq	$4000, %rcx
	jne	.L12
	leaq	8(%rsp), %rdx
	movl	$4000, %esi
	leaq	values(%rip), %rdi
	call	reduce
	cmpq	$1, 8(%rsp)
	setne	%al
	movzbl	%al, %eax
	addq	$16, %rsp
	ret
	.size	main, .-main
	.local	values
	.comm	values,32000,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
