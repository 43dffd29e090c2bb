# Counters stop and go on, event counters are 0, and there is no trigger.
test:
  csrwi mcountinhibit, -1 & 31
  csrr t1, mcountinhibit
  EXPECT 1, t1, 5               # CY and IR
  csrr t1, mcycle
  csrr t2, minstret
  nop
  nop
  csrr t3, mcycle
  csrr t4, minstret
  EXPECT_SAME 2, t1, t3
  EXPECT_SAME 3, t2, t4
  csrw minstret, zero
  nop
  csrr t1, minstret
  EXPECT 4, t1, 0
  csrw mcycle, zero
  csrw mcountinhibit, zero      # not counted itself
  csrr t1, minstret
  EXPECT 5, t1, 0
  csrr t1, instret
  EXPECT 6, t1, 4
  csrr t1, mcycle
  snez t1, t1
  EXPECT 7, t1, 1
  # Written, the next instruction reads it; then it overflows.
  li t0, -1
  .if XLEN == 32
  csrw minstreth, t0
  .endif
  csrw minstret, t0
  csrr t1, minstret
  csrr t2, minstret
  EXPECT 8, t1, -1
  EXPECT 9, t2, 0
  .if XLEN == 32
  csrr t1, minstreth
  EXPECT 10, t1, 0
  .endif
  li t0, -1
  csrw mhpmcounter3, t0
  csrr t1, mhpmcounter3
  EXPECT 11, t1, 0
  csrw mhpmcounter31, t0
  csrr t1, mhpmcounter31
  EXPECT 12, t1, 0
  csrw mhpmevent3, t0
  csrr t1, mhpmevent31
  EXPECT 13, t1, 0
  csrr t1, hpmcounter31
  EXPECT 14, t1, 0
  .if XLEN == 32
  csrw mhpmcounter3h, t0
  csrr t1, mhpmcounter3h
  EXPECT 15, t1, 0
  csrr t1, menvcfgh
  EXPECT 16, t1, 0
  csrr t1, mseccfgh
  EXPECT 17, t1, 0
  .endif
  csrw mcounteren, t0
  csrr t1, mcounteren
  PUT t1
  csrw menvcfg, t0
  csrr t1, menvcfg
  EXPECT 18, t1, 1
  csrw tselect, t0
  csrr t1, tselect
  EXPECT 19, t1, 0
  csrw tdata1, t0
  csrr t1, tdata1
  EXPECT 20, t1, 0
  csrw tdata2, t0
  csrr t1, tdata2
  EXPECT 21, t1, 0
  csrr t1, tdata3
  EXPECT 22, t1, 0
  csrr t1, tinfo
  EXPECT 23, t1, 1
  EXPECT_NO_TRAP 24
  j pass
