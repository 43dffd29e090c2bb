# Made by rebuild.py from libgcc.c: do not edit.
#: __mulsi3
__mulsi3:
  mul $2, $5, $4
  jr $ra
  nop
#: __udivsi3
__udivsi3:
  divu $zero, $4, $5
  teq $5, $zero, 7
  mflo $2
  jr $ra
  nop
#: __umodsi3
__umodsi3:
  divu $zero, $4, $5
  teq $5, $zero, 7
  mfhi $2
  jr $ra
  nop
#: __divsi3
__divsi3:
  div $zero, $4, $5
  teq $5, $zero, 7
  mflo $2
  jr $ra
  nop
#: __modsi3
__modsi3:
  div $zero, $4, $5
  teq $5, $zero, 7
  mfhi $2
  jr $ra
  nop
#: __muldi3
__muldi3:
  multu $7, $5
  mflo $3
  mfhi $24
  mul $2, $7, $4
  mul $4, $6, $5
  addu $2, $4, $2
  addu $2, $2, $24
  jr $ra
  nop
#: __udivdi3
__udivdi3:
  addiu $sp, $sp, -8
  sw $ra, 4($sp)
  jal __divide_wide
  nop
  lw $ra, 4($sp)
  addiu $sp, $sp, 8
  jr $ra
  nop
#: __divide_wide
__divide_wide:
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $22, 24($sp)
  sw $21, 20($sp)
  sw $20, 16($sp)
  sw $19, 12($sp)
  sw $18, 8($sp)
  sw $17, 4($sp)
  sw $16, 0($sp)
  move $16, $7
  move $17, $5
  move $18, $4
  beqz $6, .L__divide_wide_1
  nop
  move $19, $6
  sltu $2, $18, $6
  xor $24, $6, $18
  sltu $3, $17, $16
  movz $2, $3, $24
  addiu $20, $zero, 0
  addiu $3, $zero, 0
  bnez $2, .L__divide_wide_2
  nop
  clz $20, $19
  sllv $24, $19, $20
  not $21, $20
  srl $2, $16, 1
  srlv $2, $2, $21
  or $6, $24, $2
  sllv $24, $16, $20
  andi $22, $20, 32
  movn $6, $24, $22
  sll $24, $18, 31
  srl $2, $17, 1
  or $5, $2, $24
  srl $4, $18, 1
  jal __divide_two_words
  nop
  sllv $24, $2, $20
  srl $2, $2, 1
  srlv $2, $2, $21
  movn $2, $24, $22
  sll $2, $2, 1
  movn $24, $zero, $22
  srl $24, $24, 31
  or $24, $24, $2
  addiu $2, $24, -1
  movz $2, $zero, $24
  multu $16, $2
  mfhi $24
  mflo $3
  sltu $4, $17, $3
  subu $24, $18, $24
  subu $24, $24, $4
  mul $4, $2, $19
  subu $24, $24, $4
  xor $4, $24, $19
  sltu $24, $24, $19
  xori $24, $24, 1
  subu $3, $17, $3
  sltu $3, $3, $16
  xori $3, $3, 1
  movz $24, $3, $4
  addu $3, $24, $2
  sltu $20, $3, $24
  j .L__divide_wide_2
  nop
.L__divide_wide_1:
  sltu $24, $18, $16
  beqz $24, .L__divide_wide_3
  nop
  beqz $18, .L__divide_wide_4
  nop
  move $4, $18
  move $5, $17
  move $6, $16
  jal __divide_two_words
  nop
  move $3, $2
  j .L__divide_wide_5
  nop
.L__divide_wide_3:
  divu $zero, $18, $16
  teq $16, $zero, 7
  mflo $20
  mul $24, $20, $16
  subu $4, $18, $24
  move $5, $17
  move $6, $16
  jal __divide_two_words
  nop
  move $3, $2
  j .L__divide_wide_2
  nop
.L__divide_wide_4:
  divu $zero, $17, $16
  teq $16, $zero, 7
  mflo $3
.L__divide_wide_5:
  addiu $20, $zero, 0
.L__divide_wide_2:
  move $2, $20
  lw $16, 0($sp)
  lw $17, 4($sp)
  lw $18, 8($sp)
  lw $19, 12($sp)
  lw $20, 16($sp)
  lw $21, 20($sp)
  lw $22, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
#: __umoddi3
__umoddi3:
  addiu $sp, $sp, -24
  sw $ra, 20($sp)
  sw $19, 16($sp)
  sw $18, 12($sp)
  sw $17, 8($sp)
  sw $16, 4($sp)
  move $16, $7
  move $17, $6
  move $18, $5
  move $19, $4
  jal __divide_wide
  nop
  multu $3, $16
  mfhi $24
  mflo $4
  mul $3, $3, $17
  mul $2, $2, $16
  addu $2, $2, $3
  sltu $3, $18, $4
  subu $24, $19, $24
  subu $24, $24, $3
  subu $2, $24, $2
  subu $3, $18, $4
  lw $16, 4($sp)
  lw $17, 8($sp)
  lw $18, 12($sp)
  lw $19, 16($sp)
  lw $ra, 20($sp)
  addiu $sp, $sp, 24
  jr $ra
  nop
#: __udivmoddi4
__udivmoddi4:
  addiu $sp, $sp, -24
  sw $ra, 20($sp)
  sw $20, 16($sp)
  sw $19, 12($sp)
  sw $18, 8($sp)
  sw $17, 4($sp)
  sw $16, 0($sp)
  move $18, $7
  move $19, $6
  move $17, $5
  move $16, $4
  lw $20, 40($sp)
  jal __divide_wide
  nop
  beqz $20, .L__udivmoddi4_1
  nop
  multu $3, $18
  mflo $24
  mfhi $4
  subu $5, $17, $24
  sw $5, 4($20)
  mul $5, $3, $19
  mul $6, $2, $18
  addu $5, $6, $5
  sltu $24, $17, $24
  subu $4, $16, $4
  subu $24, $4, $24
  subu $24, $24, $5
  sw $24, 0($20)
.L__udivmoddi4_1:
  lw $16, 0($sp)
  lw $17, 4($sp)
  lw $18, 8($sp)
  lw $19, 12($sp)
  lw $20, 16($sp)
  lw $ra, 20($sp)
  addiu $sp, $sp, 24
  jr $ra
  nop
#: __divdi3
__divdi3:
  addiu $sp, $sp, -16
  sw $ra, 12($sp)
  sw $17, 8($sp)
  sw $16, 4($sp)
  move $16, $6
  move $17, $4
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $2, $7
  negu $3, $5
  slti $8, $6, 0
  slti $6, $4, 0
  movn $5, $3, $6
  negu $24, $24
  movn $4, $24, $6
  sltu $24, $zero, $7
  movn $7, $2, $8
  addu $24, $16, $24
  negu $24, $24
  move $6, $16
  movn $6, $24, $8
  jal __divide_wide
  nop
  negu $24, $3
  xor $4, $16, $17
  slti $4, $4, 0
  sltu $5, $zero, $3
  movn $3, $24, $4
  addu $24, $2, $5
  negu $24, $24
  movn $2, $24, $4
  lw $16, 4($sp)
  lw $17, 8($sp)
  lw $ra, 12($sp)
  addiu $sp, $sp, 16
  jr $ra
  nop
#: __moddi3
__moddi3:
  addiu $sp, $sp, -24
  sw $ra, 20($sp)
  sw $19, 16($sp)
  sw $18, 12($sp)
  sw $17, 8($sp)
  sw $16, 4($sp)
  move $16, $7
  move $17, $6
  move $18, $5
  move $19, $4
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $2, $7
  negu $3, $5
  slti $8, $6, 0
  slti $6, $4, 0
  movn $5, $3, $6
  movn $7, $2, $8
  negu $24, $24
  movn $4, $24, $6
  sltu $24, $zero, $16
  addu $24, $17, $24
  negu $24, $24
  move $6, $17
  movn $6, $24, $8
  jal __divide_wide
  nop
  negu $24, $3
  xor $4, $17, $19
  slti $4, $4, 0
  sltu $5, $zero, $3
  movn $3, $24, $4
  multu $3, $16
  mfhi $24
  mflo $6
  mul $3, $3, $17
  addu $5, $2, $5
  negu $5, $5
  movn $2, $5, $4
  mul $2, $2, $16
  addu $2, $2, $3
  sltu $3, $18, $6
  subu $24, $19, $24
  subu $24, $24, $3
  subu $2, $24, $2
  subu $3, $18, $6
  lw $16, 4($sp)
  lw $17, 8($sp)
  lw $18, 12($sp)
  lw $19, 16($sp)
  lw $ra, 20($sp)
  addiu $sp, $sp, 24
  jr $ra
  nop
#: __divmoddi4
__divmoddi4:
  addiu $sp, $sp, -24
  sw $ra, 20($sp)
  sw $20, 16($sp)
  sw $19, 12($sp)
  sw $18, 8($sp)
  sw $17, 4($sp)
  sw $16, 0($sp)
  move $16, $7
  move $17, $6
  move $18, $5
  move $19, $4
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $24, $24
  negu $2, $7
  negu $3, $5
  slti $8, $6, 0
  slti $6, $4, 0
  movn $5, $3, $6
  movn $7, $2, $8
  movn $4, $24, $6
  sltu $24, $zero, $16
  addu $24, $17, $24
  negu $24, $24
  move $6, $17
  movn $6, $24, $8
  lw $20, 40($sp)
  jal __divide_wide
  nop
  negu $24, $3
  xor $4, $17, $19
  slti $4, $4, 0
  sltu $5, $zero, $3
  movn $3, $24, $4
  multu $3, $16
  mflo $24
  mfhi $6
  subu $7, $18, $24
  sw $7, 4($20)
  mul $7, $3, $17
  addu $5, $2, $5
  negu $5, $5
  movn $2, $5, $4
  mul $4, $2, $16
  addu $4, $4, $7
  sltu $24, $18, $24
  subu $5, $19, $6
  subu $24, $5, $24
  subu $24, $24, $4
  sw $24, 0($20)
  lw $16, 0($sp)
  lw $17, 4($sp)
  lw $18, 8($sp)
  lw $19, 12($sp)
  lw $20, 16($sp)
  lw $ra, 20($sp)
  addiu $sp, $sp, 24
  jr $ra
  nop
#: __ashldi3
__ashldi3:
  beqz $6, .L__ashldi3_1
  nop
  slti $24, $6, 32
  bnez $24, .L__ashldi3_2
  nop
  addiu $24, $6, -32
  sllv $4, $5, $24
  addiu $5, $zero, 0
  j .L__ashldi3_1
  nop
.L__ashldi3_2:
  sllv $24, $4, $6
  addiu $2, $zero, 32
  subu $2, $2, $6
  srlv $2, $5, $2
  or $4, $24, $2
  sllv $5, $5, $6
.L__ashldi3_1:
  move $2, $4
  move $3, $5
  jr $ra
  nop
#: __lshrdi3
__lshrdi3:
  beqz $6, .L__lshrdi3_1
  nop
  slti $24, $6, 32
  bnez $24, .L__lshrdi3_2
  nop
  addiu $24, $6, -32
  srlv $5, $4, $24
  addiu $4, $zero, 0
  j .L__lshrdi3_1
  nop
.L__lshrdi3_2:
  srlv $24, $5, $6
  addiu $2, $zero, 32
  subu $2, $2, $6
  sllv $2, $4, $2
  or $5, $2, $24
  srlv $4, $4, $6
.L__lshrdi3_1:
  move $2, $4
  move $3, $5
  jr $ra
  nop
#: __ashrdi3
__ashrdi3:
  beqz $6, .L__ashrdi3_1
  nop
  slti $24, $6, 32
  bnez $24, .L__ashrdi3_2
  nop
  addiu $24, $6, -32
  srav $5, $4, $24
  sra $4, $4, 31
  j .L__ashrdi3_1
  nop
.L__ashrdi3_2:
  srlv $24, $5, $6
  addiu $2, $zero, 32
  subu $2, $2, $6
  sllv $2, $4, $2
  or $5, $2, $24
  srav $4, $4, $6
.L__ashrdi3_1:
  move $2, $4
  move $3, $5
  jr $ra
  nop
#: __negdi2
__negdi2:
  negu $3, $5
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $2, $24
  jr $ra
  nop
#: __cmpdi2
__cmpdi2:
  slt $24, $4, $6
  xor $2, $4, $6
  sltu $3, $5, $7
  movz $24, $3, $2
  slt $3, $6, $4
  sltu $4, $7, $5
  movz $3, $4, $2
  addiu $2, $zero, 1
  addiu $4, $zero, 2
  movn $2, $4, $3
  subu $2, $2, $24
  jr $ra
  nop
#: __ucmpdi2
__ucmpdi2:
  sltu $24, $4, $6
  xor $2, $4, $6
  sltu $3, $5, $7
  movz $24, $3, $2
  sltu $3, $6, $4
  sltu $4, $7, $5
  movz $3, $4, $2
  addiu $2, $zero, 1
  addiu $4, $zero, 2
  movn $2, $4, $3
  subu $2, $2, $24
  jr $ra
  nop
#: __clzsi2
__clzsi2:
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__clzsi2_1:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__clzsi2_1
  nop
  subu $2, $2, $5
  jr $ra
  nop
#: __clzdi2
__clzdi2:
  beqz $4, .L__clzdi2_1
  nop
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__clzdi2_2:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__clzdi2_2
  nop
  subu $2, $2, $5
  jr $ra
  nop
.L__clzdi2_1:
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__clzdi2_3:
  srlv $4, $5, $3
  move $24, $3
  movz $24, $zero, $4
  movz $4, $5, $4
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $5, $4
  beqz $6, .L__clzdi2_3
  nop
  subu $24, $2, $4
  addiu $2, $24, 32
  jr $ra
  nop
#: __ctzsi2
__ctzsi2:
  negu $24, $4
  and $4, $24, $4
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__ctzsi2_1:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__ctzsi2_1
  nop
  subu $24, $5, $2
  addiu $2, $24, 31
  jr $ra
  nop
#: __ctzdi2
__ctzdi2:
  beqz $5, .L__ctzdi2_1
  nop
  negu $24, $5
  and $4, $24, $5
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__ctzdi2_2:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__ctzdi2_2
  nop
  subu $24, $5, $2
  addiu $2, $24, 31
  jr $ra
  nop
.L__ctzdi2_1:
  negu $24, $4
  and $4, $24, $4
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__ctzdi2_3:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__ctzdi2_3
  nop
  subu $24, $5, $2
  addiu $2, $24, 63
  jr $ra
  nop
#: __ffssi2
__ffssi2:
  beqz $4, .L__ffssi2_1
  nop
  negu $24, $4
  and $4, $24, $4
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__ffssi2_2:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__ffssi2_2
  nop
  subu $24, $5, $2
  addiu $2, $24, 32
  jr $ra
  nop
.L__ffssi2_1:
  addiu $2, $zero, 0
  jr $ra
  nop
#: __ffsdi2
__ffsdi2:
  or $24, $5, $4
  beqz $24, .L__ffsdi2_1
  nop
  addiu $sp, $sp, -24
  sw $ra, 20($sp)
  jal __ctzdi2
  nop
  addiu $2, $2, 1
  lw $ra, 20($sp)
  addiu $sp, $sp, 24
  jr $ra
  nop
.L__ffsdi2_1:
  addiu $2, $zero, 0
  jr $ra
  nop
#: __clrsbsi2
__clrsbsi2:
  sra $24, $4, 31
  xor $4, $24, $4
  beqz $4, .L__clrsbsi2_1
  nop
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__clrsbsi2_2:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__clrsbsi2_2
  nop
  not $24, $5
  addu $2, $2, $24
  jr $ra
  nop
.L__clrsbsi2_1:
  addiu $2, $zero, 31
  jr $ra
  nop
#: __clrsbdi2
__clrsbdi2:
  sra $24, $4, 31
  xor $4, $24, $4
  xor $5, $24, $5
  or $24, $5, $4
  beqz $24, .L__clrsbdi2_1
  nop
  addiu $sp, $sp, -24
  sw $ra, 20($sp)
  jal __clzdi2
  nop
  addiu $2, $2, -1
  lw $ra, 20($sp)
  addiu $sp, $sp, 24
  jr $ra
  nop
.L__clrsbdi2_1:
  addiu $2, $zero, 63
  jr $ra
  nop
#: __popcountsi2
__popcountsi2:
  lui $24, 21845
  ori $24, $24, 21845
  srl $2, $4, 1
  and $24, $2, $24
  subu $24, $4, $24
  lui $2, 13107
  ori $2, $2, 13107
  and $3, $24, $2
  srl $24, $24, 2
  and $24, $24, $2
  addu $24, $24, $3
  lui $2, 3855
  srl $3, $24, 4
  ori $2, $2, 3855
  addu $24, $3, $24
  and $24, $24, $2
  srl $2, $24, 8
  addu $24, $2, $24
  srl $2, $24, 16
  addu $24, $2, $24
  andi $2, $24, 63
  jr $ra
  nop
#: __popcountdi2
__popcountdi2:
  lui $24, 21845
  ori $24, $24, 21845
  srl $2, $5, 1
  and $2, $2, $24
  subu $2, $5, $2
  lui $3, 13107
  ori $3, $3, 13107
  and $5, $2, $3
  srl $2, $2, 2
  and $2, $2, $3
  addu $2, $2, $5
  srl $5, $2, 4
  srl $6, $4, 1
  addu $2, $5, $2
  and $24, $6, $24
  lui $5, 3855
  ori $5, $5, 3855
  and $2, $2, $5
  subu $24, $4, $24
  srl $4, $2, 8
  and $6, $24, $3
  srl $24, $24, 2
  addu $2, $4, $2
  and $24, $24, $3
  srl $3, $2, 16
  addu $24, $24, $6
  addu $2, $3, $2
  srl $3, $24, 4
  andi $2, $2, 63
  addu $24, $3, $24
  and $24, $24, $5
  srl $3, $24, 8
  addu $24, $3, $24
  srl $3, $24, 16
  addu $24, $3, $24
  andi $24, $24, 63
  addu $2, $24, $2
  jr $ra
  nop
#: __paritysi2
__paritysi2:
  srl $24, $4, 16
  xor $24, $24, $4
  srl $2, $24, 8
  xor $24, $2, $24
  srl $2, $24, 4
  xor $24, $2, $24
  addiu $2, $zero, 27030
  andi $24, $24, 15
  srlv $24, $2, $24
  andi $2, $24, 1
  jr $ra
  nop
#: __paritydi2
__paritydi2:
  xor $24, $4, $5
  srl $2, $24, 16
  xor $24, $2, $24
  srl $2, $24, 8
  xor $24, $2, $24
  srl $2, $24, 4
  addiu $3, $zero, 27030
  xor $24, $2, $24
  andi $24, $24, 15
  srlv $24, $3, $24
  andi $2, $24, 1
  jr $ra
  nop
#: __bswapsi2
__bswapsi2:
  srl $24, $4, 24
  srl $2, $4, 8
  andi $2, $2, 65280
  or $24, $2, $24
  sll $2, $4, 8
  lui $3, 255
  and $2, $2, $3
  sll $3, $4, 24
  or $2, $3, $2
  or $2, $2, $24
  jr $ra
  nop
#: __bswapdi2
__bswapdi2:
  srl $24, $5, 24
  srl $2, $5, 8
  andi $2, $2, 65280
  or $24, $2, $24
  sll $2, $5, 8
  lui $3, 255
  and $2, $2, $3
  sll $5, $5, 24
  or $2, $5, $2
  or $2, $2, $24
  srl $24, $4, 24
  srl $5, $4, 8
  andi $5, $5, 65280
  or $24, $5, $24
  sll $5, $4, 8
  and $3, $5, $3
  sll $4, $4, 24
  or $3, $4, $3
  or $3, $3, $24
  jr $ra
  nop
#: __addvsi3
__addvsi3:
  addu $2, $4, $5
  slt $24, $2, $4
  slti $3, $5, 0
  bne $3, $24, .L__addvsi3_1
  nop
  jr $ra
  nop
.L__addvsi3_1:
  break
#: __subvsi3
__subvsi3:
  slt $24, $zero, $5
  subu $2, $4, $5
  slt $3, $2, $4
  bne $24, $3, .L__subvsi3_1
  nop
  jr $ra
  nop
.L__subvsi3_1:
  break
#: __negvsi2
__negvsi2:
  slt $24, $zero, $4
  negu $2, $4
  slti $3, $2, 0
  bne $24, $3, .L__negvsi2_1
  nop
  jr $ra
  nop
.L__negvsi2_1:
  break
#: __absvsi2
__absvsi2:
  bgez $4, .L__absvsi2_1
  nop
  slt $24, $zero, $4
  negu $4, $4
  slti $2, $4, 0
  bne $24, $2, .L__absvsi2_2
  nop
.L__absvsi2_1:
  move $2, $4
  jr $ra
  nop
.L__absvsi2_2:
  break
#: __addvdi3
__addvdi3:
  addu $24, $4, $6
  addu $3, $5, $7
  sltu $2, $3, $5
  addu $2, $24, $2
  xor $24, $4, $2
  xor $4, $4, $6
  not $4, $4
  and $24, $4, $24
  bltz $24, .L__addvdi3_1
  nop
  jr $ra
  nop
.L__addvdi3_1:
  break
#: __subvdi3
__subvdi3:
  sltu $24, $5, $7
  subu $2, $4, $6
  subu $2, $2, $24
  xor $24, $4, $2
  xor $3, $4, $6
  and $24, $3, $24
  bltz $24, .L__subvdi3_1
  nop
  subu $3, $5, $7
  jr $ra
  nop
.L__subvdi3_1:
  break
#: __negvdi2
__negvdi2:
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $2, $24
  and $24, $4, $2
  bltz $24, .L__negvdi2_1
  nop
  negu $3, $5
  jr $ra
  nop
.L__negvdi2_1:
  break
#: __absvdi2
__absvdi2:
  bgez $4, .L__absvdi2_1
  nop
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $2, $24
  and $24, $4, $2
  bltz $24, .L__absvdi2_2
  nop
  negu $5, $5
  move $4, $2
.L__absvdi2_1:
  move $2, $4
  move $3, $5
  jr $ra
  nop
.L__absvdi2_2:
  break
#: __mulvsi3
__mulvsi3:
  mult $5, $4
  mfhi $24
  mflo $2
  sra $3, $2, 31
  xor $24, $24, $3
  bnez $24, .L__mulvsi3_1
  nop
  jr $ra
  nop
.L__mulvsi3_1:
  break
#: __addsf3
__addsf3:
  lui $24, 32767
  ori $24, $24, 65535
  and $3, $5, $24
  lui $6, 32896
  and $2, $4, $24
  addu $24, $2, $6
  ori $7, $6, 1
  sltu $24, $24, $7
  bnez $24, .L__addsf3_1
  nop
  addu $24, $3, $6
  sltu $24, $6, $24
  beqz $24, .L__addsf3_1
  nop
.L__addsf3_2:
  sltu $24, $2, $3
  beqz $24, .L__addsf3_3
  nop
  move $8, $3
  move $6, $4
  j .L__addsf3_4
  nop
.L__addsf3_1:
  lui $24, 32640
  ori $6, $24, 1
  sltu $24, $2, $6
  bnez $24, .L__addsf3_5
  nop
  lui $24, 64
  or $2, $4, $24
  jr $ra
  nop
.L__addsf3_3:
  move $8, $2
  move $2, $3
  move $6, $5
  move $5, $4
.L__addsf3_4:
  lui $24, 1023
  ori $24, $24, 65528
  sll $3, $8, 3
  and $3, $3, $24
  lui $9, 1024
  lui $10, 128
  sltu $7, $8, $10
  or $4, $3, $9
  sltu $11, $2, $10
  sll $10, $2, 3
  and $24, $10, $24
  or $10, $24, $9
  movn $10, $24, $11
  srl $24, $2, 23
  addiu $9, $zero, 1
  movn $24, $9, $11
  srl $2, $8, 23
  movn $2, $9, $7
  subu $8, $2, $24
  beqz $8, .L__addsf3_6
  nop
  slti $24, $8, 32
  beqz $24, .L__addsf3_7
  nop
  srlv $24, $10, $8
  addiu $9, $zero, 32
  subu $8, $9, $8
  sllv $8, $10, $8
  sltu $8, $zero, $8
  or $9, $24, $8
  j .L__addsf3_7
  nop
.L__addsf3_5:
  sltu $24, $3, $6
  bnez $24, .L__addsf3_8
  nop
  lui $24, 64
  or $2, $5, $24
  jr $ra
  nop
.L__addsf3_6:
  move $9, $10
.L__addsf3_7:
  movn $4, $3, $7
  lui $24, 32768
  and $3, $5, $24
  xor $24, $5, $6
  bltz $24, .L__addsf3_9
  nop
  addu $4, $9, $4
  lui $24, 2048
  sltu $24, $4, $24
  bnez $24, .L__addsf3_10
  nop
  andi $24, $4, 1
  srl $4, $4, 1
  or $4, $4, $24
  addiu $2, $2, 1
  j .L__addsf3_11
  nop
.L__addsf3_9:
  subu $4, $4, $9
  beqz $4, .L__addsf3_12
  nop
  addiu $5, $zero, 32
  addiu $6, $zero, 16
  move $8, $4
.L__addsf3_13:
  srlv $7, $8, $6
  move $24, $6
  movz $24, $zero, $7
  movz $7, $8, $7
  subu $5, $5, $24
  srl $24, $6, 1
  sltiu $9, $6, 2
  move $6, $24
  move $8, $7
  beqz $9, .L__addsf3_13
  nop
  subu $24, $5, $7
  addiu $24, $24, -5
  slt $5, $24, $2
  addiu $6, $2, -1
  movn $6, $24, $5
  subu $2, $2, $6
  sllv $4, $4, $6
.L__addsf3_11:
  slti $24, $2, 255
  bnez $24, .L__addsf3_10
  nop
  lui $24, 32640
  or $2, $3, $24
  jr $ra
  nop
.L__addsf3_10:
  andi $24, $4, 7
  addiu $5, $zero, 4
  sltu $24, $5, $24
  andi $5, $4, 15
  addiu $6, $zero, 12
  xor $5, $5, $6
  sltiu $5, $5, 1
  or $24, $24, $5
  srl $4, $4, 3
  sll $2, $2, 23
  addu $2, $2, $4
  addu $24, $2, $24
  lui $2, 65408
  addu $24, $24, $2
  or $2, $24, $3
  jr $ra
  nop
.L__addsf3_8:
  lui $6, 32640
  bne $2, $6, .L__addsf3_14
  nop
  xor $24, $3, $6
  lui $2, 32704
  movn $2, $4, $24
  xor $24, $4, $5
  movz $2, $4, $24
  jr $ra
  nop
.L__addsf3_12:
  addiu $2, $zero, 0
  jr $ra
  nop
.L__addsf3_14:
  beqz $2, .L__addsf3_15
  nop
  lui $24, 32640
  beq $3, $24, .L__addsf3_15
  nop
  bnez $3, .L__addsf3_2
  nop
  move $2, $4
  jr $ra
  nop
.L__addsf3_15:
  addiu $24, $zero, -1
  movz $24, $4, $3
  and $2, $24, $5
  jr $ra
  nop
#: __subsf3
__subsf3:
  addiu $sp, $sp, -24
  sw $ra, 20($sp)
  lui $24, 32768
  xor $5, $5, $24
  jal __addsf3
  nop
  lw $ra, 20($sp)
  addiu $sp, $sp, 24
  jr $ra
  nop
#: __negsf2
__negsf2:
  lui $24, 32768
  xor $2, $4, $24
  jr $ra
  nop
#: __mulsf3
__mulsf3:
  xor $24, $5, $4
  lui $2, 32767
  ori $6, $2, 65535
  lui $2, 32768
  and $2, $24, $2
  and $3, $5, $6
  lui $7, 32896
  and $6, $4, $6
  addu $24, $6, $7
  ori $8, $7, 1
  sltu $24, $24, $8
  bnez $24, .L__mulsf3_1
  nop
  addu $24, $3, $7
  sltu $24, $7, $24
  beqz $24, .L__mulsf3_1
  nop
  lui $24, 127
  ori $7, $24, 65535
  sltu $24, $7, $6
  bnez $24, .L__mulsf3_2
  nop
  addiu $4, $zero, 32
  addiu $7, $zero, 16
  move $9, $6
.L__mulsf3_3:
  srlv $8, $9, $7
  move $24, $7
  movz $24, $zero, $8
  movz $8, $9, $8
  subu $4, $4, $24
  srl $24, $7, 1
  sltiu $10, $7, 2
  move $7, $24
  move $9, $8
  beqz $10, .L__mulsf3_3
  nop
  subu $24, $4, $8
  addiu $4, $zero, 9
  subu $4, $4, $24
  addiu $24, $24, -8
  sllv $7, $6, $24
  j .L__mulsf3_4
  nop
.L__mulsf3_1:
  lui $24, 32640
  ori $7, $24, 1
  sltu $24, $6, $7
  bnez $24, .L__mulsf3_5
  nop
  lui $24, 64
  or $2, $4, $24
  jr $ra
  nop
.L__mulsf3_2:
  and $24, $4, $7
  lui $4, 128
  or $7, $24, $4
  srl $4, $6, 23
.L__mulsf3_4:
  lui $24, 127
  ori $8, $24, 65535
  sltu $24, $8, $3
  sll $6, $7, 8
  bnez $24, .L__mulsf3_6
  nop
  addiu $5, $zero, 32
  addiu $7, $zero, 16
  move $9, $3
.L__mulsf3_7:
  srlv $8, $9, $7
  move $24, $7
  movz $24, $zero, $8
  movz $8, $9, $8
  subu $5, $5, $24
  srl $24, $7, 1
  sltiu $10, $7, 2
  move $7, $24
  move $9, $8
  beqz $10, .L__mulsf3_7
  nop
  subu $24, $5, $8
  addiu $5, $zero, 9
  subu $7, $5, $24
  addiu $24, $24, -8
  sllv $5, $3, $24
  j .L__mulsf3_8
  nop
.L__mulsf3_5:
  sltu $24, $3, $7
  bnez $24, .L__mulsf3_9
  nop
  lui $24, 64
  or $2, $5, $24
  jr $ra
  nop
.L__mulsf3_6:
  and $24, $5, $8
  lui $5, 128
  or $5, $24, $5
  srl $7, $3, 23
.L__mulsf3_8:
  sll $24, $5, 8
  multu $24, $6
  mfhi $5
  mflo $6
  addu $24, $4, $7
  addiu $3, $24, -126
  bltz $5, .L__mulsf3_10
  nop
  srl $24, $6, 31
  sll $4, $5, 1
  or $5, $4, $24
  addiu $3, $3, -1
  sll $6, $6, 1
.L__mulsf3_10:
  andi $24, $5, 31
  or $24, $24, $6
  sltu $24, $zero, $24
  srl $4, $5, 5
  or $6, $4, $24
  blez $3, .L__mulsf3_11
  nop
  sltiu $24, $3, 255
  move $4, $3
  move $5, $6
  bnez $24, .L__mulsf3_12
  nop
  lui $24, 32640
  or $2, $2, $24
  j .L__mulsf3_13
  nop
.L__mulsf3_11:
  slti $24, $3, -30
  addiu $4, $zero, 1
  addiu $5, $zero, 1
  bnez $24, .L__mulsf3_12
  nop
  addiu $4, $zero, 1
  subu $24, $4, $3
  srlv $24, $6, $24
  addiu $3, $3, 31
  sllv $3, $6, $3
  sltu $3, $zero, $3
  or $5, $24, $3
.L__mulsf3_12:
  andi $24, $5, 7
  addiu $3, $zero, 4
  sltu $24, $3, $24
  andi $3, $5, 15
  addiu $6, $zero, 12
  xor $3, $3, $6
  sltiu $3, $3, 1
  or $24, $24, $3
  srl $3, $5, 3
  sll $4, $4, 23
  addu $3, $4, $3
  addu $24, $3, $24
  lui $3, 65408
  addu $24, $24, $3
  or $2, $24, $2
  jr $ra
  nop
.L__mulsf3_9:
  lui $4, 32640
  beq $6, $4, .L__mulsf3_14
  nop
  beq $3, $4, .L__mulsf3_14
  nop
.L__mulsf3_13:
  jr $ra
  nop
.L__mulsf3_14:
  or $2, $2, $4
  lui $24, 32704
  movz $2, $24, $3
  movz $2, $24, $6
  jr $ra
  nop
#: __divsf3
__divsf3:
  xor $24, $5, $4
  lui $2, 32767
  ori $6, $2, 65535
  lui $2, 32768
  and $2, $24, $2
  and $3, $5, $6
  lui $7, 32896
  and $6, $4, $6
  addu $24, $6, $7
  ori $8, $7, 1
  sltu $24, $24, $8
  bnez $24, .L__divsf3_1
  nop
  addu $24, $3, $7
  sltu $24, $7, $24
  beqz $24, .L__divsf3_1
  nop
  lui $24, 127
  ori $7, $24, 65535
  sltu $24, $7, $6
  bnez $24, .L__divsf3_2
  nop
  addiu $4, $zero, 32
  addiu $7, $zero, 16
  move $9, $6
.L__divsf3_3:
  srlv $8, $9, $7
  move $24, $7
  movz $24, $zero, $8
  movz $8, $9, $8
  subu $4, $4, $24
  srl $24, $7, 1
  sltiu $10, $7, 2
  move $7, $24
  move $9, $8
  beqz $10, .L__divsf3_3
  nop
  subu $24, $4, $8
  addiu $4, $zero, 9
  subu $4, $4, $24
  addiu $24, $24, -8
  sllv $7, $6, $24
  j .L__divsf3_4
  nop
.L__divsf3_1:
  lui $24, 32640
  ori $7, $24, 1
  sltu $24, $6, $7
  bnez $24, .L__divsf3_5
  nop
  lui $24, 64
  or $2, $4, $24
  jr $ra
  nop
.L__divsf3_2:
  and $24, $4, $7
  lui $4, 128
  or $7, $24, $4
  srl $4, $6, 23
.L__divsf3_4:
  lui $24, 127
  ori $6, $24, 65535
  sltu $24, $6, $3
  bnez $24, .L__divsf3_6
  nop
  addiu $5, $zero, 32
  addiu $6, $zero, 16
  move $9, $3
.L__divsf3_7:
  srlv $8, $9, $6
  move $24, $6
  movz $24, $zero, $8
  movz $8, $9, $8
  subu $5, $5, $24
  srl $24, $6, 1
  sltiu $10, $6, 2
  move $6, $24
  move $9, $8
  beqz $10, .L__divsf3_7
  nop
  subu $24, $5, $8
  addiu $5, $zero, 9
  subu $8, $5, $24
  addiu $24, $24, -8
  sllv $5, $3, $24
  j .L__divsf3_8
  nop
.L__divsf3_5:
  sltu $24, $3, $7
  bnez $24, .L__divsf3_9
  nop
  lui $24, 64
  or $2, $5, $24
  jr $ra
  nop
.L__divsf3_6:
  and $24, $5, $6
  lui $5, 128
  or $5, $24, $5
  srl $8, $3, 23
.L__divsf3_8:
  sltu $3, $7, $5
  sllv $6, $7, $3
  subu $24, $4, $8
  addiu $4, $24, 127
  addiu $7, $zero, 0
  addiu $8, $zero, 27
.L__divsf3_10:
  sltu $24, $6, $5
  xori $9, $24, 1
  sll $7, $7, 1
  or $7, $7, $9
  move $9, $5
  movn $9, $zero, $24
  subu $24, $6, $9
  sll $6, $24, 1
  addiu $8, $8, -1
  bnez $8, .L__divsf3_10
  nop
  sltu $24, $zero, $6
  or $5, $7, $24
  subu $6, $4, $3
  blez $6, .L__divsf3_11
  nop
  sltiu $24, $6, 255
  move $3, $6
  move $4, $5
  bnez $24, .L__divsf3_12
  nop
  lui $24, 32640
  or $2, $2, $24
  jr $ra
  nop
.L__divsf3_11:
  slti $24, $6, -30
  addiu $3, $zero, 1
  addiu $4, $zero, 1
  bnez $24, .L__divsf3_12
  nop
  addiu $3, $zero, 1
  subu $24, $3, $6
  srlv $24, $5, $24
  addiu $4, $6, 31
  sllv $4, $5, $4
  sltu $4, $zero, $4
  or $4, $24, $4
.L__divsf3_12:
  andi $24, $4, 7
  addiu $5, $zero, 4
  sltu $24, $5, $24
  andi $5, $4, 15
  addiu $6, $zero, 12
  xor $5, $5, $6
  sltiu $5, $5, 1
  or $24, $24, $5
  srl $4, $4, 3
  sll $3, $3, 23
  addu $3, $3, $4
  addu $24, $3, $24
  lui $3, 65408
  addu $24, $24, $3
  or $2, $24, $2
  jr $ra
  nop
.L__divsf3_9:
  lui $4, 32640
  bne $6, $4, .L__divsf3_13
  nop
  or $2, $2, $4
  xor $24, $3, $4
  lui $3, 32704
  movz $2, $3, $24
  jr $ra
  nop
.L__divsf3_13:
  beq $3, $4, .L__divsf3_14
  nop
  beqz $6, .L__divsf3_15
  nop
  lui $24, 32640
  or $2, $2, $24
.L__divsf3_14:
  jr $ra
  nop
.L__divsf3_15:
  lui $24, 32704
  movz $2, $24, $3
  jr $ra
  nop
#: __eqsf2
__eqsf2:
  lui $24, 32767
  ori $6, $24, 65535
  and $3, $4, $6
  lui $7, 32640
  sltu $24, $7, $3
  addiu $2, $zero, 1
  bnez $24, .L__eqsf2_1
  nop
  and $6, $5, $6
  sltu $24, $7, $6
  bnez $24, .L__eqsf2_1
  nop
  addiu $2, $zero, 0
  beq $4, $5, .L__eqsf2_1
  nop
  or $24, $6, $3
  beqz $24, .L__eqsf2_1
  nop
  and $24, $5, $4
  bltz $24, .L__eqsf2_2
  nop
  slt $24, $4, $5
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__eqsf2_1:
  jr $ra
  nop
.L__eqsf2_2:
  sltu $24, $5, $4
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __nesf2
__nesf2:
  lui $24, 32767
  ori $6, $24, 65535
  and $3, $4, $6
  lui $7, 32640
  sltu $24, $7, $3
  addiu $2, $zero, 1
  bnez $24, .L__nesf2_1
  nop
  and $6, $5, $6
  sltu $24, $7, $6
  bnez $24, .L__nesf2_1
  nop
  addiu $2, $zero, 0
  beq $4, $5, .L__nesf2_1
  nop
  or $24, $6, $3
  beqz $24, .L__nesf2_1
  nop
  and $24, $5, $4
  bltz $24, .L__nesf2_2
  nop
  slt $24, $4, $5
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__nesf2_1:
  jr $ra
  nop
.L__nesf2_2:
  sltu $24, $5, $4
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __ltsf2
__ltsf2:
  lui $24, 32767
  ori $6, $24, 65535
  and $3, $4, $6
  lui $7, 32640
  sltu $24, $7, $3
  addiu $2, $zero, 1
  bnez $24, .L__ltsf2_1
  nop
  and $6, $5, $6
  sltu $24, $7, $6
  bnez $24, .L__ltsf2_1
  nop
  addiu $2, $zero, 0
  beq $4, $5, .L__ltsf2_1
  nop
  or $24, $6, $3
  beqz $24, .L__ltsf2_1
  nop
  and $24, $5, $4
  bltz $24, .L__ltsf2_2
  nop
  slt $24, $4, $5
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__ltsf2_1:
  jr $ra
  nop
.L__ltsf2_2:
  sltu $24, $5, $4
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __lesf2
__lesf2:
  lui $24, 32767
  ori $6, $24, 65535
  and $3, $4, $6
  lui $7, 32640
  sltu $24, $7, $3
  addiu $2, $zero, 1
  bnez $24, .L__lesf2_1
  nop
  and $6, $5, $6
  sltu $24, $7, $6
  bnez $24, .L__lesf2_1
  nop
  addiu $2, $zero, 0
  beq $4, $5, .L__lesf2_1
  nop
  or $24, $6, $3
  beqz $24, .L__lesf2_1
  nop
  and $24, $5, $4
  bltz $24, .L__lesf2_2
  nop
  slt $24, $4, $5
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__lesf2_1:
  jr $ra
  nop
.L__lesf2_2:
  sltu $24, $5, $4
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __gtsf2
__gtsf2:
  lui $24, 32767
  ori $6, $24, 65535
  and $3, $4, $6
  lui $7, 32640
  sltu $24, $7, $3
  addiu $2, $zero, -1
  bnez $24, .L__gtsf2_1
  nop
  and $6, $5, $6
  sltu $24, $7, $6
  bnez $24, .L__gtsf2_1
  nop
  addiu $2, $zero, 0
  beq $4, $5, .L__gtsf2_1
  nop
  or $24, $6, $3
  beqz $24, .L__gtsf2_1
  nop
  and $24, $5, $4
  bltz $24, .L__gtsf2_2
  nop
  slt $24, $4, $5
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__gtsf2_1:
  jr $ra
  nop
.L__gtsf2_2:
  sltu $24, $5, $4
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __gesf2
__gesf2:
  lui $24, 32767
  ori $6, $24, 65535
  and $3, $4, $6
  lui $7, 32640
  sltu $24, $7, $3
  addiu $2, $zero, -1
  bnez $24, .L__gesf2_1
  nop
  and $6, $5, $6
  sltu $24, $7, $6
  bnez $24, .L__gesf2_1
  nop
  addiu $2, $zero, 0
  beq $4, $5, .L__gesf2_1
  nop
  or $24, $6, $3
  beqz $24, .L__gesf2_1
  nop
  and $24, $5, $4
  bltz $24, .L__gesf2_2
  nop
  slt $24, $4, $5
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__gesf2_1:
  jr $ra
  nop
.L__gesf2_2:
  sltu $24, $5, $4
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __unordsf2
__unordsf2:
  lui $24, 32767
  ori $24, $24, 65535
  and $2, $5, $24
  lui $3, 32640
  sltu $2, $3, $2
  and $24, $4, $24
  sltu $24, $3, $24
  or $2, $24, $2
  jr $ra
  nop
#: __fixsfdi
__fixsfdi:
  srl $24, $4, 23
  andi $5, $24, 255
  sltiu $24, $5, 127
  addiu $2, $zero, 0
  addiu $3, $zero, 0
  bnez $24, .L__fixsfdi_1
  nop
  sltiu $24, $5, 190
  bnez $24, .L__fixsfdi_2
  nop
  lui $24, 32767
  ori $24, $24, 65535
  sra $3, $4, 31
  xor $2, $3, $24
  not $3, $3
  jr $ra
  nop
.L__fixsfdi_2:
  lui $24, 127
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 128
  or $2, $24, $2
  sltiu $24, $5, 151
  beqz $24, .L__fixsfdi_3
  nop
  addiu $24, $zero, 150
  subu $24, $24, $5
  srlv $3, $2, $24
  addiu $2, $zero, 0
  j .L__fixsfdi_4
  nop
.L__fixsfdi_3:
  addiu $24, $5, -150
  sllv $3, $2, $24
  srl $2, $2, 1
  not $5, $24
  srlv $2, $2, $5
  andi $24, $24, 32
  movn $2, $3, $24
  movn $3, $zero, $24
.L__fixsfdi_4:
  negu $24, $3
  slti $4, $4, 0
  sltu $5, $zero, $3
  movn $3, $24, $4
  addu $24, $2, $5
  negu $24, $24
  movn $2, $24, $4
.L__fixsfdi_1:
  jr $ra
  nop
#: __fixunssfdi
__fixunssfdi:
  addiu $3, $zero, 0
  addiu $2, $zero, 0
  bltz $4, .L__fixunssfdi_1
  nop
  srl $24, $4, 23
  andi $5, $24, 255
  sltiu $24, $5, 127
  bnez $24, .L__fixunssfdi_1
  nop
  sltiu $24, $5, 191
  addiu $2, $zero, -1
  addiu $3, $zero, -1
  beqz $24, .L__fixunssfdi_1
  nop
  lui $24, 127
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 128
  or $2, $24, $2
  sltiu $24, $5, 151
  beqz $24, .L__fixunssfdi_2
  nop
  addiu $24, $zero, 150
  subu $24, $24, $5
  srlv $3, $2, $24
  addiu $2, $zero, 0
  jr $ra
  nop
.L__fixunssfdi_2:
  addiu $24, $5, -150
  sllv $3, $2, $24
  srl $2, $2, 1
  not $4, $24
  srlv $2, $2, $4
  andi $24, $24, 32
  movn $2, $3, $24
  movn $3, $zero, $24
.L__fixunssfdi_1:
  jr $ra
  nop
#: __floatdisf
__floatdisf:
  or $24, $5, $4
  beqz $24, .L__floatdisf_1
  nop
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $18, 24($sp)
  sw $17, 20($sp)
  sw $16, 16($sp)
  move $16, $5
  move $17, $4
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $2, $5
  slti $3, $4, 0
  movn $16, $2, $3
  negu $24, $24
  lui $2, 32768
  and $18, $4, $2
  movn $17, $24, $3
  move $4, $17
  move $5, $16
  jal __clzdi2
  nop
  slti $24, $2, 40
  bnez $24, .L__floatdisf_2
  nop
  addiu $24, $2, -40
  sllv $3, $16, $24
  j .L__floatdisf_3
  nop
.L__floatdisf_1:
  addiu $2, $zero, 0
  jr $ra
  nop
.L__floatdisf_2:
  addiu $24, $zero, 39
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  andi $24, $24, 32
  addiu $7, $zero, 0
  move $4, $5
  movn $4, $zero, $24
  srl $6, $4, 31
  movn $7, $5, $24
  sll $24, $7, 1
  or $24, $24, $6
  sll $5, $4, 1
  addiu $8, $5, -1
  sltu $5, $8, $5
  addiu $6, $zero, 40
  addu $24, $24, $5
  subu $9, $6, $2
  srlv $5, $16, $9
  not $6, $9
  sll $10, $17, 1
  addiu $24, $24, -1
  and $24, $24, $17
  sllv $10, $10, $6
  xor $6, $24, $7
  or $5, $10, $5
  srlv $10, $17, $9
  andi $9, $9, 32
  sltu $11, $7, $24
  and $7, $8, $16
  sltu $24, $4, $7
  movz $11, $24, $6
  movn $5, $10, $9
  bnez $11, .L__floatdisf_4
  nop
  xor $24, $7, $4
  or $24, $24, $6
  sltiu $24, $24, 1
  and $3, $24, $5
.L__floatdisf_4:
  addu $3, $3, $5
.L__floatdisf_3:
  sll $24, $2, 23
  subu $24, $3, $24
  lui $2, 24192
  addu $24, $24, $2
  or $2, $24, $18
  lw $16, 16($sp)
  lw $17, 20($sp)
  lw $18, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
#: __floatundisf
__floatundisf:
  or $24, $5, $4
  beqz $24, .L__floatundisf_1
  nop
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $17, 24($sp)
  sw $16, 20($sp)
  move $16, $5
  move $17, $4
  jal __clzdi2
  nop
  slti $24, $2, 40
  bnez $24, .L__floatundisf_2
  nop
  addiu $24, $2, -40
  sllv $3, $16, $24
  j .L__floatundisf_3
  nop
.L__floatundisf_1:
  addiu $2, $zero, 0
  jr $ra
  nop
.L__floatundisf_2:
  addiu $24, $zero, 39
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  andi $24, $24, 32
  addiu $7, $zero, 0
  move $4, $5
  movn $4, $zero, $24
  srl $6, $4, 31
  movn $7, $5, $24
  sll $24, $7, 1
  or $24, $24, $6
  sll $5, $4, 1
  addiu $8, $5, -1
  sltu $5, $8, $5
  addiu $6, $zero, 40
  addu $24, $24, $5
  subu $9, $6, $2
  srlv $5, $16, $9
  not $6, $9
  sll $10, $17, 1
  addiu $24, $24, -1
  and $24, $24, $17
  sllv $10, $10, $6
  xor $6, $24, $7
  or $5, $10, $5
  srlv $10, $17, $9
  andi $9, $9, 32
  sltu $11, $7, $24
  and $7, $8, $16
  sltu $24, $4, $7
  movz $11, $24, $6
  movn $5, $10, $9
  bnez $11, .L__floatundisf_4
  nop
  xor $24, $7, $4
  or $24, $24, $6
  sltiu $24, $24, 1
  and $3, $24, $5
.L__floatundisf_4:
  addu $3, $3, $5
.L__floatundisf_3:
  sll $24, $2, 23
  subu $24, $3, $24
  lui $2, 24192
  addu $2, $24, $2
  lw $16, 20($sp)
  lw $17, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
#: __fixsfsi
__fixsfsi:
  srl $24, $4, 23
  andi $3, $24, 255
  sltiu $24, $3, 127
  addiu $2, $zero, 0
  bnez $24, .L__fixsfsi_1
  nop
  sltiu $24, $3, 158
  bnez $24, .L__fixsfsi_2
  nop
  lui $24, 32767
  ori $24, $24, 65535
  sra $2, $4, 31
  xor $2, $2, $24
  jr $ra
  nop
.L__fixsfsi_2:
  addiu $24, $zero, 150
  subu $24, $24, $3
  lui $2, 127
  ori $2, $2, 65535
  and $2, $4, $2
  lui $5, 128
  or $2, $2, $5
  srlv $24, $2, $24
  addiu $5, $3, -150
  sllv $2, $2, $5
  sltiu $3, $3, 151
  movn $2, $24, $3
  negu $24, $2
  slti $3, $4, 0
  movn $2, $24, $3
.L__fixsfsi_1:
  jr $ra
  nop
#: __fixunssfsi
__fixunssfsi:
  addiu $2, $zero, 0
  bltz $4, .L__fixunssfsi_1
  nop
  srl $24, $4, 23
  andi $3, $24, 255
  sltiu $24, $3, 127
  bnez $24, .L__fixunssfsi_1
  nop
  sltiu $24, $3, 159
  addiu $2, $zero, -1
  beqz $24, .L__fixunssfsi_1
  nop
  addiu $24, $zero, 150
  subu $24, $24, $3
  lui $2, 127
  ori $2, $2, 65535
  and $2, $4, $2
  lui $4, 128
  or $2, $2, $4
  srlv $24, $2, $24
  addiu $4, $3, -150
  sllv $2, $2, $4
  sltiu $3, $3, 151
  movn $2, $24, $3
.L__fixunssfsi_1:
  jr $ra
  nop
#: __floatsisf
__floatsisf:
  beqz $4, .L__floatsisf_1
  nop
  lui $24, 32768
  and $2, $4, $24
  sra $24, $4, 31
  addu $3, $4, $24
  xor $3, $3, $24
  addiu $4, $zero, 32
  addiu $5, $zero, 16
  move $7, $3
.L__floatsisf_2:
  srlv $6, $7, $5
  move $24, $5
  movz $24, $zero, $6
  movz $6, $7, $6
  subu $4, $4, $24
  srl $24, $5, 1
  sltiu $8, $5, 2
  move $5, $24
  move $7, $6
  beqz $8, .L__floatsisf_2
  nop
  subu $4, $4, $6
  slti $24, $4, 8
  bnez $24, .L__floatsisf_3
  nop
  addiu $24, $4, -8
  sllv $3, $3, $24
  j .L__floatsisf_4
  nop
.L__floatsisf_1:
  addiu $2, $zero, 0
  jr $ra
  nop
.L__floatsisf_3:
  addiu $24, $zero, 7
  subu $24, $24, $4
  addiu $5, $zero, 1
  sllv $6, $5, $24
  sll $24, $6, 1
  addiu $24, $24, -1
  and $7, $24, $3
  addiu $24, $zero, 8
  sltu $8, $6, $7
  subu $24, $24, $4
  srlv $3, $3, $24
  bnez $8, .L__floatsisf_5
  nop
  xor $24, $7, $6
  sltiu $24, $24, 1
  and $5, $24, $3
.L__floatsisf_5:
  addu $3, $5, $3
.L__floatsisf_4:
  sll $24, $4, 23
  subu $24, $3, $24
  lui $3, 20096
  addu $24, $24, $3
  or $2, $24, $2
  jr $ra
  nop
#: __floatunsisf
__floatunsisf:
  beqz $4, .L__floatunsisf_1
  nop
  addiu $2, $zero, 32
  addiu $3, $zero, 16
  move $6, $4
.L__floatunsisf_2:
  srlv $5, $6, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $6, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $7, $3, 2
  move $3, $24
  move $6, $5
  beqz $7, .L__floatunsisf_2
  nop
  subu $2, $2, $5
  slti $24, $2, 8
  bnez $24, .L__floatunsisf_3
  nop
  addiu $24, $2, -8
  sllv $3, $4, $24
  j .L__floatunsisf_4
  nop
.L__floatunsisf_1:
  addiu $2, $zero, 0
  jr $ra
  nop
.L__floatunsisf_3:
  addiu $24, $zero, 7
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  sll $24, $5, 1
  addiu $24, $24, -1
  and $6, $24, $4
  addiu $24, $zero, 8
  sltu $7, $5, $6
  subu $24, $24, $2
  srlv $4, $4, $24
  bnez $7, .L__floatunsisf_5
  nop
  xor $24, $6, $5
  sltiu $24, $24, 1
  and $3, $24, $4
.L__floatunsisf_5:
  addu $3, $3, $4
.L__floatunsisf_4:
  sll $24, $2, 23
  subu $24, $3, $24
  lui $2, 20096
  addu $2, $24, $2
  jr $ra
  nop
#: __adddf3
__adddf3:
  addiu $sp, $sp, -40
  sw $ra, 36($sp)
  sw $19, 32($sp)
  sw $18, 28($sp)
  sw $17, 24($sp)
  sw $16, 20($sp)
  lui $24, 32767
  ori $24, $24, 65535
  and $8, $6, $24
  and $2, $4, $24
  lui $9, 32784
  addu $24, $2, $9
  sltu $24, $24, $9
  sltiu $3, $5, 1
  movz $24, $3, $2
  bnez $24, .L__adddf3_1
  nop
  addu $24, $8, $9
  sltu $10, $9, $24
  xor $24, $24, $9
  sltu $9, $zero, $7
  movz $10, $9, $24
  beqz $10, .L__adddf3_1
  nop
.L__adddf3_2:
  xor $24, $8, $2
  sltu $3, $2, $8
  xori $3, $3, 1
  sltu $9, $5, $7
  xori $9, $9, 1
  movz $3, $9, $24
  bnez $3, .L__adddf3_3
  nop
  move $9, $8
  move $3, $7
  move $7, $4
  j .L__adddf3_4
  nop
.L__adddf3_1:
  lui $9, 32752
  sltu $10, $2, $9
  xor $24, $2, $9
  movz $10, $3, $24
  bnez $10, .L__adddf3_5
  nop
  lui $24, 8
  or $2, $4, $24
  j .L__adddf3_6
  nop
.L__adddf3_3:
  move $9, $2
  move $3, $5
  move $2, $8
  move $5, $7
  move $7, $6
  move $6, $4
.L__adddf3_4:
  sll $24, $9, 3
  srl $4, $3, 29
  or $24, $24, $4
  lui $4, 127
  ori $11, $4, 65535
  and $8, $24, $11
  srl $9, $9, 20
  srl $24, $2, 20
  lui $12, 128
  addiu $10, $zero, 1
  move $18, $9
  movz $18, $10, $9
  or $4, $8, $12
  sll $2, $2, 3
  srl $13, $5, 29
  or $2, $2, $13
  and $11, $2, $11
  or $2, $11, $12
  movz $2, $11, $24
  movz $24, $10, $24
  subu $11, $18, $24
  sll $12, $5, 3
  beqz $11, .L__adddf3_7
  nop
  slti $24, $11, 64
  addiu $5, $zero, 0
  beqz $24, .L__adddf3_8
  nop
  addiu $24, $zero, 64
  subu $24, $24, $11
  sllv $5, $12, $24
  andi $10, $24, 32
  move $13, $5
  movn $13, $zero, $10
  sllv $14, $2, $24
  not $24, $24
  srl $15, $12, 1
  srlv $24, $15, $24
  or $24, $14, $24
  movn $24, $5, $10
  or $24, $13, $24
  sltu $24, $zero, $24
  srlv $5, $12, $11
  not $10, $11
  sll $12, $2, 1
  sllv $10, $12, $10
  or $10, $10, $5
  srlv $5, $2, $11
  andi $2, $11, 32
  movn $10, $5, $2
  or $10, $10, $24
  movn $5, $zero, $2
  j .L__adddf3_8
  nop
.L__adddf3_5:
  sltu $3, $8, $9
  xor $24, $8, $9
  sltiu $9, $7, 1
  movz $3, $9, $24
  bnez $3, .L__adddf3_9
  nop
  lui $24, 8
  or $2, $6, $24
  move $5, $7
  j .L__adddf3_6
  nop
.L__adddf3_7:
  move $5, $2
  move $10, $12
.L__adddf3_8:
  movz $4, $8, $9
  sll $2, $3, 3
  lui $24, 32768
  and $19, $6, $24
  xor $24, $6, $7
  bltz $24, .L__adddf3_10
  nop
  addu $24, $5, $4
  addu $2, $10, $2
  sltu $3, $2, $10
  addu $3, $24, $3
  lui $24, 256
  sltu $24, $3, $24
  bnez $24, .L__adddf3_11
  nop
  sll $24, $3, 31
  srl $4, $2, 1
  or $24, $4, $24
  andi $2, $2, 1
  or $2, $24, $2
  srl $3, $3, 1
  addiu $18, $18, 1
  j .L__adddf3_12
  nop
.L__adddf3_10:
  subu $24, $4, $5
  sltu $3, $2, $10
  subu $17, $24, $3
  subu $16, $2, $10
  or $24, $16, $17
  beqz $24, .L__adddf3_13
  nop
  move $4, $17
  move $5, $16
  jal __clzdi2
  nop
  addiu $24, $2, -8
  slt $2, $24, $18
  addiu $4, $18, -1
  movn $4, $24, $2
  sllv $24, $16, $4
  andi $5, $4, 32
  move $2, $24
  movn $2, $zero, $5
  sllv $3, $17, $4
  not $6, $4
  srl $7, $16, 1
  srlv $6, $7, $6
  or $3, $3, $6
  movn $3, $24, $5
  subu $18, $18, $4
.L__adddf3_12:
  slti $24, $18, 2047
  bnez $24, .L__adddf3_11
  nop
  lui $24, 32752
  or $2, $19, $24
  addiu $5, $zero, 0
  j .L__adddf3_6
  nop
.L__adddf3_11:
  srl $24, $3, 3
  sll $4, $18, 20
  sll $3, $3, 29
  srl $5, $2, 3
  or $3, $5, $3
  addu $24, $4, $24
  lui $4, 65520
  addu $4, $24, $4
  andi $2, $2, 7
  sltiu $24, $2, 5
  addiu $6, $zero, 1
  beqz $24, .L__adddf3_14
  nop
  addiu $24, $zero, 4
  xor $24, $2, $24
  sltiu $24, $24, 1
  and $6, $5, $24
.L__adddf3_14:
  addu $5, $3, $6
  sltu $24, $5, $3
  addu $24, $4, $24
  or $2, $24, $19
.L__adddf3_6:
  move $3, $5
  lw $16, 20($sp)
  lw $17, 24($sp)
  lw $18, 28($sp)
  lw $19, 32($sp)
  lw $ra, 36($sp)
  addiu $sp, $sp, 40
  jr $ra
  nop
.L__adddf3_9:
  lui $3, 32752
  xor $24, $2, $3
  or $24, $5, $24
  bnez $24, .L__adddf3_15
  nop
  xor $24, $4, $6
  xor $2, $5, $7
  or $24, $2, $24
  sltiu $24, $24, 1
  xor $2, $8, $3
  or $2, $7, $2
  sltu $2, $zero, $2
  or $24, $24, $2
  addiu $3, $zero, 0
  movn $3, $5, $24
  lui $2, 32760
  movn $2, $4, $24
  move $5, $3
  j .L__adddf3_6
  nop
.L__adddf3_13:
  addiu $2, $zero, 0
  addiu $5, $zero, 0
  j .L__adddf3_6
  nop
.L__adddf3_15:
  or $24, $5, $2
  beqz $24, .L__adddf3_16
  nop
  lui $24, 32752
  xor $24, $8, $24
  or $24, $7, $24
  beqz $24, .L__adddf3_16
  nop
  or $24, $7, $8
  bnez $24, .L__adddf3_2
  nop
  move $2, $4
  j .L__adddf3_6
  nop
.L__adddf3_16:
  or $24, $7, $8
  addiu $2, $zero, -1
  addiu $3, $zero, -1
  movz $3, $5, $24
  and $5, $3, $7
  movz $2, $4, $24
  and $2, $2, $6
  j .L__adddf3_6
  nop
#: __subdf3
__subdf3:
  addiu $sp, $sp, -24
  sw $ra, 20($sp)
  lui $24, 32768
  xor $6, $6, $24
  jal __adddf3
  nop
  lw $ra, 20($sp)
  addiu $sp, $sp, 24
  jr $ra
  nop
#: __negdf2
__negdf2:
  lui $24, 32768
  xor $2, $4, $24
  move $3, $5
  jr $ra
  nop
#: __muldf3
__muldf3:
  addiu $sp, $sp, -56
  sw $ra, 52($sp)
  sw $23, 48($sp)
  sw $22, 44($sp)
  sw $21, 40($sp)
  sw $20, 36($sp)
  sw $19, 32($sp)
  sw $18, 28($sp)
  sw $17, 24($sp)
  sw $16, 20($sp)
  move $18, $7
  move $21, $6
  move $20, $5
  lui $24, 32767
  ori $24, $24, 65535
  and $22, $4, $24
  lui $3, 32784
  addu $2, $22, $3
  and $19, $6, $24
  xor $24, $6, $4
  sltu $5, $2, $3
  sltiu $2, $20, 1
  addiu $17, $zero, 0
  lui $6, 32768
  movz $5, $2, $22
  and $16, $24, $6
  bnez $5, .L__muldf3_1
  nop
  addu $24, $19, $3
  sltu $5, $3, $24
  xor $24, $24, $3
  sltu $3, $zero, $18
  movz $5, $3, $24
  beqz $5, .L__muldf3_1
  nop
  srl $23, $22, 20
  beqz $23, .L__muldf3_2
  nop
  lui $24, 15
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 16
  or $3, $24, $2
  j .L__muldf3_3
  nop
.L__muldf3_1:
  lui $3, 32752
  sltu $5, $22, $3
  xor $24, $22, $3
  movz $5, $2, $24
  bnez $5, .L__muldf3_4
  nop
  lui $24, 8
  or $16, $4, $24
  move $17, $20
  j .L__muldf3_5
  nop
.L__muldf3_4:
  sltu $2, $19, $3
  xor $24, $19, $3
  sltiu $3, $18, 1
  movz $2, $3, $24
  bnez $2, .L__muldf3_6
  nop
  lui $24, 8
  or $16, $21, $24
  move $17, $18
  j .L__muldf3_5
  nop
.L__muldf3_2:
  move $4, $22
  move $5, $20
  jal __clzdi2
  nop
  addiu $24, $2, -11
  sllv $4, $20, $24
  andi $5, $24, 32
  move $6, $4
  movn $6, $zero, $5
  sllv $3, $22, $24
  not $24, $24
  srl $7, $20, 1
  srlv $24, $7, $24
  or $3, $3, $24
  addiu $24, $zero, 12
  movn $3, $4, $5
  subu $23, $24, $2
  move $20, $6
.L__muldf3_3:
  sll $24, $3, 11
  srl $2, $20, 21
  or $22, $24, $2
  srl $2, $19, 20
  sll $20, $20, 11
  beqz $2, .L__muldf3_7
  nop
  lui $24, 15
  ori $24, $24, 65535
  and $24, $21, $24
  lui $3, 16
  or $3, $24, $3
  j .L__muldf3_8
  nop
.L__muldf3_7:
  move $4, $19
  move $5, $18
  jal __clzdi2
  nop
  addiu $24, $2, -11
  sllv $4, $18, $24
  andi $5, $24, 32
  move $6, $4
  movn $6, $zero, $5
  sllv $3, $19, $24
  not $24, $24
  srl $7, $18, 1
  srlv $24, $7, $24
  or $3, $3, $24
  addiu $24, $zero, 12
  movn $3, $4, $5
  subu $2, $24, $2
  move $18, $6
.L__muldf3_8:
  addiu $24, $zero, -2048
  and $24, $20, $24
  sll $3, $3, 11
  srl $4, $18, 21
  or $4, $3, $4
  multu $4, $24
  mflo $5
  mfhi $6
  sll $7, $18, 11
  multu $7, $24
  mfhi $24
  mflo $3
  multu $4, $22
  mflo $4
  mfhi $8
  multu $7, $22
  mflo $7
  mfhi $9
  addu $10, $24, $7
  addu $7, $10, $5
  sltu $5, $7, $10
  addu $2, $23, $2
  addiu $2, $2, -1022
  addu $5, $6, $5
  sltu $24, $10, $24
  addu $24, $9, $24
  addu $6, $24, $4
  addu $4, $6, $5
  sltu $5, $4, $6
  sltu $24, $6, $24
  addu $24, $8, $24
  addu $5, $24, $5
  bltz $5, .L__muldf3_9
  nop
  sll $24, $7, 1
  srl $6, $3, 31
  or $6, $24, $6
  sll $24, $5, 1
  srl $5, $4, 31
  srl $7, $7, 31
  sll $4, $4, 1
  or $4, $4, $7
  or $5, $24, $5
  addiu $2, $2, -1
  sll $3, $3, 1
  j .L__muldf3_10
  nop
.L__muldf3_9:
  move $6, $7
.L__muldf3_10:
  sll $24, $5, 24
  srl $7, $4, 8
  or $24, $7, $24
  andi $4, $4, 255
  or $3, $4, $3
  or $3, $3, $6
  sltu $3, $zero, $3
  or $4, $24, $3
  srl $3, $5, 8
  blez $2, .L__muldf3_11
  nop
  sltiu $24, $2, 2047
  bnez $24, .L__muldf3_12
  nop
  lui $24, 32752
  or $16, $16, $24
  j .L__muldf3_5
  nop
.L__muldf3_11:
  slti $24, $2, -62
  bnez $24, .L__muldf3_13
  nop
  addiu $24, $zero, 1
  subu $24, $24, $2
  srlv $5, $4, $24
  not $6, $24
  sll $7, $3, 1
  sllv $6, $7, $6
  or $5, $6, $5
  addiu $2, $2, 63
  sllv $6, $3, $2
  not $7, $2
  srl $8, $4, 1
  srlv $7, $8, $7
  srlv $3, $3, $24
  andi $24, $24, 32
  movn $5, $3, $24
  or $6, $6, $7
  sllv $4, $4, $2
  andi $2, $2, 32
  movn $6, $4, $2
  movn $4, $zero, $2
  or $2, $4, $6
  sltu $2, $zero, $2
  or $4, $5, $2
  movn $3, $zero, $24
  addiu $2, $zero, 1
  j .L__muldf3_12
  nop
.L__muldf3_6:
  lui $2, 32752
  xor $24, $22, $2
  or $24, $20, $24
  beqz $24, .L__muldf3_14
  nop
  xor $24, $19, $2
  or $24, $18, $24
  bnez $24, .L__muldf3_5
  nop
.L__muldf3_14:
  or $24, $18, $19
  sltiu $24, $24, 1
  or $3, $20, $22
  sltiu $3, $3, 1
  or $24, $3, $24
  or $16, $16, $2
  lui $2, 32760
  movn $16, $2, $24
  j .L__muldf3_5
  nop
.L__muldf3_13:
  addiu $2, $zero, 1
  addiu $3, $zero, 0
  addiu $4, $zero, 1
.L__muldf3_12:
  srl $24, $3, 3
  sll $6, $2, 20
  sll $2, $3, 29
  srl $5, $4, 3
  or $2, $5, $2
  addu $24, $6, $24
  lui $3, 65520
  addu $3, $24, $3
  andi $4, $4, 7
  sltiu $24, $4, 5
  addiu $6, $zero, 1
  beqz $24, .L__muldf3_15
  nop
  addiu $24, $zero, 4
  xor $24, $4, $24
  sltiu $24, $24, 1
  and $6, $5, $24
.L__muldf3_15:
  addu $17, $2, $6
  sltu $24, $17, $2
  addu $24, $3, $24
  or $16, $24, $16
.L__muldf3_5:
  move $2, $16
  move $3, $17
  lw $16, 20($sp)
  lw $17, 24($sp)
  lw $18, 28($sp)
  lw $19, 32($sp)
  lw $20, 36($sp)
  lw $21, 40($sp)
  lw $22, 44($sp)
  lw $23, 48($sp)
  lw $ra, 52($sp)
  addiu $sp, $sp, 56
  jr $ra
  nop
#: __divdf3
__divdf3:
  addiu $sp, $sp, -48
  sw $ra, 44($sp)
  sw $22, 40($sp)
  sw $21, 36($sp)
  sw $20, 32($sp)
  sw $19, 28($sp)
  sw $18, 24($sp)
  sw $17, 20($sp)
  sw $16, 16($sp)
  move $17, $7
  move $20, $6
  move $18, $5
  lui $24, 32767
  ori $24, $24, 65535
  and $21, $4, $24
  lui $3, 32784
  addu $2, $21, $3
  and $19, $6, $24
  xor $24, $6, $4
  sltu $5, $2, $3
  sltiu $2, $18, 1
  lui $6, 32768
  movz $5, $2, $21
  and $16, $24, $6
  bnez $5, .L__divdf3_1
  nop
  addu $24, $19, $3
  sltu $5, $3, $24
  xor $24, $24, $3
  sltu $3, $zero, $17
  movz $5, $3, $24
  beqz $5, .L__divdf3_1
  nop
  srl $22, $21, 20
  beqz $22, .L__divdf3_2
  nop
  lui $24, 15
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 16
  or $21, $24, $2
  j .L__divdf3_3
  nop
.L__divdf3_1:
  lui $3, 32752
  sltu $5, $21, $3
  xor $24, $21, $3
  movz $5, $2, $24
  bnez $5, .L__divdf3_4
  nop
  lui $24, 8
  or $16, $4, $24
  j .L__divdf3_5
  nop
.L__divdf3_4:
  sltu $2, $19, $3
  xor $24, $19, $3
  sltiu $3, $17, 1
  movz $2, $3, $24
  bnez $2, .L__divdf3_6
  nop
  lui $24, 8
  or $16, $20, $24
  move $18, $17
  j .L__divdf3_5
  nop
.L__divdf3_2:
  move $4, $21
  move $5, $18
  jal __clzdi2
  nop
  addiu $24, $2, -11
  sllv $3, $18, $24
  andi $4, $24, 32
  move $5, $3
  movn $5, $zero, $4
  sllv $6, $21, $24
  not $24, $24
  srl $7, $18, 1
  srlv $24, $7, $24
  or $21, $6, $24
  addiu $24, $zero, 12
  movn $21, $3, $4
  subu $22, $24, $2
  move $18, $5
.L__divdf3_3:
  srl $2, $19, 20
  beqz $2, .L__divdf3_7
  nop
  lui $24, 15
  ori $24, $24, 65535
  and $24, $20, $24
  lui $3, 16
  or $3, $24, $3
  j .L__divdf3_8
  nop
.L__divdf3_7:
  move $4, $19
  move $5, $17
  jal __clzdi2
  nop
  addiu $24, $2, -11
  sllv $4, $17, $24
  andi $5, $24, 32
  move $6, $4
  movn $6, $zero, $5
  sllv $3, $19, $24
  not $24, $24
  srl $7, $17, 1
  srlv $24, $7, $24
  or $3, $3, $24
  addiu $24, $zero, 12
  movn $3, $4, $5
  subu $2, $24, $2
  move $17, $6
.L__divdf3_8:
  sltu $4, $21, $3
  xor $24, $21, $3
  sltu $5, $18, $17
  movz $4, $5, $24
  sllv $24, $21, $4
  xori $5, $4, 31
  srl $6, $18, 1
  srlv $5, $6, $5
  subu $2, $22, $2
  or $8, $24, $5
  sllv $6, $18, $4
  addiu $5, $2, 1023
  addiu $2, $zero, 0
  addiu $7, $zero, 56
  addiu $9, $zero, 0
.L__divdf3_9:
  sltu $24, $8, $3
  xor $10, $8, $3
  sltu $11, $6, $17
  xori $12, $24, 1
  movz $24, $11, $10
  move $13, $17
  movn $13, $zero, $24
  sltu $14, $6, $13
  move $15, $3
  movn $15, $zero, $24
  subu $24, $8, $15
  subu $24, $24, $14
  sll $24, $24, 1
  xori $8, $11, 1
  movz $12, $8, $10
  subu $6, $6, $13
  srl $8, $6, 31
  sll $10, $9, 1
  or $8, $24, $8
  or $10, $10, $12
  sll $6, $6, 1
  sll $24, $2, 1
  srl $2, $9, 31
  or $2, $24, $2
  addiu $7, $7, -1
  move $9, $10
  bnez $7, .L__divdf3_9
  nop
  subu $4, $5, $4
  or $24, $6, $8
  sltu $24, $zero, $24
  or $3, $10, $24
  blez $4, .L__divdf3_10
  nop
  sltiu $24, $4, 2047
  bnez $24, .L__divdf3_11
  nop
  lui $24, 32752
  or $16, $16, $24
  addiu $18, $zero, 0
  j .L__divdf3_5
  nop
.L__divdf3_10:
  slti $24, $4, -62
  bnez $24, .L__divdf3_12
  nop
  addiu $24, $zero, 1
  subu $24, $24, $4
  srlv $5, $3, $24
  not $6, $24
  sll $7, $2, 1
  sllv $6, $7, $6
  or $5, $6, $5
  addiu $4, $4, 63
  sllv $6, $2, $4
  not $7, $4
  srl $8, $3, 1
  srlv $7, $8, $7
  srlv $2, $2, $24
  andi $24, $24, 32
  movn $5, $2, $24
  or $6, $6, $7
  sllv $3, $3, $4
  andi $4, $4, 32
  movn $6, $3, $4
  movn $3, $zero, $4
  or $3, $3, $6
  sltu $3, $zero, $3
  or $3, $5, $3
  movn $2, $zero, $24
  addiu $4, $zero, 1
  j .L__divdf3_11
  nop
.L__divdf3_6:
  lui $2, 32752
  xor $24, $21, $2
  or $24, $18, $24
  bnez $24, .L__divdf3_13
  nop
  or $16, $16, $2
  xor $24, $19, $2
  or $24, $17, $24
  lui $2, 32760
  movz $16, $2, $24
  addiu $18, $zero, 0
  j .L__divdf3_5
  nop
.L__divdf3_12:
  addiu $4, $zero, 1
  addiu $2, $zero, 0
  addiu $3, $zero, 1
.L__divdf3_11:
  srl $24, $2, 3
  sll $4, $4, 20
  sll $2, $2, 29
  srl $5, $3, 3
  or $2, $5, $2
  addu $24, $4, $24
  lui $4, 65520
  addu $4, $24, $4
  andi $3, $3, 7
  sltiu $24, $3, 5
  addiu $6, $zero, 1
  beqz $24, .L__divdf3_14
  nop
  addiu $24, $zero, 4
  xor $24, $3, $24
  sltiu $24, $24, 1
  and $6, $5, $24
.L__divdf3_14:
  addu $18, $2, $6
  sltu $24, $18, $2
  addu $24, $4, $24
  or $16, $24, $16
.L__divdf3_5:
  move $2, $16
  move $3, $18
  lw $16, 16($sp)
  lw $17, 20($sp)
  lw $18, 24($sp)
  lw $19, 28($sp)
  lw $20, 32($sp)
  lw $21, 36($sp)
  lw $22, 40($sp)
  lw $ra, 44($sp)
  addiu $sp, $sp, 48
  jr $ra
  nop
.L__divdf3_13:
  xor $24, $19, $2
  or $24, $17, $24
  bnez $24, .L__divdf3_15
  nop
  addiu $18, $zero, 0
  j .L__divdf3_5
  nop
.L__divdf3_15:
  or $24, $18, $21
  beqz $24, .L__divdf3_16
  nop
  lui $24, 32752
  or $16, $16, $24
  addiu $18, $zero, 0
  j .L__divdf3_5
  nop
.L__divdf3_16:
  or $24, $17, $19
  lui $2, 32760
  movz $16, $2, $24
  addiu $18, $zero, 0
  j .L__divdf3_5
  nop
#: __eqdf2
__eqdf2:
  lui $24, 32767
  ori $8, $24, 65535
  and $3, $4, $8
  lui $10, 32752
  sltu $24, $10, $3
  xor $2, $3, $10
  sltu $9, $zero, $5
  movz $24, $9, $2
  addiu $2, $zero, 1
  bnez $24, .L__eqdf2_1
  nop
  and $9, $6, $8
  sltu $8, $10, $9
  xor $24, $9, $10
  sltu $10, $zero, $7
  movz $8, $10, $24
  bnez $8, .L__eqdf2_1
  nop
  xor $8, $4, $6
  xor $24, $5, $7
  or $24, $24, $8
  addiu $2, $zero, 0
  beqz $24, .L__eqdf2_1
  nop
  or $24, $9, $3
  or $3, $7, $5
  or $24, $3, $24
  beqz $24, .L__eqdf2_1
  nop
  and $24, $6, $4
  bltz $24, .L__eqdf2_2
  nop
  slt $24, $4, $6
  sltu $2, $5, $7
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__eqdf2_1:
  jr $ra
  nop
.L__eqdf2_2:
  sltu $24, $6, $4
  sltu $2, $7, $5
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __nedf2
__nedf2:
  lui $24, 32767
  ori $8, $24, 65535
  and $3, $4, $8
  lui $10, 32752
  sltu $24, $10, $3
  xor $2, $3, $10
  sltu $9, $zero, $5
  movz $24, $9, $2
  addiu $2, $zero, 1
  bnez $24, .L__nedf2_1
  nop
  and $9, $6, $8
  sltu $8, $10, $9
  xor $24, $9, $10
  sltu $10, $zero, $7
  movz $8, $10, $24
  bnez $8, .L__nedf2_1
  nop
  xor $8, $4, $6
  xor $24, $5, $7
  or $24, $24, $8
  addiu $2, $zero, 0
  beqz $24, .L__nedf2_1
  nop
  or $24, $9, $3
  or $3, $7, $5
  or $24, $3, $24
  beqz $24, .L__nedf2_1
  nop
  and $24, $6, $4
  bltz $24, .L__nedf2_2
  nop
  slt $24, $4, $6
  sltu $2, $5, $7
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__nedf2_1:
  jr $ra
  nop
.L__nedf2_2:
  sltu $24, $6, $4
  sltu $2, $7, $5
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __ltdf2
__ltdf2:
  lui $24, 32767
  ori $8, $24, 65535
  and $3, $4, $8
  lui $10, 32752
  sltu $24, $10, $3
  xor $2, $3, $10
  sltu $9, $zero, $5
  movz $24, $9, $2
  addiu $2, $zero, 1
  bnez $24, .L__ltdf2_1
  nop
  and $9, $6, $8
  sltu $8, $10, $9
  xor $24, $9, $10
  sltu $10, $zero, $7
  movz $8, $10, $24
  bnez $8, .L__ltdf2_1
  nop
  xor $8, $4, $6
  xor $24, $5, $7
  or $24, $24, $8
  addiu $2, $zero, 0
  beqz $24, .L__ltdf2_1
  nop
  or $24, $9, $3
  or $3, $7, $5
  or $24, $3, $24
  beqz $24, .L__ltdf2_1
  nop
  and $24, $6, $4
  bltz $24, .L__ltdf2_2
  nop
  slt $24, $4, $6
  sltu $2, $5, $7
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__ltdf2_1:
  jr $ra
  nop
.L__ltdf2_2:
  sltu $24, $6, $4
  sltu $2, $7, $5
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __ledf2
__ledf2:
  lui $24, 32767
  ori $8, $24, 65535
  and $3, $4, $8
  lui $10, 32752
  sltu $24, $10, $3
  xor $2, $3, $10
  sltu $9, $zero, $5
  movz $24, $9, $2
  addiu $2, $zero, 1
  bnez $24, .L__ledf2_1
  nop
  and $9, $6, $8
  sltu $8, $10, $9
  xor $24, $9, $10
  sltu $10, $zero, $7
  movz $8, $10, $24
  bnez $8, .L__ledf2_1
  nop
  xor $8, $4, $6
  xor $24, $5, $7
  or $24, $24, $8
  addiu $2, $zero, 0
  beqz $24, .L__ledf2_1
  nop
  or $24, $9, $3
  or $3, $7, $5
  or $24, $3, $24
  beqz $24, .L__ledf2_1
  nop
  and $24, $6, $4
  bltz $24, .L__ledf2_2
  nop
  slt $24, $4, $6
  sltu $2, $5, $7
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__ledf2_1:
  jr $ra
  nop
.L__ledf2_2:
  sltu $24, $6, $4
  sltu $2, $7, $5
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __gtdf2
__gtdf2:
  lui $24, 32767
  ori $8, $24, 65535
  and $3, $4, $8
  lui $10, 32752
  sltu $24, $10, $3
  xor $2, $3, $10
  sltu $9, $zero, $5
  movz $24, $9, $2
  addiu $2, $zero, -1
  bnez $24, .L__gtdf2_1
  nop
  and $9, $6, $8
  sltu $8, $10, $9
  xor $24, $9, $10
  sltu $10, $zero, $7
  movz $8, $10, $24
  bnez $8, .L__gtdf2_1
  nop
  xor $8, $4, $6
  xor $24, $5, $7
  or $24, $24, $8
  addiu $2, $zero, 0
  beqz $24, .L__gtdf2_1
  nop
  or $24, $9, $3
  or $3, $7, $5
  or $24, $3, $24
  beqz $24, .L__gtdf2_1
  nop
  and $24, $6, $4
  bltz $24, .L__gtdf2_2
  nop
  slt $24, $4, $6
  sltu $2, $5, $7
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__gtdf2_1:
  jr $ra
  nop
.L__gtdf2_2:
  sltu $24, $6, $4
  sltu $2, $7, $5
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __gedf2
__gedf2:
  lui $24, 32767
  ori $8, $24, 65535
  and $3, $4, $8
  lui $10, 32752
  sltu $24, $10, $3
  xor $2, $3, $10
  sltu $9, $zero, $5
  movz $24, $9, $2
  addiu $2, $zero, -1
  bnez $24, .L__gedf2_1
  nop
  and $9, $6, $8
  sltu $8, $10, $9
  xor $24, $9, $10
  sltu $10, $zero, $7
  movz $8, $10, $24
  bnez $8, .L__gedf2_1
  nop
  xor $8, $4, $6
  xor $24, $5, $7
  or $24, $24, $8
  addiu $2, $zero, 0
  beqz $24, .L__gedf2_1
  nop
  or $24, $9, $3
  or $3, $7, $5
  or $24, $3, $24
  beqz $24, .L__gedf2_1
  nop
  and $24, $6, $4
  bltz $24, .L__gedf2_2
  nop
  slt $24, $4, $6
  sltu $2, $5, $7
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
.L__gedf2_1:
  jr $ra
  nop
.L__gedf2_2:
  sltu $24, $6, $4
  sltu $2, $7, $5
  movz $24, $2, $8
  addiu $2, $zero, 1
  addiu $3, $zero, -1
  movn $2, $3, $24
  jr $ra
  nop
#: __unorddf2
__unorddf2:
  lui $24, 32767
  ori $24, $24, 65535
  and $2, $6, $24
  lui $3, 32752
  sltu $6, $3, $2
  xor $2, $2, $3
  sltu $7, $zero, $7
  movz $6, $7, $2
  and $24, $4, $24
  sltu $2, $3, $24
  xor $24, $24, $3
  sltu $3, $zero, $5
  movz $2, $3, $24
  or $2, $2, $6
  jr $ra
  nop
#: __fixdfdi
__fixdfdi:
  srl $24, $4, 20
  andi $6, $24, 2047
  addiu $2, $zero, 0
  sltiu $24, $6, 1023
  addiu $3, $zero, 0
  bnez $24, .L__fixdfdi_1
  nop
  sltiu $24, $6, 1086
  bnez $24, .L__fixdfdi_2
  nop
  lui $24, 32767
  ori $24, $24, 65535
  sra $3, $4, 31
  xor $2, $3, $24
  not $3, $3
  jr $ra
  nop
.L__fixdfdi_2:
  lui $24, 15
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 16
  or $3, $24, $2
  sltiu $24, $6, 1076
  beqz $24, .L__fixdfdi_3
  nop
  addiu $24, $zero, 1075
  subu $24, $24, $6
  srlv $6, $3, $24
  andi $7, $24, 32
  move $2, $6
  movn $2, $zero, $7
  srlv $5, $5, $24
  not $24, $24
  sll $3, $3, 1
  sllv $24, $3, $24
  or $3, $24, $5
  movn $3, $6, $7
  j .L__fixdfdi_4
  nop
.L__fixdfdi_3:
  addiu $24, $6, -1075
  sllv $2, $3, $24
  not $3, $24
  srl $6, $5, 1
  srlv $3, $6, $3
  or $2, $2, $3
  sllv $3, $5, $24
  andi $24, $24, 32
  movn $2, $3, $24
  movn $3, $zero, $24
.L__fixdfdi_4:
  negu $24, $3
  slti $4, $4, 0
  sltu $5, $zero, $3
  movn $3, $24, $4
  addu $24, $2, $5
  negu $24, $24
  movn $2, $24, $4
.L__fixdfdi_1:
  jr $ra
  nop
#: __fixunsdfdi
__fixunsdfdi:
  addiu $3, $zero, 0
  addiu $2, $zero, 0
  bltz $4, .L__fixunsdfdi_1
  nop
  srl $24, $4, 20
  andi $6, $24, 2047
  sltiu $24, $6, 1023
  bnez $24, .L__fixunsdfdi_1
  nop
  sltiu $24, $6, 1087
  addiu $2, $zero, -1
  addiu $3, $zero, -1
  beqz $24, .L__fixunsdfdi_1
  nop
  lui $24, 15
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 16
  or $3, $24, $2
  sltiu $24, $6, 1076
  beqz $24, .L__fixunsdfdi_2
  nop
  addiu $24, $zero, 1075
  subu $24, $24, $6
  srlv $4, $3, $24
  andi $6, $24, 32
  move $2, $4
  movn $2, $zero, $6
  srlv $5, $5, $24
  not $24, $24
  sll $3, $3, 1
  sllv $24, $3, $24
  or $3, $24, $5
  movn $3, $4, $6
  jr $ra
  nop
.L__fixunsdfdi_2:
  addiu $24, $6, -1075
  sllv $2, $3, $24
  not $3, $24
  srl $4, $5, 1
  srlv $3, $4, $3
  or $2, $2, $3
  sllv $3, $5, $24
  andi $24, $24, 32
  movn $2, $3, $24
  movn $3, $zero, $24
.L__fixunsdfdi_1:
  jr $ra
  nop
#: __floatdidf
__floatdidf:
  or $24, $5, $4
  beqz $24, .L__floatdidf_1
  nop
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $18, 24($sp)
  sw $17, 20($sp)
  sw $16, 16($sp)
  move $17, $5
  move $16, $4
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $24, $24
  negu $2, $5
  slti $3, $4, 0
  movn $17, $2, $3
  lui $2, 32768
  and $18, $4, $2
  movn $16, $24, $3
  move $4, $16
  move $5, $17
  jal __clzdi2
  nop
  slti $24, $2, 11
  bnez $24, .L__floatdidf_2
  nop
  addiu $24, $2, -11
  sllv $3, $16, $24
  not $4, $24
  srl $5, $17, 1
  srlv $4, $5, $4
  or $4, $3, $4
  sllv $3, $17, $24
  andi $24, $24, 32
  movn $4, $3, $24
  movn $3, $zero, $24
  j .L__floatdidf_3
  nop
.L__floatdidf_1:
  addiu $2, $zero, 0
  addiu $3, $zero, 0
  jr $ra
  nop
.L__floatdidf_2:
  addiu $24, $zero, 10
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  andi $24, $24, 32
  addiu $7, $zero, 0
  move $4, $5
  movn $4, $zero, $24
  srl $6, $4, 31
  movn $7, $5, $24
  sll $24, $7, 1
  or $24, $24, $6
  sll $5, $4, 1
  addiu $6, $5, -1
  sltu $5, $6, $5
  addiu $8, $zero, 11
  addu $24, $24, $5
  subu $9, $8, $2
  and $6, $6, $17
  srlv $5, $17, $9
  not $8, $9
  sll $10, $16, 1
  sllv $8, $10, $8
  or $5, $8, $5
  addiu $24, $24, -1
  and $24, $24, $16
  sltu $10, $7, $24
  xor $8, $24, $7
  sltu $24, $4, $6
  srlv $11, $16, $9
  andi $9, $9, 32
  move $7, $11
  movn $7, $zero, $9
  movz $10, $24, $8
  movn $5, $11, $9
  bnez $10, .L__floatdidf_4
  nop
  xor $24, $6, $4
  or $24, $24, $8
  sltiu $24, $24, 1
  and $3, $24, $5
.L__floatdidf_4:
  addu $3, $5, $3
  sltu $24, $3, $5
  addu $4, $7, $24
.L__floatdidf_3:
  addiu $24, $zero, 1085
  subu $24, $24, $2
  sll $24, $24, 20
  addu $24, $4, $24
  or $2, $24, $18
  lw $16, 16($sp)
  lw $17, 20($sp)
  lw $18, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
#: __floatundidf
__floatundidf:
  or $24, $5, $4
  beqz $24, .L__floatundidf_1
  nop
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $17, 24($sp)
  sw $16, 20($sp)
  move $17, $5
  move $16, $4
  jal __clzdi2
  nop
  slti $24, $2, 11
  bnez $24, .L__floatundidf_2
  nop
  addiu $24, $2, -11
  sllv $3, $16, $24
  not $4, $24
  srl $5, $17, 1
  srlv $4, $5, $4
  or $4, $3, $4
  sllv $3, $17, $24
  andi $24, $24, 32
  movn $4, $3, $24
  movn $3, $zero, $24
  j .L__floatundidf_3
  nop
.L__floatundidf_1:
  addiu $2, $zero, 0
  addiu $3, $zero, 0
  jr $ra
  nop
.L__floatundidf_2:
  addiu $24, $zero, 10
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  andi $24, $24, 32
  addiu $7, $zero, 0
  move $4, $5
  movn $4, $zero, $24
  srl $6, $4, 31
  movn $7, $5, $24
  sll $24, $7, 1
  or $24, $24, $6
  sll $5, $4, 1
  addiu $6, $5, -1
  sltu $5, $6, $5
  addiu $8, $zero, 11
  addu $24, $24, $5
  subu $9, $8, $2
  and $6, $6, $17
  srlv $5, $17, $9
  not $8, $9
  sll $10, $16, 1
  sllv $8, $10, $8
  or $5, $8, $5
  addiu $24, $24, -1
  and $24, $24, $16
  sltu $10, $7, $24
  xor $8, $24, $7
  sltu $24, $4, $6
  srlv $11, $16, $9
  andi $9, $9, 32
  move $7, $11
  movn $7, $zero, $9
  movz $10, $24, $8
  movn $5, $11, $9
  bnez $10, .L__floatundidf_4
  nop
  xor $24, $6, $4
  or $24, $24, $8
  sltiu $24, $24, 1
  and $3, $24, $5
.L__floatundidf_4:
  addu $3, $5, $3
  sltu $24, $3, $5
  addu $4, $7, $24
.L__floatundidf_3:
  addiu $24, $zero, 1085
  subu $24, $24, $2
  sll $24, $24, 20
  addu $2, $4, $24
  lw $16, 20($sp)
  lw $17, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
#: __fixdfsi
__fixdfsi:
  srl $24, $4, 20
  andi $3, $24, 2047
  sltiu $24, $3, 1023
  addiu $2, $zero, 0
  bnez $24, .L__fixdfsi_1
  nop
  sltiu $24, $3, 1054
  bnez $24, .L__fixdfsi_2
  nop
  lui $24, 32767
  ori $24, $24, 65535
  sra $2, $4, 31
  xor $2, $2, $24
  jr $ra
  nop
.L__fixdfsi_2:
  addiu $24, $zero, 1075
  subu $24, $24, $3
  lui $2, 15
  not $3, $24
  ori $2, $2, 65535
  and $2, $4, $2
  lui $6, 16
  or $2, $2, $6
  sll $6, $2, 1
  srlv $7, $2, $24
  sllv $2, $6, $3
  srlv $3, $5, $24
  or $2, $2, $3
  andi $24, $24, 32
  slti $3, $4, 0
  movn $2, $7, $24
  negu $24, $2
  movn $2, $24, $3
.L__fixdfsi_1:
  jr $ra
  nop
#: __fixunsdfsi
__fixunsdfsi:
  addiu $2, $zero, 0
  bltz $4, .L__fixunsdfsi_1
  nop
  srl $24, $4, 20
  andi $3, $24, 2047
  sltiu $24, $3, 1023
  bnez $24, .L__fixunsdfsi_1
  nop
  sltiu $24, $3, 1055
  addiu $2, $zero, -1
  beqz $24, .L__fixunsdfsi_1
  nop
  addiu $24, $zero, 1075
  subu $24, $24, $3
  lui $2, 15
  ori $2, $2, 65535
  and $2, $4, $2
  lui $3, 16
  or $2, $2, $3
  srlv $3, $2, $24
  not $4, $24
  sll $2, $2, 1
  sllv $2, $2, $4
  srlv $4, $5, $24
  or $2, $2, $4
  andi $24, $24, 32
  movn $2, $3, $24
.L__fixunsdfsi_1:
  jr $ra
  nop
#: __floatsidf
__floatsidf:
  beqz $4, .L__floatsidf_1
  nop
  lui $24, 32768
  and $2, $4, $24
  sra $24, $4, 31
  addu $3, $4, $24
  xor $5, $3, $24
  addiu $3, $zero, 32
  addiu $4, $zero, 16
  move $7, $5
.L__floatsidf_2:
  srlv $6, $7, $4
  move $24, $4
  movz $24, $zero, $6
  movz $6, $7, $6
  subu $3, $3, $24
  srl $24, $4, 1
  sltiu $8, $4, 2
  move $4, $24
  move $7, $6
  beqz $8, .L__floatsidf_2
  nop
  subu $4, $3, $6
  slti $24, $4, -21
  bnez $24, .L__floatsidf_3
  nop
  addiu $24, $4, 21
  sllv $3, $5, $24
  srl $5, $5, 1
  not $6, $24
  srlv $5, $5, $6
  andi $24, $24, 32
  movn $5, $3, $24
  movn $3, $zero, $24
  j .L__floatsidf_4
  nop
.L__floatsidf_1:
  addiu $2, $zero, 0
  addiu $3, $zero, 0
  jr $ra
  nop
.L__floatsidf_3:
  addiu $24, $zero, -22
  subu $24, $24, $4
  addiu $6, $zero, 1
  sllv $3, $6, $24
  sll $24, $3, 1
  addiu $24, $24, -1
  and $7, $24, $5
  addiu $24, $zero, -21
  sltu $8, $3, $7
  subu $24, $24, $4
  srlv $5, $5, $24
  bnez $8, .L__floatsidf_5
  nop
  xor $24, $7, $3
  sltiu $24, $24, 1
  and $6, $24, $5
.L__floatsidf_5:
  addu $3, $6, $5
  sltu $5, $3, $6
.L__floatsidf_4:
  addiu $24, $zero, 1053
  subu $24, $24, $4
  sll $24, $24, 20
  addu $24, $5, $24
  or $2, $24, $2
  jr $ra
  nop
#: __floatunsidf
__floatunsidf:
  beqz $4, .L__floatunsidf_1
  nop
  addiu $2, $zero, 32
  addiu $3, $zero, 16
  move $6, $4
.L__floatunsidf_2:
  srlv $5, $6, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $6, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $7, $3, 2
  move $3, $24
  move $6, $5
  beqz $7, .L__floatunsidf_2
  nop
  subu $2, $2, $5
  slti $24, $2, -21
  bnez $24, .L__floatunsidf_3
  nop
  addiu $24, $2, 21
  sllv $3, $4, $24
  srl $4, $4, 1
  not $5, $24
  srlv $4, $4, $5
  andi $24, $24, 32
  movn $4, $3, $24
  movn $3, $zero, $24
  j .L__floatunsidf_4
  nop
.L__floatunsidf_1:
  addiu $2, $zero, 0
  addiu $3, $zero, 0
  jr $ra
  nop
.L__floatunsidf_3:
  addiu $24, $zero, -22
  subu $24, $24, $2
  addiu $5, $zero, 1
  sllv $3, $5, $24
  sll $24, $3, 1
  addiu $24, $24, -1
  and $6, $24, $4
  addiu $24, $zero, -21
  sltu $7, $3, $6
  subu $24, $24, $2
  srlv $4, $4, $24
  bnez $7, .L__floatunsidf_5
  nop
  xor $24, $6, $3
  sltiu $24, $24, 1
  and $5, $24, $4
.L__floatunsidf_5:
  addu $3, $5, $4
  sltu $4, $3, $5
.L__floatunsidf_4:
  addiu $24, $zero, 1053
  subu $24, $24, $2
  sll $24, $24, 20
  addu $2, $4, $24
  jr $ra
  nop
#: __extendsfdf2
__extendsfdf2:
  lui $24, 32767
  lui $2, 32768
  and $2, $4, $2
  ori $24, $24, 65535
  and $5, $4, $24
  lui $24, 32640
  ori $24, $24, 1
  sltu $24, $5, $24
  bnez $24, .L__extendsfdf2_1
  nop
  srl $24, $4, 3
  or $24, $2, $24
  lui $2, 32760
  or $2, $24, $2
  sll $3, $4, 29
  jr $ra
  nop
.L__extendsfdf2_1:
  addiu $3, $zero, 0
  beqz $5, .L__extendsfdf2_2
  nop
  lui $24, 32640
  bne $5, $24, .L__extendsfdf2_3
  nop
  lui $24, 32752
  or $2, $2, $24
  jr $ra
  nop
.L__extendsfdf2_3:
  lui $24, 127
  ori $24, $24, 65535
  sltu $24, $24, $5
  bnez $24, .L__extendsfdf2_4
  nop
  addiu $3, $zero, 32
  addiu $4, $zero, 16
  move $7, $5
.L__extendsfdf2_5:
  srlv $6, $7, $4
  move $24, $4
  movz $24, $zero, $6
  movz $6, $7, $6
  subu $3, $3, $24
  srl $24, $4, 1
  sltiu $8, $4, 2
  move $4, $24
  move $7, $6
  beqz $8, .L__extendsfdf2_5
  nop
  subu $24, $3, $6
  addiu $4, $24, 21
  sllv $3, $5, $4
  not $6, $4
  srl $5, $5, 1
  srlv $5, $5, $6
  andi $4, $4, 32
  movn $5, $3, $4
  addiu $6, $zero, 904
  subu $24, $6, $24
  sll $24, $24, 20
  addu $24, $5, $24
  or $2, $24, $2
  movn $3, $zero, $4
.L__extendsfdf2_2:
  jr $ra
  nop
.L__extendsfdf2_4:
  srl $24, $5, 3
  lui $3, 14336
  addu $24, $24, $3
  or $2, $24, $2
  sll $3, $5, 29
  jr $ra
  nop
#: __truncdfsf2
__truncdfsf2:
  lui $24, 32767
  ori $24, $24, 65535
  and $3, $4, $24
  lui $24, 32752
  sltu $6, $3, $24
  xor $24, $3, $24
  sltiu $2, $5, 1
  lui $7, 32768
  movz $6, $2, $24
  and $2, $4, $7
  bnez $6, .L__truncdfsf2_1
  nop
  sll $24, $4, 3
  srl $3, $5, 29
  or $24, $3, $24
  lui $3, 63
  ori $3, $3, 65535
  and $24, $24, $3
  or $24, $24, $2
  lui $2, 32704
  or $2, $24, $2
  jr $ra
  nop
.L__truncdfsf2_1:
  srl $6, $3, 20
  sltiu $24, $6, 1151
  bnez $24, .L__truncdfsf2_2
  nop
  lui $24, 32640
  or $2, $2, $24
  jr $ra
  nop
.L__truncdfsf2_2:
  sltiu $24, $6, 872
  bnez $24, .L__truncdfsf2_3
  nop
  addiu $3, $6, -896
  sll $24, $4, 6
  srl $4, $5, 26
  or $24, $4, $24
  lui $4, 1023
  ori $4, $4, 65535
  and $24, $24, $4
  and $4, $5, $4
  sltu $4, $zero, $4
  or $24, $24, $4
  lui $4, 1024
  or $4, $24, $4
  sltiu $24, $6, 897
  beqz $24, .L__truncdfsf2_4
  nop
  addiu $24, $zero, 897
  subu $24, $24, $6
  srlv $24, $4, $24
  addiu $3, $6, -865
  sllv $3, $4, $3
  sltu $3, $zero, $3
  or $4, $24, $3
  addiu $3, $zero, 1
.L__truncdfsf2_4:
  andi $24, $4, 7
  addiu $5, $zero, 4
  sltu $24, $5, $24
  andi $5, $4, 15
  addiu $6, $zero, 12
  xor $5, $5, $6
  sltiu $5, $5, 1
  or $24, $24, $5
  srl $4, $4, 3
  sll $3, $3, 23
  addu $3, $3, $4
  addu $24, $3, $24
  lui $3, 65408
  addu $24, $24, $3
  or $2, $24, $2
.L__truncdfsf2_3:
  jr $ra
  nop
#: __powisf2
__powisf2:
  addiu $sp, $sp, -40
  sw $ra, 36($sp)
  sw $20, 32($sp)
  sw $19, 28($sp)
  sw $18, 24($sp)
  sw $17, 20($sp)
  sw $16, 16($sp)
  move $17, $5
  sra $24, $5, 31
  addu $2, $5, $24
  xor $19, $2, $24
  beqz $19, .L__powisf2_1
  nop
  move $18, $4
  lui $16, 16256
.L__powisf2_2:
  andi $24, $19, 1
  beqz $24, .L__powisf2_3
  nop
  move $4, $16
  move $5, $18
  jal __mulsf3
  nop
  move $16, $2
.L__powisf2_3:
  srl $20, $19, 1
  move $4, $18
  move $5, $18
  jal __mulsf3
  nop
  move $18, $2
  sltiu $24, $19, 2
  move $19, $20
  beqz $24, .L__powisf2_2
  nop
  bltz $17, .L__powisf2_4
  nop
.L__powisf2_5:
  move $2, $16
  lw $16, 16($sp)
  lw $17, 20($sp)
  lw $18, 24($sp)
  lw $19, 28($sp)
  lw $20, 32($sp)
  lw $ra, 36($sp)
  addiu $sp, $sp, 40
  jr $ra
  nop
.L__powisf2_1:
  lui $16, 16256
  bgez $17, .L__powisf2_5
  nop
.L__powisf2_4:
  lui $4, 16256
  move $5, $16
  jal __divsf3
  nop
  move $16, $2
  j .L__powisf2_5
  nop
#: __powidf2
__powidf2:
  addiu $sp, $sp, -48
  sw $ra, 44($sp)
  sw $21, 40($sp)
  sw $20, 36($sp)
  sw $19, 32($sp)
  sw $18, 28($sp)
  sw $17, 24($sp)
  sw $16, 20($sp)
  move $18, $6
  sra $24, $6, 31
  addu $2, $6, $24
  xor $21, $2, $24
  beqz $21, .L__powidf2_1
  nop
  move $19, $5
  move $20, $4
  addiu $16, $zero, 0
  lui $17, 16368
.L__powidf2_2:
  andi $24, $21, 1
  beqz $24, .L__powidf2_3
  nop
  move $4, $17
  move $5, $16
  move $6, $20
  move $7, $19
  jal __muldf3
  nop
  move $17, $2
  move $16, $3
.L__powidf2_3:
  move $4, $20
  move $5, $19
  move $6, $20
  move $7, $19
  jal __muldf3
  nop
  move $20, $2
  move $19, $3
  srl $24, $21, 1
  sltiu $2, $21, 2
  move $21, $24
  beqz $2, .L__powidf2_2
  nop
  bltz $18, .L__powidf2_4
  nop
.L__powidf2_5:
  move $2, $17
  move $3, $16
  lw $16, 20($sp)
  lw $17, 24($sp)
  lw $18, 28($sp)
  lw $19, 32($sp)
  lw $20, 36($sp)
  lw $21, 40($sp)
  lw $ra, 44($sp)
  addiu $sp, $sp, 48
  jr $ra
  nop
.L__powidf2_1:
  addiu $16, $zero, 0
  lui $17, 16368
  bgez $18, .L__powidf2_5
  nop
.L__powidf2_4:
  lui $4, 16368
  addiu $5, $zero, 0
  move $6, $17
  move $7, $16
  jal __divdf3
  nop
  move $17, $2
  move $16, $3
  j .L__powidf2_5
  nop
#: __divide_two_words
__divide_two_words:
  clz $24, $6
  andi $2, $24, 31
  sllv $2, $4, $2
  srl $3, $5, 1
  not $4, $24
  andi $4, $4, 31
  srlv $3, $3, $4
  or $7, $2, $3
  sllv $8, $6, $24
  srl $3, $8, 16
  divu $zero, $7, $3
  teq $3, $zero, 7
  mflo $2
  sllv $24, $5, $24
  mul $6, $2, $3
  andi $4, $24, 65535
  srl $9, $24, 16
  andi $5, $8, 65535
  subu $10, $7, $6
  ori $6, $zero, 65535
  lui $11, 1
.L__divide_two_words_1:
  sltu $24, $6, $2
  bnez $24, .L__divide_two_words_2
  nop
  mul $24, $2, $5
  sll $12, $10, 16
  or $12, $12, $9
  sltu $24, $12, $24
  beqz $24, .L__divide_two_words_3
  nop
.L__divide_two_words_2:
  addu $10, $10, $3
  sltu $24, $10, $11
  addiu $2, $2, -1
  bnez $24, .L__divide_two_words_1
  nop
.L__divide_two_words_3:
  mul $24, $2, $8
  sll $7, $7, 16
  or $7, $7, $9
  subu $24, $7, $24
  divu $zero, $24, $3
  teq $3, $zero, 7
  mflo $7
  mul $8, $7, $3
  subu $8, $24, $8
  lui $9, 1
.L__divide_two_words_4:
  sltu $24, $6, $7
  bnez $24, .L__divide_two_words_5
  nop
  mul $24, $7, $5
  sll $10, $8, 16
  or $10, $10, $4
  sltu $24, $10, $24
  beqz $24, .L__divide_two_words_6
  nop
.L__divide_two_words_5:
  addu $8, $8, $3
  sltu $24, $8, $9
  addiu $7, $7, -1
  bnez $24, .L__divide_two_words_4
  nop
.L__divide_two_words_6:
  sll $24, $2, 16
  addu $2, $7, $24
  jr $ra
  nop
#: __fixsfdi hard
__fixsfdi:
  mfc1 $4, $f12
  srl $24, $4, 23
  andi $5, $24, 255
  sltiu $24, $5, 127
  addiu $2, $zero, 0
  addiu $3, $zero, 0
  bnez $24, .L__fixsfdi_hard_1
  nop
  sltiu $24, $5, 190
  bnez $24, .L__fixsfdi_hard_2
  nop
  lui $24, 32767
  ori $24, $24, 65535
  sra $3, $4, 31
  xor $2, $3, $24
  not $3, $3
  jr $ra
  nop
.L__fixsfdi_hard_2:
  lui $24, 127
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 128
  or $2, $24, $2
  sltiu $24, $5, 151
  beqz $24, .L__fixsfdi_hard_3
  nop
  addiu $24, $zero, 150
  subu $24, $24, $5
  srlv $3, $2, $24
  addiu $2, $zero, 0
  j .L__fixsfdi_hard_4
  nop
.L__fixsfdi_hard_3:
  addiu $24, $5, -150
  sllv $3, $2, $24
  srl $2, $2, 1
  not $5, $24
  srlv $2, $2, $5
  andi $24, $24, 32
  movn $2, $3, $24
  movn $3, $zero, $24
.L__fixsfdi_hard_4:
  negu $24, $3
  slti $4, $4, 0
  sltu $5, $zero, $3
  movn $3, $24, $4
  addu $24, $2, $5
  negu $24, $24
  movn $2, $24, $4
.L__fixsfdi_hard_1:
  jr $ra
  nop
#: __fixunssfdi hard
__fixunssfdi:
  mfc1 $4, $f12
  addiu $3, $zero, 0
  addiu $2, $zero, 0
  bltz $4, .L__fixunssfdi_hard_1
  nop
  srl $24, $4, 23
  andi $5, $24, 255
  sltiu $24, $5, 127
  bnez $24, .L__fixunssfdi_hard_1
  nop
  sltiu $24, $5, 191
  addiu $2, $zero, -1
  addiu $3, $zero, -1
  beqz $24, .L__fixunssfdi_hard_1
  nop
  lui $24, 127
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 128
  or $2, $24, $2
  sltiu $24, $5, 151
  beqz $24, .L__fixunssfdi_hard_2
  nop
  addiu $24, $zero, 150
  subu $24, $24, $5
  srlv $3, $2, $24
  addiu $2, $zero, 0
  jr $ra
  nop
.L__fixunssfdi_hard_2:
  addiu $24, $5, -150
  sllv $3, $2, $24
  srl $2, $2, 1
  not $4, $24
  srlv $2, $2, $4
  andi $24, $24, 32
  movn $2, $3, $24
  movn $3, $zero, $24
.L__fixunssfdi_hard_1:
  jr $ra
  nop
#: __fixdfdi hard
__fixdfdi:
  dmfc1 $4, $f12
  sll $5, $4, 0
  dsra32 $4, $4, 0
  srl $24, $4, 20
  andi $6, $24, 2047
  addiu $2, $zero, 0
  sltiu $24, $6, 1023
  addiu $3, $zero, 0
  bnez $24, .L__fixdfdi_hard_1
  nop
  sltiu $24, $6, 1086
  bnez $24, .L__fixdfdi_hard_2
  nop
  lui $24, 32767
  ori $24, $24, 65535
  sra $3, $4, 31
  xor $2, $3, $24
  not $3, $3
  jr $ra
  nop
.L__fixdfdi_hard_2:
  lui $24, 15
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 16
  or $3, $24, $2
  sltiu $24, $6, 1076
  beqz $24, .L__fixdfdi_hard_3
  nop
  addiu $24, $zero, 1075
  subu $24, $24, $6
  srlv $6, $3, $24
  andi $7, $24, 32
  move $2, $6
  movn $2, $zero, $7
  srlv $5, $5, $24
  not $24, $24
  sll $3, $3, 1
  sllv $24, $3, $24
  or $3, $24, $5
  movn $3, $6, $7
  j .L__fixdfdi_hard_4
  nop
.L__fixdfdi_hard_3:
  addiu $24, $6, -1075
  sllv $2, $3, $24
  not $3, $24
  srl $6, $5, 1
  srlv $3, $6, $3
  or $2, $2, $3
  sllv $3, $5, $24
  andi $24, $24, 32
  movn $2, $3, $24
  movn $3, $zero, $24
.L__fixdfdi_hard_4:
  negu $24, $3
  slti $4, $4, 0
  sltu $5, $zero, $3
  movn $3, $24, $4
  addu $24, $2, $5
  negu $24, $24
  movn $2, $24, $4
.L__fixdfdi_hard_1:
  jr $ra
  nop
#: __fixunsdfdi hard
__fixunsdfdi:
  dmfc1 $4, $f12
  sll $5, $4, 0
  dsra32 $4, $4, 0
  addiu $3, $zero, 0
  addiu $2, $zero, 0
  bltz $4, .L__fixunsdfdi_hard_1
  nop
  srl $24, $4, 20
  andi $6, $24, 2047
  sltiu $24, $6, 1023
  bnez $24, .L__fixunsdfdi_hard_1
  nop
  sltiu $24, $6, 1087
  addiu $2, $zero, -1
  addiu $3, $zero, -1
  beqz $24, .L__fixunsdfdi_hard_1
  nop
  lui $24, 15
  ori $24, $24, 65535
  and $24, $4, $24
  lui $2, 16
  or $3, $24, $2
  sltiu $24, $6, 1076
  beqz $24, .L__fixunsdfdi_hard_2
  nop
  addiu $24, $zero, 1075
  subu $24, $24, $6
  srlv $4, $3, $24
  andi $6, $24, 32
  move $2, $4
  movn $2, $zero, $6
  srlv $5, $5, $24
  not $24, $24
  sll $3, $3, 1
  sllv $24, $3, $24
  or $3, $24, $5
  movn $3, $4, $6
  jr $ra
  nop
.L__fixunsdfdi_hard_2:
  addiu $24, $6, -1075
  sllv $2, $3, $24
  not $3, $24
  srl $4, $5, 1
  srlv $3, $4, $3
  or $2, $2, $3
  sllv $3, $5, $24
  andi $24, $24, 32
  movn $2, $3, $24
  movn $3, $zero, $24
.L__fixunsdfdi_hard_1:
  jr $ra
  nop
#: __floatdisf hard
__floatdisf:
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  jal __floatdisf_bits
  nop
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  mtc1 $2, $f0
  jr $ra
  nop
#: __floatdisf_bits hard
__floatdisf_bits:
  or $24, $5, $4
  beqz $24, .L__floatdisf_bits_1
  nop
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $18, 24($sp)
  sw $17, 20($sp)
  sw $16, 16($sp)
  move $16, $5
  move $17, $4
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $2, $5
  slti $3, $4, 0
  movn $16, $2, $3
  negu $24, $24
  lui $2, 32768
  and $18, $4, $2
  movn $17, $24, $3
  move $4, $17
  move $5, $16
  jal __clzdi2
  nop
  slti $24, $2, 40
  bnez $24, .L__floatdisf_bits_2
  nop
  addiu $24, $2, -40
  sllv $3, $16, $24
  j .L__floatdisf_bits_3
  nop
.L__floatdisf_bits_1:
  addiu $2, $zero, 0
  jr $ra
  nop
.L__floatdisf_bits_2:
  addiu $24, $zero, 39
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  andi $24, $24, 32
  addiu $7, $zero, 0
  move $4, $5
  movn $4, $zero, $24
  srl $6, $4, 31
  movn $7, $5, $24
  sll $24, $7, 1
  or $24, $24, $6
  sll $5, $4, 1
  addiu $8, $5, -1
  sltu $5, $8, $5
  addiu $6, $zero, 40
  addu $24, $24, $5
  subu $9, $6, $2
  srlv $5, $16, $9
  not $6, $9
  sll $10, $17, 1
  addiu $24, $24, -1
  and $24, $24, $17
  sllv $10, $10, $6
  xor $6, $24, $7
  or $5, $10, $5
  srlv $10, $17, $9
  andi $9, $9, 32
  sltu $11, $7, $24
  and $7, $8, $16
  sltu $24, $4, $7
  movz $11, $24, $6
  movn $5, $10, $9
  bnez $11, .L__floatdisf_bits_4
  nop
  xor $24, $7, $4
  or $24, $24, $6
  sltiu $24, $24, 1
  and $3, $24, $5
.L__floatdisf_bits_4:
  addu $3, $3, $5
.L__floatdisf_bits_3:
  sll $24, $2, 23
  subu $24, $3, $24
  lui $2, 24192
  addu $24, $24, $2
  or $2, $24, $18
  lw $16, 16($sp)
  lw $17, 20($sp)
  lw $18, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
#: __floatundisf hard
__floatundisf:
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  jal __floatundisf_bits
  nop
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  mtc1 $2, $f0
  jr $ra
  nop
#: __floatundisf_bits hard
__floatundisf_bits:
  or $24, $5, $4
  beqz $24, .L__floatundisf_bits_1
  nop
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $17, 24($sp)
  sw $16, 20($sp)
  move $16, $5
  move $17, $4
  jal __clzdi2
  nop
  slti $24, $2, 40
  bnez $24, .L__floatundisf_bits_2
  nop
  addiu $24, $2, -40
  sllv $3, $16, $24
  j .L__floatundisf_bits_3
  nop
.L__floatundisf_bits_1:
  addiu $2, $zero, 0
  jr $ra
  nop
.L__floatundisf_bits_2:
  addiu $24, $zero, 39
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  andi $24, $24, 32
  addiu $7, $zero, 0
  move $4, $5
  movn $4, $zero, $24
  srl $6, $4, 31
  movn $7, $5, $24
  sll $24, $7, 1
  or $24, $24, $6
  sll $5, $4, 1
  addiu $8, $5, -1
  sltu $5, $8, $5
  addiu $6, $zero, 40
  addu $24, $24, $5
  subu $9, $6, $2
  srlv $5, $16, $9
  not $6, $9
  sll $10, $17, 1
  addiu $24, $24, -1
  and $24, $24, $17
  sllv $10, $10, $6
  xor $6, $24, $7
  or $5, $10, $5
  srlv $10, $17, $9
  andi $9, $9, 32
  sltu $11, $7, $24
  and $7, $8, $16
  sltu $24, $4, $7
  movz $11, $24, $6
  movn $5, $10, $9
  bnez $11, .L__floatundisf_bits_4
  nop
  xor $24, $7, $4
  or $24, $24, $6
  sltiu $24, $24, 1
  and $3, $24, $5
.L__floatundisf_bits_4:
  addu $3, $3, $5
.L__floatundisf_bits_3:
  sll $24, $2, 23
  subu $24, $3, $24
  lui $2, 24192
  addu $2, $24, $2
  lw $16, 20($sp)
  lw $17, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
#: __floatdidf hard
__floatdidf:
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  jal __floatdidf_bits
  nop
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  dsll32 $2, $2, 0
  dsll32 $3, $3, 0
  dsrl32 $3, $3, 0
  or $2, $2, $3
  dmtc1 $2, $f0
  jr $ra
  nop
#: __floatdidf_bits hard
__floatdidf_bits:
  or $24, $5, $4
  beqz $24, .L__floatdidf_bits_1
  nop
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $18, 24($sp)
  sw $17, 20($sp)
  sw $16, 16($sp)
  move $17, $5
  move $16, $4
  sltu $24, $zero, $5
  addu $24, $4, $24
  negu $24, $24
  negu $2, $5
  slti $3, $4, 0
  movn $17, $2, $3
  lui $2, 32768
  and $18, $4, $2
  movn $16, $24, $3
  move $4, $16
  move $5, $17
  jal __clzdi2
  nop
  slti $24, $2, 11
  bnez $24, .L__floatdidf_bits_2
  nop
  addiu $24, $2, -11
  sllv $3, $16, $24
  not $4, $24
  srl $5, $17, 1
  srlv $4, $5, $4
  or $4, $3, $4
  sllv $3, $17, $24
  andi $24, $24, 32
  movn $4, $3, $24
  movn $3, $zero, $24
  j .L__floatdidf_bits_3
  nop
.L__floatdidf_bits_1:
  addiu $2, $zero, 0
  addiu $3, $zero, 0
  jr $ra
  nop
.L__floatdidf_bits_2:
  addiu $24, $zero, 10
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  andi $24, $24, 32
  addiu $7, $zero, 0
  move $4, $5
  movn $4, $zero, $24
  srl $6, $4, 31
  movn $7, $5, $24
  sll $24, $7, 1
  or $24, $24, $6
  sll $5, $4, 1
  addiu $6, $5, -1
  sltu $5, $6, $5
  addiu $8, $zero, 11
  addu $24, $24, $5
  subu $9, $8, $2
  and $6, $6, $17
  srlv $5, $17, $9
  not $8, $9
  sll $10, $16, 1
  sllv $8, $10, $8
  or $5, $8, $5
  addiu $24, $24, -1
  and $24, $24, $16
  sltu $10, $7, $24
  xor $8, $24, $7
  sltu $24, $4, $6
  srlv $11, $16, $9
  andi $9, $9, 32
  move $7, $11
  movn $7, $zero, $9
  movz $10, $24, $8
  movn $5, $11, $9
  bnez $10, .L__floatdidf_bits_4
  nop
  xor $24, $6, $4
  or $24, $24, $8
  sltiu $24, $24, 1
  and $3, $24, $5
.L__floatdidf_bits_4:
  addu $3, $5, $3
  sltu $24, $3, $5
  addu $4, $7, $24
.L__floatdidf_bits_3:
  addiu $24, $zero, 1085
  subu $24, $24, $2
  sll $24, $24, 20
  addu $24, $4, $24
  or $2, $24, $18
  lw $16, 16($sp)
  lw $17, 20($sp)
  lw $18, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
#: __floatundidf hard
__floatundidf:
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  jal __floatundidf_bits
  nop
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  dsll32 $2, $2, 0
  dsll32 $3, $3, 0
  dsrl32 $3, $3, 0
  or $2, $2, $3
  dmtc1 $2, $f0
  jr $ra
  nop
#: __floatundidf_bits hard
__floatundidf_bits:
  or $24, $5, $4
  beqz $24, .L__floatundidf_bits_1
  nop
  addiu $sp, $sp, -32
  sw $ra, 28($sp)
  sw $17, 24($sp)
  sw $16, 20($sp)
  move $17, $5
  move $16, $4
  jal __clzdi2
  nop
  slti $24, $2, 11
  bnez $24, .L__floatundidf_bits_2
  nop
  addiu $24, $2, -11
  sllv $3, $16, $24
  not $4, $24
  srl $5, $17, 1
  srlv $4, $5, $4
  or $4, $3, $4
  sllv $3, $17, $24
  andi $24, $24, 32
  movn $4, $3, $24
  movn $3, $zero, $24
  j .L__floatundidf_bits_3
  nop
.L__floatundidf_bits_1:
  addiu $2, $zero, 0
  addiu $3, $zero, 0
  jr $ra
  nop
.L__floatundidf_bits_2:
  addiu $24, $zero, 10
  subu $24, $24, $2
  addiu $3, $zero, 1
  sllv $5, $3, $24
  andi $24, $24, 32
  addiu $7, $zero, 0
  move $4, $5
  movn $4, $zero, $24
  srl $6, $4, 31
  movn $7, $5, $24
  sll $24, $7, 1
  or $24, $24, $6
  sll $5, $4, 1
  addiu $6, $5, -1
  sltu $5, $6, $5
  addiu $8, $zero, 11
  addu $24, $24, $5
  subu $9, $8, $2
  and $6, $6, $17
  srlv $5, $17, $9
  not $8, $9
  sll $10, $16, 1
  sllv $8, $10, $8
  or $5, $8, $5
  addiu $24, $24, -1
  and $24, $24, $16
  sltu $10, $7, $24
  xor $8, $24, $7
  sltu $24, $4, $6
  srlv $11, $16, $9
  andi $9, $9, 32
  move $7, $11
  movn $7, $zero, $9
  movz $10, $24, $8
  movn $5, $11, $9
  bnez $10, .L__floatundidf_bits_4
  nop
  xor $24, $6, $4
  or $24, $24, $8
  sltiu $24, $24, 1
  and $3, $24, $5
.L__floatundidf_bits_4:
  addu $3, $5, $3
  sltu $24, $3, $5
  addu $4, $7, $24
.L__floatundidf_bits_3:
  addiu $24, $zero, 1085
  subu $24, $24, $2
  sll $24, $24, 20
  addu $2, $4, $24
  lw $16, 20($sp)
  lw $17, 24($sp)
  lw $ra, 28($sp)
  addiu $sp, $sp, 32
  jr $ra
  nop
