# Faults of accesses and jumps: causes, values, and that nothing has happened.
test:
  la t1, data
  addi t2, t1, 1
  li t3, 99
  lw t3, 0(t2)
  EXPECT_TRAP 1, 4, t2
  EXPECT 2, t3, 99
  sh t3, 0(t2)
  EXPECT_TRAP 3, 6, t2
  lr.w t3, (t2)
  EXPECT_TRAP 4, 4, t2
  amoadd.w t3, t3, (t2)
  EXPECT_TRAP 5, 6, t2
  lhu t3, 0(t2)
  EXPECT_TRAP 6, 4, t2
  # Nowhere: a load, a store, a jump that is made and whose target cannot be fetched.
  li t2, 1 << (XLEN - 1)
  xor t2, t2, t1
  li t3, 99
  lb t3, 0(t2)
  EXPECT_TRAP 7, 5, t2
  EXPECT 8, t3, 99
  sb t3, 0(t2)
  EXPECT_TRAP 9, 7, t2
  la s11, 1f
  jalr ra, t2
1:
  EXPECT_TRAP 10, 1, t2
  EXPECT_SAME 11, ra, s11
  # Memory that holds zeros: there is something to fetch, and it is no instruction.
  la t2, zeros
  la ra, 1f
  jr t2
  nop
1:
  EXPECT_TRAP 12, 2, zero
  # Code that the program writes where there was none.
  la t1, zeros
  la t2, function
  lw t3, 0(t2)
  sw t3, 0(t1)
  lw t3, 4(t2)
  sw t3, 4(t1)
  fence.i
  jalr ra, t1
  EXPECT 13, a1, 21
  # Code that lies in the file as data.
  la t1, in_data
  jalr ra, t1
  EXPECT 14, a1, 42
  j pass
function:
  li a1, 21
  ret
.data
.balign 8
data: .fill 4, 8, 0
zeros: .fill 2, 4, 0
.word 0x00008067                # ret, behind what the handler skips
in_data:
.word 0x02a00593                # li a1, 42
.word 0x00008067                # ret
.text
