# Product of integers of 4000 elements: length and elements by calls
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/product_int_calls.x86.s -m mips-5 --stats
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
	movq	(%rax,%rsi,8), %rax
	movq	%rax, (%rdx)
	movl	$1, %eax
.L2:
	ret
	.size	fetch, .-fetch
	.globl	reduce
	.type	reduce, @function
reduce:
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$32, %rsp
	movq	%rdx, %rbp
	movq	%rsi, 16(%rsp)
	movq	%rdi, 24(%rsp)
	movq	$1, (%rdx)
	movl	$0, %ebx
	leaq	16(%rsp), %r12
	jmp	.L7
.L8:
	leaq	8(%rsp), %rdx
	movq	%rbx, %rsi
	movq	%r12, %rdi
	call	fetch
	movq	0(%rbp), %rax
	imulq	8(%rsp), %rax
	movq	%rax, 0(%rbp)
	addq	$1, %rbx
.L7:
	movq	%r12, %rdi
	call	length_of
	cmpq	%rbx, %rax
	jg	.L8
	addq	$32, %rsp
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$24, %rsp
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
	addq	$24, %rsp
	ret
	.size	main, .-main
	.local	values
	.comm	values,32000,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
