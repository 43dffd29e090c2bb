# A small interpreter: switch with a jump table, gcc -O1
#
# The indirect jump goes elsewhere nearly every time, which is hard to foretell by its address
# alone. It prints 440.
#
#   stallscope run x86/switch -m mips-5 --table
	.file	"switch.c"
	.text
	.globl	interpret
	.type	interpret, @function
interpret:
	movq	%rsi, %rax
	leaq	.L4(%rip), %rcx
	jmp	.L13
.L10:
	addq	$1, %rax
.L12:
	addq	$1, %rdi
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
.L9:
	subq	$3, %rax
	jmp	.L12
.L8:
	addq	%rax, %rax
	jmp	.L12
.L7:
	xorq	$85, %rax
	jmp	.L12
.L6:
	sarq	%rax
	jmp	.L12
.L5:
	negq	%rax
	jmp	.L12
.L3:
	salq	$2, %rax
	jmp	.L12
.L2:
	movq	$-1, %rax
.L11:
	ret
	.size	interpret, .-interpret
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"%ld\n"
	.text
	.globl	main
	.type	main, @function
main:
	subq	$8, %rsp
	movl	$10, %esi
	leaq	code.0(%rip), %rdi
	call	interpret
	movq	%rax, %rsi
	leaq	.LC0(%rip), %rdi
	movl	$0, %eax
	call	printf@PLT
	movl	$0, %eax
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
