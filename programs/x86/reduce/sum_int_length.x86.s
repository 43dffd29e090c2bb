# Sum of integers of 4000 elements: elements by calls
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/sum_int_length.x86.s -m mips-5 --stats
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
	pushq	%r13
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	subq	$40, %rsp
	movq	%rdx, %rbp
	movq	%rsi, 16(%rsp)
	movq	%rdi, 24(%rsp)
	movq	$0, (%rdx)
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
	movq	8(%rsp), %rax
	addq	%rax, 0(%rbp)
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
	leaq	values(%rip), %rsi
	jmp	.L13
.L12:
	movq	%rax, (%rsi,%rcx,8)
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
	movl	$2, %eax
	cmpq	$3, %rdx
	je	.L12
	cmpq	$7, %rdx
	sete	%al
	movzbl	%al, %eax
	leaq	1(,%rax,4), %rax
	jmp	.L12
.L18:
	leaq	8(%rsp), %rdx
	movl	$4000, %esi
	leaq	values(%rip), %rdi
	call	reduce
	cmpq	$6000, 8(%rsp)
	setne	%al
	movzbl	%al, %eax
	addq	$24, %rsp
	ret
	.size	main, .-main
	.local	values
	.comm	values,32000,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
