# Greatest common divisor by division, gcc -O1
#
# Each step is a division, which waits for the one before it: idiv takes rdx:rax and gives both
# quotient and remainder. It prints 21 1: of 1071 and 462, and of two Fibonacci numbers.
#
#   stallscope run x86/gcd -m mips-5 --stats
	.file	"gcd.c"
	.text
	.globl	gcd
	.type	gcd, @function
gcd:
	movq	%rdi, %rax
	testq	%rsi, %rsi
	je	.L4
.L3:
	movq	%rsi, %rcx
	cqto
	idivq	%rsi
	movq	%rdx, %rsi
	movq	%rcx, %rax
	testq	%rdx, %rdx
	jne	.L3
.L1:
	movq	%rcx, %rax
	ret
.L4:
	movq	%rdi, %rcx
	jmp	.L1
	.size	gcd, .-gcd
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"%ld %ld\n"
	.text
	.globl	main
	.type	main, @function
main:
	pushq	%rbx
	movl	$514229, %esi
	movl	$832040, %edi
	call	gcd
	movq	%rax, %rbx
	movl	$462, %esi
	movl	$1071, %edi
	call	gcd
	movq	%rax, %rsi
	movq	%rbx, %rdx
	leaq	.LC0(%rip), %rdi
	movl	$0, %eax
	call	printf@PLT
	movl	$0, %eax
	popq	%rbx
	ret
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
