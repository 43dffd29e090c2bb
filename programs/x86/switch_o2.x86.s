# A small interpreter: switch with a jump table, gcc -O2
#
# The indirect jump goes elsewhere nearly every time, which is hard to foretell by its address
# alone. It prints 440.
#
#   stallscope run x86/switch_o2 -m mips-5 --table
	.file	"switch.c"
	.text
	.p2align 4
	.globl	interpret
	.type	interpret, @function
interpret:
	movq	%rsi, %rax
	leaq	.L4(%rip), %rcx
.L13:
	cmpb	$7, (%rdi)
	ja	.L2
	movzbl	(%rdi), %edx
	movslq	(%rcx,%rdx,4), %rdx
	addq	%rcx, %rdx
	jmp	*%rdx
	.section	.rodata
	.align 4
	.align 4
.L4:
	.long	.L11-.L4
	.long	.L10-.L4
	.long	.L9-.L4
	.long	.L8-.L4
	.long	.L7-.L4
	.long	.L6-.L4
	.long	.L5-.L4
	.long	.L3-.L4
	.text
.L2:
	orq	$-1, %rax
.L11:
	ret
	.p2align 4,,10
	.p2align 3
.L3:
	salq	$2, %rax
	.p2align 4,,10
	.p2align 3
.L12:
	addq	$1, %rdi
	jmp	.L13
	.p2align 4,,10
	.p2align 3
.L5:
	negq	%rax
	jmp	.L12
	.p2align 4,,10
	.p2align 3
.L6:
	sarq	%rax
	jmp	.L12
	.p2align 4,,10
	.p2align 3
.L7:
	xorq	$85, %rax
	jmp	.L12
	.p2align 4,,10
	.p2align 3
.L8:
	addq	%rax, %rax
	jmp	.L12
	.p2align 4,,10
	.p2align 3
.L9:
	subq	$3, %rax
	jmp	.L12
	.p2align 4,,10
	.p2align 3
.L10:
	addq	$1, %rax
	jmp	.L12
	.size	interpret, .-interpret
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"%ld\n"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	subq	$8, %rsp
	movl	$10, %esi
	leaq	code.0(%rip), %rdi
	call	interpret
	leaq	.LC0(%rip), %rdi
	movq	%rax, %rsi
	xorl	%eax, %eax
	call	printf@PLT
	xorl	%eax, %eax
	addq	$8, %rsp
	ret
	.size	main, .-main
	.section	.rodata
	.align 8
	.type	code.0, @object
	.size	code.0, 14
code.0:
	.string	"\001\003\003\002\004\007\006\005\001\006\003\004\002"
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
