# Physical memory protection of machine mode: fields, what locked entries forbid, and to whom.
.equ LOCKED, 0x80
.equ TOR, 0x08
.equ NA4, 0x10
.equ NAPOT, 0x18
# Entry n: the 32 bytes at a label.
.macro NAPOT32 n, place
  la t0, \place
  srli t0, t0, 2
  ori t0, t0, 3
  csrw pmpaddr\n, t0
.endm
# Entry n of pmpcfg0 (0 to 3) becomes a configuration.
.macro CONFIGURE n, config
  li t0, 0xff << (8 * \n)
  csrc pmpcfg0, t0
  li t0, (\config) << (8 * \n)
  csrs pmpcfg0, t0
.endm
test:
  # Fields: bits that are not there, write without read.
  csrw pmpcfg0, zero
  li t0, -1
  csrw pmpaddr0, t0
  csrr t1, pmpaddr0
  .if XLEN == 64
  EXPECT 1, t1, 0x3fffffffffffff
  .else
  EXPECT 1, t1, -1
  .endif
  li t0, 0x7a
  csrw pmpcfg0, t0
  csrr t1, pmpcfg0
  EXPECT 2, t1, NAPOT
  csrw pmpcfg0, zero
  li t0, -1
  csrw pmpaddr63, t0
  csrr t1, pmpaddr63
  snez t1, t1
  EXPECT 3, t1, 1
  csrw pmpaddr63, zero
  # An entry that is not locked forbids machine mode nothing ...
  NAPOT32 0, open
  CONFIGURE 0, NAPOT
  la t1, open
  sw t1, 0(t1)
  lw t2, 0(t1)
  EXPECT_NO_TRAP 4
  # ... but an access that lies in it with a part of its bytes.
  la t1, open
  addi t0, t1, 4
  srli t0, t0, 2
  csrw pmpaddr0, t0
  CONFIGURE 0, NA4 + 7
  lw t2, 0(t1)
  lw t2, 4(t1)
  EXPECT_NO_TRAP 5
  .if XLEN == 64
  ld t2, 0(t1)
  EXPECT_TRAP 6, 5, t1
  sd t2, 0(t1)
  EXPECT_TRAP 7, 7, t1
  .endif
  fld f0, 0(t1)
  EXPECT_TRAP 8, 5, t1
  csrw pmpcfg0, zero
  # Locked, read only.
  NAPOT32 1, readonly
  CONFIGURE 1, LOCKED + NAPOT + 1
  la t1, readonly
  lw t2, 0(t1)
  EXPECT 9, t2, 77
  lr.w t2, (t1)
  EXPECT_NO_TRAP 10
  sw t2, 28(t1)
  addi t3, t1, 28
  EXPECT_TRAP 11, 7, t3
  amoadd.w t2, t2, (t1)
  EXPECT_TRAP 12, 7, t1
  sc.w t2, t2, (t1)
  EXPECT_TRAP 13, 7, t1
  sb t2, 32(t1)
  sb t2, -1(t1)
  EXPECT_NO_TRAP 14
  # Locked entries keep what they have.
  csrr t3, pmpaddr1
  csrw pmpaddr1, zero
  csrr t2, pmpaddr1
  EXPECT_SAME 15, t2, t3
  csrw pmpcfg0, zero
  csrr t2, pmpcfg0
  EXPECT 16, t2, (LOCKED + NAPOT + 1) << 8
  # Top of range: from the address of the entry below, which is locked with it.
  la t1, range
  srli t0, t1, 2
  csrw pmpaddr2, t0
  addi t0, t0, 4                # 16 bytes
  csrw pmpaddr3, t0
  CONFIGURE 3, LOCKED + TOR
  lw t2, -4(t1)
  lw t2, 16(t1)
  EXPECT_NO_TRAP 17
  lw t2, 0(t1)
  EXPECT_TRAP 18, 5, t1
  addi t3, t1, 12
  sb t2, 0(t3)
  EXPECT_TRAP 19, 7, t3
  csrr t3, pmpaddr2
  csrw pmpaddr2, zero
  csrr t2, pmpaddr2
  EXPECT_SAME 20, t2, t3
  # Fetches: code that may not be executed, and code that may be executed only.
  la t1, forbidden
  jalr ra, t1                   # as it is
  EXPECT 21, a1, 5
  NAPOT32 4, forbidden
  NAPOT32 5, executable
  li t0, LOCKED + NAPOT + 3 + ((LOCKED + NAPOT + 4) << 8)
  .if XLEN == 64
  slli t0, t0, 32
  csrs pmpcfg0, t0
  .else
  csrs pmpcfg1, t0
  .endif
  li a1, 0
  la t1, forbidden
  la s11, 1f
  jalr ra, t1
1:
  EXPECT_TRAP 22, 1, t1
  EXPECT 23, a1, 0
  csrr t2, mepc
  PUT a1
  lw t2, 0(t1)
  EXPECT_NO_TRAP 24
  la t1, executable
  jalr ra, t1
  EXPECT 25, a1, 6
  lw t2, 0(t1)
  EXPECT_TRAP 26, 5, t1
  fence.i                       # changes nothing of it
  la t1, forbidden
  la s11, 1f
  jalr ra, t1
1:
  EXPECT_TRAP 27, 1, t1
  # Straight into it.
  la t1, before
  la s11, 1f
  la t3, forbidden
  jalr ra, t1
1:
  EXPECT_TRAP 28, 1, t3
  EXPECT 29, a1, 9
  # Where there is no instruction either: what cannot be fetched is not looked at.
  la t1, readonly
  addi t1, t1, 4
  la s11, 1f
  jalr ra, t1
1:
  EXPECT_TRAP 37, 1, t1
  # A loop over memory of which a part is forbidden: the same accesses again and again.
  la t1, range
  addi t1, t1, -64
  li t3, 0
  li t4, 24
2:
  lw t2, 0(t1)
  addi t1, t1, 4
  addi s2, s2, 1
  snez s2, s2
  add t3, t3, s2
  li s2, -1
  addi t4, t4, -1
  bnez t4, 2b
  EXPECT 30, t3, 4
  # The entry with the lowest number decides.
  la t1, shadow
  srli t0, t1, 2
  csrw pmpaddr6, t0
  ori t0, t0, 3
  csrw pmpaddr7, t0
  li t0, ((NA4 + 7) << 16) + ((LOCKED + NAPOT) << 24)
  .if XLEN == 64
  slli t0, t0, 32
  csrs pmpcfg0, t0
  .else
  csrs pmpcfg1, t0
  .endif
  lw t2, 0(t1)
  EXPECT_NO_TRAP 31
  addi t3, t1, 4
  lw t2, 0(t3)
  EXPECT_TRAP 32, 5, t3
  # mseccfg: RLB cannot be set any more; MMWP forbids what has no entry, so that there is one first.
  csrwi mseccfg, 4
  csrr t2, mseccfg
  EXPECT 33, t2, 0
  li t0, -1
  csrw pmpaddr8, t0
  li t0, LOCKED + NAPOT + 7
  csrw pmpcfg2, t0
  csrwi mseccfg, 2
  csrr t2, mseccfg
  EXPECT 34, t2, 2
  csrwi mseccfg, 0
  csrr t2, mseccfg
  EXPECT 35, t2, 2
  la t1, open
  lw t2, 0(t1)
  EXPECT_NO_TRAP 36
  j pass

  .balign 32
  nop
  nop
  nop
  nop
  nop
  nop
before:
  li a1, 9
  nop
forbidden:
  li a1, 5
  ret
  .balign 32
executable:
  li a1, 6
  ret
  .balign 32
.data
.balign 32
open: .fill 4, 8, 0
readonly: .word 77
.fill 7, 4, 0
.fill 8, 8, 0
range: .fill 4, 4, 0
.balign 32
.fill 8, 8, 0
.balign 32
shadow: .fill 4, 8, 0
.text
