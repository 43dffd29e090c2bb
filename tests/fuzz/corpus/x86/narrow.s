f:	pushl %ebp
	movl %esp, %ebp
	movl 8(%ebp), %eax
	addl (%ebp,%eax,4), %eax
	call g
	leave
	ret
g:	popl %ecx
	jmp *%ecx
