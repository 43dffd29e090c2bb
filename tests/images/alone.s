# One word of tohost alone ends the program, whatever it does then. HOW: 0 it loops, 1 it stores the
# word again and again, 2 it waits for tohost to be 0, 3 it goes on with something else for ever.
test:
  li gp, 2 * 3 + 1              # failure 3
  la s4, tohost
1:
  sw gp, 0(s4)
  .if HOW == 0
2:
  j 2b
  .endif
  .if HOW == 1
  j 1b
  .endif
  .if HOW == 2
2:
  lw t0, 0(s4)
  bnez t0, 2b
  .endif
  .if HOW == 3
2:
  addi t0, t0, 1
  j 2b
  .endif
  ebreak
