# The start-up code itself has got here; PMP is there, its entry 0 has been set up.
test:
  csrr t1, pmpcfg0
  andi t1, t1, 0xff
  EXPECT 1, t1, 0x1f
  PUT t1
  csrr t1, mstatus
  PUT t1
  csrr t1, mtvec
  la t2, trap_vector
  EXPECT_SAME 2, t1, t2
  # A vectored handler is taken for exceptions as well, at its base; bit 1 does not exist.
  addi t2, t2, 3
  csrw mtvec, t2
  csrr t1, mtvec
  addi t2, t2, -2
  EXPECT_SAME 3, t1, t2
  ecall
  EXPECT_TRAP 4, 11, zero
  la t3, here
here:
  ebreak
  EXPECT_TRAP 5, 3, t3
  .word 0xffffffff
  li t3, (1 << 31) * 2 - 1
  EXPECT_TRAP 6, 2, t3
  j pass
