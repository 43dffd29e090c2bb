# combine4: the product in a register
#
# Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd edition, chapter 5: the product of an array of
# doubles, by gcc -O1. Only the multiplication is left in the chain from one iteration to the
# next: its latency, 5 cycles, is the latency bound.
# Cycles per element on csapp-haswell, beginning and end aside: 5.0; in the book 5.01.
#
#   stallscope run textbook/combine4 -m csapp-haswell --ledger
#   stallscope run textbook/combine4 -m csapp-haswell --against textbook/combine5
	.file	"reduce.c"
	.text
	.globl	reduce
	.type	reduce, @function
reduce:
	testq	%rsi, %rsi
	jle	.L4
	movq	%rdi, %rax
	leaq	(%rdi,%rsi,8), %rcx
	movsd	.LC0(%rip), %xmm0
.L3:
	mulsd	(%rax), %xmm0
	addq	$8, %rax
	cmpq	%rcx, %rax
	jne	.L3
.L2:
	movsd	%xmm0, (%rdx)
	ret
.L4:
	movsd	.LC0(%rip), %xmm0
	jmp	.L2
	.size	reduce, .-reduce
	.globl	main
	.type	main, @function
main:
	subq	$16, %rsp
	movl	$0, %ecx
	movabsq	$7378697629483820647, %rdi
	movsd	.LC1(%rip), %xmm1
	movsd	.LC0(%rip), %xmm2
	leaq	values(%rip), %rsi
	jmp	.L8
.L7:
	movsd	%xmm0, (%rsi,%rcx,8)
	addq	$1, %rcx
	cmpq	$20, %rcx
	je	.L13
.L8:
	movq	%rcx, %rax
	imulq	%rdi
	sarq	$2, %rdx
	movq	%rcx, %rax
	sarq	$63, %rax
	subq	%rax, %rdx
	leaq	(%rdx,%rdx,4), %rax
	addq	%rax, %rax
	movq	%rcx, %rdx
	subq	%rax, %rdx
	movapd	%xmm1, %xmm0
	cmpq	$3, %rdx
	je	.L7
	movapd	%xmm2, %xmm0
	cmpq	$7, %rdx
	jne	.L7
	movsd	.LC2(%rip), %xmm0
	jmp	.L7
.L13:
	leaq	8(%rsp), %rdx
	movl	$20, %esi
	leaq	values(%rip), %rdi
	call	reduce
	movsd	.LC0(%rip), %xmm0
	ucomisd	8(%rsp), %xmm0
	setp	%al
	movzbl	%al, %eax
	movl	$1, %edx
	cmovne	%edx, %eax
	addq	$16, %rsp
	ret
	.size	main, .-main
	.local	values
	.comm	values,160,32
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC0:
	.long	0
	.long	1072693248
	.align 8
.LC1:
	.long	0
	.long	1073741824
	.align 8
.LC2:
	.long	0
	.long	1071644672
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
