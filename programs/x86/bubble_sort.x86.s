# Bubble sort of 12 numbers, gcc -O1
#
# The inner loop compares neighbours and swaps them with two stores; its branch is hard to
# foretell. The exit code is 0 when the result is in order.
#
#   stallscope run x86/bubble_sort -m mips-5 --stats
	.file	"bubble_sort.c"
	.text
	.globl	sort
	.type	sort, @function
sort:
	leaq	-1(%rsi), %r8
	testq	%r8, %r8
	jle	.L1
	leaq	(%rdi,%r8,4), %rsi
	jmp	.L3
.L4:
	addq	$4, %rax
	cmpq	%rsi, %rax
	je	.L6
.L5:
	movl	(%rax), %edx
	movl	4(%rax), %ecx
	cmpl	%ecx, %edx
	jle	.L4
	movl	%ecx, (%rax)
	movl	%edx, 4(%rax)
	jmp	.L4
.L6:
	subq	$4, %rsi
	subq	$1, %r8
	je	.L1
.L3:
	movq	%rdi, %rax
	testq	%r8, %r8
	jg	.L5
	jmp	.L6
.L1:
	ret
	.size	sort, .-sort
	.globl	main
	.type	main, @function
main:
	pushq	%rbx
	leaq	numbers(%rip), %rbx
	leaq	48(%rbx), %rdi
	movq	%rbx, %rsi
	movl	$1, %edx
.L11:
	imull	$1103515245, %edx, %edx
	addl	$12345, %edx
	movl	%edx, %ecx
	shrl	$16, %ecx
	movslq	%ecx, %rax
	imulq	$274877907, %rax, %rax
	sarq	$38, %rax
	imull	$1000, %eax, %eax
	subl	%eax, %ecx
	movl	%ecx, (%rsi)
	addq	$4, %rsi
	cmpq	%rdi, %rsi
	jne	.L11
	movl	$12, %esi
	leaq	numbers(%rip), %rdi
	call	sort
	leaq	44+numbers(%rip), %rax
.L13:
	movl	4(%rbx), %edi
	cmpl	%edi, (%rbx)
	jg	.L14
	addq	$4, %rbx
	cmpq	%rax, %rbx
	jne	.L13
	movl	$0, %eax
.L10:
	popq	%rbx
	ret
.L14:
	movl	$1, %eax
	jmp	.L10
	.size	main, .-main
	.local	numbers
	.comm	numbers,48,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
