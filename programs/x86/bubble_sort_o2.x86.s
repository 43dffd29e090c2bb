# Bubble sort of 12 numbers, gcc -O2
#
# The inner loop compares neighbours and swaps them with two stores; its branch is hard to
# foretell. The exit code is 0 when the result is in order.
#
#   stallscope run x86/bubble_sort_o2 -m mips-5 --stats
	.file	"bubble_sort.c"
	.text
	.p2align 4
	.globl	sort
	.type	sort, @function
sort:
	leaq	-1(%rsi), %r8
	testq	%r8, %r8
	jle	.L1
	leaq	(%rdi,%r8,4), %rsi
	.p2align 4,,10
	.p2align 3
.L5:
	movq	%rdi, %rax
	.p2align 4,,10
	.p2align 3
.L4:
	movl	(%rax), %edx
	movl	4(%rax), %ecx
	cmpl	%ecx, %edx
	jle	.L3
	movl	%ecx, (%rax)
	movl	%edx, 4(%rax)
.L3:
	addq	$4, %rax
	cmpq	%rax, %rsi
	jne	.L4
	subq	$4, %rsi
	subq	$1, %r8
	jne	.L5
.L1:
	ret
	.size	sort, .-sort
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	leaq	numbers(%rip), %r9
	movl	$1, %edx
	leaq	48(%r9), %rdi
	movq	%r9, %r8
	movq	%r9, %rsi
	.p2align 4,,10
	.p2align 3
.L10:
	imull	$1103515245, %edx, %edx
	addq	$4, %rsi
	addl	$12345, %edx
	movl	%edx, %ecx
	shrl	$16, %ecx
	movl	%ecx, %eax
	imulq	$274877907, %rax, %rax
	shrq	$38, %rax
	imull	$1000, %eax, %eax
	subl	%eax, %ecx
	movl	%ecx, -4(%rsi)
	cmpq	%rdi, %rsi
	jne	.L10
	movq	%r8, %rdi
	movl	$12, %esi
	call	sort
	leaq	44(%rdi), %rax
	.p2align 4,,10
	.p2align 3
.L12:
	movl	4(%r9), %edi
	cmpl	%edi, (%r9)
	jg	.L13
	addq	$4, %r9
	cmpq	%rax, %r9
	jne	.L12
	xorl	%eax, %eax
	ret
.L13:
	movl	$1, %eax
	ret
	.size	main, .-main
	.local	numbers
	.comm	numbers,48,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
