# Binary search in a sorted array, gcc -O2
#
# Every comparison decides where the next load goes. With -O2 the decision becomes a conditional
# move: no branch is foretold wrongly, and the loads wait for each other.
#
#   stallscope run x86/binary_search_o2 -m mips-5 --stats
	.file	"binary_search.c"
	.text
	.p2align 4
	.globl	find
	.type	find, @function
find:
	movq	%rsi, %r8
	xorl	%ecx, %ecx
	jmp	.L3
	.p2align 4,,10
	.p2align 3
.L4:
	movq	%r8, %rax
	subq	%rcx, %rax
	sarq	%rax
	addq	%rcx, %rax
	cmpl	%edx, (%rdi,%rax,4)
	jl	.L10
	movq	%rax, %r8
.L3:
	cmpq	%rcx, %r8
	jg	.L4
	cmpq	%rcx, %rsi
	jle	.L8
	cmpl	%edx, (%rdi,%rcx,4)
	jne	.L8
.L1:
	movq	%rcx, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L10:
	leaq	1(%rax), %rcx
	jmp	.L3
.L8:
	movq	$-1, %rcx
	jmp	.L1
	.size	find, .-find
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	leaq	sorted(%rip), %rdi
	xorl	%eax, %eax
	movq	%rdi, %rdx
	.p2align 4,,10
	.p2align 3
.L12:
	movl	%eax, (%rdx)
	addl	$3, %eax
	addq	$4, %rdx
	cmpl	$48, %eax
	jne	.L12
	xorl	%edx, %edx
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L14:
	movl	$16, %esi
	call	find
	addl	$1, %edx
	notq	%rax
	shrq	$63, %rax
	addl	%eax, %r9d
	cmpl	$12, %edx
	jne	.L14
	leal	-4(%r9), %eax
	ret
	.size	main, .-main
	.local	sorted
	.comm	sorted,64,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
