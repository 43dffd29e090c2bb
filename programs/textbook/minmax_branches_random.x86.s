# Min and max by swapping, of random pairs: a branch that nobody can predict
#
# Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd edition, section 5.11.2: the smaller of each
# pair of elements goes to one array, the larger to the other; by gcc -O1. Half of the pairs have to be
# swapped, at random: every second branch is mispredicted, and costs some 20 cycles.
# Cycles per pair on csapp-haswell, beginning and end aside: 14.7; in the book 13.5.
#
#   stallscope run textbook/minmax_branches_random -m csapp-haswell --ledger
#   stallscope run textbook/minmax_branches_random -m csapp-haswell --against textbook/minmax_moves_random
	.file	"minmax.c"
	.text
	.globl	order
	.type	order, @function
order:
	testq	%rdx, %rdx
	jle	.L1
	movl	$0, %eax
	jmp	.L4
.L3:
	addq	$1, %rax
	cmpq	%rax, %rdx
	je	.L1
.L4:
	movq	(%rdi,%rax,8), %rcx
	movq	(%rsi,%rax,8), %r8
	cmpq	%r8, %rcx
	jle	.L3
	movq	%r8, (%rdi,%rax,8)
	movq	%rcx, (%rsi,%rax,8)
	jmp	.L3
.L1:
	ret
	.size	order, .-order
	.globl	main
	.type	main, @function
main:
	movl	$0, %eax
	movl	$12345, %edx
	movabsq	$6364136223846793005, %r10
	movabsq	$1442695040888963407, %r9
	leaq	small(%rip), %r8
	leaq	-8+large(%rip), %rdi
.L7:
	imulq	%r10, %rdx
	addq	%r9, %rdx
	movq	%rdx, %rcx
	shrq	$63, %rcx
	leaq	(%rcx,%rax), %rsi
	movq	%rsi, (%r8,%rax,8)
	addq	$1, %rax
	movq	%rax, %rsi
	subq	%rcx, %rsi
	movq	%rsi, (%rdi,%rax,8)
	cmpq	$40, %rax
	jne	.L7
	movl	$40, %edx
	leaq	large(%rip), %rsi
	leaq	small(%rip), %rdi
	call	order
	movl	$0, %edx
	movl	$0, %eax
	leaq	small(%rip), %rsi
.L8:
	cmpq	%rdx, (%rsi,%rdx,8)
	setne	%cl
	movzbl	%cl, %ecx
	addq	%rcx, %rax
	addq	$1, %rdx
	cmpq	$40, %rdx
	jne	.L8
	ret
	.size	main, .-main
	.local	large
	.comm	large,320,32
	.local	small
	.comm	small,320,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
