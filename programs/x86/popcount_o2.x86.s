# Number of ones in a word, in three ways, gcc -O2
#
# One bit at a time; one set bit at a time; all at once by adding neighbours. Shifts, ands, and a
# multiplication by a constant of 64 bits. It prints 32 32 32.
#
#   stallscope run x86/popcount_o2 -m mips-5 --stats
	.file	"popcount.c"
	.text
	.p2align 4
	.globl	by_bits
	.type	by_bits, @function
by_bits:
	xorl	%eax, %eax
	testq	%rdi, %rdi
	je	.L4
	.p2align 4,,10
	.p2align 3
.L3:
	movl	%edi, %edx
	andl	$1, %edx
	addl	%edx, %eax
	shrq	%rdi
	jne	.L3
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	ret
	.size	by_bits, .-by_bits
	.p2align 4
	.globl	by_ones
	.type	by_ones, @function
by_ones:
	xorl	%edx, %edx
	testq	%rdi, %rdi
	je	.L7
	.p2align 4,,10
	.p2align 3
.L9:
	leaq	-1(%rdi), %rax
	addl	$1, %edx
	andq	%rax, %rdi
	jne	.L9
.L7:
	movl	%edx, %eax
	ret
	.size	by_ones, .-by_ones
	.p2align 4
	.globl	by_sums
	.type	by_sums, @function
by_sums:
	movabsq	$6148914691236517205, %rdx
	movq	%rdi, %rax
	shrq	%rax
	andq	%rdx, %rax
	subq	%rax, %rdi
	movabsq	$3689348814741910323, %rax
	movq	%rdi, %rdx
	shrq	$2, %rdi
	andq	%rax, %rdx
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
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	movabsq	$-81985529216486896, %rsi
	subq	$8, %rsp
	movq	%rsi, %rdi
	call	by_sums
	movq	%rsi, %rdi
	movl	%eax, %ecx
	call	by_ones
	movq	%rsi, %rdi
	movl	%eax, %r8d
	call	by_bits
	movl	%r8d, %edx
	leaq	.LC0(%rip), %rdi
	movl	%eax, %esi
	xorl	%eax, %eax
	call	printf@PLT
	xorl	%eax, %eax
	addq	$8, %rsp
	ret
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
