# A list of records: loads that find the next address, gcc -O2
#
# Each node holds a byte, a short, an int, a float, a double and a pointer to the next; every sum
# converts. It prints 48000006641.250.
#
#   stallscope run x86/structs_o2 -m mips-5 --stats
	.file	"structs.c"
	.text
	.p2align 4
	.globl	total
	.type	total, @function
total:
	pxor	%xmm1, %xmm1
	testq	%rdi, %rdi
	je	.L1
	.p2align 4,,10
	.p2align 3
.L5:
	movsbl	(%rdi), %eax
	movswl	2(%rdi), %edx
	pxor	%xmm0, %xmm0
	pxor	%xmm2, %xmm2
	addl	%edx, %eax
	cvtsi2sdl	%eax, %xmm0
	movl	4(%rdi), %eax
	cvtsi2sdq	%rax, %xmm2
	addsd	%xmm2, %xmm0
	pxor	%xmm2, %xmm2
	cvtss2sd	8(%rdi), %xmm2
	addsd	%xmm2, %xmm0
	addsd	16(%rdi), %xmm0
	movq	24(%rdi), %rdi
	addsd	%xmm0, %xmm1
	testq	%rdi, %rdi
	jne	.L5
.L1:
	movapd	%xmm1, %xmm0
	ret
	.size	total, .-total
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC3:
	.string	"%.3f\n"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	subq	$8, %rsp
	leaq	nodes(%rip), %rdi
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	movss	.LC1(%rip), %xmm2
	movsd	.LC2(%rip), %xmm1
	movq	%rdi, %rax
	.p2align 4,,10
	.p2align 3
.L11:
	pxor	%xmm0, %xmm0
	movl	%edx, %esi
	movw	%cx, 2(%rax)
	addq	$32, %rax
	cvtsi2ssl	%edx, %xmm0
	negl	%esi
	addl	$100, %ecx
	movb	%sil, -32(%rax)
	leal	-294967296(%rdx), %esi
	movl	%esi, -28(%rax)
	mulss	%xmm2, %xmm0
	movss	%xmm0, -24(%rax)
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%edx, %xmm0
	mulsd	%xmm1, %xmm0
	movsd	%xmm0, -16(%rax)
	cmpl	$11, %edx
	je	.L13
	movq	%rax, -8(%rax)
	addl	$1, %edx
	jmp	.L11
	.p2align 4,,10
	.p2align 3
.L13:
	movq	$0, 376+nodes(%rip)
	call	total
	leaq	.LC3(%rip), %rdi
	movl	$1, %eax
	call	printf@PLT
	xorl	%eax, %eax
	addq	$8, %rsp
	ret
	.size	main, .-main
	.local	nodes
	.comm	nodes,384,32
	.section	.rodata.cst4,"aM",@progbits,4
	.align 4
.LC1:
	.long	1056964608
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC2:
	.long	0
	.long	1069547520
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
