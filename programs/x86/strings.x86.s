# Length and copy of strings, byte by byte, gcc -O1
#
# Loads of one byte with sign or zero extension, and stores of one byte. It prints
#   EVERY LOST SLOT HAS ONE REASON
#   30 bytes
#
#   stallscope run x86/strings -m mips-5 --table
	.file	"strings.c"
	.text
	.globl	length
	.type	length, @function
length:
	cmpb	$0, (%rdi)
	je	.L4
	movl	$0, %eax
.L3:
	addq	$1, %rax
	cmpb	$0, (%rdi,%rax)
	jne	.L3
	ret
.L4:
	movl	$0, %eax
	ret
	.size	length, .-length
	.globl	copy_upper
	.type	copy_upper, @function
copy_upper:
	movq	%rdi, %rax
	movq	%rdi, %rcx
	jmp	.L7
.L10:
	subl	$32, %edx
	movb	%dl, (%rcx)
.L9:
	addq	$1, %rcx
	addq	$1, %rsi
.L7:
	movzbl	(%rsi), %edx
	leal	-97(%rdx), %r8d
	cmpb	$25, %r8b
	jbe	.L10
	movb	%dl, (%rcx)
	testb	%dl, %dl
	jne	.L9
	ret
	.size	copy_upper, .-copy_upper
	.section	.rodata.str1.8,"aMS",@progbits,1
	.align 8
.LC0:
	.string	"every lost slot has one reason"
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC1:
	.string	"%ld bytes\n"
	.text
	.globl	main
	.type	main, @function
main:
	pushq	%rbx
	leaq	.LC0(%rip), %rsi
	leaq	copy(%rip), %rbx
	movq	%rbx, %rdi
	call	copy_upper
	movq	%rax, %rdi
	call	puts@PLT
	movq	%rbx, %rdi
	call	length
	movq	%rax, %rsi
	leaq	.LC1(%rip), %rdi
	movl	$0, %eax
	call	printf@PLT
	movq	%rbx, %rdi
	call	length
	subl	$30, %eax
	popq	%rbx
	ret
	.size	main, .-main
	.local	copy
	.comm	copy,64,32
	.ident	"GCC: (Debian 12.2.0-14+deb12u1) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
