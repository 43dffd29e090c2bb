# A shift register with feedback
# 20 rounds of one step and of addi and bnez, between two reads of the cycle counter; prints the cycles from one to the
# other: 451 on PicoRV32 with a barrel shifter, 491 with shifts in two stages.
# 4 for the read, 20 * 22 + 9 - 2: 9 of the 20 bits are set, and xor takes one cycle more than to jump over it.
#   stallscope run programs/cores/shift_register.s -m picorv32-fast-mul --xlen 32 --quiet
  li   x10, 20
  li   x12, 11
  li   x13, 0xB400
  rdcycle x28
loop:
  andi x14, x12, 1
  srli x12, x12, 1
  beqz x14, even
  xor  x12, x12, x13
even:
  addi x15, x15, 1
  addi x10, x10, -1
  bnez x10, loop
  rdcycle x29
  sub  a0, x29, x28
  li   a7, 1
  ecall
