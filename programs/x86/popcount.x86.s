# Number of ones in a word, in three ways, gcc -O1
#
# One bit at a time; one set bit at a time; all at once by adding neighbours. Shifts, ands, and a
# multiplication by a constant of 64 bits. It prints 32 32 32.
#
#   stallscope run x86/popcount -m mips-5 --stats
	.file	"popcount.c"
	.text
	.globl	by_bits
	.type	by_bits, @function
by_bits:
	testq	%rdi, %rdi
	je	.L4
	movl	$0, %eax
.L3:
	movl	%edi, %edx
	andl	$1, %edx
	addl	%edx, %eax
	shrq	%rdi
	jne	.L3
	ret
.L4:
	movl	$0, %eax
	ret
	.size	by_bits, .-by_bits
	.globl	by_ones
	.type	by_ones, @function
by_ones:
	testq	%rdi, %rdi
	je	.L9
	movl	$0, %edx
.L8:
	addl	$1, %edx
	leaq	-1(%rdi), %rax
	andq	%rax, %rdi
	jne	.L8
.L6:
	movl	%edx, %eax
	ret
.L9:
	movl	$0, %edx
	jmp	.L6
	.size	by_ones, .-by_ones
	.globl	by_sums
	.type	by_sums, @function
by_sums:
	movq	%rdi, %rax
	shrq	%rax
	movabsq	$6148914691236517205, %rdx
	andq	%rdx, %rax
	subq	%rax, %rdi
	movabsq	$3689348814741910323, %rax
	movq	%rdi, %rdx
	andq	%rax, %rdx
	shrq	$2, %rdi
	andq	%rax, %rdi
	addq	%rdi, %rdx
	movq	%rdx, %rax
	shrq	$4, %rax
	addq	%rdx, %rax
	movabsq	$1085102592571150095, %rdx
	andq	%rdx, %rax
	movabsq	$72340172838076673, %rdx
	imulq	%rdx, %rax
	shrq	$56, %rax
	ret
	.size	by_sums, .-by_sums
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"%d %d %d\n"
	.text
	.globl	main
	.type	main, @function
main:
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movabsq	$-81985529216486896, %r12
	movq	%r12, %rdi
	call	by_sums
	movl	%eax, %ebp
	movq	%r12, %rdi
	call	by_ones
	movl	%eax, %ebx
	movq	%r12, %rdi
	call	by_bits
	movl	%eax, %esi
	movl	%ebp, %ecx
	movl	%ebx, %edx
	leaq	.LC0(%rip), %rdi
	movl	$0, %eax
	call	printf@PLT
	movl	$0, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
