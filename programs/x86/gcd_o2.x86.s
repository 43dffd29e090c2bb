# Greatest common divisor by division, gcc -O2
#
# Each step is a division, which waits for the one before it: idiv takes rdx:rax and gives both
# quotient and remainder. It prints 21 1: of 1071 and 462, and of two Fibonacci numbers.
#
#   stallscope run x86/gcd_o2 -m mips-5 --stats
	.file	"gcd.c"
	.text
	.p2align 4
	.globl	gcd
	.type	gcd, @function
gcd:
	movq	%rdi, %rax
	movq	%rsi, %rdx
	testq	%rsi, %rsi
	je	.L4
	.p2align 4,,10
	.p2align 3
.L3:
	movq	%rdx, %rcx
	cqto
	idivq	%rcx
	movq	%rcx, %rax
	testq	%rdx, %rdx
	jne	.L3
	movq	%rcx, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	movq	%rdi, %rcx
	movq	%rcx, %rax
	ret
	.size	gcd, .-gcd
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"%ld %ld\n"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	subq	$8, %rsp
	movl	$514229, %esi
	movl	$832040, %edi
	call	gcd
	movl	$462, %esi
	movl	$1071, %edi
	movq	%rax, %r8
	call	gcd
	movq	%r8, %rdx
	leaq	.LC0(%rip), %rdi
	movq	%rax, %rsi
	xorl	%eax, %eax
	call	printf@PLT
	xorl	%eax, %eax
	addq	$8, %rsp
	ret
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
