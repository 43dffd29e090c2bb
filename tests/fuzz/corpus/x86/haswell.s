	vpcmpeqd %ymm2, %ymm2, %ymm2
	vpgatherdd %ymm2, 8(%rsp,%ymm1,4), %ymm0
	vgatherqps %xmm3, (%rsp,%ymm1,2), %xmm0
	vcvtph2ps (%rsp), %ymm4
	vcvtps2ph $3, %ymm4, -16(%rsp)
	pdepq %rax, %rcx, %rdx
	crc32b (%rsp), %eax
	vmpsadbw $5, %ymm0, %ymm1, %ymm2
	pclmulqdq $17, %xmm1, %xmm2
	vtestps %ymm0, %ymm1
	rsqrtss %xmm0, %xmm1
	prefetcht0 (%rax)
	rdtscp
	mfence
	ret
