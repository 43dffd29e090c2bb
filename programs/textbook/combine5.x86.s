# combine5: unrolled by two
#
# Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective, 3rd edition, chapter 5: the product of an array of
# doubles, by gcc -O1. Half the counting, and no gain: two multiplications, one behind the other,
# in every iteration.
# Cycles per element on csapp-haswell, beginning and end aside: 5.0; in the book 5.01.
#
#   stallscope run textbook/combine5 -m csapp-haswell --ledger
#   stallscope run textbook/combine5 -m csapp-haswell --against textbook/combine6
	.file	"reduce.c"
	.text
	.globl	reduce
	.type	reduce, @function
reduce:
	cmpq	$1, %rsi
	jle	.L6
	movq	%rdi, %rax
	leaq	-2(%rsi), %r8
	shrq	%r8
	movq	%r8, %rcx
	salq	$4, %rcx
	leaq	16(%rdi,%rcx), %rcx
	movsd	.LC0(%rip), %xmm0
.L3:
	mulsd	(%rax), %xmm0
	mulsd	8(%rax), %xmm0
	addq	$16, %rax
	cmpq	%rcx, %rax
	jne	.L3
	leaq	2(%r8,%r8), %rax
.L2:
	cmpq	%rax, %rsi
	jle	.L4
.L5:
	mulsd	(%rdi,%rax,8), %xmm0
	addq	$1, %rax
	cmpq	%rax, %rsi
	jne	.L5
.L4:
	movsd	%xmm0, (%rdx)
	ret
.L6:
	movl	$0, %eax
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
	jmp	.L11
.L10:
	movsd	%xmm0, (%rsi,%rcx,8)
	addq	$1, %rcx
	cmpq	$20, %rcx
	je	.L16
.L11:
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
	je	.L10
	movapd	%xmm2, %xmm0
	cmpq	$7, %rdx
	jne	.L10
	movsd	.LC2(%rip), %xmm0
	jmp	.L10
.L16:
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
