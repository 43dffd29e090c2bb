# Fibonacci numbers by recursion: call, ret, push and pop, gcc -O2
#
# fibonacci(7) = 13 in 41 calls. Every call pushes its return address, every ret is an indirect
# jump, which a return-address stack foretells.
#
#   stallscope run x86/fibonacci_o2 -m mips-5 --stats
	.file	"fibonacci.c"
	.text
	.p2align 4
	.globl	fibonacci
	.type	fibonacci, @function
fibonacci:
	pushq	%r12
	movq	%rdi, %rax
	pushq	%rbp
	movq	%rdi, %rbp
	pushq	%rbx
	cmpq	$1, %rdi
	jle	.L1
	movq	%rdi, %rbx
	xorl	%r12d, %r12d
.L2:
	leaq	-1(%rbx), %rdi
	subq	$2, %rbx
	call	fibonacci
	addq	%rax, %r12
	cmpq	$1, %rbx
	jg	.L2
	andl	$1, %ebp
	leaq	0(%rbp,%r12), %rax
.L1:
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	fibonacci, .-fibonacci
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"fibonacci(7) = %ld\n"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	subq	$8, %rsp
	movl	$7, %edi
	call	fibonacci
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
