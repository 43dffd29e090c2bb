# Divides
# 20 rounds of 8 divides and of addi and bnez, between two reads of the cycle counter; prints the cycles from one to the
# other: 6001 on Ibex.
# 1 for the read, 2 for the operands, 20 * (8 * 37 + 1 + 3) - 2.
#   stallscope run programs/cores/divides.s -m ibex-small --xlen 32 --quiet
  li   x10, 20
  rdcycle x28
  li   x5, 99
  li   x7, 7
loop:
  divu x6, x5, x7
  divu x6, x5, x7
  divu x6, x5, x7
  divu x6, x5, x7
  divu x6, x5, x7
  divu x6, x5, x7
  divu x6, x5, x7
  divu x6, x5, x7
  addi x10, x10, -1
  bnez x10, loop
  rdcycle x29
  sub  a0, x29, x28
  li   a7, 1
  ecall
