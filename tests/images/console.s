# The host's console and system calls. ORDER: 0 low word first, 1 high word first, 2 doublewords,
# 3 the low word alone where that is enough.
.macro TELL low, high
  .if ORDER == 0
  sw \low, 0(s4)
  sw \high, 4(s4)
  .endif
  .if ORDER == 1
  sw \high, 4(s4)
  sw \low, 0(s4)
  .endif
  .if ORDER == 2
  slli t4, \high, XLEN - 32
  or t4, t4, \low
  sd t4, 0(s4)
  .endif
  .if ORDER == 3
  sw \low, 0(s4)
  .endif
.endm
# The host has answered: t4 and t3 are the two halves of fromhost, which is free again.
.macro ANSWER
8:
  lw t4, 0(s5)
  lw t3, 4(s5)
  or t2, t4, t3
  beqz t2, 8b
  sw zero, 0(s5)
  sw zero, 4(s5)
.endm
test:
  la s4, tohost
  la s5, fromhost
  .if ORDER != 3
  # Characters, odd and even ones and zero.
  la s6, text
  li s7, 7
1:
  lbu t0, 0(s6)
  li t1, 0x01010000
  TELL t0, t1
  ANSWER
  andi t4, t4, 0xff
  EXPECT_SAME 1, t4, t0
  EXPECT_SAME 2, t3, t1
  addi s6, s6, 1
  addi s7, s7, -1
  bnez s7, 1b
  # Without waiting for answers.
  li t0, 'x'
  TELL t0, t1
  TELL t0, t1
  sw zero, 0(s5)
  sw zero, 4(s5)
  # What is typed.
  li t1, 0x01000000
  li t0, 0
  TELL t0, t1
  ANSWER
  EXPECT 3, t4, 0x100 + 'q'
  EXPECT_SAME 4, t3, t1
  PUT t4
  .endif
  # The block of a system call: eight doublewords.
  la s6, block
  li t0, 64                     # write(1, text, 5)
  sw t0, 0(s6)
  li t0, 1
  sw t0, 8(s6)
  la t0, text
  sw t0, 16(s6)
  .if XLEN == 64
  srli t0, t0, 32
  sw t0, 20(s6)
  .endif
  li t0, 5
  sw t0, 24(s6)
  li t1, 0
  TELL s6, t1
  ANSWER
  EXPECT 5, t4, 1
  lw t0, 0(s6)
  EXPECT 6, t0, 5
  lw t0, 0(s4)
  EXPECT 7, t0, 0
  li t0, 63                     # read(0, buffer, 4)
  sw t0, 0(s6)
  sw zero, 8(s6)
  la t0, buffer
  sw t0, 16(s6)
  .if XLEN == 64
  srli t0, t0, 32
  sw t0, 20(s6)
  .endif
  li t0, 4
  sw t0, 24(s6)
  TELL s6, t1
  ANSWER
  lw t0, 0(s6)
  EXPECT 8, t0, 4
  lw t0, buffer
  PUT t0
  li t0, 93                     # exit(0)
  sw t0, 0(s6)
  sw zero, 8(s6)
  TELL s6, t1
1:
  j 1b
.data
.balign 8
text: .byte 'H', 'e', 0, 'l', 'p', 10, 255
.balign 64
block: .fill 8, 8, 0
buffer: .fill 2, 8, 0
.text
