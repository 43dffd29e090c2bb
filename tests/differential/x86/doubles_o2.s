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
	.type	fbits, @function
fbits:
.LFB4:
	.cfi_startproc
	ucomiss	%xmm0, %xmm0
	movd	%xmm0, %edx
	movl	$32704, %eax
	cmovnp	%rdx, %rax
	ret
	.cfi_endproc
.LFE4:
	.size	fbits, .-fbits
	.p2align 4
	.type	arg, @function
arg:
.LFB5:
	.cfi_startproc
	cmpl	$19, %edi
	ja	.L12
	movl	%edi, %edi
	leaq	corner(%rip), %rax
	movq	(%rax,%rdi,8), %rax
	ret
	.p2align 4,,10
	.p2align 3
.L12:
	call	next
	leal	0(,%rdi,8), %ecx
	subl	%edi, %ecx
	shrq	%cl, %rax
	ret
	.cfi_endproc
.LFE5:
	.size	arg, .-arg
	.p2align 4
	.type	darg, @function
darg:
.LFB6:
	.cfi_startproc
	cmpl	$15, %edi
	ja	.L15
	movl	%edi, %ecx
	leaq	dcorner(%rip), %rax
	movsd	(%rax,%rcx,8), %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L15:
	call	next
	pxor	%xmm0, %xmm0
	movl	%edi, %ecx
	pxor	%xmm1, %xmm1
	cvtsi2sdq	%rax, %xmm0
	movl	$1, %eax
	salq	%cl, %rax
	cvtsi2sdq	%rax, %xmm1
	divsd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE6:
	.size	darg, .-darg
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
	.globl	dadd
	.type	dadd, @function
dadd:
.LFB7:
	.cfi_startproc
	addsd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE7:
	.size	dadd, .-dadd
	.p2align 4
	.globl	dsub
	.type	dsub, @function
dsub:
.LFB8:
	.cfi_startproc
	subsd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE8:
	.size	dsub, .-dsub
	.p2align 4
	.globl	dmul
	.type	dmul, @function
dmul:
.LFB9:
	.cfi_startproc
	mulsd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE9:
	.size	dmul, .-dmul
	.p2align 4
	.globl	ddiv
	.type	ddiv, @function
ddiv:
.LFB10:
	.cfi_startproc
	divsd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE10:
	.size	ddiv, .-ddiv
	.p2align 4
	.globl	dneg
	.type	dneg, @function
dneg:
.LFB11:
	.cfi_startproc
	xorpd	.LC1(%rip), %xmm0
	ret
	.cfi_endproc
.LFE11:
	.size	dneg, .-dneg
	.p2align 4
	.globl	dfabs
	.type	dfabs, @function
dfabs:
.LFB12:
	.cfi_startproc
	andpd	.LC2(%rip), %xmm0
	ret
	.cfi_endproc
.LFE12:
	.size	dfabs, .-dfabs
	.p2align 4
	.globl	dcopysign
	.type	dcopysign, @function
dcopysign:
.LFB13:
	.cfi_startproc
	movq	.LC1(%rip), %xmm2
	movapd	%xmm0, %xmm3
	movapd	%xmm2, %xmm0
	andpd	%xmm1, %xmm2
	andnpd	%xmm3, %xmm0
	orpd	%xmm2, %xmm0
	ret
	.cfi_endproc
.LFE13:
	.size	dcopysign, .-dcopysign
	.p2align 4
	.globl	dmin
	.type	dmin, @function
dmin:
.LFB14:
	.cfi_startproc
	minsd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE14:
	.size	dmin, .-dmin
	.p2align 4
	.globl	dmax
	.type	dmax, @function
dmax:
.LFB15:
	.cfi_startproc
	maxsd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE15:
	.size	dmax, .-dmax
	.p2align 4
	.globl	dmaxe
	.type	dmaxe, @function
dmaxe:
.LFB16:
	.cfi_startproc
	movapd	%xmm1, %xmm2
	cmpnlesd	%xmm0, %xmm2
	andpd	%xmm2, %xmm1
	andnpd	%xmm0, %xmm2
	orpd	%xmm2, %xmm1
	movapd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE16:
	.size	dmaxe, .-dmaxe
	.p2align 4
	.globl	dlt
	.type	dlt, @function
dlt:
.LFB17:
	.cfi_startproc
	xorl	%eax, %eax
	comisd	%xmm0, %xmm1
	seta	%al
	ret
	.cfi_endproc
.LFE17:
	.size	dlt, .-dlt
	.p2align 4
	.globl	dle
	.type	dle, @function
dle:
.LFB18:
	.cfi_startproc
	xorl	%eax, %eax
	comisd	%xmm0, %xmm1
	setnb	%al
	ret
	.cfi_endproc
.LFE18:
	.size	dle, .-dle
	.p2align 4
	.globl	deq
	.type	deq, @function
deq:
.LFB19:
	.cfi_startproc
	xorl	%eax, %eax
	ucomisd	%xmm1, %xmm0
	movl	$0, %edx
	setnp	%al
	cmovne	%edx, %eax
	ret
	.cfi_endproc
.LFE19:
	.size	deq, .-deq
	.p2align 4
	.globl	dne
	.type	dne, @function
dne:
.LFB20:
	.cfi_startproc
	xorl	%eax, %eax
	ucomisd	%xmm1, %xmm0
	movl	$1, %edx
	setp	%al
	cmovne	%edx, %eax
	ret
	.cfi_endproc
.LFE20:
	.size	dne, .-dne
	.p2align 4
	.globl	dgt
	.type	dgt, @function
dgt:
.LFB21:
	.cfi_startproc
	xorl	%eax, %eax
	comisd	%xmm1, %xmm0
	seta	%al
	ret
	.cfi_endproc
.LFE21:
	.size	dgt, .-dgt
	.p2align 4
	.globl	dunord
	.type	dunord, @function
dunord:
.LFB22:
	.cfi_startproc
	xorl	%eax, %eax
	ucomisd	%xmm1, %xmm0
	setp	%al
	ret
	.cfi_endproc
.LFE22:
	.size	dunord, .-dunord
	.p2align 4
	.globl	dlg
	.type	dlg, @function
dlg:
.LFB23:
	.cfi_startproc
	xorl	%eax, %eax
	ucomisd	%xmm1, %xmm0
	setne	%al
	ret
	.cfi_endproc
.LFE23:
	.size	dlg, .-dlg
	.p2align 4
	.globl	dsel
	.type	dsel, @function
dsel:
.LFB24:
	.cfi_startproc
	cmpnltsd	%xmm1, %xmm0
	andpd	%xmm0, %xmm3
	andnpd	%xmm2, %xmm0
	orpd	%xmm3, %xmm0
	ret
	.cfi_endproc
.LFE24:
	.size	dsel, .-dsel
	.p2align 4
	.globl	dseleq
	.type	dseleq, @function
dseleq:
.LFB25:
	.cfi_startproc
	ucomisd	%xmm1, %xmm0
	movq	%xmm2, %rdx
	movq	%xmm3, %rax
	jp	.L50
	cmove	%rdx, %rax
.L50:
	movq	%rax, %xmm0
	ret
	.cfi_endproc
.LFE25:
	.size	dseleq, .-dseleq
	.p2align 4
	.globl	dselne
	.type	dselne, @function
dselne:
.LFB26:
	.cfi_startproc
	ucomisd	%xmm1, %xmm0
	jp	.L57
	jne	.L57
	addsd	.LC3(%rip), %xmm1
	movapd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L57:
	addsd	%xmm0, %xmm0
	ret
	.cfi_endproc
.LFE26:
	.size	dselne, .-dselne
	.p2align 4
	.globl	dselle
	.type	dselle, @function
dselle:
.LFB27:
	.cfi_startproc
	cmplesd	%xmm1, %xmm0
	andpd	%xmm2, %xmm0
	ret
	.cfi_endproc
.LFE27:
	.size	dselle, .-dselle
	.p2align 4
	.globl	drelu
	.type	drelu, @function
drelu:
.LFB28:
	.cfi_startproc
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cmpltsd	%xmm1, %xmm0
	andpd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE28:
	.size	drelu, .-drelu
	.p2align 4
	.globl	dsign
	.type	dsign, @function
dsign:
.LFB29:
	.cfi_startproc
	pxor	%xmm2, %xmm2
	movsd	.LC3(%rip), %xmm1
	comisd	%xmm2, %xmm0
	ja	.L68
	cmpltsd	%xmm2, %xmm0
	movsd	.LC5(%rip), %xmm1
	andpd	%xmm0, %xmm1
.L68:
	movapd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE29:
	.size	dsign, .-dsign
	.p2align 4
	.globl	disel
	.type	disel, @function
disel:
.LFB30:
	.cfi_startproc
	ucomisd	%xmm0, %xmm1
	movl	%edi, %eax
	cmovbe	%esi, %eax
	ret
	.cfi_endproc
.LFE30:
	.size	disel, .-disel
	.p2align 4
	.globl	d2i
	.type	d2i, @function
d2i:
.LFB31:
	.cfi_startproc
	comisd	.LC6(%rip), %xmm0
	jbe	.L87
	movsd	.LC7(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L87
	cvttsd2sil	%xmm0, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L87:
	movl	$7, %eax
	ret
	.cfi_endproc
.LFE31:
	.size	d2i, .-d2i
	.p2align 4
	.globl	d2l
	.type	d2l, @function
d2l:
.LFB32:
	.cfi_startproc
	comisd	.LC8(%rip), %xmm0
	jbe	.L97
	movsd	.LC9(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L97
	cvttsd2siq	%xmm0, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L97:
	movl	$7, %eax
	ret
	.cfi_endproc
.LFE32:
	.size	d2l, .-d2l
	.p2align 4
	.globl	d2u
	.type	d2u, @function
d2u:
.LFB33:
	.cfi_startproc
	pxor	%xmm1, %xmm1
	comisd	%xmm1, %xmm0
	jbe	.L107
	movsd	.LC10(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L107
	cvttsd2siq	%xmm0, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L107:
	movl	$7, %eax
	ret
	.cfi_endproc
.LFE33:
	.size	d2u, .-d2u
	.p2align 4
	.globl	d2ul
	.type	d2ul, @function
d2ul:
.LFB34:
	.cfi_startproc
	pxor	%xmm1, %xmm1
	comisd	%xmm1, %xmm0
	jbe	.L119
	movsd	.LC11(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L119
	movsd	.LC12(%rip), %xmm1
	comisd	%xmm1, %xmm0
	jnb	.L112
	cvttsd2siq	%xmm0, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L119:
	movl	$7, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L112:
	subsd	%xmm1, %xmm0
	cvttsd2siq	%xmm0, %rax
	btcq	$63, %rax
	ret
	.cfi_endproc
.LFE34:
	.size	d2ul, .-d2ul
	.p2align 4
	.globl	d2c
	.type	d2c, @function
d2c:
.LFB35:
	.cfi_startproc
	comisd	.LC13(%rip), %xmm0
	jbe	.L129
	movsd	.LC14(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L129
	cvttsd2sil	%xmm0, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L129:
	movl	$1, %eax
	ret
	.cfi_endproc
.LFE35:
	.size	d2c, .-d2c
	.p2align 4
	.globl	d2s
	.type	d2s, @function
d2s:
.LFB36:
	.cfi_startproc
	pxor	%xmm1, %xmm1
	comisd	%xmm1, %xmm0
	jbe	.L139
	movsd	.LC15(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L139
	cvttsd2sil	%xmm0, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L139:
	movl	$1, %eax
	ret
	.cfi_endproc
.LFE36:
	.size	d2s, .-d2s
	.p2align 4
	.globl	i2d
	.type	i2d, @function
i2d:
.LFB37:
	.cfi_startproc
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%edi, %xmm0
	ret
	.cfi_endproc
.LFE37:
	.size	i2d, .-i2d
	.p2align 4
	.globl	l2d
	.type	l2d, @function
l2d:
.LFB38:
	.cfi_startproc
	pxor	%xmm0, %xmm0
	cvtsi2sdq	%rdi, %xmm0
	ret
	.cfi_endproc
.LFE38:
	.size	l2d, .-l2d
	.p2align 4
	.globl	u2d
	.type	u2d, @function
u2d:
.LFB39:
	.cfi_startproc
	movl	%edi, %edi
	pxor	%xmm0, %xmm0
	cvtsi2sdq	%rdi, %xmm0
	ret
	.cfi_endproc
.LFE39:
	.size	u2d, .-u2d
	.p2align 4
	.globl	ul2d
	.type	ul2d, @function
ul2d:
.LFB40:
	.cfi_startproc
	testq	%rdi, %rdi
	js	.L146
	pxor	%xmm0, %xmm0
	cvtsi2sdq	%rdi, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L146:
	movq	%rdi, %rax
	andl	$1, %edi
	pxor	%xmm0, %xmm0
	shrq	%rax
	orq	%rdi, %rax
	cvtsi2sdq	%rax, %xmm0
	addsd	%xmm0, %xmm0
	ret
	.cfi_endproc
.LFE40:
	.size	ul2d, .-ul2d
	.p2align 4
	.globl	c2d
	.type	c2d, @function
c2d:
.LFB41:
	.cfi_startproc
	movsbl	%dil, %edi
	pxor	%xmm0, %xmm0
	cvtsi2sdl	%edi, %xmm0
	ret
	.cfi_endproc
.LFE41:
	.size	c2d, .-c2d
	.p2align 4
	.globl	i2f
	.type	i2f, @function
i2f:
.LFB42:
	.cfi_startproc
	pxor	%xmm0, %xmm0
	cvtsi2ssl	%edi, %xmm0
	ret
	.cfi_endproc
.LFE42:
	.size	i2f, .-i2f
	.p2align 4
	.globl	l2f
	.type	l2f, @function
l2f:
.LFB43:
	.cfi_startproc
	pxor	%xmm0, %xmm0
	cvtsi2ssq	%rdi, %xmm0
	ret
	.cfi_endproc
.LFE43:
	.size	l2f, .-l2f
	.p2align 4
	.globl	ul2f
	.type	ul2f, @function
ul2f:
.LFB44:
	.cfi_startproc
	testq	%rdi, %rdi
	js	.L152
	pxor	%xmm0, %xmm0
	cvtsi2ssq	%rdi, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L152:
	movq	%rdi, %rax
	andl	$1, %edi
	pxor	%xmm0, %xmm0
	shrq	%rax
	orq	%rdi, %rax
	cvtsi2ssq	%rax, %xmm0
	addss	%xmm0, %xmm0
	ret
	.cfi_endproc
.LFE44:
	.size	ul2f, .-ul2f
	.p2align 4
	.globl	u2f
	.type	u2f, @function
u2f:
.LFB45:
	.cfi_startproc
	movl	%edi, %edi
	pxor	%xmm0, %xmm0
	cvtsi2ssq	%rdi, %xmm0
	ret
	.cfi_endproc
.LFE45:
	.size	u2f, .-u2f
	.p2align 4
	.globl	d2f
	.type	d2f, @function
d2f:
.LFB46:
	.cfi_startproc
	cvtsd2ss	%xmm0, %xmm0
	ret
	.cfi_endproc
.LFE46:
	.size	d2f, .-d2f
	.p2align 4
	.globl	f2d
	.type	f2d, @function
f2d:
.LFB47:
	.cfi_startproc
	cvtss2sd	%xmm0, %xmm0
	ret
	.cfi_endproc
.LFE47:
	.size	f2d, .-f2d
	.p2align 4
	.globl	fadd_
	.type	fadd_, @function
fadd_:
.LFB48:
	.cfi_startproc
	addss	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE48:
	.size	fadd_, .-fadd_
	.p2align 4
	.globl	fmul_
	.type	fmul_, @function
fmul_:
.LFB49:
	.cfi_startproc
	mulss	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE49:
	.size	fmul_, .-fmul_
	.p2align 4
	.globl	fdiv_
	.type	fdiv_, @function
fdiv_:
.LFB50:
	.cfi_startproc
	divss	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE50:
	.size	fdiv_, .-fdiv_
	.p2align 4
	.globl	fneg_
	.type	fneg_, @function
fneg_:
.LFB51:
	.cfi_startproc
	xorps	.LC16(%rip), %xmm0
	ret
	.cfi_endproc
.LFE51:
	.size	fneg_, .-fneg_
	.p2align 4
	.globl	ffabs_
	.type	ffabs_, @function
ffabs_:
.LFB52:
	.cfi_startproc
	andps	.LC17(%rip), %xmm0
	ret
	.cfi_endproc
.LFE52:
	.size	ffabs_, .-ffabs_
	.p2align 4
	.globl	fcopy_
	.type	fcopy_, @function
fcopy_:
.LFB53:
	.cfi_startproc
	movss	.LC16(%rip), %xmm2
	movaps	%xmm0, %xmm3
	movaps	%xmm2, %xmm0
	andps	%xmm1, %xmm2
	andnps	%xmm3, %xmm0
	orps	%xmm2, %xmm0
	ret
	.cfi_endproc
.LFE53:
	.size	fcopy_, .-fcopy_
	.p2align 4
	.globl	fmax_
	.type	fmax_, @function
fmax_:
.LFB54:
	.cfi_startproc
	maxss	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE54:
	.size	fmax_, .-fmax_
	.p2align 4
	.globl	fsel_
	.type	fsel_, @function
fsel_:
.LFB55:
	.cfi_startproc
	cmpnltss	%xmm1, %xmm0
	andps	%xmm0, %xmm3
	andnps	%xmm2, %xmm0
	orps	%xmm3, %xmm0
	ret
	.cfi_endproc
.LFE55:
	.size	fsel_, .-fsel_
	.p2align 4
	.globl	fmixed
	.type	fmixed, @function
fmixed:
.LFB56:
	.cfi_startproc
	cvtss2sd	%xmm0, %xmm0
	mulsd	%xmm1, %xmm0
	addsd	.LC18(%rip), %xmm0
	cvtsd2ss	%xmm0, %xmm0
	ret
	.cfi_endproc
.LFE56:
	.size	fmixed, .-fmixed
	.p2align 4
	.globl	flt_
	.type	flt_, @function
flt_:
.LFB57:
	.cfi_startproc
	xorl	%eax, %eax
	comiss	%xmm0, %xmm1
	seta	%al
	ret
	.cfi_endproc
.LFE57:
	.size	flt_, .-flt_
	.p2align 4
	.globl	f2i
	.type	f2i, @function
f2i:
.LFB58:
	.cfi_startproc
	comiss	.LC19(%rip), %xmm0
	jbe	.L184
	movss	.LC20(%rip), %xmm1
	comiss	%xmm0, %xmm1
	jbe	.L184
	cvttss2sil	%xmm0, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L184:
	movl	$3, %eax
	ret
	.cfi_endproc
.LFE58:
	.size	f2i, .-f2i
	.p2align 4
	.globl	f2ul
	.type	f2ul, @function
f2ul:
.LFB59:
	.cfi_startproc
	pxor	%xmm1, %xmm1
	comiss	%xmm1, %xmm0
	jbe	.L196
	movss	.LC22(%rip), %xmm1
	comiss	%xmm0, %xmm1
	jbe	.L196
	comiss	.LC23(%rip), %xmm0
	jnb	.L189
	cvttss2siq	%xmm0, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L196:
	movl	$3, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L189:
	subss	.LC23(%rip), %xmm0
	cvttss2siq	%xmm0, %rax
	btcq	$63, %rax
	ret
	.cfi_endproc
.LFE59:
	.size	f2ul, .-f2ul
	.p2align 4
	.globl	dsqrt
	.type	dsqrt, @function
dsqrt:
.LFB60:
	.cfi_startproc
	pxor	%xmm1, %xmm1
	ucomisd	%xmm0, %xmm1
	ja	.L205
	sqrtsd	%xmm0, %xmm0
	ret
.L205:
	jmp	sqrt@PLT
	.cfi_endproc
.LFE60:
	.size	dsqrt, .-dsqrt
	.p2align 4
	.globl	fsqrt_
	.type	fsqrt_, @function
fsqrt_:
.LFB61:
	.cfi_startproc
	pxor	%xmm1, %xmm1
	ucomiss	%xmm0, %xmm1
	ja	.L214
	sqrtss	%xmm0, %xmm0
	ret
.L214:
	jmp	sqrtf@PLT
	.cfi_endproc
.LFE61:
	.size	fsqrt_, .-fsqrt_
	.p2align 4
	.globl	hyp
	.type	hyp, @function
hyp:
.LFB62:
	.cfi_startproc
	mulsd	%xmm1, %xmm1
	mulsd	%xmm0, %xmm0
	addsd	%xmm1, %xmm0
	pxor	%xmm1, %xmm1
	ucomisd	%xmm0, %xmm1
	ja	.L223
	sqrtsd	%xmm0, %xmm0
	ret
.L223:
	jmp	sqrt@PLT
	.cfi_endproc
.LFE62:
	.size	hyp, .-hyp
	.p2align 4
	.globl	horner
	.type	horner, @function
horner:
.LFB63:
	.cfi_startproc
	pxor	%xmm1, %xmm1
	mulsd	%xmm0, %xmm1
	addsd	.LC3(%rip), %xmm1
	mulsd	%xmm0, %xmm1
	subsd	.LC24(%rip), %xmm1
	mulsd	%xmm0, %xmm1
	addsd	.LC25(%rip), %xmm1
	mulsd	%xmm0, %xmm1
	addsd	.LC26(%rip), %xmm1
	mulsd	%xmm0, %xmm1
	subsd	.LC27(%rip), %xmm1
	mulsd	%xmm1, %xmm0
	addsd	.LC28(%rip), %xmm0
	ret
	.cfi_endproc
.LFE63:
	.size	horner, .-horner
	.p2align 4
	.globl	newton
	.type	newton, @function
newton:
.LFB64:
	.cfi_startproc
	movsd	.LC24(%rip), %xmm3
	movapd	%xmm0, %xmm2
	movl	$20, %eax
	.p2align 4,,10
	.p2align 3
.L226:
	movapd	%xmm2, %xmm1
	divsd	%xmm0, %xmm1
	addsd	%xmm1, %xmm0
	mulsd	%xmm3, %xmm0
	subl	$1, %eax
	jne	.L226
	ret
	.cfi_endproc
.LFE64:
	.size	newton, .-newton
	.p2align 4
	.globl	dpow
	.type	dpow, @function
dpow:
.LFB65:
	.cfi_startproc
	movl	%edi, %eax
	negl	%eax
	cmovs	%edi, %eax
	testl	%edi, %edi
	je	.L232
	movq	.LC3(%rip), %rdx
	movq	%rdx, %xmm1
	.p2align 4,,10
	.p2align 3
.L231:
	testb	$1, %al
	je	.L230
	mulsd	%xmm0, %xmm1
.L230:
	mulsd	%xmm0, %xmm0
	sarl	%eax
	jne	.L231
	testl	%edi, %edi
	js	.L237
	movapd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L237:
	movsd	.LC3(%rip), %xmm2
	divsd	%xmm1, %xmm2
	movapd	%xmm2, %xmm1
	movapd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L232:
	movsd	.LC3(%rip), %xmm1
	movapd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE65:
	.size	dpow, .-dpow
	.p2align 4
	.globl	fma_
	.type	fma_, @function
fma_:
.LFB66:
	.cfi_startproc
	mulsd	%xmm1, %xmm0
	addsd	%xmm2, %xmm0
	ret
	.cfi_endproc
.LFE66:
	.size	fma_, .-fma_
	.p2align 4
	.globl	average
	.type	average, @function
average:
.LFB67:
	.cfi_startproc
	testl	%esi, %esi
	jle	.L240
	movslq	%esi, %rax
	pxor	%xmm0, %xmm0
	leaq	(%rdi,%rax,8), %rax
	.p2align 4,,10
	.p2align 3
.L241:
	addsd	(%rdi), %xmm0
	addq	$8, %rdi
	cmpq	%rax, %rdi
	jne	.L241
.L242:
	pxor	%xmm1, %xmm1
	cvtsi2sdl	%esi, %xmm1
	divsd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L240:
	pxor	%xmm0, %xmm0
	jne	.L242
	ret
	.cfi_endproc
.LFE67:
	.size	average, .-average
	.p2align 4
	.globl	dot
	.type	dot, @function
dot:
.LFB68:
	.cfi_startproc
	testl	%edx, %edx
	jle	.L249
	movslq	%edx, %rdx
	xorl	%eax, %eax
	pxor	%xmm1, %xmm1
	salq	$3, %rdx
	.p2align 4,,10
	.p2align 3
.L248:
	movsd	(%rdi,%rax), %xmm0
	mulsd	(%rsi,%rax), %xmm0
	addq	$8, %rax
	addsd	%xmm0, %xmm1
	cmpq	%rax, %rdx
	jne	.L248
	movapd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L249:
	pxor	%xmm1, %xmm1
	movapd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE68:
	.size	dot, .-dot
	.p2align 4
	.globl	axpy
	.type	axpy, @function
axpy:
.LFB69:
	.cfi_startproc
	testl	%edx, %edx
	jle	.L251
	movslq	%edx, %rdx
	xorl	%eax, %eax
	salq	$3, %rdx
	.p2align 4,,10
	.p2align 3
.L253:
	movsd	(%rsi,%rax), %xmm1
	mulsd	%xmm0, %xmm1
	addsd	(%rdi,%rax), %xmm1
	movsd	%xmm1, (%rdi,%rax)
	addq	$8, %rax
	cmpq	%rdx, %rax
	jne	.L253
.L251:
	ret
	.cfi_endproc
.LFE69:
	.size	axpy, .-axpy
	.p2align 4
	.globl	scale8
	.type	scale8, @function
scale8:
.LFB70:
	.cfi_startproc
	unpcklpd	%xmm0, %xmm0
	leaq	64(%rdi), %rax
.L256:
	movupd	(%rdi), %xmm1
	addq	$16, %rdi
	mulpd	%xmm0, %xmm1
	movups	%xmm1, -16(%rdi)
	cmpq	%rdi, %rax
	jne	.L256
	ret
	.cfi_endproc
.LFE70:
	.size	scale8, .-scale8
	.p2align 4
	.globl	fscale16
	.type	fscale16, @function
fscale16:
.LFB71:
	.cfi_startproc
	movss	.LC30(%rip), %xmm2
	leaq	64(%rdi), %rax
	shufps	$0, %xmm0, %xmm0
	shufps	$0, %xmm2, %xmm2
.L259:
	movups	(%rdi), %xmm1
	addq	$16, %rdi
	mulps	%xmm0, %xmm1
	addps	%xmm2, %xmm1
	movups	%xmm1, -16(%rdi)
	cmpq	%rdi, %rax
	jne	.L259
	ret
	.cfi_endproc
.LFE71:
	.size	fscale16, .-fscale16
	.p2align 4
	.globl	maxof
	.type	maxof, @function
maxof:
.LFB72:
	.cfi_startproc
	movsd	(%rdi), %xmm0
	cmpl	$1, %esi
	jle	.L261
	leal	-2(%rsi), %edx
	leaq	8(%rdi), %rax
	leaq	16(%rdi,%rdx,8), %rdx
	.p2align 4,,10
	.p2align 3
.L265:
	movsd	(%rax), %xmm1
	addq	$8, %rax
	maxsd	%xmm0, %xmm1
	movapd	%xmm1, %xmm0
	cmpq	%rdx, %rax
	jne	.L265
.L261:
	ret
	.cfi_endproc
.LFE72:
	.size	maxof, .-maxof
	.p2align 4
	.globl	cross
	.type	cross, @function
cross:
.LFB73:
	.cfi_startproc
	movsd	8(%rsp), %xmm3
	movsd	32(%rsp), %xmm2
	movq	%rdi, %rax
	movsd	48(%rsp), %xmm0
	movsd	24(%rsp), %xmm1
	movq	16(%rsp), %xmm4
	movhpd	24(%rsp), %xmm4
	movq	40(%rsp), %xmm5
	movhpd	48(%rsp), %xmm5
	unpcklpd	%xmm2, %xmm0
	unpcklpd	%xmm3, %xmm1
	mulpd	%xmm5, %xmm1
	mulpd	%xmm4, %xmm0
	subpd	%xmm1, %xmm0
	movapd	%xmm4, %xmm1
	mulsd	%xmm2, %xmm1
	movups	%xmm0, (%rdi)
	movapd	%xmm5, %xmm0
	mulsd	%xmm3, %xmm0
	subsd	%xmm1, %xmm0
	movsd	%xmm0, 16(%rdi)
	ret
	.cfi_endproc
.LFE73:
	.size	cross, .-cross
	.p2align 4
	.globl	cmul
	.type	cmul, @function
cmul:
.LFB74:
	.cfi_startproc
	movq	%xmm1, -32(%rsp)
	movq	%xmm0, -40(%rsp)
	movapd	-40(%rsp), %xmm0
	movq	%xmm2, -24(%rsp)
	movapd	-40(%rsp), %xmm2
	movq	%xmm3, -16(%rsp)
	movapd	-24(%rsp), %xmm1
	unpckhpd	%xmm0, %xmm0
	unpcklpd	%xmm2, %xmm2
	mulpd	-24(%rsp), %xmm2
	shufpd	$1, %xmm1, %xmm1
	mulpd	%xmm1, %xmm0
	movapd	%xmm2, %xmm1
	subpd	%xmm0, %xmm1
	addpd	%xmm0, %xmm2
	movsd	%xmm1, %xmm2
	movaps	%xmm2, -40(%rsp)
	movsd	-32(%rsp), %xmm1
	movsd	-40(%rsp), %xmm0
	ret
	.cfi_endproc
.LFE74:
	.size	cmul, .-cmul
	.p2align 4
	.globl	vadd
	.type	vadd, @function
vadd:
.LFB75:
	.cfi_startproc
	movupd	(%rsi), %xmm0
	movupd	(%rdx), %xmm1
	addpd	%xmm1, %xmm0
	movups	%xmm0, (%rdi)
	movsd	16(%rsi), %xmm0
	addsd	16(%rdx), %xmm0
	movsd	%xmm0, 16(%rdi)
	ret
	.cfi_endproc
.LFE75:
	.size	vadd, .-vadd
	.p2align 4
	.globl	c2swap
	.type	c2swap, @function
c2swap:
.LFB76:
	.cfi_startproc
	movupd	(%rdi), %xmm0
	shufpd	$1, %xmm0, %xmm0
	movups	%xmm0, (%rdi)
	ret
	.cfi_endproc
.LFE76:
	.size	c2swap, .-c2swap
	.p2align 4
	.globl	fvadd
	.type	fvadd, @function
fvadd:
.LFB77:
	.cfi_startproc
	movq	%xmm1, -32(%rsp)
	movq	%xmm0, -40(%rsp)
	movaps	-40(%rsp), %xmm4
	movq	%xmm2, -24(%rsp)
	movq	%xmm3, -16(%rsp)
	addps	-24(%rsp), %xmm4
	movaps	%xmm4, -40(%rsp)
	movq	-32(%rsp), %rax
	movq	-40(%rsp), %xmm0
	movq	%rax, %xmm1
	ret
	.cfi_endproc
.LFE77:
	.size	fvadd, .-fvadd
	.p2align 4
	.globl	mat4
	.type	mat4, @function
mat4:
.LFB78:
	.cfi_startproc
	xorl	%r9d, %r9d
	leaq	128(%rdx), %r10
.L274:
	movq	%r10, %rcx
	xorl	%r8d, %r8d
.L278:
	leaq	-128(%rcx), %rax
	movq	%rsi, %rdx
	pxor	%xmm1, %xmm1
.L275:
	movsd	(%rdx), %xmm0
	mulsd	(%rax), %xmm0
	addq	$32, %rax
	addq	$8, %rdx
	addsd	%xmm0, %xmm1
	cmpq	%rax, %rcx
	jne	.L275
	movsd	%xmm1, (%rdi,%r8,8)
	addq	$1, %r8
	addq	$8, %rcx
	cmpq	$4, %r8
	jne	.L278
	addl	$4, %r9d
	addq	$32, %rdi
	addq	$32, %rsi
	cmpl	$16, %r9d
	jne	.L274
	ret
	.cfi_endproc
.LFE78:
	.size	mat4, .-mat4
	.p2align 4
	.globl	lround_
	.type	lround_, @function
lround_:
.LFB79:
	.cfi_startproc
	comisd	.LC31(%rip), %xmm0
	jbe	.L292
	movsd	.LC32(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L292
	pxor	%xmm1, %xmm1
	comisd	%xmm0, %xmm1
	ja	.L294
	addsd	.LC24(%rip), %xmm0
	cvttsd2siq	%xmm0, %rax
	ret
	.p2align 4,,10
	.p2align 3
.L292:
	xorl	%eax, %eax
	ret
	.p2align 4,,10
	.p2align 3
.L294:
	subsd	.LC24(%rip), %xmm0
	cvttsd2siq	%xmm0, %rax
	ret
	.cfi_endproc
.LFE79:
	.size	lround_, .-lround_
	.p2align 4
	.globl	dfloor
	.type	dfloor, @function
dfloor:
.LFB80:
	.cfi_startproc
	comisd	.LC31(%rip), %xmm0
	jbe	.L296
	movsd	.LC32(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L296
	cvttsd2siq	%xmm0, %rax
	pxor	%xmm1, %xmm1
	cvtsi2sdq	%rax, %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L304
	subsd	.LC3(%rip), %xmm1
	movapd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L304:
	movapd	%xmm1, %xmm0
.L296:
	ret
	.cfi_endproc
.LFE80:
	.size	dfloor, .-dfloor
	.p2align 4
	.globl	isnan_
	.type	isnan_, @function
isnan_:
.LFB81:
	.cfi_startproc
	xorl	%eax, %eax
	ucomisd	%xmm0, %xmm0
	setp	%al
	ret
	.cfi_endproc
.LFE81:
	.size	isnan_, .-isnan_
	.p2align 4
	.globl	isinf_
	.type	isinf_, @function
isinf_:
.LFB82:
	.cfi_startproc
	movapd	%xmm0, %xmm1
	xorl	%eax, %eax
	andpd	.LC2(%rip), %xmm1
	ucomisd	.LC33(%rip), %xmm1
	jbe	.L307
	movmskpd	%xmm0, %eax
	andl	$1, %eax
	cmpl	$1, %eax
	sbbl	%eax, %eax
	andl	$2, %eax
	subl	$1, %eax
.L307:
	ret
	.cfi_endproc
.LFE82:
	.size	isinf_, .-isinf_
	.p2align 4
	.globl	signbit_
	.type	signbit_, @function
signbit_:
.LFB83:
	.cfi_startproc
	movmskpd	%xmm0, %eax
	andl	$1, %eax
	ret
	.cfi_endproc
.LFE83:
	.size	signbit_, .-signbit_
	.p2align 4
	.globl	dbits
	.type	dbits, @function
dbits:
.LFB84:
	.cfi_startproc
	movq	%xmm0, %rax
	shrq	$52, %rax
	ret
	.cfi_endproc
.LFE84:
	.size	dbits, .-dbits
	.p2align 4
	.globl	frombits
	.type	frombits, @function
frombits:
.LFB85:
	.cfi_startproc
	movq	%rdi, %xmm0
	ret
	.cfi_endproc
.LFE85:
	.size	frombits, .-frombits
	.p2align 4
	.globl	cmp3
	.type	cmp3, @function
cmp3:
.LFB86:
	.cfi_startproc
	xorl	%eax, %eax
	comisd	%xmm1, %xmm0
	seta	%al
	xorl	%edx, %edx
	comisd	%xmm0, %xmm1
	seta	%dl
	subl	%edx, %eax
	ret
	.cfi_endproc
.LFE86:
	.size	cmp3, .-cmp3
	.p2align 4
	.globl	many
	.type	many, @function
many:
.LFB87:
	.cfi_startproc
	addsd	%xmm1, %xmm1
	mulsd	.LC26(%rip), %xmm2
	mulsd	.LC34(%rip), %xmm3
	mulsd	.LC35(%rip), %xmm4
	addsd	%xmm0, %xmm1
	mulsd	.LC36(%rip), %xmm5
	movsd	.LC38(%rip), %xmm0
	mulsd	.LC27(%rip), %xmm6
	mulsd	.LC37(%rip), %xmm7
	addsd	%xmm2, %xmm1
	mulsd	8(%rsp), %xmm0
	addsd	%xmm3, %xmm1
	addsd	%xmm4, %xmm1
	addsd	%xmm5, %xmm1
	addsd	%xmm6, %xmm1
	addsd	%xmm7, %xmm1
	addsd	%xmm0, %xmm1
	movsd	.LC39(%rip), %xmm0
	mulsd	16(%rsp), %xmm0
	addsd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE87:
	.size	many, .-many
	.p2align 4
	.globl	nandiv
	.type	nandiv, @function
nandiv:
.LFB88:
	.cfi_startproc
	movsd	.LC35(%rip), %xmm1
	comisd	%xmm0, %xmm1
	jbe	.L322
	ret
	.p2align 4,,10
	.p2align 3
.L322:
	movsd	.LC14(%rip), %xmm0
	ret
	.cfi_endproc
.LFE88:
	.size	nandiv, .-nandiv
	.p2align 4
	.globl	pi
	.type	pi, @function
pi:
.LFB89:
	.cfi_startproc
	testl	%edi, %edi
	jle	.L327
	movsd	.LC34(%rip), %xmm3
	movl	$1, %edx
	xorl	%eax, %eax
	pxor	%xmm1, %xmm1
	.p2align 4,,10
	.p2align 3
.L326:
	movapd	%xmm3, %xmm0
	testb	$1, %al
	je	.L325
	movq	.LC40(%rip), %rcx
	movq	%rcx, %xmm0
.L325:
	pxor	%xmm2, %xmm2
	addl	$1, %eax
	cvtsi2sdl	%edx, %xmm2
	addl	$2, %edx
	divsd	%xmm2, %xmm0
	addsd	%xmm0, %xmm1
	cmpl	%eax, %edi
	jne	.L326
	movapd	%xmm1, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L327:
	pxor	%xmm1, %xmm1
	movapd	%xmm1, %xmm0
	ret
	.cfi_endproc
.LFE89:
	.size	pi, .-pi
	.p2align 4
	.globl	fsum
	.type	fsum, @function
fsum:
.LFB90:
	.cfi_startproc
	testl	%esi, %esi
	jle	.L334
	movslq	%esi, %rsi
	pxor	%xmm0, %xmm0
	leaq	(%rdi,%rsi,4), %rax
	.p2align 4,,10
	.p2align 3
.L333:
	addss	(%rdi), %xmm0
	addq	$4, %rdi
	cmpq	%rax, %rdi
	jne	.L333
	ret
	.p2align 4,,10
	.p2align 3
.L334:
	pxor	%xmm0, %xmm0
	ret
	.cfi_endproc
.LFE90:
	.size	fsum, .-fsum
	.p2align 4
	.globl	f2dloop
	.type	f2dloop, @function
f2dloop:
.LFB91:
	.cfi_startproc
	testl	%edx, %edx
	jle	.L336
	movslq	%edx, %rdx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L338:
	pxor	%xmm0, %xmm0
	cvtss2sd	(%rsi,%rax,4), %xmm0
	movsd	%xmm0, (%rdi,%rax,8)
	addq	$1, %rax
	cmpq	%rdx, %rax
	jne	.L338
.L336:
	ret
	.cfi_endproc
.LFE91:
	.size	f2dloop, .-f2dloop
	.p2align 4
	.globl	i2dloop
	.type	i2dloop, @function
i2dloop:
.LFB92:
	.cfi_startproc
	testl	%edx, %edx
	jle	.L340
	movslq	%edx, %rdx
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L342:
	pxor	%xmm0, %xmm0
	cvtsi2sdl	(%rsi,%rax,4), %xmm0
	movsd	%xmm0, (%rdi,%rax,8)
	addq	$1, %rax
	cmpq	%rdx, %rax
	jne	.L342
.L340:
	ret
	.cfi_endproc
.LFE92:
	.size	i2dloop, .-i2dloop
	.p2align 4
	.globl	d2iloop
	.type	d2iloop, @function
d2iloop:
.LFB93:
	.cfi_startproc
	movupd	(%rsi), %xmm2
	movupd	16(%rsi), %xmm3
	cvttpd2dq	%xmm2, %xmm0
	cvttpd2dq	%xmm3, %xmm1
	punpcklqdq	%xmm1, %xmm0
	movupd	48(%rsi), %xmm1
	movups	%xmm0, (%rdi)
	movupd	32(%rsi), %xmm0
	cvttpd2dq	%xmm1, %xmm1
	cvttpd2dq	%xmm0, %xmm0
	punpcklqdq	%xmm1, %xmm0
	movups	%xmm0, 16(%rdi)
	ret
	.cfi_endproc
.LFE93:
	.size	d2iloop, .-d2iloop
	.p2align 4
	.globl	bisect
	.type	bisect, @function
bisect:
.LFB94:
	.cfi_startproc
	movapd	%xmm0, %xmm3
	maxsd	.LC3(%rip), %xmm3
	movsd	.LC41(%rip), %xmm7
	pxor	%xmm2, %xmm2
	movsd	.LC24(%rip), %xmm6
.L349:
	movapd	%xmm3, %xmm5
	mulsd	%xmm7, %xmm5
	jmp	.L348
	.p2align 4,,10
	.p2align 3
.L350:
	movapd	%xmm2, %xmm1
	addsd	%xmm3, %xmm1
	mulsd	%xmm6, %xmm1
	movapd	%xmm1, %xmm4
	mulsd	%xmm1, %xmm4
	comisd	%xmm4, %xmm0
	jbe	.L352
	movapd	%xmm1, %xmm2
.L348:
	movapd	%xmm3, %xmm1
	subsd	%xmm2, %xmm1
	comisd	%xmm5, %xmm1
	ja	.L350
	movapd	%xmm2, %xmm0
	ret
	.p2align 4,,10
	.p2align 3
.L352:
	movapd	%xmm1, %xmm3
	jmp	.L349
	.cfi_endproc
.LFE94:
	.size	bisect, .-bisect
	.section	.rodata.str1.1
.LC43:
	.string	"dadd"
.LC44:
	.string	"dsub"
.LC45:
	.string	"dmul"
.LC46:
	.string	"ddiv"
.LC47:
	.string	"dneg"
.LC48:
	.string	"dfabs"
.LC49:
	.string	"dcopysign"
.LC50:
	.string	"dmin"
.LC51:
	.string	"dmax"
.LC52:
	.string	"dmaxe"
.LC53:
	.string	"dlt"
.LC54:
	.string	"dle"
.LC55:
	.string	"deq"
.LC56:
	.string	"dne"
.LC57:
	.string	"dgt"
.LC58:
	.string	"dunord"
.LC59:
	.string	"dlg"
.LC60:
	.string	"dsel"
.LC62:
	.string	"dseleq"
.LC63:
	.string	"dselne"
.LC64:
	.string	"dselle"
.LC65:
	.string	"drelu"
.LC66:
	.string	"dsign"
.LC67:
	.string	"disel"
.LC68:
	.string	"d2i"
.LC69:
	.string	"d2l"
.LC70:
	.string	"d2u"
.LC71:
	.string	"d2ul"
.LC72:
	.string	"d2c"
.LC73:
	.string	"d2s"
.LC74:
	.string	"i2d"
.LC75:
	.string	"l2d"
.LC76:
	.string	"u2d"
.LC77:
	.string	"ul2d"
.LC78:
	.string	"c2d"
.LC79:
	.string	"i2f"
.LC80:
	.string	"l2f"
.LC81:
	.string	"ul2f"
.LC82:
	.string	"u2f"
.LC83:
	.string	"d2f"
.LC84:
	.string	"f2d"
.LC85:
	.string	"fadd_"
.LC86:
	.string	"fmul_"
.LC87:
	.string	"fdiv_"
.LC88:
	.string	"fneg_"
.LC89:
	.string	"ffabs_"
.LC90:
	.string	"fcopy_"
.LC91:
	.string	"fmax_"
.LC93:
	.string	"fsel_"
.LC94:
	.string	"fmixed"
.LC95:
	.string	"flt_"
.LC96:
	.string	"f2i"
.LC97:
	.string	"f2ul"
.LC98:
	.string	"dsqrt"
.LC99:
	.string	"fsqrt_"
.LC100:
	.string	"hyp"
.LC101:
	.string	"horner"
.LC102:
	.string	"newton"
.LC104:
	.string	"dpow"
.LC105:
	.string	"fma_"
.LC119:
	.string	"arrays"
.LC122:
	.string	"vectors"
.LC123:
	.string	"mat4"
.LC124:
	.string	"lround_"
.LC125:
	.string	"dfloor"
.LC126:
	.string	"isnan_"
.LC127:
	.string	"isinf_"
.LC128:
	.string	"signbit_"
.LC129:
	.string	"dbits"
.LC130:
	.string	"frombits"
.LC131:
	.string	"cmp3"
.LC132:
	.string	"many"
.LC133:
	.string	"nandiv"
.LC134:
	.string	"loops"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
.LFB95:
	.cfi_startproc
	pushq	%r14
	.cfi_def_cfa_offset 16
	.cfi_offset 14, -16
	xorl	%r8d, %r8d
	pushq	%r13
	.cfi_def_cfa_offset 24
	.cfi_offset 13, -24
	pushq	%r12
	.cfi_def_cfa_offset 32
	.cfi_offset 12, -32
	pushq	%rbp
	.cfi_def_cfa_offset 40
	.cfi_offset 6, -40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	.cfi_offset 3, -48
	subq	$880, %rsp
	.cfi_def_cfa_offset 928
	.p2align 4,,10
	.p2align 3
.L354:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L355:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dadd
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L355
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L354
	leaq	.LC43(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L357:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L358:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dsub
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L358
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L357
	leaq	.LC44(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L360:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L361:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dmul
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L361
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L360
	leaq	.LC45(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L363:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L364:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	ddiv
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L364
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L363
	leaq	.LC46(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L366:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	dneg
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L366
	leaq	.LC47(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L367:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	dfabs
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L367
	leaq	.LC48(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L368:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L369:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dcopysign
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L369
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L368
	leaq	.LC49(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L371:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L372:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dmin
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L372
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L371
	leaq	.LC50(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L374:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L375:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dmax
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L375
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L374
	leaq	.LC51(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L377:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L378:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dmaxe
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L378
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L377
	leaq	.LC52(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L380:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L381:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dlt
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L381
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L380
	leaq	.LC53(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L383:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L384:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dle
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L384
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L383
	leaq	.LC54(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L386:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L387:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	deq
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L387
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L386
	leaq	.LC55(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L389:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L390:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dne
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L390
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L389
	leaq	.LC56(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L392:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L393:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dgt
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L393
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L392
	leaq	.LC57(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L395:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L396:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dunord
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L396
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L395
	leaq	.LC58(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L398:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L399:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dlg
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L399
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L398
	leaq	.LC59(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L401:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L402:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm4
	call	darg
	movq	.LC34(%rip), %rax
	movapd	%xmm0, %xmm1
	movapd	%xmm4, %xmm0
	movq	%rax, %xmm3
	movq	.LC26(%rip), %rax
	movq	%rax, %xmm2
	call	dsel
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L402
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L401
	leaq	.LC60(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L404:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L405:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movq	.LC61(%rip), %rax
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	movq	%rax, %xmm3
	call	dseleq
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L405
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L404
	leaq	.LC62(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L407:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L408:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dselne
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L408
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L407
	leaq	.LC63(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L410:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L411:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	dselle
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L411
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L410
	leaq	.LC64(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L413:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	drelu
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L413
	leaq	.LC65(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L414:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	dsign
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L414
	leaq	.LC66(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L415:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L416:
	movl	%r9d, %edi
	movl	$-5, %esi
	call	darg
	movl	%r8d, %edi
	addl	$1, %r8d
	movapd	%xmm0, %xmm2
	call	darg
	movl	$5, %edi
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	disel
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %r8d
	jne	.L416
	addl	$1, %r9d
	cmpl	$20, %r9d
	jne	.L415
	leaq	.LC67(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L418:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	d2i
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L418
	leaq	.LC68(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L419:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	d2l
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L419
	leaq	.LC69(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L420:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	d2u
	movl	%eax, %edi
	call	mix
	cmpl	$40, %esi
	jne	.L420
	leaq	.LC70(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L421:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	d2ul
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L421
	leaq	.LC71(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L422:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	d2c
	movsbq	%al, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L422
	leaq	.LC72(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L423:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	d2s
	movzwl	%ax, %edi
	call	mix
	cmpl	$40, %esi
	jne	.L423
	leaq	.LC73(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L424:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movl	%eax, %edi
	call	i2d
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L424
	leaq	.LC74(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L425:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movq	%rax, %rdi
	call	l2d
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L425
	leaq	.LC75(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L426:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movl	%eax, %edi
	call	u2d
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L426
	leaq	.LC76(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L427:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movq	%rax, %rdi
	call	ul2d
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L427
	leaq	.LC77(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L428:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movsbl	%al, %edi
	call	c2d
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L428
	leaq	.LC78(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L429:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movl	%eax, %edi
	call	i2f
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L429
	leaq	.LC79(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L430:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movq	%rax, %rdi
	call	l2f
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L430
	leaq	.LC80(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L431:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movq	%rax, %rdi
	call	ul2f
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L431
	leaq	.LC81(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L432:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movl	%eax, %edi
	call	u2f
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L432
	leaq	.LC82(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L433:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	d2f
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L433
	leaq	.LC83(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L434:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	cvtsd2ss	%xmm0, %xmm0
	call	f2d
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L434
	leaq	.LC84(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L435:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L436:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cvtsd2ss	%xmm2, %xmm0
	cvtsd2ss	%xmm1, %xmm1
	call	fadd_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L436
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L435
	leaq	.LC85(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L438:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L439:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cvtsd2ss	%xmm2, %xmm0
	cvtsd2ss	%xmm1, %xmm1
	call	fmul_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L439
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L438
	leaq	.LC86(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L441:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L442:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cvtsd2ss	%xmm2, %xmm0
	cvtsd2ss	%xmm1, %xmm1
	call	fdiv_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L442
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L441
	leaq	.LC87(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L444:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	cvtsd2ss	%xmm0, %xmm0
	call	fneg_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L444
	leaq	.LC88(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L445:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	cvtsd2ss	%xmm0, %xmm0
	call	ffabs_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L445
	leaq	.LC89(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L446:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L447:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cvtsd2ss	%xmm2, %xmm0
	cvtsd2ss	%xmm1, %xmm1
	call	fcopy_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L447
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L446
	leaq	.LC90(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L449:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L450:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cvtsd2ss	%xmm2, %xmm0
	cvtsd2ss	%xmm1, %xmm1
	call	fmax_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L450
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L449
	leaq	.LC91(%rip), %rdi
	call	say
	movss	.LC92(%rip), %xmm4
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L452:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L453:
	movl	%r8d, %edi
	movaps	%xmm4, %xmm3
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cvtsd2ss	%xmm2, %xmm0
	movss	.LC30(%rip), %xmm2
	cvtsd2ss	%xmm1, %xmm1
	call	fsel_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L453
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L452
	leaq	.LC93(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L455:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L456:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cvtsd2ss	%xmm2, %xmm0
	call	fmixed
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L456
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L455
	leaq	.LC94(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L458:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L459:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	pxor	%xmm0, %xmm0
	cvtsd2ss	%xmm2, %xmm0
	cvtsd2ss	%xmm1, %xmm1
	call	flt_
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L459
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L458
	leaq	.LC95(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L461:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	cvtsd2ss	%xmm0, %xmm0
	call	f2i
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L461
	leaq	.LC96(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L462:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	cvtsd2ss	%xmm0, %xmm0
	call	f2ul
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L462
	leaq	.LC97(%rip), %rdi
	xorl	%ebx, %ebx
	call	say
	.p2align 4,,10
	.p2align 3
.L463:
	movl	%ebx, %edi
	addl	$1, %ebx
	call	darg
	call	dsqrt
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ebx
	jne	.L463
	leaq	.LC98(%rip), %rdi
	xorl	%ebx, %ebx
	call	say
	.p2align 4,,10
	.p2align 3
.L464:
	movl	%ebx, %edi
	addl	$1, %ebx
	call	darg
	cvtsd2ss	%xmm0, %xmm0
	call	fsqrt_
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ebx
	jne	.L464
	leaq	.LC99(%rip), %rdi
	xorl	%ebp, %ebp
	call	say
	.p2align 4,,10
	.p2align 3
.L465:
	xorl	%ebx, %ebx
	.p2align 4,,10
	.p2align 3
.L466:
	movl	%ebp, %edi
	call	darg
	movl	%ebx, %edi
	addl	$1, %ebx
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	hyp
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ebx
	jne	.L466
	addl	$1, %ebp
	cmpl	$20, %ebp
	jne	.L465
	leaq	.LC100(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L468:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	horner
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L468
	leaq	.LC101(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L469:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	newton
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L469
	leaq	.LC102(%rip), %rdi
	call	say
	movsd	.LC103(%rip), %xmm3
	movl	$-9, %ecx
	.p2align 4,,10
	.p2align 3
.L470:
	movl	%ecx, %edi
	movapd	%xmm3, %xmm0
	addl	$1, %ecx
	call	dpow
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$30, %ecx
	jne	.L470
	leaq	.LC104(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L471:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L472:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	fma_
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L472
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L471
	leaq	.LC105(%rip), %rdi
	leaq	304(%rsp), %r12
	call	say
	movsd	.LC108(%rip), %xmm6
	movsd	.LC110(%rip), %xmm5
	xorl	%eax, %eax
	movsd	.LC112(%rip), %xmm4
	movsd	.LC26(%rip), %xmm3
	leaq	496(%rsp), %rbp
	leaq	112(%rsp), %r13
	movdqa	.LC42(%rip), %xmm2
	unpcklpd	%xmm6, %xmm6
	movss	.LC115(%rip), %xmm8
	unpcklpd	%xmm5, %xmm5
	movdqa	.LC116(%rip), %xmm7
	unpcklpd	%xmm4, %xmm4
	unpcklpd	%xmm3, %xmm3
	movdqa	.LC106(%rip), %xmm9
	leaq	208(%rsp), %rbx
	shufps	$0, %xmm8, %xmm8
	.p2align 4,,10
	.p2align 3
.L474:
	movdqa	%xmm2, %xmm0
	paddd	%xmm9, %xmm2
	cvtdq2pd	%xmm0, %xmm10
	movapd	%xmm10, %xmm11
	pshufd	$238, %xmm0, %xmm1
	mulpd	%xmm6, %xmm11
	cvtdq2pd	%xmm1, %xmm1
	mulpd	%xmm4, %xmm10
	addpd	%xmm5, %xmm11
	movaps	%xmm11, (%r12,%rax,2)
	movapd	%xmm1, %xmm11
	mulpd	%xmm6, %xmm11
	mulpd	%xmm4, %xmm1
	addpd	%xmm5, %xmm11
	movaps	%xmm11, 16(%r12,%rax,2)
	movapd	%xmm3, %xmm11
	subpd	%xmm10, %xmm11
	movapd	%xmm3, %xmm10
	subpd	%xmm1, %xmm10
	cvtdq2ps	%xmm0, %xmm1
	mulps	%xmm8, %xmm1
	movaps	%xmm11, 0(%rbp,%rax,2)
	movaps	%xmm10, 16(%rbp,%rax,2)
	movaps	%xmm1, 0(%r13,%rax)
	movdqa	%xmm0, %xmm1
	pmuludq	%xmm0, %xmm1
	psrlq	$32, %xmm0
	pmuludq	%xmm0, %xmm0
	pshufd	$8, %xmm1, %xmm1
	pshufd	$8, %xmm0, %xmm0
	punpckldq	%xmm0, %xmm1
	paddd	%xmm7, %xmm1
	movaps	%xmm1, (%rbx,%rax)
	addq	$16, %rax
	cmpq	$96, %rax
	jne	.L474
	movl	$24, %esi
	movq	%r12, %rdi
	xorl	%ecx, %ecx
	call	average
	movq	%rbp, %rsi
	call	bits
	movl	$23, %edx
	movq	%rax, %rdi
	call	mix
	movq	%r12, %rdi
	call	dot
	movq	%r12, %rsi
	call	bits
	movl	$24, %edx
	movq	%rax, %rdi
	call	mix
	movsd	.LC18(%rip), %xmm0
	movq	%rbp, %rdi
	call	axpy
	movsd	.LC117(%rip), %xmm0
	movq	%r12, %rdi
	movl	$24, %esi
	call	scale8
	movss	.LC118(%rip), %xmm0
	movq	%r13, %rdi
	call	fscale16
	movq	%rbp, %rdi
	call	maxof
	call	bits
	movq	%rax, %rdi
	call	mix
	.p2align 4,,10
	.p2align 3
.L475:
	movsd	(%r12,%rcx,8), %xmm0
	call	bits
	movq	%rax, %rdi
	call	mix
	movsd	0(%rbp,%rcx,8), %xmm0
	call	bits
	movq	%rax, %rdi
	call	mix
	movss	0(%r13,%rcx,4), %xmm0
	addq	$1, %rcx
	call	fbits
	movq	%rax, %rdi
	call	mix
	cmpq	$24, %rcx
	jne	.L475
	leaq	.LC119(%rip), %rdi
	call	say
	movq	.LC26(%rip), %rax
	leaq	80(%rsp), %rcx
	movapd	.LC120(%rip), %xmm6
	movapd	.LC121(%rip), %xmm0
	subq	$48, %rsp
	.cfi_def_cfa_offset 976
	movq	%rcx, %rdi
	movq	%rax, 80(%rsp)
	movq	.LC36(%rip), %rax
	movaps	%xmm6, 64(%rsp)
	movaps	%xmm0, 96(%rsp)
	movdqa	.LC135(%rip), %xmm0
	movq	%rax, 112(%rsp)
	movq	112(%rsp), %rax
	movdqa	64(%rsp), %xmm7
	movups	%xmm0, 24(%rsp)
	movq	%rax, 40(%rsp)
	movq	80(%rsp), %rax
	movups	%xmm7, (%rsp)
	movq	%rax, 16(%rsp)
	call	cross
	addq	$48, %rsp
	.cfi_def_cfa_offset 928
	movsd	80(%rsp), %xmm0
	leaq	16(%rsp), %rsi
	leaq	688(%rsp), %r14
	call	bits
	movq	%rax, %rdi
	call	mix
	movsd	88(%rsp), %xmm0
	call	bits
	movq	%rax, %rdi
	call	mix
	movsd	96(%rsp), %xmm0
	call	bits
	leaq	48(%rsp), %rdx
	movq	%rax, %rdi
	call	mix
	movq	%rcx, %rdi
	call	vadd
	movsd	80(%rsp), %xmm0
	call	bits
	movq	%rax, %rdi
	call	mix
	movsd	88(%rsp), %xmm0
	call	bits
	movq	%rax, %rdi
	call	mix
	movsd	96(%rsp), %xmm0
	call	bits
	movq	%rax, %rdi
	call	mix
	movq	.LC26(%rip), %rax
	movaps	%xmm6, (%rsp)
	movq	%rsp, %rdi
	movsd	.LC3(%rip), %xmm0
	movsd	8(%rsp), %xmm1
	movsd	.LC5(%rip), %xmm3
	movq	%rax, %xmm2
	call	cmul
	movsd	%xmm0, (%rsp)
	movsd	%xmm1, 8(%rsp)
	call	c2swap
	movsd	(%rsp), %xmm0
	call	bits
	movq	%rax, %rdi
	call	mix
	movsd	8(%rsp), %xmm0
	call	bits
	movq	%rax, %rdi
	call	mix
	movabsq	$4665729215040061440, %rax
	movq	%rax, %xmm2
	movabsq	$4683743613554786304, %rax
	movq	%rax, %xmm3
	movabsq	$4611686019492741120, %rax
	movq	%rax, %xmm0
	movabsq	$4647714816524288000, %rax
	movq	%rax, %xmm1
	call	fvadd
	movq	%xmm0, %rdx
	movq	%xmm1, %rax
	movq	%rdx, %rcx
	shrq	$32, %rcx
	movq	%rcx, %rsi
	movl	%eax, %ecx
	shrq	$32, %rax
	movd	%eax, %xmm1
	call	fbits
	movd	%esi, %xmm0
	movq	%rax, %rdi
	call	mix
	call	fbits
	movd	%ecx, %xmm0
	movq	%rax, %rdi
	call	mix
	call	fbits
	movaps	%xmm1, %xmm0
	movq	%rax, %rdi
	call	mix
	call	fbits
	movq	%rax, %rdi
	call	mix
	leaq	.LC122(%rip), %rdi
	call	say
	movq	%rbp, %rdx
	movq	%r12, %rsi
	movq	%r14, %rdi
	call	mat4
	movq	%r14, %rbp
	leaq	816(%rsp), %rsi
	movq	%r14, %rcx
	.p2align 4,,10
	.p2align 3
.L476:
	movsd	(%rcx), %xmm0
	addq	$8, %rcx
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpq	%rsi, %rcx
	jne	.L476
	leaq	.LC123(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L477:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	lround_
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L477
	leaq	.LC124(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L478:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	dfloor
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L478
	leaq	.LC125(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L479:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	isnan_
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L479
	leaq	.LC126(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L480:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	isinf_
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L480
	leaq	.LC127(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L481:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	signbit_
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L481
	leaq	.LC128(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L482:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	dbits
	movq	%rax, %rdi
	call	mix
	cmpl	$14, %esi
	jne	.L482
	leaq	.LC129(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L483:
	movl	%esi, %edi
	addl	$1, %esi
	call	arg
	movq	%rax, %rdi
	call	frombits
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L483
	leaq	.LC130(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L484:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L485:
	movl	%r8d, %edi
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm2
	call	darg
	movapd	%xmm0, %xmm1
	movapd	%xmm2, %xmm0
	call	cmp3
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L485
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L484
	leaq	.LC131(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	movsd	.LC35(%rip), %xmm11
	movsd	.LC3(%rip), %xmm10
	movsd	.LC37(%rip), %xmm9
	.p2align 4,,10
	.p2align 3
.L487:
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L488:
	movl	%r8d, %edi
	movapd	%xmm11, %xmm6
	movapd	%xmm10, %xmm2
	call	darg
	movl	%esi, %edi
	addl	$1, %esi
	movapd	%xmm0, %xmm8
	call	darg
	movq	.LC27(%rip), %rax
	subq	$8, %rsp
	.cfi_def_cfa_offset 936
	movsd	%xmm9, (%rsp)
	movapd	%xmm0, %xmm1
	movapd	%xmm8, %xmm0
	pushq	%rax
	.cfi_def_cfa_offset 944
	movq	.LC36(%rip), %rax
	movq	%rax, %xmm7
	movq	.LC34(%rip), %rax
	movq	%rax, %xmm5
	movq	.LC26(%rip), %rax
	movq	%rax, %xmm4
	movq	.LC61(%rip), %rax
	movq	%rax, %xmm3
	call	many
	popq	%rax
	.cfi_def_cfa_offset 936
	popq	%rdx
	.cfi_def_cfa_offset 928
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %esi
	jne	.L488
	addl	$1, %r8d
	cmpl	$20, %r8d
	jne	.L487
	leaq	.LC132(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L490:
	movl	%esi, %edi
	addl	$1, %esi
	call	darg
	call	nandiv
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L490
	leaq	.LC133(%rip), %rdi
	call	say
	movl	$300, %edi
	movl	$24, %esi
	leaq	192(%r14), %r8
	call	pi
	movq	%r14, %rcx
	call	bits
	movq	%rax, %rdi
	call	mix
	movq	%r13, %rdi
	call	fsum
	movq	%r13, %rsi
	call	fbits
	movl	$24, %edx
	movq	%rax, %rdi
	call	mix
	movq	%r14, %rdi
	call	f2dloop
	.p2align 4,,10
	.p2align 3
.L491:
	movsd	(%rcx), %xmm0
	addq	$8, %rcx
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpq	%rcx, %r8
	jne	.L491
	movl	$24, %edx
	movq	%rbx, %rsi
	movq	%r14, %rdi
	call	i2dloop
	.p2align 4,,10
	.p2align 3
.L492:
	movsd	0(%rbp), %xmm0
	addq	$8, %rbp
	call	bits
	movq	%rax, %rdi
	call	mix
	cmpq	%rbp, %r8
	jne	.L492
	movq	%r14, %rsi
	movq	%rbx, %rdi
	call	d2iloop
	.p2align 4,,10
	.p2align 3
.L493:
	movslq	(%rbx), %rdi
	addq	$4, %rbx
	call	mix
	cmpq	%r12, %rbx
	jne	.L493
	movq	.LC27(%rip), %rax
	movq	%rax, %xmm0
	call	bisect
	call	bits
	movq	%rax, %rdi
	call	mix
	leaq	.LC134(%rip), %rdi
	call	say
	addq	$880, %rsp
	.cfi_def_cfa_offset 48
	xorl	%eax, %eax
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%rbp
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%r13
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
.LFE95:
	.size	main, .-main
	.section	.rodata
	.align 32
	.type	dcorner, @object
	.size	dcorner, 128
dcorner:
	.long	0
	.long	0
	.long	0
	.long	-2147483648
	.long	0
	.long	1072693248
	.long	0
	.long	-1074790400
	.long	0
	.long	1071644672
	.long	0
	.long	1074003968
	.long	0
	.long	-1073479680
	.long	0
	.long	1074528256
	.long	536870912
	.long	1107468383
	.long	536870912
	.long	-1040015265
	.long	-2013235812
	.long	2117592124
	.long	-1023872167
	.long	-2119864801
	.long	0
	.long	2146435072
	.long	0
	.long	-1048576
	.long	0
	.long	2146959360
	.long	1459617792
	.long	1100836660
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
.LC1:
	.long	0
	.long	-2147483648
	.long	0
	.long	0
	.align 16
.LC2:
	.long	-1
	.long	2147483647
	.long	0
	.long	0
	.set	.LC3,.LC120
	.section	.rodata.cst8,"aM",@progbits,8
	.align 8
.LC5:
	.long	0
	.long	-1074790400
	.align 8
.LC6:
	.long	0
	.long	-1043477147
	.align 8
.LC7:
	.long	0
	.long	1104006501
	.align 8
.LC8:
	.long	1733216256
	.long	-1012154003
	.align 8
.LC9:
	.long	1733216256
	.long	1135329645
	.align 8
.LC10:
	.long	0
	.long	1106103653
	.align 8
.LC11:
	.long	1620131072
	.long	1138841828
	.align 8
.LC12:
	.long	0
	.long	1138753536
	.align 8
.LC13:
	.long	0
	.long	-1067909120
	.align 8
.LC14:
	.long	0
	.long	1079574528
	.align 8
.LC15:
	.long	0
	.long	1089293312
	.section	.rodata.cst16
	.align 16
.LC16:
	.long	-2147483648
	.long	0
	.long	0
	.long	0
	.align 16
.LC17:
	.long	2147483647
	.long	0
	.long	0
	.long	0
	.section	.rodata.cst8
	.align 8
.LC18:
	.long	0
	.long	1073217536
	.section	.rodata.cst4,"aM",@progbits,4
	.align 4
.LC19:
	.long	-831624408
	.align 4
.LC20:
	.long	1315859240
	.align 4
.LC22:
	.long	1594541859
	.align 4
.LC23:
	.long	1593835520
	.set	.LC24,.LC121+8
	.section	.rodata.cst8
	.align 8
.LC25:
	.long	0
	.long	1070596096
	.align 8
.LC26:
	.long	0
	.long	1074266112
	.align 8
.LC27:
	.long	0
	.long	1075576832
	.align 8
.LC28:
	.long	0
	.long	1069547520
	.section	.rodata.cst4
	.align 4
.LC30:
	.long	1065353216
	.section	.rodata.cst8
	.align 8
.LC31:
	.long	640942080
	.long	-1022596107
	.align 8
.LC32:
	.long	640942080
	.long	1124887541
	.align 8
.LC33:
	.long	-1
	.long	2146435071
	.align 8
.LC34:
	.long	0
	.long	1074790400
	.align 8
.LC35:
	.long	0
	.long	1075052544
	.align 8
.LC36:
	.long	0
	.long	1075314688
	.align 8
.LC37:
	.long	0
	.long	1075838976
	.align 8
.LC38:
	.long	0
	.long	1075970048
	.align 8
.LC39:
	.long	0
	.long	1076101120
	.set	.LC40,.LC121
	.align 8
.LC41:
	.long	-400107883
	.long	1041313291
	.section	.rodata.cst16
	.align 16
.LC42:
	.long	0
	.long	1
	.long	2
	.long	3
	.set	.LC61,.LC120+8
	.set	.LC92,.LC120+12
	.section	.rodata.cst8
	.align 8
.LC103:
	.long	515396076
	.long	1073081221
	.section	.rodata.cst16
	.align 16
.LC106:
	.long	4
	.long	4
	.long	4
	.long	4
	.section	.rodata.cst8
	.align 8
.LC108:
	.long	0
	.long	1072955392
	.align 8
.LC110:
	.long	0
	.long	-1071906816
	.align 8
.LC112:
	.long	0
	.long	1072168960
	.section	.rodata.cst4
	.align 4
.LC115:
	.long	1052770304
	.section	.rodata.cst16
	.align 16
.LC116:
	.long	-9
	.long	-9
	.long	-9
	.long	-9
	.section	.rodata.cst8
	.align 8
.LC117:
	.long	0
	.long	1072431104
	.section	.rodata.cst4
	.align 4
.LC118:
	.long	1067450368
	.section	.rodata.cst16
	.align 16
.LC120:
	.long	0
	.long	1072693248
	.long	0
	.long	1073741824
	.align 16
.LC121:
	.long	0
	.long	-1072693248
	.long	0
	.long	1071644672
	.set	.LC135,.LC121
	.section	.note.GNU-stack,"",@progbits
