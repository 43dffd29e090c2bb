# Length and copy of strings, byte by byte, gcc -O2
#
# Loads of one byte with sign or zero extension, and stores of one byte. It prints
#   EVERY LOST SLOT HAS ONE REASON
#   30 bytes
#
#   stallscope run x86/strings_o2 -m mips-5 --table
	.file	"strings.c"
	.text
	.p2align 4
	.globl	length
	.type	length, @function
length:
	xorl	%eax, %eax
	cmpb	$0, (%rdi)
	je	.L4
	.p2align 4,,10
	.p2align 3
.L3:
	addq	$1, %rax
	cmpb	$0, (%rdi,%rax)
	jne	.L3
	ret
	.p2align 4,,10
	.p2align 3
.L4:
	ret
	.size	length, .-length
	.p2align 4
	.globl	copy_upper
	.type	copy_upper, @function
copy_upper:
	movq	%rdi, %rax
	movq	%rdi, %rcx
	jmp	.L8
	.p2align 4,,10
	.p2align 3
.L11:
	subl	$32, %edx
	movb	%dl, (%rcx)
.L10:
	addq	$1, %rcx
	addq	$1, %rsi
.L8:
	movzbl	(%rsi), %edx
	leal	-97(%rdx), %r8d
	cmpb	$25, %r8b
	jbe	.L11
	movb	%dl, (%rcx)
	testb	%dl, %dl
	jne	.L10
	ret
	.size	copy_upper, .-copy_upper
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC0:
	.string	"every lost slot has one reason"
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC1:
	.string	"%ld bytes\n"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
	pushq	%rbx
	leaq	copy(%rip), %rbx
	leaq	.LC0(%rip), %rsi
	movq	%rbx, %rdi
	call	copy_upper
	movq	%rax, %rdi
	call	puts@PLT
	movq	%rbx, %rdi
	call	length
	leaq	.LC1(%rip), %rdi
	movq	%rax, %rsi
	xorl	%eax, %eax
	call	printf@PLT
	movq	%rbx, %rdi
	call	length
	popq	%rbx
	subl	$30, %eax
	ret
	.size	main, .-main
	.local	copy
	.comm	copy,64,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
