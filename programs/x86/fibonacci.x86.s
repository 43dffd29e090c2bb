# Fibonacci numbers by recursion: call, ret, push and pop, gcc -O1
#
# fibonacci(7) = 13 in 41 calls. Every call pushes its return address, every ret is an indirect
# jump, which a return-address stack foretells.
#
#   stallscope run x86/fibonacci -m mips-5 --stats
	.file	"fibonacci.c"
	.text
	.globl	fibonacci
	.type	fibonacci, @function
fibonacci:
	movq	%rdi, %rax
	cmpq	$1, %rdi
	jle	.L5
	pushq	%rbp
	pushq	%rbx
	subq	$8, %rsp
	movq	%rdi, %rbx
	leaq	-1(%rdi), %rdi
	call	fibonacci
	movq	%rax, %rbp
	leaq	-2(%rbx), %rdi
	call	fibonacci
	addq	%rbp, %rax
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	ret
.L5:
	ret
	.size	fibonacci, .-fibonacci
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"fibonacci(7) = %ld\n"
	.text
	.globl	main
	.type	main, @function
main:
	subq	$8, %rsp
	movl	$7, %edi
	call	fibonacci
	movq	%rax, %rsi
	leaq	.LC0(%rip), %rdi
	movl	$0, %eax
	call	printf@PLT
	movl	$0, %eax
	addq	$8, %rsp
	ret
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
