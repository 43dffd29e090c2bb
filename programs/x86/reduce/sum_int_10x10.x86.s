# Sum of integers of 4000 elements: ten elements a step into ten results
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/x86/reduce/sum_int_10x10.x86.s -m mips-5 --stats
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
	movl	$0, %r10d
	movl	$0, %edi
	movl	$0, %r11d
	movl	$0, %r8d
	movl	$0, %ebx
	movl	$0, %esi
	movl	$0, %ebp
	movl	$0, %r9d
	movl	$0, %r12d
	movl	$0, %edx
.L3:
	addq	(%rax), %rdx
	addq	8(%rax), %r12
	addq	16(%rax), %r9
	addq	24(%rax), %rbp
	addq	32(%rax), %rsi
	addq	40(%rax), %rbx
	addq	48(%rax), %r8
	addq	56(%rax), %r11
	addq	64(%rax), %rdi
	addq	72(%rax), %r10
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
	addq	(%rax), %rdx
	addq	$8, %rax
	cmpq	%rcx, %rax
	jne	.L5
.L4:
	leaq	(%rdx,%r12), %rax
	addq	%rbp, %r9
	addq	%r9, %rax
	addq	%rbx, %rsi
	addq	%r11, %r8
	addq	%r8, %rsi
	addq	%rsi, %rax
	addq	%r10, %rdi
	addq	%rdi, %rax
	movq	-8(%rsp), %rbx
	movq	%rax, (%rbx)
	popq	%rbx
	popq	%rbp
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	ret
.L6:
	movl	$0, %ecx
	movl	$0, %r10d
	movl	$0, %edi
	movl	$0, %r11d
	movl	$0, %r8d
	movl	$0, %ebx
	movl	$0, %esi
	movl	$0, %ebp
	movl	$0, %r9d
	movl	$0, %r12d
	movl	$0, %edx
	jmp	.L2
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$16, %rsp
	movl	$0, %ecx
	movabsq	$7378697629483820647, %rdi
	leaq	values(%rip), %rsi
	jmp	.L12
.L11:
	movq	%rax, (%rsi,%rcx,8)
	addq	$1, %rcx
	cmpq	$4000, %rcx
	je	.L17
.L12:
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
	je	.L11
	cmpq	$7, %rdx
	sete	%al
	movzbl	%al, %eax
	leaq	1(,%rax,4), %rax
	jmp	.L11
.L17:
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
