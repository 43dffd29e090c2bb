# What every image begins with; XLEN, and what else an image chooses, is defined in front of it.
# Reset, as the start-up code of test suites does it: a CSR that may not be there is written under a
# handler that lies behind the write.
.option norvc
.equ WORD, XLEN / 8

.macro PROBE csr, value
  la t0, 1f
  csrw mtvec, t0
  li t0, \value
  csrw \csr, t0
  .balign 4
1:
.endm

# Appends a register to the signature.
.macro PUT reg
  .if XLEN == 64
  sd \reg, 0(s0)
  .else
  sw \reg, 0(s0)
  .endif
  addi s0, s0, WORD
.endm

# Ends the program as failed with number n, unless the register has the value.
.macro EXPECT n, reg, value
  li gp, \n
  li t5, \value
  beq \reg, t5, 9f
  j fail
9:
.endm
.macro EXPECT_SAME n, reg, other
  li gp, \n
  beq \reg, \other, 9f
  j fail
9:
.endm

# The instruction before has trapped with this cause, and mtval is the register.
.macro EXPECT_TRAP n, cause, place
  EXPECT \n, s2, \cause
  EXPECT_SAME \n, s3, \place
  PUT s2
  li s2, -1
.endm
# It has not.
.macro EXPECT_NO_TRAP n
  EXPECT \n, s2, -1
.endm

.text
.globl _start
_start:
  j reset_vector
  .balign 4
# Keeps cause and value in s2 and s3; goes on behind the instruction, or, when nothing could be
# fetched, at s11.
trap_vector:
  csrw mscratch, t6
  csrr s2, mcause
  csrr s3, mtval
  csrr t6, mepc
  addi t6, t6, 4
  addi s2, s2, -1
  bnez s2, 1f
  mv t6, s11
1:
  addi s2, s2, 1
  csrw mepc, t6
  csrr t6, mscratch
  mret

reset_vector:
  csrr a0, mhartid
1:
  bnez a0, 1b
  PROBE 0x744, 8                # mnstatus
  PROBE satp, 0
  PROBE pmpaddr0, (1 << (31 + (XLEN / 64) * (53 - 31))) - 1
  PROBE pmpcfg0, 0x1f
  csrwi mie, 0
  PROBE medeleg, 0
  PROBE mideleg, 0
  la t0, trap_vector
  csrw mtvec, t0
  csrwi mstatus, 0
  li t0, 0x6000                 # FS
  csrs mstatus, t0
  la s0, begin_signature
  li s2, -1
  la t0, test
  csrw mepc, t0
  csrr a0, mhartid
  mret

pass:
  li gp, 1
  j write_tohost
fail:
  slli gp, gp, 1
  ori gp, gp, 1
write_tohost:
  sw gp, tohost, t5
  sw zero, tohost + 4, t5
  j write_tohost

.data
.balign 64
.globl tohost
tohost: .dword 0
.balign 64
.globl fromhost
fromhost: .dword 0
.balign 16
.globl begin_signature
begin_signature: .fill 64, 8, 0
.globl end_signature
end_signature:
.text
