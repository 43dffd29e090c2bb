# Jumps to the next instruction
# 20 rounds of 16 jumps and of addi and bnez, between two reads of the cycle counter; prints the cycles from one to the
# other: 719 on Ibex, 399 where such a jump costs nothing.
# 1 for the read, 20 * (16 * 2 + 1 + 3) - 2, as the last bnez is not taken.
#   stallscope run programs/cores/jumps_to_next.s -m ibex-small --xlen 32 --quiet
  li   x10, 20
  rdcycle x28
loop:
  j    n0
n0:
  j    n1
n1:
  j    n2
n2:
  j    n3
n3:
  j    n4
n4:
  j    n5
n5:
  j    n6
n6:
  j    n7
n7:
  j    n8
n8:
  j    n9
n9:
  j    n10
n10:
  j    n11
n11:
  j    n12
n12:
  j    n13
n13:
  j    n14
n14:
  j    n15
n15:
  addi x10, x10, -1
  bnez x10, loop
  rdcycle x29
  sub  a0, x29, x28
  li   a7, 1
  ecall
