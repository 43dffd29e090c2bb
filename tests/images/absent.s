# Registers that there are not trap, with the instruction in mtval, and leave the destination as it
# is; so does a write to one that can only be read.
.macro ABSENT n, csr
  li t1, 1234
  la t3, 8f
8:
  csrr t1, \csr
  .if XLEN == 64
  lwu t2, 0(t3)                 # mtval: without sign
  .else
  lw t2, 0(t3)
  .endif
  EXPECT_TRAP \n, 2, t2
  EXPECT \n, t1, 1234
.endm
test:
  ABSENT 1, satp
  ABSENT 2, medeleg
  ABSENT 3, mideleg
  ABSENT 4, sstatus
  ABSENT 5, stvec
  ABSENT 6, 0x744
  ABSENT 7, dcsr
  ABSENT 8, hstatus
  ABSENT 9, vstart
  ABSENT 10, 0x7c0
  ABSENT 11, mtinst
  .if XLEN == 64
  ABSENT 12, 0x3a1
  ABSENT 13, 0xb80
  ABSENT 14, 0x757
  .endif
  csrw cycle, zero
  EXPECT 15, s2, 2
  li s2, -1
  csrw mhartid, zero
  EXPECT 16, s2, 2
  li s2, -1
  csrrs t1, cycle, zero
  EXPECT_NO_TRAP 17
  csrwi mstatus, 0              # floating point off
  fcvt.s.w f0, zero
  EXPECT 18, s2, 2
  li s2, -1
  csrr t1, fcsr
  EXPECT 19, s2, 2
  j pass
