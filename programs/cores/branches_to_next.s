# Taken branches to the next instruction
# 20 rounds of 16 branches and of addi and bnez, between two reads of the cycle counter; prints the cycles from one to the
# other: 1039 on Ibex, 1762 on PicoRV32.
# Ibex: 1 + 20 * (16 * 3 + 1 + 3) - 2. PicoRV32: 4 + 20 * (16 * 5 + 3 + 5) - 2.
#   stallscope run programs/cores/branches_to_next.s -m ibex-small --xlen 32 --quiet
  li   x10, 20
  rdcycle x28
loop:
  beq  x0, x0, n0
n0:
  beq  x0, x0, n1
n1:
  beq  x0, x0, n2
n2:
  beq  x0, x0, n3
n3:
  beq  x0, x0, n4
n4:
  beq  x0, x0, n5
n5:
  beq  x0, x0, n6
n6:
  beq  x0, x0, n7
n7:
  beq  x0, x0, n8
n8:
  beq  x0, x0, n9
n9:
  beq  x0, x0, n10
n10:
  beq  x0, x0, n11
n11:
  beq  x0, x0, n12
n12:
  beq  x0, x0, n13
n13:
  beq  x0, x0, n14
n14:
  beq  x0, x0, n15
n15:
  addi x10, x10, -1
  bnez x10, loop
  rdcycle x29
  sub  a0, x29, x28
  li   a7, 1
  ecall
