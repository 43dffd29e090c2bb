# Sum of integers of 4000 elements: two elements a step, reassociated
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/sum_int_2x1a.x86.s -m mips-5 --stats
	.file	"reduce.c"
	.text
	.globl	reduce
	.type	reduce, @function
reduce:
	movq	%rdi, %r9
	cmpq	$1, %rsi
	jle	.L6
	movq	%rdi, %rax
	leaq	-2(%rsi), %r10
	shrq	%r10
	movq	%r10, %rcx
	salq	$4, %rcx
	leaq	16(%rdi,%rcx), %r8
	movl	$0, %edi
.L3:
	movq	8(%rax), %rcx
	addq	(%rax), %rcx
	addq	%rcx, %rdi
	addq	$16, %rax
	cmpq	%r8, %rax
	jne	.L3
	leaq	2(%r10,%r10), %rax
.L2:
	cmpq	%rax, %rsi
	jle	.L4
.L5:
	addq	(%r9,%rax,8), %rdi
	addq	$1, %rax
	cmpq	%rax, %rsi
	jne	.L5
.L4:
	movq	%rdi, (%rdx)
	ret
.L6:
	movl	$0, %eax
	movl	$0, %edi
	jmp	.L2
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$16, %rsp
	movl	$0, %ecx
	movabsq	$7378697629483820647, %rdi
	leaq	values(%rip), %rsi
	jmp	.L11
.L10:
	movq	%rax, (%rsi,%rcx,8)
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
	movl	$2, %eax
	cmpq	$3, %rdx
	je	.L10
	cmpq	$7, %rdx
	sete	%al
	movzbl	%al, %eax
	leaq	1(,%rax,4), %rax
	jmp	.L10
.L16:
	leaq	8(%rsp), %rdx
	movl	$4000, %esi
	leaq	values(%rip), %rdi
	call	reduce
	cmpq	$6000, 8(%rsp)
	setne	%al
	movzbl	%al, %eax
	addq	$16, %rsp
	ret
	.size	main, .-main
	.local	values
	.comm	values,32000,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
