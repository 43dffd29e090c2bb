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
	.type	arg, @function
arg:
.LFB5:
	.cfi_startproc
	cmpl	$19, %edi
	ja	.L5
	movl	%edi, %edi
	leaq	corner(%rip), %rax
	movq	(%rax,%rdi,8), %rax
	ret
	.p2align 4,,10
	.p2align 3
.L5:
	call	next
	leal	0(,%rdi,8), %edx
	subl	%edi, %edx
	shrx	%rdx, %rax, %rax
	ret
	.cfi_endproc
.LFE5:
	.size	arg, .-arg
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
	.globl	pop32
	.type	pop32, @function
pop32:
.LFB7:
	.cfi_startproc
	xorl	%eax, %eax
	popcntl	%edi, %eax
	ret
	.cfi_endproc
.LFE7:
	.size	pop32, .-pop32
	.p2align 4
	.globl	pop64
	.type	pop64, @function
pop64:
.LFB8:
	.cfi_startproc
	xorl	%eax, %eax
	popcntq	%rdi, %rax
	ret
	.cfi_endproc
.LFE8:
	.size	pop64, .-pop64
	.p2align 4
	.globl	clz32
	.type	clz32, @function
clz32:
.LFB9:
	.cfi_startproc
	xorl	%eax, %eax
	movl	$99, %edx
	lzcntl	%edi, %eax
	testl	%edi, %edi
	cmove	%edx, %eax
	ret
	.cfi_endproc
.LFE9:
	.size	clz32, .-clz32
	.p2align 4
	.globl	clz64
	.type	clz64, @function
clz64:
.LFB10:
	.cfi_startproc
	xorl	%edx, %edx
	movl	$99, %eax
	lzcntq	%rdi, %rdx
	testq	%rdi, %rdi
	cmovne	%edx, %eax
	ret
	.cfi_endproc
.LFE10:
	.size	clz64, .-clz64
	.p2align 4
	.globl	ctz32
	.type	ctz32, @function
ctz32:
.LFB11:
	.cfi_startproc
	xorl	%eax, %eax
	movl	$99, %edx
	tzcntl	%edi, %eax
	testl	%edi, %edi
	cmove	%edx, %eax
	ret
	.cfi_endproc
.LFE11:
	.size	ctz32, .-ctz32
	.p2align 4
	.globl	ctz64
	.type	ctz64, @function
ctz64:
.LFB12:
	.cfi_startproc
	xorl	%edx, %edx
	movl	$99, %eax
	tzcntq	%rdi, %rdx
	testq	%rdi, %rdi
	cmovne	%edx, %eax
	ret
	.cfi_endproc
.LFE12:
	.size	ctz64, .-ctz64
	.p2align 4
	.globl	ffs64
	.type	ffs64, @function
ffs64:
.LFB13:
	.cfi_startproc
	bsfq	%rdi, %rdi
	movq	$-1, %rax
	cmove	%rax, %rdi
	leal	1(%rdi), %eax
	ret
	.cfi_endproc
.LFE13:
	.size	ffs64, .-ffs64
	.p2align 4
	.globl	parity
	.type	parity, @function
parity:
.LFB14:
	.cfi_startproc
	xorl	%eax, %eax
	popcntq	%rdi, %rax
	andl	$1, %eax
	ret
	.cfi_endproc
.LFE14:
	.size	parity, .-parity
	.p2align 4
	.globl	bswap16
	.type	bswap16, @function
bswap16:
.LFB15:
	.cfi_startproc
	movl	%edi, %eax
	rolw	$8, %ax
	ret
	.cfi_endproc
.LFE15:
	.size	bswap16, .-bswap16
	.p2align 4
	.globl	bswap32
	.type	bswap32, @function
bswap32:
.LFB16:
	.cfi_startproc
	movl	%edi, %eax
	bswap	%eax
	ret
	.cfi_endproc
.LFE16:
	.size	bswap32, .-bswap32
	.p2align 4
	.globl	bswap64
	.type	bswap64, @function
bswap64:
.LFB17:
	.cfi_startproc
	movq	%rdi, %rax
	bswap	%rax
	ret
	.cfi_endproc
.LFE17:
	.size	bswap64, .-bswap64
	.p2align 4
	.globl	bitset
	.type	bitset, @function
bitset:
.LFB18:
	.cfi_startproc
	movq	%rdi, %rax
	btsq	%rsi, %rax
	ret
	.cfi_endproc
.LFE18:
	.size	bitset, .-bitset
	.p2align 4
	.globl	bitclr
	.type	bitclr, @function
bitclr:
.LFB19:
	.cfi_startproc
	movq	%rdi, %rax
	btrq	%rsi, %rax
	ret
	.cfi_endproc
.LFE19:
	.size	bitclr, .-bitclr
	.p2align 4
	.globl	bitflip
	.type	bitflip, @function
bitflip:
.LFB20:
	.cfi_startproc
	movq	%rdi, %rax
	btcq	%rsi, %rax
	ret
	.cfi_endproc
.LFE20:
	.size	bitflip, .-bitflip
	.p2align 4
	.globl	bittest
	.type	bittest, @function
bittest:
.LFB21:
	.cfi_startproc
	shrx	%rsi, %rdi, %rax
	andl	$1, %eax
	ret
	.cfi_endproc
.LFE21:
	.size	bittest, .-bittest
	.p2align 4
	.globl	bitset32
	.type	bitset32, @function
bitset32:
.LFB22:
	.cfi_startproc
	movl	%edi, %eax
	btsl	%esi, %eax
	ret
	.cfi_endproc
.LFE22:
	.size	bitset32, .-bitset32
	.p2align 4
	.globl	bitclr32
	.type	bitclr32, @function
bitclr32:
.LFB23:
	.cfi_startproc
	movl	%edi, %eax
	btrl	%esi, %eax
	ret
	.cfi_endproc
.LFE23:
	.size	bitclr32, .-bitclr32
	.p2align 4
	.globl	bitflip32
	.type	bitflip32, @function
bitflip32:
.LFB24:
	.cfi_startproc
	movl	%edi, %eax
	btcl	%esi, %eax
	ret
	.cfi_endproc
.LFE24:
	.size	bitflip32, .-bitflip32
	.p2align 4
	.globl	set40
	.type	set40, @function
set40:
.LFB25:
	.cfi_startproc
	movq	%rdi, %rax
	btsq	$40, %rax
	ret
	.cfi_endproc
.LFE25:
	.size	set40, .-set40
	.p2align 4
	.globl	clr40
	.type	clr40, @function
clr40:
.LFB26:
	.cfi_startproc
	movq	%rdi, %rax
	btrq	$40, %rax
	ret
	.cfi_endproc
.LFE26:
	.size	clr40, .-clr40
	.p2align 4
	.globl	flip63
	.type	flip63, @function
flip63:
.LFB27:
	.cfi_startproc
	movq	%rdi, %rax
	btcq	$63, %rax
	ret
	.cfi_endproc
.LFE27:
	.size	flip63, .-flip63
	.p2align 4
	.globl	test40
	.type	test40, @function
test40:
.LFB28:
	.cfi_startproc
	movabsq	$1099511627776, %rax
	andq	%rax, %rdi
	cmpq	$1, %rdi
	sbbl	%eax, %eax
	andl	$4, %eax
	addl	$5, %eax
	ret
	.cfi_endproc
.LFE28:
	.size	test40, .-test40
	.p2align 4
	.globl	rotl
	.type	rotl, @function
rotl:
.LFB29:
	.cfi_startproc
	movq	%rsi, %rcx
	movq	%rdi, %rax
	andl	$63, %ecx
	rolq	%cl, %rax
	ret
	.cfi_endproc
.LFE29:
	.size	rotl, .-rotl
	.p2align 4
	.globl	rotr32
	.type	rotr32, @function
rotr32:
.LFB30:
	.cfi_startproc
	movl	%edi, %eax
	movl	%esi, %ecx
	rorl	%cl, %eax
	ret
	.cfi_endproc
.LFE30:
	.size	rotr32, .-rotr32
	.p2align 4
	.globl	rotl16
	.type	rotl16, @function
rotl16:
.LFB31:
	.cfi_startproc
	movl	%edi, %eax
	rolw	$5, %ax
	ret
	.cfi_endproc
.LFE31:
	.size	rotl16, .-rotl16
	.p2align 4
	.globl	rotr8
	.type	rotr8, @function
rotr8:
.LFB32:
	.cfi_startproc
	movl	%edi, %eax
	rorb	$3, %al
	ret
	.cfi_endproc
.LFE32:
	.size	rotr8, .-rotr8
	.p2align 4
	.globl	shld
	.type	shld, @function
shld:
.LFB33:
	.cfi_startproc
	salq	$13, %rdi
	shrq	$51, %rsi
	movq	%rdi, %rax
	orq	%rsi, %rax
	ret
	.cfi_endproc
.LFE33:
	.size	shld, .-shld
	.p2align 4
	.globl	shrd32
	.type	shrd32, @function
shrd32:
.LFB34:
	.cfi_startproc
	shrl	$5, %edi
	sall	$27, %esi
	movl	%edi, %eax
	orl	%esi, %eax
	ret
	.cfi_endproc
.LFE34:
	.size	shrd32, .-shrd32
	.p2align 4
	.globl	shl128
	.type	shl128, @function
shl128:
.LFB35:
	.cfi_startproc
	movq	%rsi, %rax
	movq	%rdi, %rsi
	movl	%edx, %ecx
	movq	%rax, %rdi
	movq	%rsi, %rax
	movq	%rdi, %rdx
	shlx	%rcx, %rax, %rax
	shldq	%rsi, %rdx
	xorl	%esi, %esi
	andl	$64, %ecx
	cmovne	%rax, %rdx
	cmovne	%rsi, %rax
	ret
	.cfi_endproc
.LFE35:
	.size	shl128, .-shl128
	.p2align 4
	.globl	sar128
	.type	sar128, @function
sar128:
.LFB36:
	.cfi_startproc
	movq	%rsi, %rax
	movq	%rdi, %rsi
	movl	%edx, %ecx
	movq	%rax, %rdi
	movq	%rsi, %rax
	movq	%rdi, %rdx
	shrdq	%rdi, %rax
	sarx	%rcx, %rdx, %rdx
	movq	%rdx, %rsi
	sarq	$63, %rsi
	andl	$64, %ecx
	cmovne	%rdx, %rax
	cmovne	%rsi, %rdx
	ret
	.cfi_endproc
.LFE36:
	.size	sar128, .-sar128
	.p2align 4
	.globl	mulhu
	.type	mulhu, @function
mulhu:
.LFB37:
	.cfi_startproc
	movq	%rdi, %rax
	mulq	%rsi
	movq	%rdx, %rax
	ret
	.cfi_endproc
.LFE37:
	.size	mulhu, .-mulhu
	.p2align 4
	.globl	mulhs
	.type	mulhs, @function
mulhs:
.LFB38:
	.cfi_startproc
	movq	%rdi, %rax
	imulq	%rsi
	movq	%rdx, %rax
	ret
	.cfi_endproc
.LFE38:
	.size	mulhs, .-mulhs
	.p2align 4
	.globl	mulh32
	.type	mulh32, @function
mulh32:
.LFB39:
	.cfi_startproc
	movl	%esi, %esi
	movl	%edi, %edi
	imulq	%rsi, %rdi
	shrq	$32, %rdi
	movq	%rdi, %rax
	ret
	.cfi_endproc
.LFE39:
	.size	mulh32, .-mulh32
	.p2align 4
	.globl	add128
	.type	add128, @function
add128:
.LFB40:
	.cfi_startproc
	movq	%rsi, %rax
	movq	%rdi, %r8
	movq	%rax, %rdi
	movq	%rdx, %rax
	movq	%rcx, %rdx
	addq	%r8, %rax
	adcq	%rdi, %rdx
	ret
	.cfi_endproc
.LFE40:
	.size	add128, .-add128
	.p2align 4
	.globl	mul128
	.type	mul128, @function
mul128:
.LFB41:
	.cfi_startproc
	imulq	%rdx, %rsi
	mulx	%rdi, %rax, %rdx
	imulq	%rdi, %rcx
	addq	%rcx, %rsi
	addq	%rsi, %rdx
	ret
	.cfi_endproc
.LFE41:
	.size	mul128, .-mul128
	.p2align 4
	.globl	lt128
	.type	lt128, @function
lt128:
.LFB42:
	.cfi_startproc
	xorl	%eax, %eax
	cmpq	%rdx, %rdi
	sbbq	%rcx, %rsi
	setl	%al
	ret
	.cfi_endproc
.LFE42:
	.size	lt128, .-lt128
	.p2align 4
	.globl	neg128
	.type	neg128, @function
neg128:
.LFB43:
	.cfi_startproc
	movq	%rdi, %rax
	movq	%rsi, %rdx
	negq	%rax
	adcq	$0, %rdx
	negq	%rdx
	ret
	.cfi_endproc
.LFE43:
	.size	neg128, .-neg128
	.p2align 4
	.globl	addov
	.type	addov, @function
addov:
.LFB44:
	.cfi_startproc
	xorl	%eax, %eax
	addl	%esi, %edi
	seto	%al
	testl	%eax, %eax
	cmove	%edi, %eax
	ret
	.cfi_endproc
.LFE44:
	.size	addov, .-addov
	.p2align 4
	.globl	mulov
	.type	mulov, @function
mulov:
.LFB45:
	.cfi_startproc
	imulq	%rsi, %rdi
	jo	.L63
	movq	%rdi, %rax
	ret
.L63:
	movl	$7, %eax
	ret
	.cfi_endproc
.LFE45:
	.size	mulov, .-mulov
	.p2align 4
	.globl	subov
	.type	subov, @function
subov:
.LFB46:
	.cfi_startproc
	subq	%rsi, %rdi
	movl	$7, %eax
	cmovnb	%rdi, %rax
	ret
	.cfi_endproc
.LFE46:
	.size	subov, .-subov
	.p2align 4
	.globl	reverse
	.type	reverse, @function
reverse:
.LFB47:
	.cfi_startproc
	movabsq	$6148914691236517205, %rdx
	movq	%rdi, %rax
	shrq	%rdi
	movabsq	$1085102592571150095, %rcx
	andq	%rdx, %rdi
	addq	%rax, %rax
	movabsq	$-6148914691236517206, %rdx
	andq	%rdx, %rax
	orq	%rax, %rdi
	movabsq	$3689348814741910323, %rax
	movq	%rdi, %rdx
	salq	$2, %rdi
	shrq	$2, %rdx
	andq	%rax, %rdx
	movabsq	$-3689348814741910324, %rax
	andq	%rax, %rdi
	orq	%rdi, %rdx
	movq	%rdx, %rax
	salq	$4, %rdx
	shrq	$4, %rax
	andq	%rcx, %rax
	movabsq	$-1085102592571150096, %rcx
	andq	%rcx, %rdx
	orq	%rdx, %rax
	bswap	%rax
	ret
	.cfi_endproc
.LFE47:
	.size	reverse, .-reverse
	.p2align 4
	.globl	hakmem
	.type	hakmem, @function
hakmem:
.LFB48:
	.cfi_startproc
	movl	%edi, %eax
	movl	%edi, %edx
	shrl	%eax
	shrl	$2, %edx
	andl	$1227133513, %edx
	andl	$-613566757, %eax
	addl	%edx, %eax
	subl	%eax, %edi
	movl	%edi, %edx
	shrl	$3, %edx
	addl	%edi, %edx
	andl	$-954437177, %edx
	movl	%edx, %ecx
	movl	%edx, %eax
	imulq	$68174085, %rcx, %rcx
	shrq	$32, %rcx
	subl	%ecx, %eax
	shrl	%eax
	addl	%ecx, %eax
	shrl	$5, %eax
	movl	%eax, %ecx
	sall	$6, %ecx
	subl	%eax, %ecx
	movl	%edx, %eax
	subl	%ecx, %eax
	ret
	.cfi_endproc
.LFE48:
	.size	hakmem, .-hakmem
	.p2align 4
	.globl	isolate
	.type	isolate, @function
isolate:
.LFB49:
	.cfi_startproc
	blsi	%rdi, %rax
	ret
	.cfi_endproc
.LFE49:
	.size	isolate, .-isolate
	.p2align 4
	.globl	lowclear
	.type	lowclear, @function
lowclear:
.LFB50:
	.cfi_startproc
	blsr	%rdi, %rax
	ret
	.cfi_endproc
.LFE50:
	.size	lowclear, .-lowclear
	.p2align 4
	.globl	lowmask
	.type	lowmask, @function
lowmask:
.LFB51:
	.cfi_startproc
	blsmsk	%rdi, %rax
	ret
	.cfi_endproc
.LFE51:
	.size	lowmask, .-lowmask
	.p2align 4
	.globl	andn
	.type	andn, @function
andn:
.LFB52:
	.cfi_startproc
	andn	%rsi, %rdi, %rax
	ret
	.cfi_endproc
.LFE52:
	.size	andn, .-andn
	.p2align 4
	.globl	ispow2
	.type	ispow2, @function
ispow2:
.LFB53:
	.cfi_startproc
	xorl	%eax, %eax
	testq	%rdi, %rdi
	je	.L77
	xorl	%eax, %eax
	blsr	%rdi, %rdi
	sete	%al
.L77:
	ret
	.cfi_endproc
.LFE53:
	.size	ispow2, .-ispow2
	.p2align 4
	.globl	field
	.type	field, @function
field:
.LFB54:
	.cfi_startproc
	movq	%rdi, %rax
	shrq	$12, %rax
	andl	$1023, %eax
	ret
	.cfi_endproc
.LFE54:
	.size	field, .-field
	.p2align 4
	.globl	sfield
	.type	sfield, @function
sfield:
.LFB55:
	.cfi_startproc
	movq	%rdi, %rax
	salq	$20, %rax
	sarq	$50, %rax
	ret
	.cfi_endproc
.LFE55:
	.size	sfield, .-sfield
	.p2align 4
	.globl	log2i
	.type	log2i, @function
log2i:
.LFB56:
	.cfi_startproc
	xorl	%ecx, %ecx
	cmpl	$65535, %edi
	seta	%cl
	xorl	%eax, %eax
	sall	$4, %ecx
	shrx	%ecx, %edi, %edx
	cmpl	$255, %edx
	seta	%al
	xorl	%esi, %esi
	sall	$3, %eax
	shrx	%eax, %edx, %edx
	orl	%ecx, %eax
	cmpl	$15, %edx
	seta	%sil
	xorl	%ecx, %ecx
	sall	$2, %esi
	shrx	%esi, %edx, %edx
	cmpl	$3, %edx
	seta	%cl
	orl	%esi, %eax
	addl	%ecx, %ecx
	orl	%ecx, %eax
	shrx	%ecx, %edx, %edx
	shrl	%edx
	orl	%edx, %eax
	ret
	.cfi_endproc
.LFE56:
	.size	log2i, .-log2i
	.p2align 4
	.globl	gray
	.type	gray, @function
gray:
.LFB57:
	.cfi_startproc
	movl	%edi, %eax
	shrl	%eax
	xorl	%edi, %eax
	ret
	.cfi_endproc
.LFE57:
	.size	gray, .-gray
	.p2align 4
	.globl	interleave
	.type	interleave, @function
interleave:
.LFB58:
	.cfi_startproc
	xorl	%r8d, %r8d
	xorl	%ecx, %ecx
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L86:
	leal	1(%r8), %edx
	shrx	%ecx, %esi, %eax
	andl	$1, %eax
	shlx	%rdx, %rax, %rax
	shrx	%ecx, %edi, %edx
	andl	$1, %edx
	incl	%ecx
	shlx	%r8, %rdx, %rdx
	orq	%rdx, %rax
	addl	$2, %r8d
	orq	%rax, %r9
	cmpl	$32, %ecx
	jne	.L86
	movq	%r9, %rax
	ret
	.cfi_endproc
.LFE58:
	.size	interleave, .-interleave
	.p2align 4
	.globl	crc
	.type	crc, @function
crc:
.LFB59:
	.cfi_startproc
	xorl	%r8d, %r8d
	movl	$-1, %eax
	.p2align 4,,10
	.p2align 3
.L91:
	shrx	%r8, %rdi, %rdx
	movzbl	%dl, %edx
	xorl	%edx, %eax
	movl	$8, %edx
	.p2align 4,,10
	.p2align 3
.L90:
	movl	%eax, %esi
	shrl	%eax
	movl	%eax, %ecx
	andl	$1, %esi
	xorl	$-306674912, %ecx
	testl	%esi, %esi
	cmovne	%ecx, %eax
	decl	%edx
	jne	.L90
	addl	$8, %r8d
	cmpl	$64, %r8d
	jne	.L91
	notl	%eax
	ret
	.cfi_endproc
.LFE59:
	.size	crc, .-crc
	.p2align 4
	.globl	carry3
	.type	carry3, @function
carry3:
.LFB60:
	.cfi_startproc
	movq	(%rdi), %rcx
	xorl	%r9d, %r9d
	xorl	%edx, %edx
	movq	8(%rdi), %r8
	movq	%rcx, %rax
	addq	%rsi, %rax
	adcq	%r9, %rdx
	xorl	%r9d, %r9d
	movq	%rdx, %rax
	xorl	%edx, %edx
	addq	%rax, %r8
	adcq	%rdx, %r9
	addq	%rsi, %rcx
	vmovq	%rcx, %xmm1
	movq	%r9, %rax
	vpinsrq	$1, %r8, %xmm1, %xmm0
	vmovdqu	%xmm0, (%rdi)
	ret
	.cfi_endproc
.LFE60:
	.size	carry3, .-carry3
	.p2align 4
	.globl	hi8
	.type	hi8, @function
hi8:
.LFB61:
	.cfi_startproc
	movl	%edi, %eax
	movzbl	%ah, %eax
	ret
	.cfi_endproc
.LFE61:
	.size	hi8, .-hi8
	.p2align 4
	.globl	sethi
	.type	sethi, @function
sethi:
.LFB62:
	.cfi_startproc
	andl	$-65281, %edi
	movzbl	%sil, %esi
	sall	$8, %esi
	movl	%edi, %eax
	orl	%esi, %eax
	ret
	.cfi_endproc
.LFE62:
	.size	sethi, .-sethi
	.p2align 4
	.globl	hi8test
	.type	hi8test, @function
hi8test:
.LFB63:
	.cfi_startproc
	movl	%edi, %eax
	shrl	$12, %eax
	andl	$1, %eax
	ret
	.cfi_endproc
.LFE63:
	.size	hi8test, .-hi8test
	.p2align 4
	.globl	swapmem
	.type	swapmem, @function
swapmem:
.LFB64:
	.cfi_startproc
	movq	(%rdi), %rax
	movq	(%rsi), %rdx
	movq	%rdx, (%rdi)
	movq	%rax, (%rsi)
	ret
	.cfi_endproc
.LFE64:
	.size	swapmem, .-swapmem
	.p2align 4
	.globl	xchg
	.type	xchg, @function
xchg:
.LFB65:
	.cfi_startproc
	movq	%rsi, %rax
	xchgq	(%rdi), %rax
	ret
	.cfi_endproc
.LFE65:
	.size	xchg, .-xchg
	.p2align 4
	.globl	cas
	.type	cas, @function
cas:
.LFB66:
	.cfi_startproc
	movl	%esi, %eax
	lock cmpxchgl	%edx, (%rdi)
	sete	%al
	movzbl	%al, %eax
	ret
	.cfi_endproc
.LFE66:
	.size	cas, .-cas
	.p2align 4
	.globl	fadd
	.type	fadd, @function
fadd:
.LFB67:
	.cfi_startproc
	movl	%esi, %eax
	lock xaddl	%eax, (%rdi)
	ret
	.cfi_endproc
.LFE67:
	.size	fadd, .-fadd
	.p2align 4
	.globl	fsub8
	.type	fsub8, @function
fsub8:
.LFB68:
	.cfi_startproc
	movl	%esi, %eax
	negl	%eax
	lock xaddb	%al, (%rdi)
	movzbl	%al, %eax
	ret
	.cfi_endproc
.LFE68:
	.size	fsub8, .-fsub8
	.p2align 4
	.globl	divmod
	.type	divmod, @function
divmod:
.LFB69:
	.cfi_startproc
	movq	%rdi, %rax
	testq	%rsi, %rsi
	je	.L106
	xorl	%edx, %edx
	divq	%rsi
	leaq	(%rdx,%rdx,2), %rsi
	addq	%rax, %rsi
.L106:
	movq	%rsi, %rax
	ret
	.cfi_endproc
.LFE69:
	.size	divmod, .-divmod
	.p2align 4
	.globl	merge
	.type	merge, @function
merge:
.LFB70:
	.cfi_startproc
	andn	%rdi, %rdx, %rax
	andq	%rsi, %rdx
	orq	%rdx, %rax
	ret
	.cfi_endproc
.LFE70:
	.size	merge, .-merge
	.p2align 4
	.globl	avg
	.type	avg, @function
avg:
.LFB71:
	.cfi_startproc
	movq	%rdi, %rax
	andq	%rsi, %rdi
	xorq	%rsi, %rax
	shrq	%rax
	addq	%rdi, %rax
	ret
	.cfi_endproc
.LFE71:
	.size	avg, .-avg
	.section	.rodata.str1.1
.LC1:
	.string	"pop32"
.LC2:
	.string	"pop64"
.LC3:
	.string	"clz32"
.LC4:
	.string	"clz64"
.LC5:
	.string	"ctz32"
.LC6:
	.string	"ctz64"
.LC7:
	.string	"ffs64"
.LC8:
	.string	"parity"
.LC9:
	.string	"bswap16"
.LC10:
	.string	"bswap32"
.LC11:
	.string	"bswap64"
.LC12:
	.string	"bitset"
.LC13:
	.string	"bitclr"
.LC14:
	.string	"bitflip"
.LC15:
	.string	"bittest"
.LC16:
	.string	"bitset32"
.LC17:
	.string	"bitclr32"
.LC18:
	.string	"bitflip32"
.LC19:
	.string	"set40"
.LC20:
	.string	"clr40"
.LC21:
	.string	"flip63"
.LC22:
	.string	"test40"
.LC23:
	.string	"rotl"
.LC24:
	.string	"rotr32"
.LC25:
	.string	"rotl16"
.LC26:
	.string	"rotr8"
.LC27:
	.string	"shld"
.LC28:
	.string	"shrd32"
.LC29:
	.string	"shift128"
.LC30:
	.string	"mulhu"
.LC31:
	.string	"mulhs"
.LC32:
	.string	"mulh32"
.LC33:
	.string	"arith128"
.LC34:
	.string	"addov"
.LC35:
	.string	"mulov"
.LC36:
	.string	"subov"
.LC37:
	.string	"reverse"
.LC38:
	.string	"hakmem"
.LC39:
	.string	"isolate"
.LC40:
	.string	"lowclear"
.LC41:
	.string	"lowmask"
.LC42:
	.string	"andn"
.LC43:
	.string	"ispow2"
.LC44:
	.string	"field"
.LC45:
	.string	"sfield"
.LC46:
	.string	"log2i"
.LC47:
	.string	"gray"
.LC48:
	.string	"interleave"
.LC49:
	.string	"crc"
.LC51:
	.string	"carry3"
.LC52:
	.string	"hi8"
.LC53:
	.string	"sethi"
.LC54:
	.string	"hi8test"
.LC55:
	.string	"atomics"
.LC56:
	.string	"divmod"
.LC57:
	.string	"merge"
.LC58:
	.string	"avg"
	.section	.text.startup,"ax",@progbits
	.p2align 4
	.globl	main
	.type	main, @function
main:
.LFB72:
	.cfi_startproc
	pushq	%r13
	.cfi_def_cfa_offset 16
	.cfi_offset 13, -16
	xorl	%ecx, %ecx
	pushq	%r12
	.cfi_def_cfa_offset 24
	.cfi_offset 12, -24
	pushq	%rbp
	.cfi_def_cfa_offset 32
	.cfi_offset 6, -32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	.cfi_offset 3, -40
	subq	$56, %rsp
	.cfi_def_cfa_offset 96
	.p2align 4,,10
	.p2align 3
.L113:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movl	%eax, %edi
	call	pop32
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L113
	leaq	.LC1(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L114:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	pop64
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L114
	leaq	.LC2(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L115:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movl	%eax, %edi
	call	clz32
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L115
	leaq	.LC3(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L116:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	clz64
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L116
	leaq	.LC4(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L117:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movl	%eax, %edi
	call	ctz32
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L117
	leaq	.LC5(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L118:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	ctz64
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L118
	leaq	.LC6(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L119:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	ffs64
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L119
	leaq	.LC7(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L120:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	parity
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L120
	leaq	.LC8(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L121:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movzwl	%ax, %edi
	call	bswap16
	movzwl	%ax, %edi
	call	mix
	cmpl	$40, %ecx
	jne	.L121
	leaq	.LC9(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L122:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movl	%eax, %edi
	call	bswap32
	movl	%eax, %edi
	call	mix
	cmpl	$40, %ecx
	jne	.L122
	leaq	.LC10(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L123:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	bswap64
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L123
	leaq	.LC11(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L124:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L125:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	bitset
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L125
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L124
	leaq	.LC12(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L127:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L128:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	bitclr
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L128
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L127
	leaq	.LC13(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L130:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L131:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	bitflip
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L131
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L130
	leaq	.LC14(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L133:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L134:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	bittest
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L134
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L133
	leaq	.LC15(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L136:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L137:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movl	%ecx, %edi
	movl	%eax, %esi
	call	bitset32
	movl	%eax, %edi
	call	mix
	cmpl	$20, %r8d
	jne	.L137
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L136
	leaq	.LC16(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L139:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L140:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movl	%ecx, %edi
	movl	%eax, %esi
	call	bitclr32
	movl	%eax, %edi
	call	mix
	cmpl	$20, %r8d
	jne	.L140
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L139
	leaq	.LC17(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L142:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L143:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movl	%ecx, %edi
	movl	%eax, %esi
	call	bitflip32
	movl	%eax, %edi
	call	mix
	cmpl	$20, %r8d
	jne	.L143
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L142
	leaq	.LC18(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L145:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	set40
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L145
	leaq	.LC19(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L146:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	clr40
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L146
	leaq	.LC20(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L147:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	flip63
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L147
	leaq	.LC21(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L148:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	test40
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L148
	leaq	.LC22(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L149:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L150:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movq	%rcx, %rdi
	movq	%rax, %rsi
	call	rotl
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %r8d
	jne	.L150
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L149
	leaq	.LC23(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L152:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L153:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movl	%ecx, %edi
	movl	%eax, %esi
	call	rotr32
	movl	%eax, %edi
	call	mix
	cmpl	$20, %r8d
	jne	.L153
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L152
	leaq	.LC24(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L155:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movzwl	%ax, %edi
	call	rotl16
	movzwl	%ax, %edi
	call	mix
	cmpl	$40, %ecx
	jne	.L155
	leaq	.LC25(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L156:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movzbl	%al, %edi
	call	rotr8
	movzbl	%al, %edi
	call	mix
	cmpl	$40, %ecx
	jne	.L156
	leaq	.LC26(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L157:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L158:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	shld
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L158
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L157
	leaq	.LC27(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L160:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L161:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movl	%ecx, %edi
	movl	%eax, %esi
	call	shrd32
	movl	%eax, %edi
	call	mix
	cmpl	$20, %r8d
	jne	.L161
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L160
	leaq	.LC28(%rip), %rdi
	call	say
	xorl	%r11d, %r11d
	.p2align 4,,10
	.p2align 3
.L163:
	leal	5(%r11), %ebx
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L164:
	movl	%r11d, %edi
	call	arg
	movl	%ebx, %edi
	movq	%rax, %r9
	call	arg
	movq	%r9, %rsi
	movl	%r8d, %edx
	movq	%rax, %rdi
	movq	%rax, %r10
	call	shl128
	movq	%r9, %rsi
	movq	%rax, %rdi
	call	mix
	movq	%rdx, %rdi
	movl	%r8d, %edx
	addl	$3, %r8d
	call	mix
	movq	%r10, %rdi
	call	sar128
	movq	%rax, %rdi
	call	mix
	movq	%rdx, %rdi
	call	mix
	cmpl	$129, %r8d
	jne	.L164
	incl	%r11d
	cmpl	$20, %r11d
	jne	.L163
	leaq	.LC29(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L166:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L167:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	mulhu
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L167
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L166
	leaq	.LC30(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L169:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L170:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	mulhs
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L170
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L169
	leaq	.LC31(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L172:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L173:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movl	%ecx, %edi
	movl	%eax, %esi
	call	mulh32
	movl	%eax, %edi
	call	mix
	cmpl	$20, %r8d
	jne	.L173
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L172
	leaq	.LC32(%rip), %rdi
	xorl	%r12d, %r12d
	call	say
	.p2align 4,,10
	.p2align 3
.L175:
	leal	2(%r12), %r13d
	xorl	%ebp, %ebp
	.p2align 4,,10
	.p2align 3
.L176:
	movl	%r12d, %edi
	call	arg
	movl	%ebp, %edi
	movq	%rax, %r9
	call	arg
	leal	3(%rbp), %edi
	movq	%r9, %rsi
	incl	%ebp
	movq	%rax, %r10
	call	arg
	movl	%r13d, %edi
	movq	%rax, %r11
	call	arg
	movq	%r11, %rcx
	movq	%r10, %rdi
	movq	%rax, %rdx
	movq	%rax, %rbx
	call	add128
	movq	%rax, %rdi
	call	mix
	movq	%rdx, %rdi
	movq	%rbx, %rdx
	call	mix
	movq	%r10, %rdi
	call	mul128
	movq	%r9, %rsi
	movq	%r11, %rcx
	movq	%rax, %rdi
	call	mix
	movq	%rdx, %rdi
	movq	%rbx, %rdx
	call	mix
	movq	%r10, %rdi
	call	lt128
	movq	%r9, %rsi
	movslq	%eax, %rdi
	call	mix
	movq	%r10, %rdi
	call	neg128
	movq	%rax, %rdi
	call	mix
	movq	%rdx, %rdi
	call	mix
	cmpl	$20, %ebp
	jne	.L176
	incl	%r12d
	cmpl	$20, %r12d
	jne	.L175
	leaq	.LC33(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L178:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L179:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movl	%ecx, %edi
	movl	%eax, %esi
	call	addov
	movslq	%eax, %rdi
	call	mix
	cmpl	$20, %r8d
	jne	.L179
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L178
	leaq	.LC34(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L181:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L182:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	mulov
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L182
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L181
	leaq	.LC35(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L184:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L185:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	subov
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L185
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L184
	leaq	.LC36(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L187:
	movl	%esi, %edi
	incl	%esi
	call	arg
	movq	%rax, %rdi
	call	reverse
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %esi
	jne	.L187
	leaq	.LC37(%rip), %rdi
	call	say
	xorl	%esi, %esi
	.p2align 4,,10
	.p2align 3
.L188:
	movl	%esi, %edi
	incl	%esi
	call	arg
	movl	%eax, %edi
	call	hakmem
	movl	%eax, %edi
	call	mix
	cmpl	$40, %esi
	jne	.L188
	leaq	.LC38(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L189:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	isolate
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L189
	leaq	.LC39(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L190:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	lowclear
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L190
	leaq	.LC40(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L191:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	lowmask
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L191
	leaq	.LC41(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L192:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L193:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	andn
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L193
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L192
	leaq	.LC42(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L195:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	ispow2
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L195
	leaq	.LC43(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L196:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	field
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L196
	leaq	.LC44(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L197:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movq	%rax, %rdi
	call	sfield
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L197
	leaq	.LC45(%rip), %rdi
	call	say
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L198:
	movl	%r8d, %edi
	incl	%r8d
	call	arg
	movl	%eax, %edi
	call	log2i
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %r8d
	jne	.L198
	leaq	.LC46(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L199:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movl	%eax, %edi
	call	gray
	movl	%eax, %edi
	call	mix
	cmpl	$40, %ecx
	jne	.L199
	leaq	.LC47(%rip), %rdi
	call	say
	xorl	%r10d, %r10d
	.p2align 4,,10
	.p2align 3
.L200:
	movl	%r10d, %edi
	incl	%r10d
	call	arg
	movq	%rax, %rbx
	movl	%eax, %edi
	shrq	$32, %rbx
	movq	%rbx, %rsi
	call	interleave
	movq	%rax, %rdi
	call	mix
	cmpl	$40, %r10d
	jne	.L200
	leaq	.LC48(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L201:
	movl	%r9d, %edi
	incl	%r9d
	call	arg
	movq	%rax, %rdi
	call	crc
	movl	%eax, %edi
	call	mix
	cmpl	$40, %r9d
	jne	.L201
	leaq	.LC49(%rip), %rdi
	call	say
	vmovdqa	.LC50(%rip), %xmm0
	xorl	%r10d, %r10d
	leaq	32(%rsp), %r11
	vmovdqa	%xmm0, 32(%rsp)
	.p2align 4,,10
	.p2align 3
.L202:
	movl	%r10d, %edi
	incl	%r10d
	call	arg
	movq	%r11, %rdi
	movq	%rax, %rsi
	call	carry3
	movslq	%eax, %rdi
	call	mix
	movq	32(%rsp), %rdi
	call	mix
	movq	40(%rsp), %rdi
	call	mix
	cmpl	$30, %r10d
	jne	.L202
	leaq	.LC51(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L203:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movl	%eax, %edi
	call	hi8
	movzbl	%al, %edi
	call	mix
	cmpl	$40, %ecx
	jne	.L203
	leaq	.LC52(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L204:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L205:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movl	%ecx, %edi
	movzbl	%al, %esi
	call	sethi
	movl	%eax, %edi
	call	mix
	cmpl	$20, %r8d
	jne	.L205
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L204
	leaq	.LC53(%rip), %rdi
	call	say
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L207:
	movl	%ecx, %edi
	incl	%ecx
	call	arg
	movl	%eax, %edi
	call	hi8test
	movslq	%eax, %rdi
	call	mix
	cmpl	$40, %ecx
	jne	.L207
	leaq	.LC54(%rip), %rdi
	call	say
	leaq	16(%rsp), %rcx
	leaq	24(%rsp), %rsi
	movq	$5, 16(%rsp)
	movq	$9, 24(%rsp)
	movq	%rcx, %rdi
	call	swapmem
	movq	16(%rsp), %rdi
	movl	$77, %esi
	movl	$6, %edx
	call	mix
	movq	24(%rsp), %rdi
	call	mix
	movq	%rcx, %rdi
	leaq	12(%rsp), %rcx
	call	xchg
	movl	$4, %esi
	movq	%rax, %rdi
	call	mix
	movq	16(%rsp), %rdi
	call	mix
	movq	%rcx, %rdi
	movl	$4, 12(%rsp)
	call	cas
	movl	$8, %edx
	movslq	%eax, %rdi
	call	mix
	movq	%rcx, %rdi
	call	cas
	movl	$3, %esi
	movslq	%eax, %rdi
	call	mix
	movl	12(%rsp), %edi
	call	mix
	movq	%rcx, %rdi
	call	fadd
	movl	$5, %esi
	movl	%eax, %edi
	call	mix
	movl	12(%rsp), %edi
	call	mix
	leaq	11(%rsp), %rdi
	movb	$3, 11(%rsp)
	call	fsub8
	movq	%rax, %rdi
	call	mix
	movzbl	11(%rsp), %edi
	call	mix
	leaq	.LC55(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L208:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L209:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	divmod
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L209
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L208
	leaq	.LC56(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L211:
	xorl	%r8d, %r8d
	.p2align 4,,10
	.p2align 3
.L212:
	movl	%r9d, %edi
	call	arg
	movl	%r8d, %edi
	incl	%r8d
	movq	%rax, %rcx
	call	arg
	movq	%rcx, %rdi
	leaq	(%rcx,%rcx,2), %rdx
	movq	%rax, %rsi
	call	merge
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %r8d
	jne	.L212
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L211
	leaq	.LC57(%rip), %rdi
	call	say
	xorl	%r9d, %r9d
	.p2align 4,,10
	.p2align 3
.L214:
	xorl	%ecx, %ecx
	.p2align 4,,10
	.p2align 3
.L215:
	movl	%r9d, %edi
	call	arg
	movl	%ecx, %edi
	incl	%ecx
	movq	%rax, %r8
	call	arg
	movq	%r8, %rdi
	movq	%rax, %rsi
	call	avg
	movq	%rax, %rdi
	call	mix
	cmpl	$20, %ecx
	jne	.L215
	incl	%r9d
	cmpl	$20, %r9d
	jne	.L214
	leaq	.LC58(%rip), %rdi
	call	say
	addq	$56, %rsp
	.cfi_def_cfa_offset 40
	xorl	%eax, %eax
	popq	%rbx
	.cfi_def_cfa_offset 32
	popq	%rbp
	.cfi_def_cfa_offset 24
	popq	%r12
	.cfi_def_cfa_offset 16
	popq	%r13
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
.LFE72:
	.size	main, .-main
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
.LC50:
	.quad	-1
	.quad	-4
	.section	.note.GNU-stack,"",@progbits
