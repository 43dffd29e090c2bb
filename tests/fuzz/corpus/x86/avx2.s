f: vmovups (%rdi,%rax,4), %ymm0
 vfmadd231ps 32(%rdi), %ymm0, %ymm1
 vextractf128 $1, %ymm1, %xmm2
 vpermq $27, %ymm1, %ymm3
 vpmaskmovd %ymm1, %ymm2, (%rsi)
 vcvtpd2psy (%rdi), %xmm4
 vpslld $3, %ymm0, %ymm0
 vptest %ymm0, %ymm0
 vzeroupper
 ret
