# Made by rebuild.py from libgcc.c: do not edit.
#: __muldi3
__muldi3:
  dmult $5, $4
  mflo $2
  jr $ra
  nop
#: __udivdi3
__udivdi3:
  ddivu $zero, $4, $5
  teq $5, $zero, 7
  mflo $2
  jr $ra
  nop
#: __umoddi3
__umoddi3:
  ddivu $zero, $4, $5
  teq $5, $zero, 7
  mfhi $2
  jr $ra
  nop
#: __divdi3
__divdi3:
  ddiv $zero, $4, $5
  teq $5, $zero, 7
  mflo $2
  jr $ra
  nop
#: __moddi3
__moddi3:
  ddiv $zero, $4, $5
  teq $5, $zero, 7
  mfhi $2
  jr $ra
  nop
#: __mulsi3
__mulsi3:
  mul $2, $5, $4
  jr $ra
  nop
#: __divsi3
__divsi3:
  ddiv $zero, $4, $5
  teq $5, $zero, 7
  mflo $24
  sll $2, $24, 0
  jr $ra
  nop
#: __modsi3
__modsi3:
  ddiv $zero, $4, $5
  teq $5, $zero, 7
  mfhi $2
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
  dsrl $24, $4, 32
  sll $5, $24, 0
  beqz $5, .L__clzdi2_1
  nop
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__clzdi2_2:
  srlv $4, $5, $3
  move $24, $3
  movz $24, $zero, $4
  movz $4, $5, $4
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $5, $4
  beqz $6, .L__clzdi2_2
  nop
  subu $2, $2, $4
  j .L__clzdi2_3
  nop
.L__clzdi2_1:
  sll $4, $4, 0
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__clzdi2_4:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__clzdi2_4
  nop
  subu $24, $2, $5
  addiu $2, $24, 32
.L__clzdi2_3:
  sll $2, $2, 0
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
  sll $2, $4, 0
  beqz $2, .L__ctzdi2_1
  nop
  negu $24, $2
  and $4, $24, $2
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
  j .L__ctzdi2_3
  nop
.L__ctzdi2_1:
  dsrl $24, $4, 32
  sll $24, $24, 0
  negu $2, $24
  and $4, $2, $24
  addiu $2, $zero, 32
  addiu $3, $zero, 16
.L__ctzdi2_4:
  srlv $5, $4, $3
  move $24, $3
  movz $24, $zero, $5
  movz $5, $4, $5
  subu $2, $2, $24
  srl $24, $3, 1
  sltiu $6, $3, 2
  move $3, $24
  move $4, $5
  beqz $6, .L__ctzdi2_4
  nop
  subu $24, $5, $2
  addiu $2, $24, 63
.L__ctzdi2_3:
  sll $2, $2, 0
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
  j .L__ffssi2_3
  nop
.L__ffssi2_1:
  addiu $2, $zero, 0
.L__ffssi2_3:
  sll $2, $2, 0
  jr $ra
  nop
#: __ffsdi2
__ffsdi2:
  beqz $4, .L__ffsdi2_1
  nop
  daddiu $sp, $sp, -16
  sd $ra, 8($sp)
  jal __ctzdi2
  nop
  addiu $2, $2, 1
  ld $ra, 8($sp)
  daddiu $sp, $sp, 16
  j .L__ffsdi2_2
  nop
.L__ffsdi2_1:
  addiu $2, $zero, 0
.L__ffsdi2_2:
  sll $2, $2, 0
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
  j .L__clrsbsi2_3
  nop
.L__clrsbsi2_1:
  addiu $2, $zero, 31
.L__clrsbsi2_3:
  sll $2, $2, 0
  jr $ra
  nop
#: __clrsbdi2
__clrsbdi2:
  dsra $24, $4, 63
  xor $4, $24, $4
  beqz $4, .L__clrsbdi2_1
  nop
  daddiu $sp, $sp, -16
  sd $ra, 8($sp)
  jal __clzdi2
  nop
  addiu $2, $2, -1
  ld $ra, 8($sp)
  daddiu $sp, $sp, 16
  j .L__clrsbdi2_2
  nop
.L__clrsbdi2_1:
  addiu $2, $zero, 63
.L__clrsbdi2_2:
  sll $2, $2, 0
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
  lui $2, 3855
  addu $24, $24, $3
  ori $2, $2, 3855
  srl $3, $24, 4
  addu $24, $3, $24
  and $24, $24, $2
  srl $2, $24, 8
  addu $24, $2, $24
  srl $2, $24, 16
  addu $24, $2, $24
  andi $24, $24, 63
  dext $2, $24, 0, 32
  jr $ra
  nop
#: __popcountdi2
__popcountdi2:
  lui $24, 21845
  ori $24, $24, 21845
  sll $2, $4, 0
  srl $3, $2, 1
  and $3, $3, $24
  subu $2, $2, $3
  lui $3, 13107
  ori $3, $3, 13107
  dsrl $5, $4, 33
  sll $5, $5, 0
  and $24, $5, $24
  and $5, $2, $3
  srl $2, $2, 2
  and $2, $2, $3
  dsrl $4, $4, 32
  sll $4, $4, 0
  lui $6, 3855
  ori $6, $6, 3855
  addu $2, $2, $5
  srl $5, $2, 4
  addu $2, $5, $2
  and $2, $2, $6
  subu $24, $4, $24
  srl $4, $2, 8
  and $5, $24, $3
  srl $24, $24, 2
  addu $2, $4, $2
  and $24, $24, $3
  srl $3, $2, 16
  addu $24, $24, $5
  addu $2, $3, $2
  srl $3, $24, 4
  andi $2, $2, 63
  addu $24, $3, $24
  and $24, $24, $6
  srl $3, $24, 8
  addu $24, $3, $24
  srl $3, $24, 16
  addu $24, $3, $24
  andi $24, $24, 63
  addu $24, $24, $2
  dext $2, $24, 0, 32
  jr $ra
  nop
#: __paritysi2
__paritysi2:
  srl $24, $4, 16
  xor $24, $24, $4
  srl $2, $24, 8
  xor $24, $2, $24
  srl $2, $24, 4
  addiu $3, $zero, 27030
  xor $24, $2, $24
  andi $24, $24, 15
  srlv $24, $3, $24
  andi $24, $24, 1
  dext $2, $24, 0, 32
  jr $ra
  nop
#: __paritydi2
__paritydi2:
  dsrl $24, $4, 32
  xor $24, $24, $4
  sll $24, $24, 0
  srl $2, $24, 16
  xor $24, $2, $24
  addiu $2, $zero, 27030
  srl $3, $24, 8
  xor $24, $3, $24
  srl $3, $24, 4
  xor $24, $3, $24
  andi $24, $24, 15
  srlv $24, $2, $24
  andi $24, $24, 1
  dext $2, $24, 0, 32
  jr $ra
  nop
#: __bswapsi2
__bswapsi2:
  wsbh $24, $4
  rotr $24, $24, 16
  sll $2, $24, 0
  jr $ra
  nop
#: __bswapdi2
__bswapdi2:
  dsbh $24, $4
  dshd $2, $24
  jr $ra
  nop
#: __addvsi3
__addvsi3:
  addu $2, $4, $5
  slt $24, $2, $4
  slti $3, $5, 0
  bne $3, $24, .L__addvsi3_1
  nop
  sll $2, $2, 0
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
  sll $2, $2, 0
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
  sll $2, $2, 0
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
  sll $2, $4, 0
  jr $ra
  nop
.L__absvsi2_2:
  break
#: __addvdi3
__addvdi3:
  daddu $2, $4, $5
  slt $24, $2, $4
  slti $3, $5, 0
  bne $3, $24, .L__addvdi3_1
  nop
  jr $ra
  nop
.L__addvdi3_1:
  break
#: __subvdi3
__subvdi3:
  slt $24, $zero, $5
  dsubu $2, $4, $5
  slt $3, $2, $4
  bne $24, $3, .L__subvdi3_1
  nop
  jr $ra
  nop
.L__subvdi3_1:
  break
#: __negvdi2
__negvdi2:
  slt $24, $zero, $4
  dnegu $2, $4
  slti $3, $2, 0
  bne $24, $3, .L__negvdi2_1
  nop
  jr $ra
  nop
.L__negvdi2_1:
  break
#: __absvdi2
__absvdi2:
  bgez $4, .L__absvdi2_1
  nop
  slt $24, $zero, $4
  dnegu $4, $4
  slti $2, $4, 0
  bne $24, $2, .L__absvdi2_2
  nop
.L__absvdi2_1:
  move $2, $4
  jr $ra
  nop
.L__absvdi2_2:
  break
#: __mulvsi3
__mulvsi3:
  dmult $5, $4
  mflo $2
  daddiu $24, $zero, 1
  dsll $3, $24, 31
  daddu $3, $2, $3
  dsll $24, $24, 32
  sltu $24, $3, $24
  beqz $24, .L__mulvsi3_1
  nop
  sll $2, $2, 0
  jr $ra
  nop
.L__mulvsi3_1:
  break
