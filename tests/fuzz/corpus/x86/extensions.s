	.text
main:	movups src(%rip), %xmm0
	paddd src(%rip), %xmm0
	vpinsrq $1, (%rdi,%rcx,8), %xmm0, %xmm1
	vblendvpd %xmm0, 8(%rax,%rcx), %xmm1, %xmm2
	vfmadd231sd -8(%rax,%rcx,4), %xmm1, %xmm2
	cmpltsd %xmm1, %xmm0
	vcmpsd $17, (%rdi), %xmm1, %xmm2
	pextrb $3, %xmm1, (%rdi)
	pmovzxbw (%rdi), %xmm1
	shldq %cl, %rax, (%rdi)
	shrdw $3, %ax, (%rdi,%rcx)
	btsq $3, dst(%rip)
	lock cmpxchgb %ah, (%rdi,%rcx)
	lock xaddw %ax, dst(%rip)
	xchgb %ah, (%rdi)
	mulxq (%rdi,%rcx), %rax, %rbx
	movbew %ax, (%rdi)
	bextrl %eax, (%rdi,%rcx), %edx
	rep bsfq %rdi, %rax
	rep movsw
	rep stosb
	pushw %ax
	popw (%rsp,%rcx)
	call memmove@PLT
	jmp sqrt
	addb %ah, %sil
	btsb $1, %al
	vaddpd %ymm0, %ymm1, %ymm2
	.data
	.align 16
src:	.long 1,2,3,4
dst:	.zero 32
