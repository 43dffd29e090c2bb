# Product of integers of 4000 elements: the result so far in a register
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/product_int_register.x86.s -m mips-5 --stats
	.file	"reduce.c"
	.text
	.globl	reduce
	.type	reduce, @function
reduce:
	testq	%rsi, %rsi
	jle	.L4
	movq	%rdi, %rax
	leaq	(%rdi,%rsi,8), %rsi
	movl	$1, %ecx
.L3:
	imulq	(%rax), %rcx
	addq	$8, %rax
	cmpq	%rsi, %rax
	jne	.L3
.L2:
	movq	%rcx, (%rdx)
	ret
.L4:
	movl	$1, %ecx
	jmp	.L2
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$16, %rsp
	movl	$0, %ecx
	movabsq	$7378697629483820647, %rdi
	leaq	values(%rip), %rsi
.L8:
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
	jne	.L8
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
