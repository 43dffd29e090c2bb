# A list of records: loads that find the next address, gcc -O1
#
# Each node holds a byte, a short, an int, a float, a double and a pointer to the next; every sum
# converts. It prints 48000006641.250.
#
#   stallscope run x86/structs -m mips-5 --stats
	.file	"structs.c"
	.text
	.globl	total
	.type	total, @function
total:
	testq	%rdi, %rdi
	je	.L6
	pxor	%xmm1, %xmm1
.L5:
	movsbl	(%rdi), %eax
	movswl	2(%rdi), %edx
	addl	%edx, %eax
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%eax, %xmm0
	movl	4(%rdi), %eax
	pxor	%xmm2, %xmm2
	cvtsi2sdq	%rax, %xmm2
	addsd	%xmm2, %xmm0
	pxor	%xmm2, %xmm2
	cvtss2sd	8(%rdi), %xmm2
	addsd	%xmm2, %xmm0
	addsd	16(%rdi), %xmm0
	addsd	%xmm0, %xmm1
	movq	24(%rdi), %rdi
	testq	%rdi, %rdi
	jne	.L5
.L1:
	movapd	%xmm1, %xmm0
	ret
.L6:
	pxor	%xmm1, %xmm1
	jmp	.L1
	.size	total, .-total
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC3:
	.string	"%.3f\n"
	.text
	.globl	main
	.type	main, @function
main:
	subq	$8, %rsp
	leaq	32+nodes(%rip), %rax
	movl	$0, %ecx
	movl	$0, %edx
	movss	.LC1(%rip), %xmm2
	movsd	.LC2(%rip), %xmm1
	jmp	.L12
.L14:
	movq	%rax, -8(%rax)
	addl	$1, %edx
	addl	$100, %ecx
	addq	$32, %rax
.L12:
	movl	%edx, %esi
	negl	%esi
	movb	%sil, -32(%rax)
	movw	%cx, -30(%rax)
	leal	-294967296(%rdx), %esi
	movl	%esi, -28(%rax)
	pxor	%xmm0, %xmm0
	cvtsi2ssl	%edx, %xmm0
	mulss	%xmm2, %xmm0
	movss	%xmm0, -24(%rax)
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%edx, %xmm0
	mulsd	%xmm1, %xmm0
	movsd	%xmm0, -16(%rax)
	cmpl	$10, %edx
	jle	.L14
	movq	$0, -8(%rax)
	addl	$1, %edx
	cmpl	$12, %edx
	jne	.L15
	leaq	nodes(%rip), %rdi
	call	total
	leaq	.LC3(%rip), %rdi
	movl	$1, %eax
	call	printf@PLT
	movl	$0, %eax
	addq	$8, %rsp
	ret
.L15:
	addl	$100, %ecx
	addq	$32, %rax
	jmp	.L12
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
