	.code32
f:	call __x86.get_pc_thunk.bx
	addl $_GLOBAL_OFFSET_TABLE_, %ebx
	movl w@GOT(%ebx), %eax
	movl t@GOTOFF(%ebx), %ecx
	enter $16, $0
	pusha
	stc
	cmc
	lahf
	sahf
	lodsb
	repne scasb
	repe cmpsl
	jecxz 1f
	jcxz 1f
1:	popa
	leave
	shldl %cl, %eax, 8(%edx,%ebx)
	phaddsw %xmm0, %xmm1
	maskmovdqu %xmm0, %xmm1
	movl $1, %eax
	int $0x80
__x86.get_pc_thunk.bx:
	movl (%esp), %ebx
	ret
	.data
w:	.long 1
t:	.long w@GOTOFF
