	.text
	.p2align 4
	.type	mix, @function
mix:
.LFB0:
	.cfi_startproc
	xorq	sum(%rip), %rdi
	movabsq	$1099511628211, %rax
	imulq	%rax, %rdi
	movq	%rdi, %rax
	shrq	$29, %rax
	xorq	%rdi, %rax
	movq	%rax, sum(%rip)
	ret
	.cfi_endproc
.LFE0:
	.size	mix, .-mix
	.p2align 4
	.type	next, @function
next:
.LFB2:
	.cfi_startproc
	movq	seed(%rip), %rdx
	movq	%rdx, %rax
	salq	$13, %rax
	xorq	%rdx, %rax
	movq	%rax, %rdx
	shrq	$7, %rdx
	xorq	%rax, %rdx
	movq	%rdx, %rax
	salq	$17, %rax
	xorq	%rdx, %rax
	movq	%rax, seed(%rip)
	ret
	.cfi_endproc
.LFE2:
	.size	next, .-next
	.p2align 4
	.type	bits, @function
bits:
.LFB3:
	.cfi_startproc
	ucomisd	%xmm0, %xmm0
	movq	%xmm0, %rdx
	movl	$32760, %eax
	cmovnp	%rdx, %rax
	ret
	.cfi_endproc
.LFE3:
	.size	bits, .-bits
	.p2align 4
	.type	arg, @function
arg:
.LFB5:
	.cfi_startproc
	cmpl	$20, %edi
	je	.L8
	movl	%edi, %edi
	leaq	corner(%rip), %rax
	movq	(%rax,%rdi,8), %rax
	ret
	.p2align 4,,10
	.p2align 3
.L8:
	call	next
	shrq	$12, %rax
	ret
	.cfi_endproc
.LFE5:
	.size	arg, .-arg
	.p2align 4
	.type	oadd, @function
oadd:
.LFB81:
	.cfi_startproc
	leaq	(%rdi,%rsi), %rax
	ret
	.cfi_endproc
.LFE81:
	.size	oadd, .-oadd
	.p2align 4
	.type	osub, @function
osub:
.LFB82:
	.cfi_startproc
	movq	%rdi, %rax
	subq	%rsi, %rax
	ret
	.cfi_endproc
.LFE82:
	.size	osub, .-osub
	.p2align 4
	.type	omul, @function
omul:
.LFB83:
	.cfi_startproc
	movq	%rdi, %rax
	imulq	%rsi, %rax
	ret
	.cfi_endproc
.LFE83:
	.size	omul, .-omul
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"%s %016lx\n"
	.text
	.p2align 4
	.type	say, @function
say:
.LFB1:
	.cfi_startproc
	subq	$8, %rsp
	.cfi_def_cfa_offset 16
	movq	sum(%rip), %rdx
	movq	%rdi, %rsi
	xorl	%eax, %eax
	leaq	.LC0(%rip), %rdi
	call	printf@PLT
	movq	$0, sum(%rip)
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
.LFE1:
	.size	say, .-say
	.p2align 4
	.globl	slen
	.type	slen, @function
slen:
.LFB7:
	.cfi_startproc
	cmpb	$0, (%rdi)
	je	.L18
	movq	%rdi, %rax
	.p2align 4,,10
	.p2align 3
.L17:
	addq	$1, %rax
	cmpb	$0, (%rax)
	jne	.L17
	subq	%rdi, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L18:
	xorl	%eax, %eax
	ret
	.cfi_endproc
.LFE7:
	.size	slen, .-slen
	.p2align 4
	.globl	scmp
	.type	scmp, @function
scmp:
.LFB8:
	.cfi_startproc
	movzbl	(%rdi), %eax
	testb	%al, %al
	jne	.L21
	jmp	.L26
	.p2align 4,,10
	.p2align 3
.L23:
	movzbl	1(%rdi), %eax
	addq	$1, %rdi
	leaq	1(%rsi), %rdx
	testb	%al, %al
	je	.L27
	movq	%rdx, %rsi
.L21:
	movzbl	(%rsi), %edx
	cmpb	%al, %dl
	je	.L23
.L22:
	subl	%edx, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L27:
	movzbl	1(%rsi), %edx
	xorl	%eax, %eax
	subl	%edx, %eax
	ret
.L26:
	movzbl	(%rsi), %edx
	xorl	%eax, %eax
	jmp	.L22
	.cfi_endproc
.LFE8:
	.size	scmp, .-scmp
	.p2align 4
	.globl	scpy
	.type	scpy, @function
scpy:
.LFB9:
	.cfi_startproc
	movq	%rdi, %rax
	xorl	%edx, %edx
	.p2align 4,,10
	.p2align 3
.L29:
	movzbl	(%rsi,%rdx), %ecx
	movb	%cl, (%rax,%rdx)
	addq	$1, %rdx
	testb	%cl, %cl
	jne	.L29
	ret
	.cfi_endproc
.LFE9:
	.size	scpy, .-scpy
	.p2align 4
	.globl	srev
	.type	srev, @function
srev:
.LFB10:
	.cfi_startproc
	call	slen
	movq	%rax, %r8
	shrq	%r8
	je	.L36
	movq	%rdi, %rdx
	leaq	-1(%rdi,%rax), %rax
	addq	%rdi, %r8
	.p2align 4,,10
	.p2align 3
.L33:
	movzbl	(%rax), %esi
	movzbl	(%rdx), %ecx
	addq	$1, %rdx
	subq	$1, %rax
	movb	%sil, -1(%rdx)
	movb	%cl, 1(%rax)
	cmpq	%r8, %rdx
	jne	.L33
.L36:
	movq	%rdi, %rax
	ret
	.cfi_endproc
.LFE10:
	.size	srev, .-srev
	.p2align 4
	.globl	atoi_
	.type	atoi_, @function
atoi_:
.LFB11:
	.cfi_startproc
	jmp	.L54
	.p2align 4,,10
	.p2align 3
.L39:
	addq	$1, %rdi
.L54:
	movzbl	(%rdi), %eax
	cmpb	$32, %al
	je	.L39
	cmpb	$45, %al
	je	.L55
	movzbl	(%rdi), %eax
	xorl	%esi, %esi
	leal	-48(%rax), %edx
	cmpb	$9, %dl
	ja	.L46
.L44:
	xorl	%edx, %edx
	.p2align 4,,10
	.p2align 3
.L42:
	subl	$48, %eax
	leal	(%rdx,%rdx,4), %edx
	addq	$1, %rdi
	movsbl	%al, %eax
	leal	(%rax,%rdx,2), %edx
	movzbl	(%rdi), %eax
	leal	-48(%rax), %ecx
	cmpb	$9, %cl
	jbe	.L42
	movl	%edx, %eax
	negl	%eax
	testl	%esi, %esi
	cmovne	%eax, %edx
	movl	%edx, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L55:
	movzbl	1(%rdi), %eax
	leaq	1(%rdi), %rcx
	leal	-48(%rax), %edx
	cmpb	$9, %dl
	ja	.L46
	movq	%rcx, %rdi
	movl	$1, %esi
	jmp	.L44
	.p2align 4,,10
	.p2align 3
.L46:
	xorl	%edx, %edx
	movl	%edx, %eax
	ret
	.cfi_endproc
.LFE11:
	.size	atoi_, .-atoi_
	.p2align 4
	.globl	itoa_
	.type	itoa_, @function
itoa_:
.LFB12:
	.cfi_startproc
	movl	%edi, %edx
	movl	%edi, %r9d
	movq	%rsi, %r8
	movl	$3435973837, %r10d
	negl	%edx
	leaq	-25(%rsp), %r11
	cmovs	%edi, %edx
	movl	$1, %edi
	.p2align 4,,10
	.p2align 3
.L58:
	movl	%edx, %eax
	movl	%edx, %ecx
	imulq	%r10, %rax
	shrq	$35, %rax
	leal	(%rax,%rax,4), %esi
	addl	%esi, %esi
	subl	%esi, %ecx
	addl	$48, %ecx
	movb	%cl, (%r11,%rdi)
	movl	%edx, %ecx
	movl	%eax, %edx
	movq	%rdi, %rax
	leaq	1(%rdi), %rdi
	cmpl	$9, %ecx
	ja	.L58
	testl	%r9d, %r9d
	jns	.L59
	movb	$45, (%r8)
	addq	$1, %r8
.L59:
	movslq	%eax, %rdi
	leaq	(%r8,%rax), %rdx
	movq	%r8, %rax
	leaq	-24(%rsp,%rdi), %rcx
	.p2align 4,,10
	.p2align 3
.L60:
	movzbl	-1(%rcx), %esi
	addq	$1, %rax
	subq	$1, %rcx
	movb	%sil, -1(%rax)
	cmpq	%rax, %rdx
	jne	.L60
	movb	$0, (%r8,%rdi)
	ret
	.cfi_endproc
.LFE12:
	.size	itoa_, .-itoa_
	.section	.rodata.str1.1
.LC1:
	.string	"0123456789abcdef"
	.text
	.p2align 4
	.globl	hex_
	.type	hex_, @function
hex_:
.LFB13:
	.cfi_startproc
	movq	%rsi, %rdx
	movl	$60, %ecx
	leaq	.LC1(%rip), %r8
	.p2align 4,,10
	.p2align 3
.L64:
	movq	%rdi, %rax
	addq	$1, %rdx
	shrq	%cl, %rax
	subl	$4, %ecx
	andl	$15, %eax
	movzbl	(%r8,%rax), %eax
	movb	%al, -1(%rdx)
	cmpl	$-4, %ecx
	jne	.L64
	movb	$0, 16(%rsi)
	ret
	.cfi_endproc
.LFE13:
	.size	hex_, .-hex_
	.p2align 4
	.globl	upper
	.type	upper, @function
upper:
.LFB14:
	.cfi_startproc
	jmp	.L74
	.p2align 4,,10
	.p2align 3
.L69:
	leal	-97(%rax), %edx
	cmpb	$25, %dl
	ja	.L68
	subl	$32, %eax
	movb	%al, (%rdi)
.L68:
	addq	$1, %rdi
.L74:
	movzbl	(%rdi), %eax
	testb	%al, %al
	jne	.L69
	ret
	.cfi_endproc
.LFE14:
	.size	upper, .-upper
	.p2align 4
	.globl	count
	.type	count, @function
count:
.LFB15:
	.cfi_startproc
	movzbl	(%rdi), %eax
	xorl	%edx, %edx
	testb	%al, %al
	je	.L75
	.p2align 4,,10
	.p2align 3
.L77:
	cmpb	%al, %sil
	sete	%al
	addq	$1, %rdi
	movzbl	%al, %eax
	addl	%eax, %edx
	movzbl	(%rdi), %eax
	testb	%al, %al
	jne	.L77
.L75:
	movl	%edx, %eax
	ret
	.cfi_endproc
.LFE15:
	.size	count, .-count
	.p2align 4
	.globl	palin
	.type	palin, @function
palin:
.LFB16:
	.cfi_startproc
	call	slen
	xorl	%edx, %edx
	jmp	.L81
	.p2align 4,,10
	.p2align 3
.L83:
	subq	$1, %rax
	addq	$1, %rdx
	movzbl	(%rdi,%rax), %ecx
	cmpb	%cl, -1(%rdi,%rdx)
	jne	.L84
.L81:
	cmpq	%rax, %rdx
	jb	.L83
	movl	$1, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L84:
	xorl	%eax, %eax
	ret
	.cfi_endproc
.LFE16:
	.size	palin, .-palin
	.p2align 4
	.globl	hash
	.type	hash, @function
hash:
.LFB17:
	.cfi_startproc
	movzbl	(%rdi), %edx
	movl	$5381, %eax
	testb	%dl, %dl
	je	.L88
	.p2align 4,,10
	.p2align 3
.L87:
	movl	%eax, %ecx
	addq	$1, %rdi
	sall	$5, %ecx
	addl	%ecx, %eax
	xorl	%edx, %eax
	movzbl	(%rdi), %edx
	testb	%dl, %dl
	jne	.L87
	ret
	.p2align 4,,10
	.p2align 3
.L88:
	ret
	.cfi_endproc
.LFE17:
	.size	hash, .-hash
	.p2align 4
	.globl	find
	.type	find, @function
find:
.LFB18:
	.cfi_startproc
	cmpb	$0, (%rdi)
	je	.L96
	movzbl	(%rsi), %ecx
	testb	%cl, %cl
	je	.L91
	.p2align 4,,10
	.p2align 3
.L92:
	movl	%ecx, %edx
	xorl	%eax, %eax
	jmp	.L94
	.p2align 4,,10
	.p2align 3
.L93:
	addq	$1, %rax
	movzbl	(%rsi,%rax), %edx
	testb	%dl, %dl
	je	.L91
.L94:
	cmpb	%dl, (%rdi,%rax)
	je	.L93
	addq	$1, %rdi
	cmpb	$0, (%rdi)
	jne	.L92
.L96:
	xorl	%edi, %edi
.L91:
	movq	%rdi, %rax
	ret
	.cfi_endproc
.LFE18:
	.size	find, .-find
	.p2align 4
	.globl	asum
	.type	asum, @function
asum:
.LFB19:
	.cfi_startproc
	testl	%esi, %esi
	jle	.L104
	movslq	%esi, %rsi
	xorl	%eax, %eax
	leaq	(%rdi,%rsi,4), %rcx
	.p2align 4,,10
	.p2align 3
.L103:
	movslq	(%rdi), %rdx
	addq	$4, %rdi
	addq	%rdx, %rax
	cmpq	%rcx, %rdi
	jne	.L103
	ret
	.p2align 4,,10
	.p2align 3
.L104:
	xorl	%eax, %eax
	ret
	.cfi_endproc
.LFE19:
	.size	asum, .-asum
	.p2align 4
	.globl	isum
	.type	isum, @function
isum:
.LFB20:
	.cfi_startproc
	testl	%esi, %esi
	jle	.L109
	movslq	%esi, %rsi
	xorl	%eax, %eax
	leaq	(%rdi,%rsi,4), %rdx
	.p2align 4,,10
	.p2align 3
.L108:
	addl	(%rdi), %eax
	addq	$4, %rdi
	cmpq	%rdx, %rdi
	jne	.L108
	ret
	.p2align 4,,10
	.p2align 3
.L109:
	xorl	%eax, %eax
	ret
	.cfi_endproc
.LFE20:
	.size	isum, .-isum
	.p2align 4
	.globl	sum16
	.type	sum16, @function
sum16:
.LFB21:
	.cfi_startproc
	leaq	64(%rdi), %rax
	pxor	%xmm0, %xmm0
.L112:
	movdqu	(%rdi), %xmm2
	addq	$16, %rdi
	paddd	%xmm2, %xmm0
	cmpq	%rdi, %rax
	jne	.L112
	movdqa	%xmm0, %xmm1
	psrldq	$8, %xmm1
	paddd	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrldq	$4, %xmm1
	paddd	%xmm1, %xmm0
	movd	%xmm0, %eax
	ret
	.cfi_endproc
.LFE21:
	.size	sum16, .-sum16
	.p2align 4
	.globl	lsum16
	.type	lsum16, @function
lsum16:
.LFB22:
	.cfi_startproc
	leaq	128(%rdi), %rdx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L115:
	addq	(%rdi), %rax
	addq	$8, %rdi
	cmpq	%rdx, %rdi
	jne	.L115
	ret
	.cfi_endproc
.LFE22:
	.size	lsum16, .-lsum16
	.p2align 4
	.globl	inc16
	.type	inc16, @function
inc16:
.LFB23:
	.cfi_startproc
	movdqa	.LC2(%rip), %xmm1
	leaq	64(%rdi), %rax
.L118:
	movdqu	(%rdi), %xmm0
	addq	$16, %rdi
	paddd	%xmm1, %xmm0
	movups	%xmm0, -16(%rdi)
	cmpq	%rdi, %rax
	jne	.L118
	ret
	.cfi_endproc
.LFE23:
	.size	inc16, .-inc16
	.p2align 4
	.globl	copy16
	.type	copy16, @function
copy16:
.LFB24:
	.cfi_startproc
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L121:
	movl	(%rsi,%rax), %edx
	movl	%edx, (%rdi,%rax)
	addq	$4, %rax
	cmpq	$64, %rax
	jne	.L121
	ret
	.cfi_endproc
.LFE24:
	.size	copy16, .-copy16
	.p2align 4
	.globl	clear32
	.type	clear32, @function
clear32:
.LFB25:
	.cfi_startproc
	pxor	%xmm0, %xmm0
	movups	%xmm0, (%rdi)
	movups	%xmm0, 16(%rdi)
	ret
	.cfi_endproc
.LFE25:
	.size	clear32, .-clear32
	.p2align 4
	.globl	fill
	.type	fill, @function
fill:
.LFB26:
	.cfi_startproc
	testl	%esi, %esi
	jle	.L124
	movslq	%esi, %rsi
	leaq	(%rdi,%rsi,4), %rax
	.p2align 4,,10
	.p2align 3
.L126:
	movl	%edx, (%rdi)
	addq	$4, %rdi
	cmpq	%rax, %rdi
	jne	.L126
.L124:
	ret
	.cfi_endproc
.LFE26:
	.size	fill, .-fill
	.p2align 4
	.globl	maxi
	.type	maxi, @function
maxi:
.LFB27:
	.cfi_startproc
	movl	(%rdi), %edx
	cmpl	$1, %esi
	jle	.L128
	leal	-2(%rsi), %ecx
	leaq	4(%rdi), %rax
	leaq	8(%rdi,%rcx,4), %rsi
	.p2align 4,,10
	.p2align 3
.L130:
	movl	(%rax), %ecx
	cmpl	%ecx, %edx
	cmovl	%ecx, %edx
	addq	$4, %rax
	cmpq	%rsi, %rax
	jne	.L130
.L128:
	movl	%edx, %eax
	ret
	.cfi_endproc
.LFE27:
	.size	maxi, .-maxi
	.p2align 4
	.globl	imax16
	.type	imax16, @function
imax16:
.LFB28:
	.cfi_startproc
	movd	(%rdi), %xmm3
	leaq	64(%rdi), %rax
	pshufd	$0, %xmm3, %xmm2
.L133:
	movdqu	(%rdi), %xmm0
	addq	$16, %rdi
	movdqa	%xmm0, %xmm1
	pcmpgtd	%xmm2, %xmm1
	pand	%xmm1, %xmm0
	pandn	%xmm2, %xmm1
	movdqa	%xmm1, %xmm2
	por	%xmm0, %xmm2
	cmpq	%rdi, %rax
	jne	.L133
	movdqa	%xmm2, %xmm0
	psrldq	$8, %xmm0
	movdqa	%xmm0, %xmm1
	pcmpgtd	%xmm2, %xmm1
	pand	%xmm1, %xmm0
	pandn	%xmm2, %xmm1
	por	%xmm0, %xmm1
	movdqa	%xmm1, %xmm2
	psrldq	$4, %xmm2
	movdqa	%xmm2, %xmm0
	pcmpgtd	%xmm1, %xmm0
	pand	%xmm0, %xmm2
	pandn	%xmm1, %xmm0
	por	%xmm2, %xmm0
	movd	%xmm0, %eax
	ret
	.cfi_endproc
.LFE28:
	.size	imax16, .-imax16
	.p2align 4
	.globl	mulv
	.type	mulv, @function
mulv:
.LFB29:
	.cfi_startproc
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L136:
	movl	(%rdi,%rax), %edx
	imull	(%rsi,%rax), %edx
	movl	%edx, (%rdi,%rax)
	addq	$4, %rax
	cmpq	$32, %rax
	jne	.L136
	ret
	.cfi_endproc
.LFE29:
	.size	mulv, .-mulv
	.p2align 4
	.globl	xorv
	.type	xorv, @function
xorv:
.LFB30:
	.cfi_startproc
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L139:
	movq	(%rsi,%rax), %rdx
	xorq	%rdx, (%rdi,%rax)
	addq	$8, %rax
	cmpq	$64, %rax
	jne	.L139
	ret
	.cfi_endproc
.LFE30:
	.size	xorv, .-xorv
	.p2align 4
	.globl	shiftv
	.type	shiftv, @function
shiftv:
.LFB31:
	.cfi_startproc
	movdqu	(%rdi), %xmm0
	movdqa	%xmm0, %xmm1
	pslld	$3, %xmm0
	psrld	$29, %xmm1
	por	%xmm1, %xmm0
	movups	%xmm0, (%rdi)
	movdqu	16(%rdi), %xmm0
	movdqa	%xmm0, %xmm1
	pslld	$3, %xmm0
	psrld	$29, %xmm1
	por	%xmm1, %xmm0
	movups	%xmm0, 16(%rdi)
	ret
	.cfi_endproc
.LFE31:
	.size	shiftv, .-shiftv
	.p2align 4
	.globl	prefix
	.type	prefix, @function
prefix:
.LFB32:
	.cfi_startproc
	cmpl	$1, %esi
	jle	.L142
	leal	-2(%rsi), %ecx
	movq	(%rdi), %rdx
	leaq	8(%rdi), %rax
	leaq	16(%rdi,%rcx,8), %rcx
	.p2align 4,,10
	.p2align 3
.L144:
	addq	(%rax), %rdx
	addq	$8, %rax
	movq	%rdx, -8(%rax)
	cmpq	%rcx, %rax
	jne	.L144
.L142:
	ret
	.cfi_endproc
.LFE32:
	.size	prefix, .-prefix
	.p2align 4
	.globl	widen
	.type	widen, @function
widen:
.LFB33:
	.cfi_startproc
	movdqu	(%rsi), %xmm0
	pxor	%xmm1, %xmm1
	movdqa	%xmm1, %xmm2
	pcmpgtw	%xmm0, %xmm2
	movdqa	%xmm0, %xmm3
	punpckhwd	%xmm2, %xmm0
	punpcklwd	%xmm2, %xmm3
	movups	%xmm0, 16(%rdi)
	movdqu	16(%rsi), %xmm0
	movups	%xmm3, (%rdi)
	pcmpgtw	%xmm0, %xmm1
	movdqa	%xmm0, %xmm2
	punpcklwd	%xmm1, %xmm2
	punpckhwd	%xmm1, %xmm0
	movups	%xmm2, 32(%rdi)
	movups	%xmm0, 48(%rdi)
	ret
	.cfi_endproc
.LFE33:
	.size	widen, .-widen
	.p2align 4
	.globl	narrow
	.type	narrow, @function
narrow:
.LFB34:
	.cfi_startproc
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L148:
	movl	(%rsi,%rax,4), %edx
	movb	%dl, (%rdi,%rax)
	addq	$1, %rax
	cmpq	$16, %rax
	jne	.L148
	ret
	.cfi_endproc
.LFE34:
	.size	narrow, .-narrow
	.p2align 4
	.globl	dot8
	.type	dot8, @function
dot8:
.LFB35:
	.cfi_startproc
	movdqu	(%rdi), %xmm0
	movdqu	(%rsi), %xmm3
	movdqu	16(%rsi), %xmm1
	movdqu	16(%rdi), %xmm2
	pmaddwd	%xmm3, %xmm0
	pmaddwd	%xmm2, %xmm1
	paddd	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrldq	$8, %xmm1
	paddd	%xmm1, %xmm0
	movdqa	%xmm0, %xmm1
	psrldq	$4, %xmm1
	paddd	%xmm1, %xmm0
	movd	%xmm0, %eax
	ret
	.cfi_endproc
.LFE35:
	.size	dot8, .-dot8
	.p2align 4
	.globl	bubble
	.type	bubble, @function
bubble:
.LFB36:
	.cfi_startproc
	testl	%esi, %esi
	jle	.L151
	leaq	4(%rdi), %r9
.L153:
	cmpl	$1, %esi
	jle	.L166
	.p2align 4,,10
	.p2align 3
.L157:
	leal	-2(%rsi), %edx
	movq	%rdi, %rax
	leaq	(%r9,%rdx,4), %r8
	.p2align 4,,10
	.p2align 3
.L155:
	movq	(%rax), %xmm0
	pshufd	$0xe5, %xmm0, %xmm1
	movd	%xmm0, %ecx
	movd	%xmm1, %edx
	cmpl	%edx, %ecx
	jle	.L154
	pshufd	$225, %xmm0, %xmm0
	movq	%xmm0, (%rax)
.L154:
	addq	$4, %rax
	cmpq	%r8, %rax
	jne	.L155
	subl	$1, %esi
	cmpl	$1, %esi
	jg	.L157
.L166:
	subl	$1, %esi
	jne	.L153
.L151:
	ret
	.cfi_endproc
.LFE36:
	.size	bubble, .-bubble
	.p2align 4
	.globl	insertion
	.type	insertion, @function
insertion:
.LFB37:
	.cfi_startproc
	leaq	2(%rdi), %r9
	movl	$1, %r10d
	cmpl	$1, %esi
	jle	.L167
	.p2align 4,,10
	.p2align 3
.L172:
	movzwl	(%r9), %r8d
	movq	%r9, %rax
	jmp	.L169
	.p2align 4,,10
	.p2align 3
.L171:
	movw	%dx, (%rax)
	leaq	-2(%rcx), %rax
	cmpq	%rax, %rdi
	je	.L174
.L169:
	movzwl	-2(%rax), %edx
	movq	%rax, %rcx
	cmpw	%r8w, %dx
	jg	.L171
.L170:
	addl	$1, %r10d
	movw	%r8w, (%rcx)
	addq	$2, %r9
	cmpl	%r10d, %esi
	jne	.L172
.L167:
	ret
	.p2align 4,,10
	.p2align 3
.L174:
	movq	%rdi, %rcx
	jmp	.L170
	.cfi_endproc
.LFE37:
	.size	insertion, .-insertion
	.p2align 4
	.globl	quick
	.type	quick, @function
quick:
.LFB38:
	.cfi_startproc
	cmpq	%rdx, %rsi
	jge	.L201
	pushq	%r12
	.cfi_def_cfa_offset 16
	.cfi_offset 12, -16
	movq	%rsi, %r10
	movq	%rdi, %r12
	pushq	%rbp
	.cfi_def_cfa_offset 24
	.cfi_offset 6, -24
	movq	%rdx, %rbp
	pushq	%rbx
	.cfi_def_cfa_offset 32
	.cfi_offset 3, -32
.L178:
	leaq	0(%rbp,%r10), %rdx
	movq	%r10, %rbx
	movq	%rdx, %rax
	shrq	$63, %rax
	addq	%rdx, %rax
	movq	%rbp, %rdx
	sarq	%rax
	movq	(%r12,%rax,8), %rsi
	.p2align 4,,10
	.p2align 3
.L183:
	cmpq	%rdx, %rbx
	jg	.L184
.L203:
	leaq	0(,%rbx,8), %rax
	leaq	0(,%rdx,8), %r11
	leaq	(%r12,%rax), %r8
	leaq	(%r12,%r11), %r9
	movq	(%r8), %rcx
	movq	(%r9), %rdi
	leaq	8(%r12,%rax), %rax
	cmpq	%rsi, %rcx
	jge	.L202
	.p2align 4,,10
	.p2align 3
.L180:
	movq	%rax, %r8
	movq	(%rax), %rcx
	addq	$8, %rax
	addq	$1, %rbx
	cmpq	%rsi, %rcx
	jl	.L180
	cmpq	%rdi, %rsi
	jge	.L181
.L188:
	leaq	-8(%r12,%r11), %rax
	.p2align 4,,10
	.p2align 3
.L182:
	movq	%rax, %r9
	movq	(%rax), %rdi
	subq	$8, %rax
	subq	$1, %rdx
	cmpq	%rsi, %rdi
	jg	.L182
.L181:
	cmpq	%rbx, %rdx
	jl	.L183
	movq	%rdi, (%r8)
	addq	$1, %rbx
	subq	$1, %rdx
	movq	%rcx, (%r9)
.L205:
	cmpq	%rdx, %rbx
	jle	.L203
.L184:
	movq	%r10, %rsi
	movq	%r12, %rdi
	call	quick
	cmpq	%rbp, %rbx
	jge	.L204
	movq	%rbx, %r10
	jmp	.L178
	.p2align 4,,10
	.p2align 3
.L202:
	cmpq	%rdi, %rsi
	jl	.L188
	movq	%rdi, (%r8)
	addq	$1, %rbx
	subq	$1, %rdx
	movq	%rcx, (%r9)
	jmp	.L205
.L204:
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%rbp
	.cfi_def_cfa_offset 16
	popq	%r12
	.cfi_def_cfa_offset 8
	ret
.L201:
	.cfi_restore 3
	.cfi_restore 6
	.cfi_restore 12
	ret
	.cfi_endproc
.LFE38:
	.size	quick, .-quick
	.p2align 4
	.globl	bsearch_
	.type	bsearch_, @function
bsearch_:
.LFB39:
	.cfi_startproc
	xorl	%ecx, %ecx
	jmp	.L208
	.p2align 4,,10
	.p2align 3
.L209:
	leal	(%rsi,%rcx), %eax
	sarl	%eax
	movslq	%eax, %r8
	cmpq	%rdx, (%rdi,%r8,8)
	jl	.L211
	movl	%eax, %esi
.L208:
	cmpl	%ecx, %esi
	jg	.L209
	movl	%ecx, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L211:
	leal	1(%rax), %ecx
	jmp	.L208
	.cfi_endproc
.LFE39:
	.size	bsearch_, .-bsearch_
	.p2align 4
	.globl	sieve
	.type	sieve, @function
sieve:
.LFB40:
	.cfi_startproc
	cmpl	$2, %esi
	jle	.L218
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	leal	-3(%rsi), %edx
	movl	%esi, %ebp
	movl	$1, %esi
	pushq	%rbx
	.cfi_def_cfa_offset 24
	.cfi_offset 3, -24
	addq	$1, %rdx
	movq	%rdi, %rbx
	leaq	2(%rdi), %rdi
	subq	$8, %rsp
	.cfi_def_cfa_offset 32
	call	memset@PLT
	movl	%ebp, %esi
	movl	$4, %ecx
	xorl	%edi, %edi
	movl	$2, %edx
	jmp	.L217
	.p2align 4,,10
	.p2align 3
.L214:
	addq	$1, %rdx
	addl	$2, %ecx
	cmpq	%rsi, %rdx
	je	.L225
.L217:
	cmpb	$0, (%rbx,%rdx)
	je	.L214
	addl	$1, %edi
	cmpl	%ecx, %ebp
	jle	.L214
	movl	%ecx, %eax
	.p2align 4,,10
	.p2align 3
.L216:
	movb	$0, (%rbx,%rax)
	addq	%rdx, %rax
	cmpl	%eax, %ebp
	jg	.L216
	addq	$1, %rdx
	addl	$2, %ecx
	cmpq	%rsi, %rdx
	jne	.L217
.L225:
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	movl	%edi, %eax
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	ret
.L218:
	.cfi_restore 3
	.cfi_restore 6
	xorl	%eax, %eax
	ret
	.cfi_endproc
.LFE40:
	.size	sieve, .-sieve
	.p2align 4
	.globl	transpose
	.type	transpose, @function
transpose:
.LFB41:
	.cfi_startproc
	leaq	24(%rdi), %r9
	movl	$1, %r8d
	.p2align 4,,10
	.p2align 3
.L227:
	movq	%r9, %rdx
	movq	%r8, %rax
	.p2align 4,,10
	.p2align 3
.L229:
	movl	(%rdx), %esi
	movl	(%rdi,%rax,4), %ecx
	addq	$24, %rdx
	movl	%esi, (%rdi,%rax,4)
	addq	$1, %rax
	movl	%ecx, -24(%rdx)
	cmpl	$6, %eax
	jne	.L229
	addq	$1, %r8
	addq	$28, %r9
	addq	$24, %rdi
	cmpq	$6, %r8
	jne	.L227
	ret
	.cfi_endproc
.LFE41:
	.size	transpose, .-transpose
	.p2align 4
	.globl	mk1
	.type	mk1, @function
mk1:
.LFB42:
	.cfi_startproc
	movq	%rdi, %rcx
	movq	%rdi, %rdx
	movzbl	%dil, %eax
	salq	$13, %rcx
	sarq	$5, %rdx
	andl	$4294901760, %ecx
	salq	$32, %rdx
	orq	%rcx, %rax
	orq	%rdx, %rax
	leaq	(%rdi,%rdi,2), %rdx
	ret
	.cfi_endproc
.LFE42:
	.size	mk1, .-mk1
	.p2align 4
	.globl	sum1
	.type	sum1, @function
sum1:
.LFB43:
	.cfi_startproc
	movsbl	(%rdi), %eax
	movswl	2(%rdi), %edx
	addl	%edx, %eax
	addl	4(%rdi), %eax
	cltq
	addq	8(%rdi), %rax
	ret
	.cfi_endproc
.LFE43:
	.size	sum1, .-sum1
	.p2align 4
	.globl	mk16
	.type	mk16, @function
mk16:
.LFB44:
	.cfi_startproc
	movq	%rdi, %rdx
	movq	%rdi, %rax
	negq	%rdx
	ret
	.cfi_endproc
.LFE44:
	.size	mk16, .-mk16
	.p2align 4
	.globl	mk32
	.type	mk32, @function
mk32:
.LFB45:
	.cfi_startproc
	leaq	1(%rsi), %rdx
	movq	%rsi, (%rdi)
	movq	%rdi, %rax
	movq	%rdx, 8(%rdi)
	leaq	(%rsi,%rsi), %rdx
	xorq	$5, %rsi
	movq	%rdx, 16(%rdi)
	movq	%rsi, 24(%rdi)
	ret
	.cfi_endproc
.LFE45:
	.size	mk32, .-mk32
	.p2align 4
	.globl	zero32
	.type	zero32, @function
zero32:
.LFB46:
	.cfi_startproc
	pxor	%xmm0, %xmm0
	movups	%xmm0, (%rdi)
	movups	%xmm0, 16(%rdi)
	ret
	.cfi_endproc
.LFE46:
	.size	zero32, .-zero32
	.p2align 4
	.globl	cp32
	.type	cp32, @function
cp32:
.LFB47:
	.cfi_startproc
	movdqu	(%rsi), %xmm0
	movups	%xmm0, (%rdi)
	movdqu	16(%rsi), %xmm1
	movups	%xmm1, 16(%rdi)
	ret
	.cfi_endproc
.LFE47:
	.size	cp32, .-cp32
	.p2align 4
	.globl	cp16
	.type	cp16, @function
cp16:
.LFB48:
	.cfi_startproc
	movdqu	(%rsi), %xmm0
	movups	%xmm0, (%rdi)
	ret
	.cfi_endproc
.LFE48:
	.size	cp16, .-cp16
	.p2align 4
	.globl	swap16
	.type	swap16, @function
swap16:
.LFB49:
	.cfi_startproc
	movdqu	(%rdi), %xmm0
	movdqu	(%rsi), %xmm1
	movups	%xmm1, (%rdi)
	movups	%xmm0, (%rsi)
	ret
	.cfi_endproc
.LFE49:
	.size	swap16, .-swap16
	.p2align 4
	.globl	ini24
	.type	ini24, @function
ini24:
.LFB50:
	.cfi_startproc
	movdqa	.LC3(%rip), %xmm0
	movq	.LC4(%rip), %rax
	movups	%xmm0, (%rdi)
	movq	%rax, 16(%rdi)
	ret
	.cfi_endproc
.LFE50:
	.size	ini24, .-ini24
	.p2align 4
	.globl	by16
	.type	by16, @function
by16:
.LFB51:
	.cfi_startproc
	imulq	%rcx, %rdi
	imulq	%rdx, %rsi
	movq	%rdi, %rax
	subq	%rsi, %rax
	ret
	.cfi_endproc
.LFE51:
	.size	by16, .-by16
	.p2align 4
	.globl	by32
	.type	by32, @function
by32:
.LFB52:
	.cfi_startproc
	movslq	%edi, %rax
	imulq	16(%rsp), %rax
	addq	8(%rsp), %rax
	addq	24(%rsp), %rax
	subq	32(%rsp), %rax
	ret
	.cfi_endproc
.LFE52:
	.size	by32, .-by32
	.p2align 4
	.globl	mkm
	.type	mkm, @function
mkm:
.LFB53:
	.cfi_startproc
	leaq	1(%rdi), %rax
	addsd	%xmm0, %xmm0
	ret
	.cfi_endproc
.LFE53:
	.size	mkm, .-mkm
	.p2align 4
	.globl	setbf
	.type	setbf, @function
setbf:
.LFB54:
	.cfi_startproc
	movq	%rsi, %rax
	movq	%rsi, %rdx
	movw	%si, (%rdi)
	salq	$7, %rsi
	shrq	$9, %rax
	shrq	$13, %rdx
	movw	%ax, 2(%rdi)
	movzbl	4(%rdi), %eax
	andl	$127, %edx
	shrq	$24, %rsi
	andl	$-128, %eax
	orl	%edx, %eax
	movb	%al, 4(%rdi)
	movabsq	$-1099511627776, %rax
	andq	8(%rdi), %rax
	orq	%rsi, %rax
	movq	%rax, 8(%rdi)
	ret
	.cfi_endproc
.LFE54:
	.size	setbf, .-setbf
	.p2align 4
	.globl	getbf
	.type	getbf, @function
getbf:
.LFB55:
	.cfi_startproc
	movzwl	(%rdi), %eax
	movzbl	(%rdi), %edx
	movzbl	4(%rdi), %esi
	shrw	$5, %ax
	andl	$31, %edx
	movzwl	%ax, %eax
	leal	(%rax,%rax,2), %eax
	addl	%edx, %eax
	movzwl	2(%rdi), %edx
	leal	(%rdx,%rdx,4), %edx
	addl	%edx, %eax
	leal	(%rsi,%rsi), %edx
	movq	8(%rdi), %rsi
	sarb	%dl
	movsbl	%dl, %edx
	leal	(%rax,%rdx,8), %eax
	subl	%edx, %eax
	movabsq	$1099511627775, %rdx
	cltq
	andq	%rdx, %rsi
	andq	%rdx, %rax
	addq	%rsi, %rax
	andq	%rdx, %rax
	ret
	.cfi_endproc
.LFE55:
	.size	getbf, .-getbf
	.p2align 4
	.globl	pair
	.type	pair, @function
pair:
.LFB56:
	.cfi_startproc
	movq	%rsi, (%rdi)
	movq	%rdx, 8(%rdi)
	ret
	.cfi_endproc
.LFE56:
	.size	pair, .-pair
	.p2align 4
	.globl	quad
	.type	quad, @function
quad:
.LFB57:
	.cfi_startproc
	movd	%ecx, %xmm1
	movd	%r8d, %xmm2
	movd	%esi, %xmm0
	movd	%edx, %xmm3
	punpckldq	%xmm2, %xmm1
	punpckldq	%xmm3, %xmm0
	punpcklqdq	%xmm1, %xmm0
	movups	%xmm0, (%rdi)
	ret
	.cfi_endproc
.LFE57:
	.size	quad, .-quad
	.p2align 4
	.globl	bump
	.type	bump, @function
bump:
.LFB58:
	.cfi_startproc
	movdqu	(%rdi), %xmm0
	paddq	.LC5(%rip), %xmm0
	movups	%xmm0, (%rdi)
	ret
	.cfi_endproc
.LFE58:
	.size	bump, .-bump
	.p2align 4
	.globl	bumpv
	.type	bumpv, @function
bumpv:
.LFB59:
	.cfi_startproc
	movdqu	(%rdi), %xmm0
	paddd	.LC3(%rip), %xmm0
	movups	%xmm0, (%rdi)
	ret
	.cfi_endproc
.LFE59:
	.size	bumpv, .-bumpv
	.p2align 4
	.globl	ptrs
	.type	ptrs, @function
ptrs:
.LFB60:
	.cfi_startproc
	movq	%rsi, %xmm0
	punpcklqdq	%xmm0, %xmm0
	movups	%xmm0, (%rdi)
	ret
	.cfi_endproc
.LFE60:
	.size	ptrs, .-ptrs
	.p2align 4
	.globl	insert
	.type	insert, @function
insert:
.LFB61:
	.cfi_startproc
	testq	%rdi, %rdi
	je	.L260
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	movq	%rdi, %rbx
	cmpq	%rsi, 16(%rdi)
	jg	.L261
	movq	8(%rdi), %rdi
	call	insert
	movq	%rax, 8(%rbx)
	movq	%rbx, %rax
	popq	%rbx
	.cfi_remember_state
	.cfi_def_cfa_offset 8
	ret
	.p2align 4,,10
	.p2align 3
.L261:
	.cfi_restore_state
	movq	(%rdi), %rdi
	call	insert
	movq	%rax, (%rbx)
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
	.p2align 4,,10
	.p2align 3
.L260:
	.cfi_restore 3
	movslq	used(%rip), %rax
	leaq	pool(%rip), %rcx
	pxor	%xmm0, %xmm0
	leal	1(%rax), %edx
	movl	%edx, used(%rip)
	leaq	(%rax,%rax,2), %rdx
	salq	$3, %rdx
	leaq	(%rdx,%rcx), %rax
	movups	%xmm0, (%rcx,%rdx)
	movq	%rsi, 16(%rax)
	ret
	.cfi_endproc
.LFE61:
	.size	insert, .-insert
	.p2align 4
	.globl	depth
	.type	depth, @function
depth:
.LFB62:
	.cfi_startproc
	testq	%rdi, %rdi
	je	.L266
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rdi, %rbp
	pushq	%rbx
	.cfi_def_cfa_offset 24
	.cfi_offset 3, -24
	subq	$8, %rsp
	.cfi_def_cfa_offset 32
	movq	(%rdi), %rdi
	call	depth
	movq	8(%rbp), %rdi
	movl	%eax, %ebx
	call	depth
	cmpl	%eax, %ebx
	cmovge	%ebx, %eax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	addl	$1, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L266:
	.cfi_restore 3
	.cfi_restore 6
	xorl	%eax, %eax
	ret
	.cfi_endproc
.LFE62:
	.size	depth, .-depth
	.p2align 4
	.globl	inorder
	.type	inorder, @function
inorder:
.LFB63:
	.cfi_startproc
	testq	%rdi, %rdi
	je	.L280
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	movq	%rdi, %rbx
.L272:
	movq	(%rbx), %rdi
	call	inorder
	movq	%rax, %rsi
	salq	$5, %rsi
	subq	%rax, %rsi
	addq	16(%rbx), %rsi
	movq	8(%rbx), %rbx
	testq	%rbx, %rbx
	jne	.L272
	movq	%rsi, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
	.p2align 4,,10
	.p2align 3
.L280:
	.cfi_restore 3
	movq	%rsi, %rax
	ret
	.cfi_endproc
.LFE63:
	.size	inorder, .-inorder
	.p2align 4
	.globl	rev
	.type	rev, @function
rev:
.LFB64:
	.cfi_startproc
	movq	%rdi, %rax
	testq	%rdi, %rdi
	je	.L284
	xorl	%ecx, %ecx
	jmp	.L285
	.p2align 4,,10
	.p2align 3
.L286:
	movq	%rdx, %rax
.L285:
	movq	8(%rax), %rdx
	movq	%rcx, 8(%rax)
	movq	%rax, %rcx
	testq	%rdx, %rdx
	jne	.L286
.L284:
	ret
	.cfi_endproc
.LFE64:
	.size	rev, .-rev
	.p2align 4
	.globl	sw
	.type	sw, @function
sw:
.LFB65:
	.cfi_startproc
	cmpl	$9, %edi
	ja	.L302
	leaq	.L293(%rip), %rdx
	movl	%edi, %eax
	movslq	(%rdx,%rax,4), %rax
	addq	%rdx, %rax
	jmp	*%rax
	.section	.rodata
	.align 4
	.align 4
.L293:
	.long	.L301-.L293
	.long	.L300-.L293
	.long	.L299-.L293
	.long	.L298-.L293
	.long	.L297-.L293
	.long	.L296-.L293
	.long	.L295-.L293
	.long	.L294-.L293
	.long	.L302-.L293
	.long	.L292-.L293
	.text
	.p2align 4,,10
	.p2align 3
.L292:
	movl	%edi, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L301:
	leal	1(%rsi), %eax
	ret
	.p2align 4,,10
	.p2align 3
.L300:
	leal	(%rsi,%rsi), %eax
	ret
	.p2align 4,,10
	.p2align 3
.L299:
	leal	-3(%rsi), %eax
	ret
	.p2align 4,,10
	.p2align 3
.L298:
	leal	0(,%rsi,4), %eax
	ret
	.p2align 4,,10
	.p2align 3
.L297:
	movl	%esi, %eax
	notl	%eax
	ret
	.p2align 4,,10
	.p2align 3
.L296:
	movslq	%esi, %rax
	movl	%esi, %edx
	imulq	$1431655766, %rax, %rax
	sarl	$31, %edx
	shrq	$32, %rax
	subl	%edx, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L295:
	movl	%esi, %eax
	andl	$15, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L294:
	movl	%esi, %eax
	negl	%eax
	ret
	.p2align 4,,10
	.p2align 3
.L302:
	movl	$77, %eax
	ret
	.cfi_endproc
.LFE65:
	.size	sw, .-sw
	.p2align 4
	.globl	swsparse
	.type	swsparse, @function
swsparse:
.LFB66:
	.cfi_startproc
	cmpl	$100, %edi
	je	.L306
	jle	.L312
	movl	$4, %eax
	cmpl	$1000, %edi
	je	.L303
	xorl	%eax, %eax
	cmpl	$99999, %edi
	sete	%al
	leal	(%rax,%rax,4), %eax
	ret
	.p2align 4,,10
	.p2align 3
.L312:
	movl	$1, %eax
	cmpl	$-5, %edi
	je	.L303
	xorl	%eax, %eax
	cmpl	$10, %edi
	sete	%al
	addl	%eax, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L306:
	movl	$3, %eax
.L303:
	ret
	.cfi_endproc
.LFE66:
	.size	swsparse, .-swsparse
	.section	.rodata.str1.1
.LC6:
	.string	"zero"
.LC7:
	.string	"one"
.LC8:
	.string	"two"
.LC9:
	.string	"three"
.LC10:
	.string	"four"
.LC11:
	.string	"many"
	.text
	.p2align 4
	.globl	swname
	.type	swname, @function
swname:
.LFB67:
	.cfi_startproc
	cmpl	$4, %edi
	ja	.L314
	leaq	.L316(%rip), %rdx
	movl	%edi, %edi
	movslq	(%rdx,%rdi,4), %rax
	addq	%rdx, %rax
	jmp	*%rax
	.section	.rodata
	.align 4
	.align 4
.L316:
	.long	.L320-.L316
	.long	.L321-.L316
	.long	.L318-.L316
	.long	.L317-.L316
	.long	.L315-.L316
	.text
	.p2align 4,,10
	.p2align 3
.L321:
	leaq	.LC7(%rip), %rax
	ret
	.p2align 4,,10
	.p2align 3
.L320:
	leaq	.LC6(%rip), %rax
	ret
	.p2align 4,,10
	.p2align 3
.L315:
	leaq	.LC10(%rip), %rax
	ret
	.p2align 4,,10
	.p2align 3
.L318:
	leaq	.LC8(%rip), %rax
	ret
	.p2align 4,,10
	.p2align 3
.L317:
	leaq	.LC9(%rip), %rax
	ret
.L314:
	leaq	.LC11(%rip), %rax
	ret
	.cfi_endproc
.LFE67:
	.size	swname, .-swname
	.p2align 4
	.globl	swmask
	.type	swmask, @function
swmask:
.LFB68:
	.cfi_startproc
	subl	$97, %edi
	cmpb	$20, %dil
	ja	.L324
	movl	$1065233, %eax
	btq	%rdi, %rax
	setc	%al
	movzbl	%al, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L324:
	xorl	%eax, %eax
	ret
	.cfi_endproc
.LFE68:
	.size	swmask, .-swmask
	.p2align 4
	.globl	fib
	.type	fib, @function
fib:
.LFB69:
	.cfi_startproc
	cmpq	$1, %rdi
	jbe	.L330
	pushq	%r12
	.cfi_def_cfa_offset 16
	.cfi_offset 12, -16
	movq	%rdi, %r12
	pushq	%rbp
	.cfi_def_cfa_offset 24
	.cfi_offset 6, -24
	xorl	%ebp, %ebp
	pushq	%rbx
	.cfi_def_cfa_offset 32
	.cfi_offset 3, -32
	movq	%rdi, %rbx
.L327:
	leaq	-1(%rbx), %rdi
	subq	$2, %rbx
	call	fib
	addq	%rax, %rbp
	cmpq	$1, %rbx
	ja	.L327
	andl	$1, %r12d
	popq	%rbx
	.cfi_def_cfa_offset 24
	leaq	(%r12,%rbp), %rax
	popq	%rbp
	.cfi_def_cfa_offset 16
	popq	%r12
	.cfi_def_cfa_offset 8
	ret
	.p2align 4,,10
	.p2align 3
.L330:
	.cfi_restore 3
	.cfi_restore 6
	.cfi_restore 12
	movq	%rdi, %rax
	ret
	.cfi_endproc
.LFE69:
	.size	fib, .-fib
	.p2align 4
	.globl	fact
	.type	fact, @function
fact:
.LFB70:
	.cfi_startproc
	movl	$1, %eax
	cmpq	$1, %rdi
	jbe	.L338
	.p2align 4,,10
	.p2align 3
.L337:
	movq	%rdi, %rdx
	subq	$1, %rdi
	imulq	%rdx, %rax
	cmpq	$1, %rdi
	jne	.L337
	ret
	.p2align 4,,10
	.p2align 3
.L338:
	ret
	.cfi_endproc
.LFE70:
	.size	fact, .-fact
	.p2align 4
	.globl	ack
	.type	ack, @function
ack:
.LFB71:
	.cfi_startproc
	testl	%edi, %edi
	je	.L354
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	movl	%edi, %ebx
.L342:
	movl	%ebx, %edi
	subl	$1, %ebx
	testl	%esi, %esi
	jne	.L355
	movl	$1, %esi
.L343:
	testl	%ebx, %ebx
	jne	.L342
	leal	1(%rsi), %eax
	popq	%rbx
	.cfi_remember_state
	.cfi_def_cfa_offset 8
	ret
	.p2align 4,,10
	.p2align 3
.L355:
	.cfi_restore_state
	subl	$1, %esi
	call	ack
	movl	%eax, %esi
	jmp	.L343
	.p2align 4,,10
	.p2align 3
.L354:
	.cfi_def_cfa_offset 8
	.cfi_restore 3
	leal	1(%rsi), %eax
	ret
	.cfi_endproc
.LFE71:
	.size	ack, .-ack
	.p2align 4
	.globl	hanoi
	.type	hanoi, @function
hanoi:
.LFB72:
	.cfi_startproc
	pushq	%r15
	.cfi_def_cfa_offset 16
	.cfi_offset 15, -16
	xorl	%r15d, %r15d
	pushq	%r14
	.cfi_def_cfa_offset 24
	.cfi_offset 14, -24
	pushq	%r13
	.cfi_def_cfa_offset 32
	.cfi_offset 13, -32
	pushq	%r12
	.cfi_def_cfa_offset 40
	.cfi_offset 12, -40
	pushq	%rbp
	.cfi_def_cfa_offset 48
	.cfi_offset 6, -48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	.cfi_offset 3, -56
	subq	$8, %rsp
	.cfi_def_cfa_offset 64
	testl	%edi, %edi
	je	.L356
	movl	%edi, %ebx
	movl	%esi, %r13d
	movl	%edx, %r14d
	movl	%ecx, %ebp
	leal	(%rcx,%rcx), %r12d
.L358:
	subl	$1, %ebx
	movl	%r14d, %ecx
	movl	%ebp, %edx
	movl	%r13d, %esi
	movl	%ebx, %edi
	call	hanoi
	leal	(%rax,%rax,2), %eax
	addl	%r13d, %eax
	addl	%r12d, %eax
	addl	%eax, %r15d
	movl	%r14d, %eax
	movl	%r13d, %r14d
	testl	%ebx, %ebx
	je	.L356
	movl	%eax, %r13d
	jmp	.L358
	.p2align 4,,10
	.p2align 3
.L356:
	addq	$8, %rsp
	.cfi_def_cfa_offset 56
	movl	%r15d, %eax
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%rbp
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
.LFE72:
	.size	hanoi, .-hanoi
	.p2align 4
	.globl	even
	.type	even, @function
even:
.LFB74:
	.cfi_startproc
	testl	%edi, %edi
	jne	.L365
	movl	$1, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L365:
	subl	$1, %edi
	jmp	odd
	.cfi_endproc
.LFE74:
	.size	even, .-even
	.p2align 4
	.globl	odd
	.type	odd, @function
odd:
.LFB73:
	.cfi_startproc
	testl	%edi, %edi
	jne	.L368
	xorl	%eax, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L368:
	subl	$1, %edi
	jmp	even
	.cfi_endproc
.LFE73:
	.size	odd, .-odd
	.p2align 4
	.globl	gcd
	.type	gcd, @function
gcd:
.LFB75:
	.cfi_startproc
	movq	%rdi, %rax
	movq	%rsi, %rdx
	testq	%rsi, %rsi
	je	.L372
	.p2align 4,,10
	.p2align 3
.L371:
	movq	%rdx, %rcx
	xorl	%edx, %edx
	divq	%rcx
	movq	%rcx, %rax
	testq	%rdx, %rdx
	jne	.L371
	movq	%rcx, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L372:
	movq	%rdi, %rcx
	movq	%rcx, %rax
	ret
	.cfi_endproc
.LFE75:
	.size	gcd, .-gcd
	.p2align 4
	.globl	collatz
	.type	collatz, @function
collatz:
.LFB76:
	.cfi_startproc
	xorl	%eax, %eax
	cmpq	$1, %rdi
	jne	.L378
	jmp	.L379
	.p2align 4,,10
	.p2align 3
.L382:
	leaq	1(%rdi,%rdi,2), %rdi
	addl	$1, %eax
	cmpq	$1, %rdi
	je	.L381
.L378:
	testb	$1, %dil
	jne	.L382
	shrq	%rdi
	addl	$1, %eax
	cmpq	$1, %rdi
	jne	.L378
.L381:
	ret
	.p2align 4,,10
	.p2align 3
.L379:
	ret
	.cfi_endproc
.LFE76:
	.size	collatz, .-collatz
	.p2align 4
	.globl	powmod
	.type	powmod, @function
powmod:
.LFB77:
	.cfi_startproc
	movq	%rdi, %rax
	movq	%rdx, %r8
	xorl	%edx, %edx
	movl	$1, %edi
	divq	%r8
	movq	%rdx, %rcx
	testq	%rsi, %rsi
	je	.L383
	.p2align 4,,10
	.p2align 3
.L386:
	testb	$1, %sil
	je	.L385
	movq	%rdi, %rax
	mulq	%rcx
	shrdq	$3, %rdx, %rax
	movq	%rax, %rdi
.L385:
	imulq	%rcx, %rcx
	xorl	%edx, %edx
	movq	%rcx, %rax
	divq	%r8
	shrq	%rsi
	movq	%rdx, %rcx
	jne	.L386
.L383:
	movq	%rdi, %rax
	ret
	.cfi_endproc
.LFE77:
	.size	powmod, .-powmod
	.p2align 4
	.globl	queens
	.type	queens, @function
queens:
.LFB78:
	.cfi_startproc
	pushq	%r15
	.cfi_def_cfa_offset 16
	.cfi_offset 15, -16
	movl	$1, %eax
	movl	$1, %r15d
	pushq	%r14
	.cfi_def_cfa_offset 24
	.cfi_offset 14, -24
	pushq	%r13
	.cfi_def_cfa_offset 32
	.cfi_offset 13, -32
	movl	%ecx, %r13d
	movl	%edi, %ecx
	pushq	%r12
	.cfi_def_cfa_offset 40
	.cfi_offset 12, -40
	sall	%cl, %eax
	pushq	%rbp
	.cfi_def_cfa_offset 48
	.cfi_offset 6, -48
	subl	$1, %eax
	pushq	%rbx
	.cfi_def_cfa_offset 56
	.cfi_offset 3, -56
	subq	$8, %rsp
	.cfi_def_cfa_offset 64
	cmpl	%esi, %eax
	je	.L392
	movl	%edx, %ebx
	movl	%edi, %r12d
	movl	%esi, %ebp
	movl	%edx, %r14d
	orl	%r13d, %ebx
	xorl	%r15d, %r15d
	orl	%esi, %ebx
	notl	%ebx
	andl	%eax, %ebx
	je	.L392
.L394:
	movl	%ebx, %esi
	movl	%r13d, %ecx
	movl	%r14d, %edx
	movl	%r12d, %edi
	negl	%esi
	andl	%ebx, %esi
	orl	%esi, %ecx
	orl	%esi, %edx
	orl	%ebp, %esi
	shrl	%ecx
	addl	%edx, %edx
	call	queens
	addl	%eax, %r15d
	leal	-1(%rbx), %eax
	andl	%eax, %ebx
	jne	.L394
.L392:
	addq	$8, %rsp
	.cfi_def_cfa_offset 56
	movl	%r15d, %eax
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%rbp
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
.LFE78:
	.size	queens, .-queens
	.p2align 4
	.globl	vla
	.type	vla, @function
vla:
.LFB79:
	.cfi_startproc
	movslq	%edi, %r8
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	leaq	0(,%r8,8), %rdx
	leaq	15(%rdx), %rax
	andq	$-16, %rax
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	subq	%rax, %rsp
	testl	%edi, %edi
	jle	.L404
	movq	%rsp, %rsi
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L402:
	movl	%eax, %ecx
	imull	%eax, %ecx
	movslq	%ecx, %rcx
	movq	%rcx, (%rsi,%rax,8)
	addq	$1, %rax
	cmpq	%rax, %r8
	jne	.L402
	leaq	(%rsi,%rdx), %rax
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	.p2align 4,,10
	.p2align 3
.L403:
	movq	-8(%rax), %rdi
	subq	$8, %rax
	imulq	%rdx, %rdi
	addq	$1, %rdx
	addq	%rdi, %rcx
	cmpq	%rsi, %rax
	jne	.L403
	leave
	.cfi_remember_state
	.cfi_def_cfa 7, 8
	movq	%rcx, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L404:
	.cfi_restore_state
	leave
	.cfi_def_cfa 7, 8
	xorl	%ecx, %ecx
	movq	%rcx, %rax
	ret
	.cfi_endproc
.LFE79:
	.size	vla, .-vla
	.p2align 4
	.globl	args
	.type	args, @function
args:
.LFB80:
	.cfi_startproc
	movzbl	16(%rsp), %eax
	movl	%esi, %r10d
	movl	%edx, %esi
	movq	24(%rsp), %rdx
	movswl	%si, %esi
	movsbl	%cl, %ecx
	sall	$3, %eax
	leaq	(%rdx,%rdx,8), %rdx
	leal	(%rsi,%rsi,2), %esi
	sall	$2, %ecx
	cltq
	movslq	%esi, %rsi
	movslq	%ecx, %rcx
	addq	%rdx, %rax
	leaq	(%r8,%r8,4), %rdx
	movzwl	8(%rsp), %r8d
	addq	%rdx, %rax
	leal	(%r9,%r9,2), %edx
	addl	%edx, %edx
	movl	%edx, %edx
	addq	%rdx, %rax
	leal	0(,%r8,8), %edx
	subl	%r8d, %edx
	movslq	%edx, %rdx
	addq	%rdx, %rax
	leal	(%r10,%r10), %edx
	movslq	%edx, %rdx
	addq	%rdi, %rdx
	addq	%rsi, %rdx
	addq	%rcx, %rdx
	addq	%rdx, %rax
	ret
	.cfi_endproc
.LFE80:
	.size	args, .-args
	.p2align 4
	.globl	apply
	.type	apply, @function
apply:
.LFB84:
	.cfi_startproc
	movslq	%edi, %rax
	movq	%rsi, %rdi
	movq	%rdx, %rsi
	leaq	ops(%rip), %rdx
	jmp	*(%rdx,%rax,8)
	.cfi_endproc
.LFE84:
	.size	apply, .-apply
	.p2align 4
	.globl	sumva
	.type	sumva, @function
sumva:
.LFB85:
	.cfi_startproc
	leaq	8(%rsp), %rax
	movq	%rsi, -40(%rsp)
	movq	%rax, -64(%rsp)
	leaq	-48(%rsp), %rax
	movq	%rdx, -32(%rsp)
	movq	%rcx, -24(%rsp)
	movq	%r8, -16(%rsp)
	movq	%r9, -8(%rsp)
	movl	$8, -72(%rsp)
	movq	%rax, -56(%rsp)
	testl	%edi, %edi
	jle	.L415
	movq	%rax, %r9
	movl	$8, %ecx
	leaq	8(%rsp), %r8
	xorl	%eax, %eax
	xorl	%esi, %esi
	jmp	.L414
	.p2align 4,,10
	.p2align 3
.L417:
	movl	%ecx, %edx
	addl	$1, %eax
	addl	$8, %ecx
	addq	%r9, %rdx
	addq	(%rdx), %rsi
	cmpl	%eax, %edi
	je	.L410
.L414:
	cmpl	$47, %ecx
	jbe	.L417
	movq	%r8, %rdx
	addl	$1, %eax
	addq	$8, %r8
	addq	(%rdx), %rsi
	cmpl	%eax, %edi
	jne	.L414
.L410:
	movq	%rsi, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L415:
	xorl	%esi, %esi
	movq	%rsi, %rax
	ret
	.cfi_endproc
.LFE85:
	.size	sumva, .-sumva
	.p2align 4
	.globl	sumvd
	.type	sumvd, @function
sumvd:
.LFB86:
	.cfi_startproc
	subq	$48, %rsp
	.cfi_def_cfa_offset 56
	testb	%al, %al
	je	.L425
	movaps	%xmm0, -88(%rsp)
	movaps	%xmm1, -72(%rsp)
	movaps	%xmm2, -56(%rsp)
	movaps	%xmm3, -40(%rsp)
	movaps	%xmm4, -24(%rsp)
	movaps	%xmm5, -8(%rsp)
	movaps	%xmm6, 8(%rsp)
	movaps	%xmm7, 24(%rsp)
.L425:
	leaq	56(%rsp), %rax
	leaq	-136(%rsp), %r8
	movl	$48, -108(%rsp)
	movq	%rax, -104(%rsp)
	movq	%r8, -96(%rsp)
	testl	%edi, %edi
	jle	.L424
	movq	%rax, %rsi
	movl	$48, %ecx
	pxor	%xmm0, %xmm0
	xorl	%eax, %eax
	jmp	.L423
	.p2align 4,,10
	.p2align 3
.L428:
	movl	%ecx, %edx
	addl	$1, %eax
	addl	$16, %ecx
	addq	%r8, %rdx
	addsd	(%rdx), %xmm0
	cmpl	%eax, %edi
	je	.L418
.L423:
	cmpl	$175, %ecx
	jbe	.L428
	movq	%rsi, %rdx
	addl	$1, %eax
	addq	$8, %rsi
	addsd	(%rdx), %xmm0
	cmpl	%eax, %edi
	jne	.L423
.L418:
	addq	$48, %rsp
	.cfi_remember_state
	.cfi_def_cfa_offset 8
	ret
	.p2align 4,,10
	.p2align 3
.L424:
	.cfi_restore_state
	pxor	%xmm0, %xmm0
	addq	$48, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
.LFE86:
	.size	sumvd, .-sumvd
	.section	.rodata.str1.1
.LC13:
	.string	""
.LC14:
	.string	"a"
.LC15:
	.string	"level"
.LC16:
	.string	"hello, world"
.LC17:
	.string	"  -1234x"
.LC18:
	.string	"987"
.LC19:
	.string	"abcabcabc"
.LC20:
	.string	"The quick brown fox"
.LC21:
	.string	"strings"
.LC22:
	.string	"arrays"
.LC23:
	.string	"sorts"
.LC24:
	.string	"structs"
.LC25:
	.string	"trees"
.LC26:
	.string	"switch"
.LC36:
	.string	"calls"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
.LFB87:
	.cfi_startproc
	pushq	%r15
	.cfi_def_cfa_offset 16
	.cfi_offset 15, -16
	leaq	.LC14(%rip), %rax
	pushq	%r14
	.cfi_def_cfa_offset 24
	.cfi_offset 14, -24
	movq	%rax, %xmm3
	leaq	.LC16(%rip), %rax
	pushq	%r13
	.cfi_def_cfa_offset 32
	.cfi_offset 13, -32
	movq	%rax, %xmm4
	leaq	.LC18(%rip), %rax
	movl	$12, %r13d
	pushq	%r12
	.cfi_def_cfa_offset 40
	.cfi_offset 12, -40
	movq	%rax, %xmm5
	leaq	.LC20(%rip), %rax
	pushq	%rbp
	.cfi_def_cfa_offset 48
	.cfi_offset 6, -48
	movq	%rax, %xmm6
	movq	$-1, %rbp
	pushq	%rbx
	.cfi_def_cfa_offset 56
	.cfi_offset 3, -56
	leaq	.LC13(%rip), %rbx
	movq	%rbx, %xmm0
	leaq	.LC15(%rip), %rbx
	punpcklqdq	%xmm3, %xmm0
	subq	$312, %rsp
	.cfi_def_cfa_offset 368
	movaps	%xmm0, 240(%rsp)
	movq	%rbx, %xmm0
	leaq	.LC17(%rip), %rbx
	leaq	240(%rsp), %rdx
	punpcklqdq	%xmm4, %xmm0
	movq	%rdx, (%rsp)
	leaq	304(%rsp), %r12
	movq	%rdx, %r14
	movaps	%xmm0, 256(%rsp)
	movq	%rbx, %xmm0
	leaq	.LC19(%rip), %rbx
	punpcklqdq	%xmm5, %xmm0
	movaps	%xmm0, 272(%rsp)
	movq	%rbx, %xmm0
	leaq	T(%rip), %rbx
	punpcklqdq	%xmm6, %xmm0
	movaps	%xmm0, 288(%rsp)
	.p2align 4,,10
	.p2align 3
.L432:
	movq	(%r14), %r9
	movq	%r9, %rdi
	call	slen
	movq	%rax, %rdi
	call	mix
	movq	(%rsp), %r15
	.p2align 4,,10
	.p2align 3
.L431:
	movq	(%r15), %rcx
	movq	%r9, %rdi
	movq	%rcx, %rsi
	call	scmp
	movq	%rcx, %rsi
	movslq	%eax, %rdi
	call	mix
	movq	%r9, %rdi
	call	find
	movq	%rax, %rdi
	subq	%r9, %rdi
	testq	%rax, %rax
	cmove	%rbp, %rdi
	addq	$8, %r15
	call	mix
	cmpq	%r12, %r15
	jne	.L431
	movq	%r9, %rsi
	movq	%rbx, %rdi
	addq	$8, %r14
	call	scpy
	call	srev
	call	hash
	movl	%eax, %edi
	call	mix
	movq	%rbx, %rdi
	call	upper
	movq	%rbx, %rdi
	call	hash
	movl	%eax, %edi
	call	mix
	movq	%r9, %rdi
	call	atoi_
	movl	$108, %esi
	movslq	%eax, %rdi
	call	mix
	movq	%r9, %rdi
	call	count
	movq	%rbx, %rsi
	movslq	%eax, %rdi
	call	mix
	movq	%r9, %rdi
	call	palin
	movslq	%eax, %rdi
	call	mix
	leal	-3(%r13), %edi
	call	arg
	movl	%eax, %edi
	call	itoa_
	movq	%rbx, %rdi
	movq	%rbx, %rsi
	call	hash
	movl	%eax, %edi
	call	mix
	movl	%r13d, %edi
	addl	$1, %r13d
	call	arg
	movq	%rax, %rdi
	call	hex_
	movq	%rbx, %rdi
	call	hash
	movl	%eax, %edi
	call	mix
	cmpq	%r15, %r14
	jne	.L432
	leaq	.LC21(%rip), %rdi
	leaq	A(%rip), %r12
	call	say
	leaq	L(%rip), %rbx
	xorl	%ecx, %ecx
	leaq	B(%rip), %r8
	leaq	H(%rip), %r13
	leaq	G(%rip), %r9
	.p2align 4,,10
	.p2align 3
.L433:
	call	next
	movl	%eax, (%r12,%rcx,2)
	call	next
	shrq	$40, %rax
	movl	%eax, (%r8,%rcx,2)
	call	next
	movq	%rax, (%rbx,%rcx,4)
	call	next
	movw	%ax, 0(%r13,%rcx)
	call	next
	movw	%ax, (%r9,%rcx)
	addq	$2, %rcx
	cmpq	$128, %rcx
	jne	.L433
	movl	$63, %esi
	movq	%r12, %rdi
	leaq	S(%rip), %rbp
	call	asum
	movl	$61, %esi
	movq	%rax, %rdi
	call	mix
	movq	%r12, %rdi
	call	isum
	leaq	16+A(%rip), %rsi
	movslq	%eax, %rdi
	call	mix
	movq	%r12, %rdi
	call	sum16
	movslq	%eax, %rdi
	call	mix
	movq	%rbx, %rdi
	call	lsum16
	movq	%rax, %rdi
	call	mix
	movq	%r12, %rdi
	call	inc16
	movq	%r8, %rdi
	call	copy16
	movq	%rbp, %rdi
	movl	$-7, %edx
	movl	$13, %esi
	call	clear32
	leaq	80+A(%rip), %rdi
	call	fill
	movl	$64, %esi
	movq	%r12, %rdi
	call	maxi
	movq	%r8, %rsi
	movslq	%eax, %rdi
	call	mix
	movq	%r12, %rdi
	call	imax16
	movslq	%eax, %rdi
	call	mix
	movq	%r12, %rdi
	call	mulv
	movq	%r12, %rsi
	movq	%rbx, %rdi
	call	xorv
	movq	%r12, %rdi
	movl	$64, %esi
	call	shiftv
	movq	%rbx, %rdi
	call	prefix
	movq	%r13, %rsi
	movq	%r8, %rdi
	call	widen
	movq	%r12, %rsi
	movq	%rbp, %rdi
	call	narrow
	movq	%r13, %rdi
	movq	%r9, %rsi
	xorl	%edx, %edx
	call	dot8
	movslq	%eax, %rdi
	call	mix
	.p2align 4,,10
	.p2align 3
.L434:
	movslq	(%r12,%rdx,4), %rdi
	call	mix
	movslq	(%r8,%rdx,4), %rdi
	call	mix
	movq	(%rbx,%rdx,8), %rdi
	call	mix
	movzbl	0(%rbp,%rdx), %edi
	addq	$1, %rdx
	call	mix
	cmpq	$64, %rdx
	jne	.L434
	leaq	.LC22(%rip), %rdi
	leaq	A(%rip), %r14
	call	say
	movq	%r12, %rdi
	movl	$40, %esi
	movq	%r14, %r12
	call	bubble
	movq	%r13, %rdi
	movl	$64, %esi
	leaq	256(%r14), %r13
	call	insertion
	movl	$63, %edx
	xorl	%esi, %esi
	movq	%rbx, %rdi
	call	quick
	leaq	H(%rip), %r11
	leaq	L(%rip), %r10
	movq	%r14, %r9
	.p2align 4,,10
	.p2align 3
.L435:
	movslq	(%r9), %rdi
	movl	$64, %esi
	addq	$4, %r9
	addq	$2, %r11
	addq	$8, %r10
	call	mix
	movswq	-2(%r11), %rdi
	call	mix
	movq	-8(%r10), %rdi
	call	mix
	movq	-8(%r10), %rax
	movq	%rbx, %rdi
	leaq	1(%rax), %rdx
	call	bsearch_
	movslq	%eax, %rdi
	call	mix
	cmpq	%r13, %r9
	jne	.L435
	movl	$256, %esi
	movq	%rbp, %rdi
	call	sieve
	movslq	%eax, %rdi
	call	mix
	movq	%r12, %rdi
	call	transpose
	leaq	144+A(%rip), %rdx
	.p2align 4,,10
	.p2align 3
.L436:
	movslq	(%r14), %rdi
	addq	$4, %r14
	call	mix
	cmpq	%rdx, %r14
	jne	.L436
	leaq	.LC23(%rip), %rdi
	leaq	32(%rsp), %r15
	call	say
	leaq	64(%rsp), %r14
	xorl	%r11d, %r11d
	xorl	%r9d, %r9d
	leaq	208(%rsp), %rax
	leaq	176(%rsp), %rbp
	movq	%rax, (%rsp)
	leaq	96(%rsp), %rax
	leaq	48(%rsp), %rbx
	movq	%rax, 8(%rsp)
	leaq	80(%rsp), %r13
	leaq	112(%rsp), %r12
	leaq	128(%rsp), %rax
	movq	%rax, 16(%rsp)
	leaq	144(%rsp), %rax
	movq	%rax, 24(%rsp)
	.p2align 4,,10
	.p2align 3
.L437:
	movl	%r9d, %edi
	movl	%r9d, %r10d
	movl	$3, %r8d
	call	arg
	movq	%rax, %rdi
	call	mk1
	movq	%r15, %rdi
	movq	%rdx, 40(%rsp)
	movq	%rax, 32(%rsp)
	call	sum1
	movq	%rax, %rdi
	call	mix
	movl	%r9d, %edi
	addl	$1, %r9d
	call	arg
	movq	%rax, %rdi
	call	mk16
	movl	%r9d, %edi
	movq	%rdx, 56(%rsp)
	movq	%rax, 48(%rsp)
	call	arg
	shrq	$3, %rax
	movq	%rax, %rdi
	call	mk16
	movl	%r10d, %edi
	movq	%rdx, 72(%rsp)
	movq	%rax, 64(%rsp)
	call	arg
	movq	%rbp, %rdi
	movq	%rax, %rsi
	call	mk32
	movq	(%rsp), %rdi
	movq	%rbp, %rsi
	call	cp32
	movq	%rbp, %rdi
	movq	%r14, %rsi
	call	zero32
	movq	208(%rsp), %rdi
	xorq	216(%rsp), %rdi
	xorq	224(%rsp), %rdi
	xorq	232(%rsp), %rdi
	call	mix
	movq	176(%rsp), %rdi
	orq	184(%rsp), %rdi
	orq	192(%rsp), %rdi
	orq	200(%rsp), %rdi
	call	mix
	movq	%rbx, %rdi
	call	swap16
	movq	64(%rsp), %rdx
	movq	72(%rsp), %rcx
	movq	48(%rsp), %rdi
	movq	56(%rsp), %rsi
	call	by16
	movq	%r14, %rsi
	movq	%rax, %rdi
	call	mix
	movq	%rbx, %rdi
	call	cp16
	call	bump
	movq	48(%rsp), %rdi
	pxor	%xmm0, %xmm0
	call	mix
	movq	56(%rsp), %rdi
	call	mix
	subq	$32, %rsp
	.cfi_def_cfa_offset 400
	movl	%r10d, %edi
	movdqa	240(%rsp), %xmm1
	movdqa	256(%rsp), %xmm2
	movups	%xmm1, (%rsp)
	movups	%xmm2, 16(%rsp)
	call	by32
	addq	$32, %rsp
	.cfi_def_cfa_offset 368
	movq	%rax, %rdi
	call	mix
	cvtsi2sdl	%r10d, %xmm0
	movq	%r11, %rdi
	call	mkm
	movq	%rax, %rcx
	call	bits
	movq	%rax, %rdi
	call	mix
	movq	%rcx, %rdi
	leal	0(,%r11,8), %ecx
	call	mix
	movl	%r10d, %edi
	subl	%r11d, %ecx
	call	arg
	movq	%r13, %rdi
	movq	%rax, %rsi
	call	setbf
	call	getbf
	movq	%rax, %rdi
	call	mix
	movl	%r10d, %edi
	call	arg
	movq	8(%rsp), %rdi
	movq	%r11, %rdx
	movq	%rax, %rsi
	call	pair
	movq	104(%rsp), %rax
	movl	%r9d, %edx
	movl	%r10d, %esi
	leaq	(%rax,%rax,2), %rdi
	addq	96(%rsp), %rdi
	call	mix
	movq	%r12, %rdi
	call	quad
	leaq	sum(%rip), %rsi
	call	bumpv
	movl	116(%rsp), %eax
	movl	120(%rsp), %edx
	leal	(%rax,%rax,2), %eax
	leal	(%rdx,%rdx,4), %edx
	addl	112(%rsp), %eax
	addl	%edx, %eax
	movl	124(%rsp), %edx
	leal	(%rax,%rdx,8), %edi
	subl	%edx, %edi
	movslq	%edi, %rdi
	call	mix
	movq	16(%rsp), %rdi
	call	ptrs
	movq	136(%rsp), %rax
	xorl	%edi, %edi
	cmpq	%rax, 128(%rsp)
	sete	%dil
	addq	$1, %r11
	call	mix
	movq	24(%rsp), %rdi
	call	ini24
	movl	164(%rsp), %edi
	imull	156(%rsp), %edi
	addl	144(%rsp), %edi
	movslq	%edi, %rdi
	call	mix
	cmpl	$20, %r9d
	jne	.L437
	leaq	.LC24(%rip), %rdi
	call	say
	movl	$60, %r8d
	xorl	%edi, %edi
	.p2align 4,,10
	.p2align 3
.L438:
	call	next
	shrq	$50, %rax
	movq	%rax, %rsi
	call	insert
	movq	%rax, %rdi
	subl	$1, %r8d
	jne	.L438
	movq	%rax, %rcx
	movl	$7, %esi
	call	depth
	movslq	%eax, %rdi
	call	mix
	movq	%rcx, %rdi
	call	inorder
	movq	%rax, %rdi
	call	mix
	leaq	24+pool(%rip), %rax
	leaq	1512(%rax), %rdx
	.p2align 4,,10
	.p2align 3
.L439:
	movq	%rax, -16(%rax)
	addq	$24, %rax
	cmpq	%rdx, %rax
	jne	.L439
	leaq	pool(%rip), %rdi
	movq	$0, 1520+pool(%rip)
	call	rev
	leaq	1512(%rdi), %rdx
	xorl	%edi, %edi
	cmpq	%rax, %rdx
	sete	%dil
	call	mix
	leaq	-24(%rdx), %rax
	xorl	%edi, %edi
	cmpq	%rax, 1520+pool(%rip)
	sete	%dil
	call	mix
	leaq	.LC25(%rip), %rdi
	call	say
	movl	$-26, %esi
	movl	$-2, %r8d
	.p2align 4,,10
	.p2align 3
.L440:
	movl	%r8d, %edi
	call	sw
	addl	$13, %esi
	movslq	%eax, %rdi
	call	mix
	leal	(%r8,%r8,4), %edi
	addl	%edi, %edi
	call	swsparse
	movslq	%eax, %rdi
	call	mix
	movl	%r8d, %edi
	call	swname
	movq	%rax, %rdi
	call	hash
	movl	%eax, %edi
	call	mix
	leal	97(%r8), %edi
	addl	$1, %r8d
	call	swmask
	movslq	%eax, %rdi
	call	mix
	cmpl	$14, %r8d
	jne	.L440
	movl	$99999, %edi
	xorl	%ebx, %ebx
	call	swsparse
	movslq	%eax, %rdi
	call	mix
	leaq	.LC26(%rip), %rdi
	call	say
	movl	$15, %edi
	movl	$5, %esi
	movl	$3, %ecx
	call	fib
	movq	%rax, %rdi
	call	mix
	movl	$20, %edi
	call	fact
	movl	$2, %edx
	movq	%rax, %rdi
	call	mix
	movl	$2, %edi
	call	ack
	movl	$1, %esi
	movslq	%eax, %rdi
	call	mix
	movl	$7, %edi
	call	hanoi
	movslq	%eax, %rdi
	call	mix
	movl	$37, %edi
	call	even
	movl	$462, %esi
	movl	$6, %r9d
	movslq	%eax, %rdi
	call	mix
	movl	$1071000, %edi
	call	gcd
	movl	$1000003, %edx
	movl	$6789, %esi
	movq	%rax, %rdi
	call	mix
	movl	$27, %edi
	call	collatz
	movslq	%eax, %rdi
	call	mix
	movl	$12345, %edi
	call	powmod
	xorl	%ecx, %ecx
	xorl	%edx, %edx
	xorl	%esi, %esi
	movq	%rax, %rdi
	call	mix
	movl	$6, %edi
	call	queens
	movslq	%eax, %rdi
	call	mix
	movl	$20, %edi
	call	vla
	movl	$5, %r8d
	movl	$-4, %ecx
	movl	$3, %edx
	movq	%rax, %rdi
	movl	$-2, %esi
	call	mix
	subq	$8, %rsp
	.cfi_def_cfa_offset 376
	movl	$1, %edi
	pushq	$-9
	.cfi_def_cfa_offset 384
	pushq	$8
	.cfi_def_cfa_offset 392
	pushq	$7
	.cfi_def_cfa_offset 400
	call	args
	addq	$32, %rsp
	.cfi_def_cfa_offset 368
	movq	%rax, %rdi
	call	mix
.L441:
	movl	%ebx, %edi
	movl	$12, %edx
	movl	$30, %esi
	addl	$1, %ebx
	call	apply
	movq	%rax, %rdi
	call	mix
	cmpl	$3, %ebx
	jne	.L441
	subq	$8, %rsp
	.cfi_def_cfa_offset 376
	movl	$2, %edx
	movl	$3, %ecx
	xorl	%eax, %eax
	pushq	$8
	.cfi_def_cfa_offset 384
	movl	$1, %esi
	movl	$8, %edi
	movl	$4, %r8d
	pushq	$7
	.cfi_def_cfa_offset 392
	movl	$5, %r9d
	pushq	$6
	.cfi_def_cfa_offset 400
	call	sumva
	addq	$32, %rsp
	.cfi_def_cfa_offset 368
	movq	%rax, %rdi
	call	mix
	subq	$8, %rsp
	.cfi_def_cfa_offset 376
	movabsq	$4621537642612260864, %rax
	movsd	.LC27(%rip), %xmm7
	pushq	%rax
	.cfi_def_cfa_offset 384
	movsd	.LC28(%rip), %xmm6
	movl	$9, %edi
	movl	$8, %eax
	movsd	.LC29(%rip), %xmm5
	movsd	.LC30(%rip), %xmm4
	movsd	.LC31(%rip), %xmm3
	movsd	.LC32(%rip), %xmm2
	movsd	.LC33(%rip), %xmm1
	movsd	.LC34(%rip), %xmm0
	call	sumvd
	call	bits
	movq	%rax, %rdi
	call	mix
	leaq	.LC36(%rip), %rdi
	call	say
	addq	$328, %rsp
	.cfi_def_cfa_offset 56
	xorl	%eax, %eax
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%rbp
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
.LFE87:
	.size	main, .-main
	.local	T
	.comm	T,64,32
	.local	S
	.comm	S,256,32
	.local	G
	.comm	G,128,32
	.local	H
	.comm	H,128,32
	.local	L
	.comm	L,512,32
	.local	B
	.comm	B,256,32
	.local	A
	.comm	A,256,32
	.section	.data.rel.ro.local,"aw"
	.align 16
	.type	ops, @object
	.size	ops, 24
ops:
	.quad	oadd
	.quad	osub
	.quad	omul
	.local	used
	.comm	used,4,4
	.local	pool
	.comm	pool,1536,32
	.section	.rodata
	.align 32
	.type	corner, @object
	.size	corner, 160
corner:
	.quad	0
	.quad	1
	.quad	2
	.quad	3
	.quad	7
	.quad	8
	.quad	127
	.quad	128
	.quad	255
	.quad	32767
	.quad	32768
	.quad	65535
	.quad	2147483647
	.quad	2147483648
	.quad	4294967295
	.quad	4294967296
	.quad	9223372036854775807
	.quad	-9223372036854775808
	.quad	-1
	.quad	1311768467463790320
	.data
	.align 8
	.type	seed, @object
	.size	seed, 8
seed:
	.quad	-7046029254386353131
	.local	sum
	.comm	sum,8,8
	.section	.rodata.cst16,"aM",@progbits,16
	.align 16
.LC2:
	.long	3
	.long	3
	.long	3
	.long	3
	.align 16
.LC3:
	.long	1
	.long	2
	.long	3
	.long	4
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC4:
	.long	5
	.long	6
	.section	.rodata.cst16
	.align 16
.LC5:
	.quad	1
	.quad	1
	.section	.rodata.cst8
	.align 8
.LC27:
	.long	0
	.long	1075838976
	.align 8
.LC28:
	.long	0
	.long	1075576832
	.align 8
.LC29:
	.long	0
	.long	1075314688
	.align 8
.LC30:
	.long	0
	.long	1075052544
	.align 8
.LC31:
	.long	0
	.long	1074790400
	.align 8
.LC32:
	.long	0
	.long	1074266112
	.align 8
.LC33:
	.long	0
	.long	1073741824
	.align 8
.LC34:
	.long	0
	.long	1072693248
	.section	.note.GNU-stack,"",@progbits
