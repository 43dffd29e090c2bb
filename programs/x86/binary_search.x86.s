# Binary search in a sorted array, gcc -O1
#
# Every comparison decides where the next load goes. With -O2 the decision becomes a conditional
# move: no branch is foretold wrongly, and the loads wait for each other.
#
#   stallscope run x86/binary_search -m mips-5 --stats
	.file	"binary_search.c"
	.text
	.globl	find
	.type	find, @function
find:
	movq	%rsi, %r8
	movl	$0, %ecx
.L3:
	cmpq	%rcx, %r8
	jle	.L8
	movq	%r8, %r9
	subq	%rcx, %r9
	movq	%r9, %rax
	shrq	$63, %rax
	addq	%r9, %rax
	sarq	%rax
	addq	%rcx, %rax
	cmpl	%edx, (%rdi,%rax,4)
	jl	.L9
	movq	%rax, %r8
	jmp	.L3
.L9:
	leaq	1(%rax), %rcx
	jmp	.L3
.L8:
	cmpq	%rcx, %rsi
	jle	.L7
	cmpl	%edx, (%rdi,%rcx,4)
	jne	.L10
.L1:
	movq	%rcx, %rax
	ret
.L10:
	movq	$-1, %rcx
	jmp	.L1
.L7:
	movq	$-1, %rcx
	jmp	.L1
	.size	find, .-find
	.globl	main
	.type	main, @function
main:
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	leaq	sorted(%rip), %rdx
	movl	$0, %eax
.L12:
	movl	%eax, (%rdx)
	addl	$3, %eax
	addq	$4, %rdx
	cmpl	$48, %eax
	jne	.L12
	movl	$0, %ebx
	movl	$0, %ebp
	leaq	sorted(%rip), %r12
.L14:
	movl	%ebx, %edx
	movl	$16, %esi
	movq	%r12, %rdi
	call	find
	notq	%rax
	shrq	$63, %rax
	addl	%eax, %ebp
	addl	$1, %ebx
	cmpl	$12, %ebx
	jne	.L14
	leal	-4(%rbp), %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	main, .-main
	.local	sorted
	.comm	sorted,64,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
