# Made by rebuild.py from libgcc.c: do not edit.
#: __divide_two_words
__divide_two_words:
  addi sp,sp,-16
  sw s0,8(sp)
  mv s0,a0
  mv a0,a2
  sw s1,4(sp)
  sw s2,0(sp)
  mv s1,a2
  sw ra,12(sp)
  mv s2,a1
  call __clzsi2
  sll a2,s1,a0
  slli a3,a2,16
  srli a4,a2,16
  srli a3,a3,16
  beq a0,zero,.L__divide_two_words_1
  li a5,32
  sub a5,a5,a0
  sll s0,s0,a0
  srl a5,s2,a5
  or s0,a5,s0
.L__divide_two_words_1:
  divu a5,s0,a4
  sll s2,s2,a0
  srli a7,s2,16
  slli s2,s2,16
  srli s2,s2,16
  remu a1,s0,a4
  mul a0,a3,a5
.L__divide_two_words_2:
  srli a6,a5,16
  bne a6,zero,.L__divide_two_words_3
  slli a6,a1,16
  or a6,a6,a7
  bgeu a6,a0,.L__divide_two_words_4
.L__divide_two_words_3:
  add a1,a1,a4
  srli a6,a1,16
  addi a5,a5,-1
  sub a0,a0,a3
  beq a6,zero,.L__divide_two_words_2
.L__divide_two_words_4:
  mul a2,a5,a2
  slli s0,s0,16
  or s0,s0,a7
  sub s0,s0,a2
  divu a0,s0,a4
  remu s0,s0,a4
  mul a2,a3,a0
.L__divide_two_words_5:
  srli a1,a0,16
  bne a1,zero,.L__divide_two_words_6
  slli a1,s0,16
  or a1,a1,s2
  bgeu a1,a2,.L__divide_two_words_7
.L__divide_two_words_6:
  add s0,s0,a4
  srli a1,s0,16
  addi a0,a0,-1
  sub a2,a2,a3
  beq a1,zero,.L__divide_two_words_5
.L__divide_two_words_7:
  lw ra,12(sp)
  lw s0,8(sp)
  slli a5,a5,16
  lw s1,4(sp)
  lw s2,0(sp)
  add a0,a5,a0
  addi sp,sp,16
  jr ra
#: __mulsi3
__mulsi3:
  mul a0,a0,a1
  ret
#: __udivsi3
__udivsi3:
  divu a0,a0,a1
  ret
#: __umodsi3
__umodsi3:
  remu a0,a0,a1
  ret
#: __divsi3
__divsi3:
  div a0,a0,a1
  ret
#: __modsi3
__modsi3:
  rem a0,a0,a1
  ret
#: __muldi3
__muldi3:
  mul a1,a1,a2
  mul a3,a3,a0
  add a3,a3,a1
  mulhu a1,a2,a0
  mul a0,a2,a0
  add a1,a3,a1
  ret
#: __divide_wide
__divide_wide:
  addi sp,sp,-32
  sw s0,24(sp)
  sw s3,12(sp)
  sw s4,8(sp)
  sw ra,28(sp)
  sw s1,20(sp)
  sw s2,16(sp)
  sw s5,4(sp)
  sw s6,0(sp)
  mv s3,a0
  mv s0,a1
  mv s4,a2
  bne a3,zero,.L__divide_wide_1
  bleu a2,a1,.L__divide_wide_2
  bne a1,zero,.L__divide_wide_3
  divu s1,a0,a2
.L__divide_wide_4:
  li s6,0
  j .L__divide_wide_5
.L__divide_wide_3:
  mv a1,a0
  mv a0,s0
  call __divide_two_words
  mv s1,a0
  j .L__divide_wide_4
.L__divide_wide_2:
  mv a1,a0
  remu a0,s0,a2
  call __divide_two_words
  divu s6,s0,s4
  mv s1,a0
.L__divide_wide_5:
  lw ra,28(sp)
  lw s0,24(sp)
  lw s2,16(sp)
  lw s3,12(sp)
  lw s4,8(sp)
  lw s5,4(sp)
  mv a0,s1
  mv a1,s6
  lw s1,20(sp)
  lw s6,0(sp)
  addi sp,sp,32
  jr ra
.L__divide_wide_1:
  mv s5,a3
  bgtu a3,a1,.L__divide_wide_6
  bne a3,a1,.L__divide_wide_7
  bgtu a2,a0,.L__divide_wide_6
.L__divide_wide_7:
  mv a0,s5
  call __clzsi2
  mv a2,a0
  mv s1,a0
  mv a1,s5
  mv a0,s4
  call __ashldi3
  slli a4,s0,31
  srli a5,s3,1
  mv a2,a1
  srli a0,s0,1
  or a1,a4,a5
  call __divide_two_words
  mv a2,s1
  li a1,0
  call __ashldi3
  slli s2,a1,1
  srli a0,a0,31
  or s2,s2,a0
  beq s2,zero,.L__divide_wide_8
  addi s2,s2,-1
.L__divide_wide_8:
  mv a2,s4
  mv a3,s5
  mv a0,s2
  li a1,0
  call __muldi3
  sub a0,s3,a0
  sgtu s3,a0,s3
  sub s0,s0,a1
  sub s0,s0,s3
  mv s1,s2
  li s6,0
  bgtu s5,s0,.L__divide_wide_5
  bne s5,s0,.L__divide_wide_9
  bgtu s4,a0,.L__divide_wide_5
.L__divide_wide_9:
  addi s1,s2,1
  sltu s6,s1,s2
  j .L__divide_wide_5
.L__divide_wide_6:
  li s1,0
  j .L__divide_wide_4
#: __udivdi3
__udivdi3:
  tail __divide_wide
#: __umoddi3
__umoddi3:
  addi sp,sp,-32
  sw ra,28(sp)
  sw s0,24(sp)
  sw s1,20(sp)
  sw s2,16(sp)
  sw s3,12(sp)
  mv s0,a0
  mv s1,a1
  mv s3,a2
  mv s2,a3
  call __divide_wide
  mv a2,s3
  mv a3,s2
  call __muldi3
  sub a0,s0,a0
  sgtu s0,a0,s0
  sub a1,s1,a1
  lw ra,28(sp)
  sub a1,a1,s0
  lw s0,24(sp)
  lw s1,20(sp)
  lw s2,16(sp)
  lw s3,12(sp)
  addi sp,sp,32
  jr ra
#: __udivmoddi4
__udivmoddi4:
  addi sp,sp,-32
  sw s0,24(sp)
  sw s1,20(sp)
  sw s2,16(sp)
  sw s3,12(sp)
  sw s4,8(sp)
  sw s5,4(sp)
  sw s6,0(sp)
  sw ra,28(sp)
  mv s1,a0
  mv s0,a1
  mv s6,a2
  mv s5,a3
  mv s2,a4
  call __divide_wide
  mv s4,a0
  mv s3,a1
  beq s2,zero,.L__udivmoddi4_1
  mv a2,s6
  mv a3,s5
  call __muldi3
  sub a5,s1,a0
  sgtu s1,a5,s1
  sub s0,s0,a1
  sub s0,s0,s1
  sw a5,0(s2)
  sw s0,4(s2)
.L__udivmoddi4_1:
  lw ra,28(sp)
  lw s0,24(sp)
  lw s1,20(sp)
  lw s2,16(sp)
  lw s5,4(sp)
  lw s6,0(sp)
  mv a0,s4
  mv a1,s3
  lw s4,8(sp)
  lw s3,12(sp)
  addi sp,sp,32
  jr ra
#: __divdi3
__divdi3:
  addi sp,sp,-16
  sw s0,8(sp)
  sw s1,4(sp)
  sw ra,12(sp)
  mv s0,a1
  mv s1,a3
  bge a1,zero,.L__divdi3_1
  snez a5,a0
  neg a1,a1
  sub a1,a1,a5
  neg a0,a0
.L__divdi3_1:
  mv a3,s1
  bge s1,zero,.L__divdi3_2
  snez a5,a2
  neg a3,s1
  sub a3,a3,a5
  neg a2,a2
.L__divdi3_2:
  xor s0,s0,s1
  call __divide_wide
  bge s0,zero,.L__divdi3_3
  snez a5,a0
  neg a1,a1
  neg a0,a0
  sub a1,a1,a5
.L__divdi3_3:
  lw ra,12(sp)
  lw s0,8(sp)
  lw s1,4(sp)
  addi sp,sp,16
  jr ra
#: __moddi3
__moddi3:
  addi sp,sp,-32
  sw ra,28(sp)
  sw s0,24(sp)
  sw s1,20(sp)
  sw s2,16(sp)
  sw s3,12(sp)
  mv s0,a0
  mv s1,a1
  mv s3,a2
  mv s2,a3
  call __divdi3
  mv a2,s3
  mv a3,s2
  call __muldi3
  sub a0,s0,a0
  sgtu s0,a0,s0
  sub a1,s1,a1
  lw ra,28(sp)
  sub a1,a1,s0
  lw s0,24(sp)
  lw s1,20(sp)
  lw s2,16(sp)
  lw s3,12(sp)
  addi sp,sp,32
  jr ra
#: __divmoddi4
__divmoddi4:
  addi sp,sp,-32
  sw ra,28(sp)
  sw s0,24(sp)
  sw s1,20(sp)
  sw s2,16(sp)
  sw s3,12(sp)
  sw s4,8(sp)
  sw s5,4(sp)
  sw s6,0(sp)
  mv s2,a4
  mv s1,a0
  mv s6,a2
  mv s5,a3
  mv s0,a1
  call __divdi3
  mv a2,s6
  mv a3,s5
  mv s4,a0
  mv s3,a1
  call __muldi3
  sub a5,s1,a0
  sgtu s1,a5,s1
  sub s0,s0,a1
  sub s0,s0,s1
  sw s0,4(s2)
  lw ra,28(sp)
  lw s0,24(sp)
  sw a5,0(s2)
  lw s1,20(sp)
  lw s2,16(sp)
  lw s5,4(sp)
  lw s6,0(sp)
  mv a0,s4
  mv a1,s3
  lw s4,8(sp)
  lw s3,12(sp)
  addi sp,sp,32
  jr ra
#: __ashldi3
__ashldi3:
  beq a2,zero,.L__ashldi3_1
  li a5,31
  ble a2,a5,.L__ashldi3_2
  addi a2,a2,-32
  sll a1,a0,a2
  li a0,0
  ret
.L__ashldi3_2:
  li a5,32
  sub a5,a5,a2
  srl a5,a0,a5
  sll a1,a1,a2
  sll a0,a0,a2
  or a1,a1,a5
.L__ashldi3_1:
  ret
#: __lshrdi3
__lshrdi3:
  beq a2,zero,.L__lshrdi3_1
  li a5,31
  ble a2,a5,.L__lshrdi3_2
  addi a2,a2,-32
  srl a0,a1,a2
  li a1,0
  ret
.L__lshrdi3_2:
  li a5,32
  sub a5,a5,a2
  sll a5,a1,a5
  srl a0,a0,a2
  or a0,a5,a0
  srl a1,a1,a2
.L__lshrdi3_1:
  ret
#: __ashrdi3
__ashrdi3:
  beq a2,zero,.L__ashrdi3_1
  li a5,31
  ble a2,a5,.L__ashrdi3_2
  addi a2,a2,-32
  sra a0,a1,a2
  srai a1,a1,31
  ret
.L__ashrdi3_2:
  li a5,32
  sub a5,a5,a2
  sll a5,a1,a5
  srl a0,a0,a2
  or a0,a5,a0
  sra a1,a1,a2
.L__ashrdi3_1:
  ret
#: __negdi2
__negdi2:
  snez a5,a0
  neg a1,a1
  neg a0,a0
  sub a1,a1,a5
  ret
#: __cmpdi2
__cmpdi2:
  li a5,1
  bgt a1,a3,.L__cmpdi2_1
  bne a1,a3,.L__cmpdi2_2
  bgtu a0,a2,.L__cmpdi2_1
.L__cmpdi2_2:
  li a5,0
.L__cmpdi2_1:
  li a4,1
  bgt a3,a1,.L__cmpdi2_3
  bne a3,a1,.L__cmpdi2_4
  bgtu a2,a0,.L__cmpdi2_3
.L__cmpdi2_4:
  li a4,0
.L__cmpdi2_3:
  sub a0,a5,a4
  addi a0,a0,1
  ret
#: __ucmpdi2
__ucmpdi2:
  li a5,1
  bgtu a1,a3,.L__ucmpdi2_1
  bne a1,a3,.L__ucmpdi2_2
  bgtu a0,a2,.L__ucmpdi2_1
.L__ucmpdi2_2:
  li a5,0
.L__ucmpdi2_1:
  li a4,1
  bgtu a3,a1,.L__ucmpdi2_3
  bne a3,a1,.L__ucmpdi2_4
  bgtu a2,a0,.L__ucmpdi2_3
.L__ucmpdi2_4:
  li a4,0
.L__ucmpdi2_3:
  sub a0,a5,a4
  addi a0,a0,1
  ret
#: __clzsi2
__clzsi2:
  li a3,5
  li a5,16
  li a4,32
.L__clzsi2_1:
  srl a2,a0,a5
  beq a2,zero,.L__clzsi2_2
  sub a4,a4,a5
  mv a0,a2
.L__clzsi2_2:
  addi a3,a3,-1
  srai a5,a5,1
  bne a3,zero,.L__clzsi2_1
  sub a0,a4,a0
  ret
#: __clzdi2
__clzdi2:
  beq a1,zero,.L__clzdi2_1
  mv a0,a1
  tail __clzsi2
.L__clzdi2_1:
  addi sp,sp,-16
  sw ra,12(sp)
  call __clzsi2
  lw ra,12(sp)
  addi a0,a0,32
  addi sp,sp,16
  jr ra
#: __ctzsi2
__ctzsi2:
  neg a5,a0
  addi sp,sp,-16
  and a0,a5,a0
  sw ra,12(sp)
  call __clzsi2
  lw ra,12(sp)
  li a5,31
  sub a0,a5,a0
  addi sp,sp,16
  jr ra
#: __ctzdi2
__ctzdi2:
  beq a0,zero,.L__ctzdi2_1
  tail __ctzsi2
.L__ctzdi2_1:
  addi sp,sp,-16
  mv a0,a1
  sw ra,12(sp)
  call __ctzsi2
  lw ra,12(sp)
  addi a0,a0,32
  addi sp,sp,16
  jr ra
#: __ffssi2
__ffssi2:
  beq a0,zero,.L__ffssi2_1
  addi sp,sp,-16
  sw ra,12(sp)
  call __ctzsi2
  lw ra,12(sp)
  addi a0,a0,1
  addi sp,sp,16
  jr ra
.L__ffssi2_1:
  li a0,0
  ret
#: __ffsdi2
__ffsdi2:
  or a5,a0,a1
  beq a5,zero,.L__ffsdi2_1
  addi sp,sp,-16
  sw ra,12(sp)
  call __ctzdi2
  lw ra,12(sp)
  addi a0,a0,1
  addi sp,sp,16
  jr ra
.L__ffsdi2_1:
  li a0,0
  ret
#: __clrsbsi2
__clrsbsi2:
  mv a5,a0
  srai a4,a0,31
  xor a0,a4,a0
  beq a4,a5,.L__clrsbsi2_1
  addi sp,sp,-16
  sw ra,12(sp)
  call __clzsi2
  lw ra,12(sp)
  addi a0,a0,-1
  addi sp,sp,16
  jr ra
.L__clrsbsi2_1:
  li a0,31
  ret
#: __clrsbdi2
__clrsbdi2:
  srai a5,a1,31
  xor a0,a5,a0
  xor a1,a5,a1
  or a5,a0,a1
  beq a5,zero,.L__clrsbdi2_1
  addi sp,sp,-16
  sw ra,12(sp)
  call __clzdi2
  lw ra,12(sp)
  addi a0,a0,-1
  addi sp,sp,16
  jr ra
.L__clrsbdi2_1:
  li a0,63
  ret
#: __popcountsi2
__popcountsi2:
  li a4,1431654400
  srli a5,a0,1
  addi a4,a4,1365
  and a5,a5,a4
  sub a0,a0,a5
  li a5,858992640
  addi a5,a5,819
  and a4,a0,a5
  srli a0,a0,2
  and a0,a0,a5
  add a4,a4,a0
  srli a5,a4,4
  add a5,a5,a4
  li a4,252645376
  addi a4,a4,-241
  and a5,a5,a4
  srli a4,a5,8
  add a5,a4,a5
  srli a0,a5,16
  add a0,a0,a5
  andi a0,a0,63
  ret
#: __popcountdi2
__popcountdi2:
  addi sp,sp,-16
  sw ra,12(sp)
  sw s0,8(sp)
  sw s1,4(sp)
  mv s1,a1
  call __popcountsi2
  mv s0,a0
  mv a0,s1
  call __popcountsi2
  lw ra,12(sp)
  add a0,s0,a0
  lw s0,8(sp)
  lw s1,4(sp)
  addi sp,sp,16
  jr ra
#: __paritysi2
__paritysi2:
  srli a5,a0,16
  xor a5,a5,a0
  srli a0,a5,8
  xor a0,a0,a5
  srli a5,a0,4
  xor a5,a5,a0
  li a0,28672
  andi a5,a5,15
  addi a0,a0,-1642
  sra a0,a0,a5
  andi a0,a0,1
  ret
#: __paritydi2
__paritydi2:
  xor a0,a1,a0
  tail __paritysi2
#: __bswapsi2
__bswapsi2:
  slli a4,a0,24
  srli a5,a0,24
  li a3,65536
  or a5,a5,a4
  addi a3,a3,-256
  srli a4,a0,8
  and a4,a4,a3
  or a5,a5,a4
  slli a0,a0,8
  li a4,16711680
  and a0,a0,a4
  or a0,a5,a0
  ret
#: __bswapdi2
__bswapdi2:
  addi sp,sp,-16
  sw ra,12(sp)
  sw s0,8(sp)
  sw s1,4(sp)
  mv s1,a1
  call __bswapsi2
  mv s0,a0
  mv a0,s1
  call __bswapsi2
  lw ra,12(sp)
  mv a1,s0
  lw s0,8(sp)
  lw s1,4(sp)
  addi sp,sp,16
  jr ra
#: __addvsi3
__addvsi3:
  mv a5,a0
  add a0,a0,a1
  slt a5,a0,a5
  slti a1,a1,0
  beq a1,a5,.L__addvsi3_1
  ebreak
.L__addvsi3_1:
  ret
#: __subvsi3
__subvsi3:
  mv a5,a0
  sub a0,a0,a1
  slt a5,a5,a0
  slti a1,a1,0
  beq a1,a5,.L__subvsi3_1
  ebreak
.L__subvsi3_1:
  ret
#: __negvsi2
__negvsi2:
  mv a5,a0
  li a4,-2147483648
  neg a0,a0
  bne a5,a4,.L__negvsi2_1
  ebreak
.L__negvsi2_1:
  ret
#: __absvsi2
__absvsi2:
  bge a0,zero,.L__absvsi2_1
  li a5,-2147483648
  sub a5,a0,a5
  neg a0,a0
  bne a5,zero,.L__absvsi2_1
  ebreak
.L__absvsi2_1:
  ret
#: __addvdi3
__addvdi3:
  mv a4,a0
  add a0,a0,a2
  mv a5,a1
  sltu a4,a0,a4
  add a1,a1,a3
  xor a5,a5,a3
  add a1,a4,a1
  xor a3,a1,a3
  not a5,a5
  and a3,a3,a5
  bge a3,zero,.L__addvdi3_1
  ebreak
.L__addvdi3_1:
  ret
#: __subvdi3
__subvdi3:
  mv a4,a0
  sub a0,a0,a2
  mv a5,a1
  sgtu a4,a0,a4
  sub a1,a1,a3
  sub a1,a1,a4
  xor a5,a5,a3
  xor a3,a1,a3
  not a3,a3
  and a5,a5,a3
  bge a5,zero,.L__subvdi3_1
  ebreak
.L__subvdi3_1:
  ret
#: __negvdi2
__negvdi2:
  mv a5,a0
  mv a4,a1
  snez a2,a5
  neg a1,a1
  li a3,0
  neg a0,a0
  sub a1,a1,a2
  bne a5,zero,.L__negvdi2_1
  li a5,-2147483648
  bne a4,a5,.L__negvdi2_1
  li a3,1
.L__negvdi2_1:
  beq a3,zero,.L__negvdi2_2
  ebreak
.L__negvdi2_2:
  ret
#: __absvdi2
__absvdi2:
  bge a1,zero,.L__absvdi2_1
  snez a2,a0
  neg a5,a1
  li a4,0
  neg a3,a0
  sub a5,a5,a2
  bne a0,zero,.L__absvdi2_2
  li a2,-2147483648
  bne a1,a2,.L__absvdi2_2
  li a4,1
.L__absvdi2_2:
  mv a0,a3
  mv a1,a5
  beq a4,zero,.L__absvdi2_1
  ebreak
.L__absvdi2_1:
  ret
#: __mulvsi3
__mulvsi3:
  mv a5,a0
  mul a0,a0,a1
  mulh a5,a5,a1
  srai a4,a0,31
  beq a4,a5,.L__mulvsi3_1
  ebreak
.L__mulvsi3_1:
  ret
#: __addsf3
__addsf3:
  li a4,-2147483648
  xori a4,a4,-1
  addi sp,sp,-16
  and a5,a0,a4
  li a3,2139095040
  sw s0,8(sp)
  and a4,a1,a4
  mv s0,a1
  sw ra,12(sp)
  sw s1,4(sp)
  sw s2,0(sp)
  addi a1,a5,-1
  addi a2,a3,-2
  bgtu a1,a2,.L__addsf3_1
  addi a1,a4,-1
  bleu a1,a2,.L__addsf3_2
  bgtu a4,a3,.L__addsf3_3
  bne a4,a3,.L__addsf3_4
.L__addsf3_5:
  lw ra,12(sp)
  mv a0,s0
  lw s0,8(sp)
  lw s1,4(sp)
  lw s2,0(sp)
  addi sp,sp,16
  jr ra
.L__addsf3_1:
  bleu a5,a3,.L__addsf3_6
  li s0,4194304
  or s0,a0,s0
  j .L__addsf3_5
.L__addsf3_6:
  bleu a4,a3,.L__addsf3_7
.L__addsf3_3:
  li a5,4194304
  or s0,s0,a5
  j .L__addsf3_5
.L__addsf3_7:
  bne a5,a3,.L__addsf3_8
  bne a4,a5,.L__addsf3_4
  beq a0,s0,.L__addsf3_5
  li s0,2143289344
  j .L__addsf3_5
.L__addsf3_8:
  beq a4,a3,.L__addsf3_5
  bne a4,zero,.L__addsf3_5
  and s0,s0,a0
  j .L__addsf3_5
.L__addsf3_2:
  bgeu a5,a4,.L__addsf3_9
  mv a3,a5
  mv a5,a4
  mv a4,a3
  mv a3,a0
  mv a0,s0
  mv s0,a3
.L__addsf3_9:
  li a3,8388608
  addi a6,a3,-1
  srli a1,a5,23
  srli a2,a4,23
  and a5,a5,a6
  and a4,a4,a6
  li s2,1
  beq a1,zero,.L__addsf3_10
  mv s2,a1
  or a5,a5,a3
.L__addsf3_10:
  li a3,1
  beq a2,zero,.L__addsf3_11
  mv a3,a2
  li a2,8388608
  or a4,a4,a2
.L__addsf3_11:
  li s1,-2147483648
  and s1,a0,s1
  slli a5,a5,3
  slli a4,a4,3
  sub a2,s2,a3
  xor a0,a0,s0
  beq s2,a3,.L__addsf3_12
  li a3,31
  ble a2,a3,.L__addsf3_13
  addi a1,a5,1
  bge a0,zero,.L__addsf3_14
  li a4,1
  j .L__addsf3_15
.L__addsf3_13:
  li a3,32
  sub a3,a3,a2
  sll a3,a4,a3
  snez a3,a3
  srl a4,a4,a2
  or a4,a3,a4
.L__addsf3_12:
  bge a0,zero,.L__addsf3_16
.L__addsf3_15:
  sub s0,a5,a4
  beq a5,a4,.L__addsf3_5
  mv a0,s0
  call __clzsi2
  addi a0,a0,-5
  bgt s2,a0,.L__addsf3_17
  addi a0,s2,-1
.L__addsf3_17:
  sll a1,s0,a0
  sub s2,s2,a0
.L__addsf3_14:
  li a5,254
  li s0,2139095040
  bgt s2,a5,.L__addsf3_18
  addi a5,s2,-1
  andi a3,a1,7
  slli a5,a5,23
  srli a1,a1,3
  li a4,4
  add a5,a5,a1
  li s0,1
  bgtu a3,a4,.L__addsf3_19
  li s0,0
  bne a3,a4,.L__addsf3_19
  andi s0,a1,1
.L__addsf3_19:
  add s0,s0,a5
.L__addsf3_18:
  or s0,s0,s1
  j .L__addsf3_5
.L__addsf3_16:
  add a1,a4,a5
  srli a5,a1,27
  beq a5,zero,.L__addsf3_14
  srli a5,a1,1
  andi a1,a1,1
  or a1,a5,a1
  addi s2,s2,1
  j .L__addsf3_14
.L__addsf3_4:
  mv s0,a0
  j .L__addsf3_5
#: __subsf3
__subsf3:
  li a5,-2147483648
  xor a1,a1,a5
  tail __addsf3
#: __negsf2
__negsf2:
  li a5,-2147483648
  xor a0,a0,a5
  ret
#: __mulsf3
__mulsf3:
  addi sp,sp,-32
  li a5,-2147483648
  sw s0,24(sp)
  sw s1,20(sp)
  xori s0,a5,-1
  xor s1,a0,a1
  sw s2,16(sp)
  and s1,s1,a5
  and s2,a0,s0
  li a5,2139095040
  sw s3,12(sp)
  sw ra,28(sp)
  sw s4,8(sp)
  addi a3,s2,-1
  addi a4,a5,-2
  mv s3,a1
  and s0,a1,s0
  bgtu a3,a4,.L__mulsf3_1
  addi a3,s0,-1
  bleu a3,a4,.L__mulsf3_2
  bleu s0,a5,.L__mulsf3_3
.L__mulsf3_4:
  li s1,4194304
  or s1,s3,s1
  j .L__mulsf3_5
.L__mulsf3_1:
  bleu s2,a5,.L__mulsf3_6
  li s1,4194304
  or s1,a0,s1
.L__mulsf3_5:
  lw ra,28(sp)
  lw s0,24(sp)
  lw s2,16(sp)
  lw s3,12(sp)
  lw s4,8(sp)
  mv a0,s1
  lw s1,20(sp)
  addi sp,sp,32
  jr ra
.L__mulsf3_6:
  bgtu s0,a5,.L__mulsf3_4
  beq s2,a5,.L__mulsf3_7
  bne s0,a5,.L__mulsf3_5
.L__mulsf3_8:
  li s1,2143289344
  j .L__mulsf3_5
.L__mulsf3_7:
  beq s0,zero,.L__mulsf3_8
.L__mulsf3_9:
  li a5,2139095040
  or s1,s1,a5
  j .L__mulsf3_5
.L__mulsf3_2:
  srli s4,s2,23
  beq s4,zero,.L__mulsf3_10
  li s2,8388608
  addi a5,s2,-1
  and a0,a0,a5
  or s2,a0,s2
.L__mulsf3_11:
  srli a5,s0,23
  slli s2,s2,8
  beq a5,zero,.L__mulsf3_12
  li s0,8388608
  addi a4,s0,-1
  and s3,s3,a4
  or s0,s3,s0
.L__mulsf3_13:
  slli s0,s0,8
  mulhu a3,s0,s2
  addi a5,a5,-126
  add a5,a5,s4
  mul s0,s0,s2
  blt a3,zero,.L__mulsf3_14
  srli a4,s0,31
  slli a3,a3,1
  or a3,a3,a4
  slli s0,s0,1
  addi a5,a5,-1
.L__mulsf3_14:
  andi a4,a3,31
  or a4,a4,s0
  snez a4,a4
  srli a3,a3,5
  or a4,a4,a3
  bgt a5,zero,.L__mulsf3_15
  li a3,1
  sub a3,a3,a5
  li a2,31
  bgt a3,a2,.L__mulsf3_16
  addi a5,a5,31
  sll a5,a4,a5
  snez a5,a5
  srl a4,a4,a3
  or a4,a5,a4
  li a5,1
.L__mulsf3_17:
  addi a5,a5,-1
  andi a1,a4,7
  slli a5,a5,23
  srli a4,a4,3
  li a2,4
  add a5,a5,a4
  li a3,1
  bgtu a1,a2,.L__mulsf3_18
  li a3,0
  bne a1,a2,.L__mulsf3_18
  andi a3,a4,1
.L__mulsf3_18:
  add a3,a3,a5
  or s1,s1,a3
  j .L__mulsf3_5
.L__mulsf3_10:
  mv a0,s2
  call __clzsi2
  addi a0,a0,-8
  li s4,1
  sub s4,s4,a0
  sll s2,s2,a0
  j .L__mulsf3_11
.L__mulsf3_12:
  mv a0,s0
  call __clzsi2
  addi a0,a0,-8
  li a5,1
  sub a5,a5,a0
  sll s0,s0,a0
  j .L__mulsf3_13
.L__mulsf3_15:
  li a3,254
  ble a5,a3,.L__mulsf3_17
  j .L__mulsf3_9
.L__mulsf3_16:
  li a5,0
  li a3,0
  j .L__mulsf3_18
.L__mulsf3_3:
  bne s0,a5,.L__mulsf3_5
  j .L__mulsf3_9
#: __divsf3
__divsf3:
  addi sp,sp,-32
  li a5,-2147483648
  sw s2,16(sp)
  sw s3,12(sp)
  xori s2,a5,-1
  xor s3,a0,a1
  sw s0,24(sp)
  and s3,s3,a5
  and s0,a0,s2
  li a5,2139095040
  sw s4,8(sp)
  sw ra,28(sp)
  sw s1,20(sp)
  addi a3,s0,-1
  addi a4,a5,-2
  mv s4,a1
  and s2,a1,s2
  bgtu a3,a4,.L__divsf3_1
  addi a3,s2,-1
  bleu a3,a4,.L__divsf3_2
  bleu s2,a5,.L__divsf3_3
.L__divsf3_4:
  li s3,4194304
  or s3,s4,s3
  j .L__divsf3_5
.L__divsf3_1:
  bleu s0,a5,.L__divsf3_6
  li s3,4194304
  or s3,a0,s3
.L__divsf3_5:
  lw ra,28(sp)
  lw s0,24(sp)
  lw s1,20(sp)
  lw s2,16(sp)
  lw s4,8(sp)
  mv a0,s3
  lw s3,12(sp)
  addi sp,sp,32
  jr ra
.L__divsf3_6:
  bgtu s2,a5,.L__divsf3_4
  bne s0,a5,.L__divsf3_7
  or s3,s3,s0
  bne s2,s0,.L__divsf3_5
.L__divsf3_8:
  li s3,2143289344
  j .L__divsf3_5
.L__divsf3_7:
  beq s2,a5,.L__divsf3_5
  beq s2,zero,.L__divsf3_8
  j .L__divsf3_5
.L__divsf3_2:
  srli s1,s0,23
  beq s1,zero,.L__divsf3_9
  li s0,8388608
  addi a5,s0,-1
  and a0,a0,a5
  or s0,a0,s0
.L__divsf3_10:
  srli a5,s2,23
  beq a5,zero,.L__divsf3_11
  li s2,8388608
  addi a4,s2,-1
  and s4,s4,a4
  or s2,s4,s2
.L__divsf3_12:
  sub a5,s1,a5
  addi a5,a5,127
  bleu s2,s0,.L__divsf3_13
  slli s0,s0,1
  addi a5,a5,-1
.L__divsf3_13:
  li a3,27
  li a4,0
.L__divsf3_14:
  slli a4,a4,1
  bgtu s2,s0,.L__divsf3_15
  sub s0,s0,s2
  ori a4,a4,1
.L__divsf3_15:
  addi a3,a3,-1
  slli s0,s0,1
  bne a3,zero,.L__divsf3_14
  snez s0,s0
  or s0,s0,a4
  bgt a5,zero,.L__divsf3_16
  li a2,1
  sub a2,a2,a5
  li a1,31
  li a4,0
  bgt a2,a1,.L__divsf3_17
  addi a5,a5,31
  sll a5,s0,a5
  snez a5,a5
  srl s0,s0,a2
  or s0,a5,s0
  li a5,1
.L__divsf3_18:
  addi a5,a5,-1
  slli a5,a5,23
  andi a2,s0,7
  srli s0,s0,3
  add a3,a5,s0
  li a5,4
  li a4,1
  bgtu a2,a5,.L__divsf3_17
  li a4,0
  bne a2,a5,.L__divsf3_17
  andi a4,s0,1
.L__divsf3_17:
  add a4,a4,a3
  or s3,s3,a4
  j .L__divsf3_5
.L__divsf3_9:
  mv a0,s0
  call __clzsi2
  addi a0,a0,-8
  li s1,1
  sub s1,s1,a0
  sll s0,s0,a0
  j .L__divsf3_10
.L__divsf3_11:
  mv a0,s2
  call __clzsi2
  addi a0,a0,-8
  li a5,1
  sub a5,a5,a0
  sll s2,s2,a0
  j .L__divsf3_12
.L__divsf3_16:
  li a4,254
  ble a5,a4,.L__divsf3_18
  li a5,2139095040
.L__divsf3_19:
  or s3,s3,a5
  j .L__divsf3_5
.L__divsf3_3:
  bne s2,a5,.L__divsf3_19
  j .L__divsf3_5
#: __eqsf2
__eqsf2:
  li a4,-2147483648
  xori a4,a4,-1
  and a3,a0,a4
  li a2,2139095040
  mv a5,a0
  bgtu a3,a2,.L__eqsf2_1
  and a3,a1,a4
  li a0,1
  bgtu a3,a2,.L__eqsf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__eqsf2_2
  beq a5,a1,.L__eqsf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__eqsf2_3
  bleu a5,a1,.L__eqsf2_2
.L__eqsf2_4:
  li a0,-1
  ret
.L__eqsf2_3:
  blt a5,a1,.L__eqsf2_4
.L__eqsf2_2:
  ret
.L__eqsf2_1:
  li a0,1
  j .L__eqsf2_2
#: __nesf2
__nesf2:
  li a4,-2147483648
  xori a4,a4,-1
  and a3,a0,a4
  li a2,2139095040
  mv a5,a0
  bgtu a3,a2,.L__nesf2_1
  and a3,a1,a4
  li a0,1
  bgtu a3,a2,.L__nesf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__nesf2_2
  beq a5,a1,.L__nesf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__nesf2_3
  bleu a5,a1,.L__nesf2_2
.L__nesf2_4:
  li a0,-1
  ret
.L__nesf2_3:
  blt a5,a1,.L__nesf2_4
.L__nesf2_2:
  ret
.L__nesf2_1:
  li a0,1
  j .L__nesf2_2
#: __ltsf2
__ltsf2:
  li a4,-2147483648
  xori a4,a4,-1
  and a3,a0,a4
  li a2,2139095040
  mv a5,a0
  bgtu a3,a2,.L__ltsf2_1
  and a3,a1,a4
  li a0,1
  bgtu a3,a2,.L__ltsf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__ltsf2_2
  beq a5,a1,.L__ltsf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__ltsf2_3
  bleu a5,a1,.L__ltsf2_2
.L__ltsf2_4:
  li a0,-1
  ret
.L__ltsf2_3:
  blt a5,a1,.L__ltsf2_4
.L__ltsf2_2:
  ret
.L__ltsf2_1:
  li a0,1
  j .L__ltsf2_2
#: __lesf2
__lesf2:
  li a4,-2147483648
  xori a4,a4,-1
  and a3,a0,a4
  li a2,2139095040
  mv a5,a0
  bgtu a3,a2,.L__lesf2_1
  and a3,a1,a4
  li a0,1
  bgtu a3,a2,.L__lesf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__lesf2_2
  beq a5,a1,.L__lesf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__lesf2_3
  bleu a5,a1,.L__lesf2_2
.L__lesf2_4:
  li a0,-1
  ret
.L__lesf2_3:
  blt a5,a1,.L__lesf2_4
.L__lesf2_2:
  ret
.L__lesf2_1:
  li a0,1
  j .L__lesf2_2
#: __gtsf2
__gtsf2:
  li a4,-2147483648
  xori a4,a4,-1
  and a3,a0,a4
  li a2,2139095040
  mv a5,a0
  bgtu a3,a2,.L__gtsf2_1
  and a3,a1,a4
  li a0,-1
  bgtu a3,a2,.L__gtsf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__gtsf2_2
  beq a5,a1,.L__gtsf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__gtsf2_3
  bleu a5,a1,.L__gtsf2_2
.L__gtsf2_1:
  li a0,-1
  j .L__gtsf2_2
.L__gtsf2_3:
  blt a5,a1,.L__gtsf2_1
.L__gtsf2_2:
  ret
#: __gesf2
__gesf2:
  li a4,-2147483648
  xori a4,a4,-1
  and a3,a0,a4
  li a2,2139095040
  mv a5,a0
  bgtu a3,a2,.L__gesf2_1
  and a3,a1,a4
  li a0,-1
  bgtu a3,a2,.L__gesf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__gesf2_2
  beq a5,a1,.L__gesf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__gesf2_3
  bleu a5,a1,.L__gesf2_2
.L__gesf2_1:
  li a0,-1
  j .L__gesf2_2
.L__gesf2_3:
  blt a5,a1,.L__gesf2_1
.L__gesf2_2:
  ret
#: __unordsf2
__unordsf2:
  li a4,-2147483648
  xori a4,a4,-1
  and a0,a0,a4
  li a5,2139095040
  bgtu a0,a5,.L__unordsf2_1
  and a0,a1,a4
  addi a5,a5,1
  sltu a0,a0,a5
  xori a0,a0,1
  ret
.L__unordsf2_1:
  li a0,1
  ret
#: __fixsfdi
__fixsfdi:
  srli a2,a0,23
  andi a2,a2,255
  addi a4,a2,-127
  blt a4,zero,.L__fixsfdi_1
  addi sp,sp,-16
  sw s0,8(sp)
  sw ra,12(sp)
  li a5,62
  mv s0,a0
  ble a4,a5,.L__fixsfdi_2
  blt a0,zero,.L__fixsfdi_3
  li a1,-2147483648
  li a0,-1
  xori a1,a1,-1
.L__fixsfdi_4:
  lw ra,12(sp)
  lw s0,8(sp)
  addi sp,sp,16
  jr ra
.L__fixsfdi_2:
  li a5,8388608
  addi a0,a5,-1
  and a0,s0,a0
  or a0,a0,a5
  li a5,23
  bgt a4,a5,.L__fixsfdi_5
  sub a5,a5,a4
  srl a0,a0,a5
  li a1,0
.L__fixsfdi_6:
  bge s0,zero,.L__fixsfdi_4
  snez a5,a0
  neg a1,a1
  neg a0,a0
  sub a1,a1,a5
  j .L__fixsfdi_4
.L__fixsfdi_5:
  addi a2,a2,-150
  li a1,0
  call __ashldi3
  j .L__fixsfdi_6
.L__fixsfdi_1:
  li a0,0
  li a1,0
  ret
.L__fixsfdi_3:
  li a0,0
  li a1,-2147483648
  j .L__fixsfdi_4
#: __fixunssfdi
__fixunssfdi:
  srli a2,a0,23
  andi a2,a2,255
  addi a4,a2,-127
  blt a4,zero,.L__fixunssfdi_1
  blt a0,zero,.L__fixunssfdi_1
  li a5,63
  bgt a4,a5,.L__fixunssfdi_2
  li a5,8388608
  addi a3,a5,-1
  and a0,a0,a3
  or a0,a0,a5
  li a5,23
  bgt a4,a5,.L__fixunssfdi_3
  sub a5,a5,a4
  srl a0,a0,a5
.L__fixunssfdi_4:
  li a1,0
  ret
.L__fixunssfdi_3:
  addi sp,sp,-16
  addi a2,a2,-150
  li a1,0
  sw ra,12(sp)
  call __ashldi3
  lw ra,12(sp)
  addi sp,sp,16
  jr ra
.L__fixunssfdi_1:
  li a0,0
  j .L__fixunssfdi_4
.L__fixunssfdi_2:
  li a0,-1
  li a1,-1
  ret
#: __floatdisf
__floatdisf:
  addi sp,sp,-48
  sw s0,40(sp)
  sw s3,28(sp)
  sw ra,44(sp)
  sw s1,36(sp)
  sw s2,32(sp)
  sw s4,24(sp)
  sw s5,20(sp)
  sw s6,16(sp)
  sw s7,12(sp)
  mv s3,a1
  mv s0,a0
  bge a1,zero,.L__floatdisf_1
  snez a5,a0
  neg s2,a1
  sub s2,s2,a5
  neg s0,a0
.L__floatdisf_2:
  mv a0,s0
  mv a1,s2
  call __clzdi2
  li a5,63
  sub a5,a5,a0
  li a4,23
  mv s4,a0
  bgt a5,a4,.L__floatdisf_3
  addi a5,a0,-40
  sll s0,s0,a5
.L__floatdisf_4:
  li a0,189
  sub a0,a0,s4
  slli a0,a0,23
  li a5,-2147483648
  add a0,a0,s0
  and a5,a5,s3
  or a0,a0,a5
  j .L__floatdisf_5
.L__floatdisf_1:
  or a5,a0,a1
  mv s2,a1
  li a0,0
  bne a5,zero,.L__floatdisf_2
.L__floatdisf_5:
  lw ra,44(sp)
  lw s0,40(sp)
  lw s1,36(sp)
  lw s2,32(sp)
  lw s3,28(sp)
  lw s4,24(sp)
  lw s5,20(sp)
  lw s6,16(sp)
  lw s7,12(sp)
  addi sp,sp,48
  jr ra
.L__floatdisf_3:
  li a2,39
  sub a2,a2,a0
  li a1,0
  li a0,1
  call __ashldi3
  srli a5,a0,31
  slli s1,a1,1
  or s1,a5,s1
  slli a5,a0,1
  addi s5,a5,-1
  seqz a5,a5
  sub s1,s1,a5
  li a2,40
  mv s6,a1
  mv s7,a0
  and s1,s1,s2
  sub a2,a2,s4
  mv a0,s0
  mv a1,s2
  and s5,s5,s0
  call __lshrdi3
  bgtu s1,s6,.L__floatdisf_6
  bne s1,s6,.L__floatdisf_7
  bgtu s5,s7,.L__floatdisf_6
.L__floatdisf_7:
  bne s7,s5,.L__floatdisf_8
  andi s0,a0,1
  beq s6,s1,.L__floatdisf_9
.L__floatdisf_8:
  li s0,0
  j .L__floatdisf_9
.L__floatdisf_6:
  li s0,1
.L__floatdisf_9:
  add s0,s0,a0
  j .L__floatdisf_4
#: __floatundisf
__floatundisf:
  or a5,a0,a1
  beq a5,zero,.L__floatundisf_1
  addi sp,sp,-32
  sw s1,20(sp)
  sw s2,16(sp)
  sw s3,12(sp)
  sw ra,28(sp)
  sw s0,24(sp)
  sw s4,8(sp)
  sw s5,4(sp)
  sw s6,0(sp)
  mv s1,a0
  mv s3,a1
  call __clzdi2
  li a5,63
  sub a5,a5,a0
  li a4,23
  mv s2,a0
  bgt a5,a4,.L__floatundisf_2
  addi a5,a0,-40
  sll s1,s1,a5
.L__floatundisf_3:
  lw ra,28(sp)
  lw s0,24(sp)
  li a0,189
  sub a0,a0,s2
  slli a0,a0,23
  lw s2,16(sp)
  lw s3,12(sp)
  lw s4,8(sp)
  lw s5,4(sp)
  lw s6,0(sp)
  add a0,a0,s1
  lw s1,20(sp)
  addi sp,sp,32
  jr ra
.L__floatundisf_2:
  li a2,39
  sub a2,a2,a0
  li a1,0
  li a0,1
  call __ashldi3
  srli a5,a0,31
  slli s0,a1,1
  or s0,a5,s0
  slli a5,a0,1
  addi s4,a5,-1
  seqz a5,a5
  sub s0,s0,a5
  li a2,40
  mv s5,a1
  mv s6,a0
  and s0,s0,s3
  sub a2,a2,s2
  mv a0,s1
  mv a1,s3
  and s4,s4,s1
  call __lshrdi3
  bgtu s0,s5,.L__floatundisf_4
  bne s0,s5,.L__floatundisf_5
  bgtu s4,s6,.L__floatundisf_4
.L__floatundisf_5:
  bne s6,s4,.L__floatundisf_6
  andi s1,a0,1
  beq s5,s0,.L__floatundisf_7
.L__floatundisf_6:
  li s1,0
  j .L__floatundisf_7
.L__floatundisf_4:
  li s1,1
.L__floatundisf_7:
  add s1,s1,a0
  j .L__floatundisf_3
.L__floatundisf_1:
  li a0,0
  ret
#: __fixsfsi
__fixsfsi:
  srli a3,a0,23
  andi a3,a3,255
  addi a2,a3,-127
  mv a4,a0
  blt a2,zero,.L__fixsfsi_1
  li a5,30
  ble a2,a5,.L__fixsfsi_2
  li a0,-2147483648
  blt a4,zero,.L__fixsfsi_3
  xori a0,a0,-1
  ret
.L__fixsfsi_2:
  li a1,8388608
  addi a5,a1,-1
  and a5,a0,a5
  or a0,a5,a1
  li a5,23
  bgt a2,a5,.L__fixsfsi_4
  sub a5,a5,a2
  srl a0,a0,a5
.L__fixsfsi_5:
  bge a4,zero,.L__fixsfsi_3
  neg a0,a0
  ret
.L__fixsfsi_4:
  addi a3,a3,-150
  sll a0,a0,a3
  j .L__fixsfsi_5
.L__fixsfsi_1:
  li a0,0
.L__fixsfsi_3:
  ret
#: __fixunssfsi
__fixunssfsi:
  srli a3,a0,23
  andi a3,a3,255
  addi a2,a3,-127
  mv a4,a0
  li a0,0
  blt a2,zero,.L__fixunssfsi_1
  blt a4,zero,.L__fixunssfsi_1
  li a5,31
  li a0,-1
  bgt a2,a5,.L__fixunssfsi_1
  li a5,8388608
  addi a1,a5,-1
  and a4,a4,a1
  or a0,a4,a5
  li a5,23
  bgt a2,a5,.L__fixunssfsi_2
  sub a5,a5,a2
  srl a0,a0,a5
  ret
.L__fixunssfsi_2:
  addi a3,a3,-150
  sll a0,a0,a3
  ret
.L__fixunssfsi_1:
  ret
#: __floatsisf
__floatsisf:
  addi sp,sp,-16
  sw s0,8(sp)
  sw s1,4(sp)
  sw ra,12(sp)
  mv s1,a0
  neg s0,a0
  blt a0,zero,.L__floatsisf_1
  mv s0,a0
  beq a0,zero,.L__floatsisf_2
.L__floatsisf_1:
  mv a0,s0
  call __clzsi2
  li a5,31
  sub a5,a5,a0
  li a4,23
  bgt a5,a4,.L__floatsisf_3
  addi a5,a0,-8
  sll a5,s0,a5
.L__floatsisf_4:
  li s0,157
  sub s0,s0,a0
  slli s0,s0,23
  add s0,s0,a5
  li a5,-2147483648
  and s1,s1,a5
  or s0,s0,s1
.L__floatsisf_2:
  lw ra,12(sp)
  mv a0,s0
  lw s0,8(sp)
  lw s1,4(sp)
  addi sp,sp,16
  jr ra
.L__floatsisf_3:
  li a5,7
  sub a5,a5,a0
  li a3,1
  sll a3,a3,a5
  slli a4,a3,1
  addi a4,a4,-1
  li a5,8
  sub a5,a5,a0
  and a4,a4,s0
  srl s0,s0,a5
  li a5,1
  bltu a3,a4,.L__floatsisf_5
  li a5,0
  bne a3,a4,.L__floatsisf_5
  andi a5,s0,1
.L__floatsisf_5:
  add a5,a5,s0
  j .L__floatsisf_4
#: __floatunsisf
__floatunsisf:
  addi sp,sp,-16
  sw s0,8(sp)
  sw ra,12(sp)
  mv s0,a0
  beq a0,zero,.L__floatunsisf_1
  call __clzsi2
  li a5,31
  sub a5,a5,a0
  li a4,23
  bgt a5,a4,.L__floatunsisf_2
  addi a5,a0,-8
  sll s0,s0,a5
.L__floatunsisf_3:
  li a5,157
  sub a5,a5,a0
  slli a5,a5,23
  add s0,a5,s0
.L__floatunsisf_1:
  lw ra,12(sp)
  mv a0,s0
  lw s0,8(sp)
  addi sp,sp,16
  jr ra
.L__floatunsisf_2:
  li a5,7
  sub a5,a5,a0
  li a3,1
  sll a3,a3,a5
  slli a4,a3,1
  addi a4,a4,-1
  li a5,8
  and a4,a4,s0
  sub a5,a5,a0
  srl a5,s0,a5
  li s0,1
  bltu a3,a4,.L__floatunsisf_4
  li s0,0
  bne a3,a4,.L__floatunsisf_4
  andi s0,a5,1
.L__floatunsisf_4:
  add s0,s0,a5
  j .L__floatunsisf_3
#: __adddf3
__adddf3:
  li a5,-2147483648
  mv a6,a0
  mv t1,a1
  xori a5,a5,-1
  addi sp,sp,-48
  and a4,t1,a5
  seqz a7,a6
  sw s1,36(sp)
  mv a0,a2
  mv s1,a2
  sw ra,44(sp)
  sw s0,40(sp)
  sw s2,32(sp)
  sw s3,28(sp)
  sw s4,24(sp)
  sw s5,20(sp)
  sw s6,16(sp)
  sw s7,12(sp)
  sw s8,8(sp)
  sub a7,a4,a7
  li a2,2146435072
  mv a1,a3
  and a5,a3,a5
  bgeu a7,a2,.L__adddf3_1
  addi a2,a2,-1
  mv s6,a6
  bne a7,a2,.L__adddf3_2
  addi t3,a6,-1
  li a3,-2
  bgtu t3,a3,.L__adddf3_1
.L__adddf3_2:
  seqz a7,a0
  sub a7,a5,a7
  li a2,2146435072
  addi t3,a0,-1
  bgeu a7,a2,.L__adddf3_3
  addi a2,a2,-1
  bne a7,a2,.L__adddf3_4
  li a3,-2
  bleu t3,a3,.L__adddf3_4
.L__adddf3_3:
  li a4,2146435072
  bgtu a5,a4,.L__adddf3_5
  bne a5,a4,.L__adddf3_6
  beq a0,zero,.L__adddf3_7
.L__adddf3_5:
  li a5,524288
  or a1,a5,a1
  j .L__adddf3_8
.L__adddf3_6:
  bne a0,zero,.L__adddf3_9
.L__adddf3_7:
  li a4,2146435072
  bne a5,a4,.L__adddf3_9
.L__adddf3_8:
  lw ra,44(sp)
  lw s0,40(sp)
  lw s1,36(sp)
  lw s2,32(sp)
  lw s3,28(sp)
  lw s4,24(sp)
  lw s5,20(sp)
  lw s6,16(sp)
  lw s7,12(sp)
  lw s8,8(sp)
  addi sp,sp,48
  jr ra
.L__adddf3_1:
  li a3,2146435072
  bgtu a4,a3,.L__adddf3_10
  bne a4,a3,.L__adddf3_11
  beq a6,zero,.L__adddf3_11
.L__adddf3_10:
  li a3,524288
  mv a0,a6
  or a1,a3,t1
  j .L__adddf3_8
.L__adddf3_11:
  li a3,2146435072
  bgtu a5,a3,.L__adddf3_5
  bne a5,a3,.L__adddf3_12
  bne a0,zero,.L__adddf3_5
.L__adddf3_12:
  bne a6,zero,.L__adddf3_13
  li a3,2146435072
  bne a4,a3,.L__adddf3_13
  bne a0,zero,.L__adddf3_14
  bne a5,a4,.L__adddf3_14
  beq t1,a1,.L__adddf3_8
  li a1,2146959360
  j .L__adddf3_8
.L__adddf3_13:
  bne a0,zero,.L__adddf3_15
  li a4,2146435072
  beq a5,a4,.L__adddf3_8
.L__adddf3_15:
  or a5,a0,a5
  bne a5,zero,.L__adddf3_8
  and a0,a0,a6
  and a1,a1,t1
  j .L__adddf3_8
.L__adddf3_4:
  bgtu a5,a4,.L__adddf3_16
  bne a5,a4,.L__adddf3_17
  bleu a0,a6,.L__adddf3_17
.L__adddf3_16:
  mv a3,a4
  mv a4,a5
  mv a5,a3
  mv a3,t1
  mv s6,a0
  mv t1,a1
  mv s1,a6
  mv a1,a3
.L__adddf3_17:
  li a3,1048576
  addi a0,a3,-1
  srli s3,a4,20
  srli a2,a5,20
  and a4,a4,a0
  and a5,a5,a0
  beq s3,zero,.L__adddf3_18
  or a4,a3,a4
.L__adddf3_19:
  beq a2,zero,.L__adddf3_20
  li a3,1048576
  or a5,a3,a5
.L__adddf3_21:
  srli a3,s6,29
  slli s5,a4,3
  slli s0,a5,3
  srli a4,s1,29
  li s2,-2147483648
  or s5,a3,s5
  slli s6,s6,3
  or s0,a4,s0
  slli s1,s1,3
  sub s7,s3,a2
  and s2,s2,t1
  xor s8,t1,a1
  beq s3,a2,.L__adddf3_22
  li a5,63
  ble s7,a5,.L__adddf3_23
  blt s8,zero,.L__adddf3_24
  addi a0,s6,1
  sltu a1,a0,s6
  add a1,a1,s5
.L__adddf3_25:
  li a5,2046
  ble s3,a5,.L__adddf3_26
  li a0,0
  li a3,2146435072
.L__adddf3_27:
  or a1,a3,s2
  j .L__adddf3_8
.L__adddf3_18:
  li s3,1
  j .L__adddf3_19
.L__adddf3_20:
  li a2,1
  j .L__adddf3_21
.L__adddf3_23:
  li a2,64
  sub a2,a2,s7
  mv a0,s1
  mv a1,s0
  call __ashldi3
  or a0,a0,a1
  snez s4,a0
  mv a1,s0
  mv a0,s1
  mv a2,s7
  call __lshrdi3
  or s1,s4,a0
  mv s0,a1
.L__adddf3_22:
  bge s8,zero,.L__adddf3_28
.L__adddf3_29:
  sub s1,s6,s1
  sgtu s6,s1,s6
  sub s0,s5,s0
  sub s0,s0,s6
  or a5,s1,s0
  mv a0,s1
  mv a1,s0
  beq a5,zero,.L__adddf3_8
  call __clzdi2
  addi s4,a0,-8
  bgt s3,s4,.L__adddf3_30
  addi s4,s3,-1
.L__adddf3_30:
  mv a2,s4
  mv a0,s1
  mv a1,s0
  call __ashldi3
  sub s3,s3,s4
  j .L__adddf3_25
.L__adddf3_24:
  li s1,1
  li s0,0
  j .L__adddf3_29
.L__adddf3_28:
  add a0,s1,s6
  sltu a1,a0,s1
  add s0,s0,s5
  add a1,a1,s0
  srli a5,a1,24
  beq a5,zero,.L__adddf3_25
  slli a4,a1,31
  srli a5,a0,1
  or a5,a4,a5
  andi a0,a0,1
  or a0,a5,a0
  srli a1,a1,1
  addi s3,s3,1
  j .L__adddf3_25
.L__adddf3_26:
  addi s3,s3,-1
  slli a5,a1,29
  andi a3,a0,7
  srli a1,a1,3
  srli a0,a0,3
  slli s3,s3,20
  li a4,4
  or a0,a5,a0
  add s3,s3,a1
  li a5,1
  bgtu a3,a4,.L__adddf3_31
  li a5,0
  bne a3,a4,.L__adddf3_31
  andi a5,a0,1
.L__adddf3_31:
  add a0,a5,a0
  sltu a5,a0,a5
  add a3,a5,s3
  j .L__adddf3_27
.L__adddf3_9:
  mv a0,a6
.L__adddf3_32:
  mv a1,t1
  j .L__adddf3_8
.L__adddf3_14:
  li a0,0
  j .L__adddf3_32
#: __subdf3
__subdf3:
  li a5,-2147483648
  xor a3,a5,a3
  tail __adddf3
#: __negdf2
__negdf2:
  li a5,-2147483648
  xor a1,a5,a1
  ret
#: __muldf3
__muldf3:
  addi sp,sp,-64
  sw s1,52(sp)
  li s1,-2147483648
  mv a5,a1
  sw s7,28(sp)
  xori s7,s1,-1
  xor a4,a5,a3
  and a1,a1,s7
  sw s8,24(sp)
  and s7,a3,s7
  mv s8,a3
  seqz a3,a0
  sw s0,56(sp)
  sw s3,44(sp)
  sw s4,40(sp)
  and s1,s1,a4
  sw ra,60(sp)
  sw s2,48(sp)
  sw s5,36(sp)
  sw s6,32(sp)
  sub a3,a1,a3
  li a4,2146435072
  mv s4,a0
  mv s0,a2
  li s3,0
  bgeu a3,a4,.L__muldf3_1
  addi a4,a4,-1
  bne a3,a4,.L__muldf3_2
  addi a2,a0,-1
  li a4,-2
  bgtu a2,a4,.L__muldf3_1
.L__muldf3_2:
  seqz a3,s0
  sub a3,s7,a3
  li a4,2146435072
  addi a2,s0,-1
  bgeu a3,a4,.L__muldf3_3
  addi a4,a4,-1
  bne a3,a4,.L__muldf3_4
  li a4,-2
  bleu a2,a4,.L__muldf3_4
.L__muldf3_3:
  li a5,2146435072
  bgtu s7,a5,.L__muldf3_5
  bne s7,a5,.L__muldf3_6
  beq s0,zero,.L__muldf3_7
.L__muldf3_5:
  li s1,524288
  mv s3,s0
  or s1,s1,s8
.L__muldf3_8:
  lw ra,60(sp)
  lw s0,56(sp)
  lw s2,48(sp)
  lw s4,40(sp)
  lw s5,36(sp)
  lw s6,32(sp)
  lw s7,28(sp)
  lw s8,24(sp)
  mv a0,s3
  mv a1,s1
  lw s3,44(sp)
  lw s1,52(sp)
  addi sp,sp,64
  jr ra
.L__muldf3_1:
  li a4,2146435072
  bgtu a1,a4,.L__muldf3_9
  bne a1,a4,.L__muldf3_10
  beq s4,zero,.L__muldf3_10
.L__muldf3_9:
  mv s3,s4
  li s1,524288
.L__muldf3_11:
  or s1,s1,a5
  j .L__muldf3_8
.L__muldf3_10:
  li a5,2146435072
  bgtu s7,a5,.L__muldf3_5
  bne s7,a5,.L__muldf3_12
  bne s0,zero,.L__muldf3_5
.L__muldf3_12:
  bne s4,zero,.L__muldf3_13
  li a5,2146435072
  beq a1,a5,.L__muldf3_14
.L__muldf3_13:
  bne s0,zero,.L__muldf3_8
  li a5,2146435072
  bne s7,a5,.L__muldf3_8
.L__muldf3_15:
  li s3,0
  li s1,2146959360
  j .L__muldf3_8
.L__muldf3_14:
  or s7,s0,s7
  beq s7,zero,.L__muldf3_15
.L__muldf3_16:
  li a5,2146435072
  j .L__muldf3_11
.L__muldf3_4:
  srli s2,a1,20
  beq s2,zero,.L__muldf3_17
  li s6,1048576
  addi a4,s6,-1
  and a4,a5,a4
  mv a0,s4
  or a1,s6,a4
.L__muldf3_18:
  srli a5,a0,21
  slli s6,a1,11
  srli s4,s7,20
  or s6,a5,s6
  slli s5,a0,11
  beq s4,zero,.L__muldf3_19
  li a3,1048576
  addi a5,a3,-1
  and a5,s8,a5
  or a3,a3,a5
.L__muldf3_20:
  slli a0,s0,11
  srli a5,s0,21
  slli a3,a3,11
  or a3,a5,a3
  mulhu a4,s5,a0
  mul a5,s6,a0
  mulhu a2,s6,a0
  add a4,a5,a4
  sltu s0,a4,a5
  mul a5,a3,s5
  add s0,s0,a2
  mulhu a2,a3,s5
  add a4,a5,a4
  sltu a5,a4,a5
  add a5,a5,a2
  mul a2,s6,a3
  mulhu s6,s6,a3
  add s0,a2,s0
  sltu a2,s0,a2
  add a5,s0,a5
  sltu s0,a5,s0
  add a2,a2,s6
  add s0,s0,a2
  addi a2,s4,-1022
  mul a0,s5,a0
  add a2,a2,s2
  blt s0,zero,.L__muldf3_21
  srli a3,a5,31
  slli s0,s0,1
  srli a1,a4,31
  slli a5,a5,1
  or s0,a3,s0
  slli a4,a4,1
  srli a3,a0,31
  or a5,a5,a1
  or a4,a3,a4
  slli a0,a0,1
  addi a2,a2,-1
.L__muldf3_21:
  andi s2,a5,255
  or s2,s2,a0
  or s2,s2,a4
  srli a5,a5,8
  slli a4,s0,24
  snez s2,s2
  or a5,a4,a5
  or s2,s2,a5
  srli s0,s0,8
  bgt a2,zero,.L__muldf3_22
  li s4,1
  sub s4,s4,a2
  li a5,63
  bgt s4,a5,.L__muldf3_23
  addi a2,a2,63
  mv a0,s2
  mv a1,s0
  call __ashldi3
  or a0,a0,a1
  snez s3,a0
  mv a2,s4
  mv a0,s2
  mv a1,s0
  call __lshrdi3
  or s2,s3,a0
  mv s0,a1
  li a2,1
.L__muldf3_24:
  addi a2,a2,-1
  slli s3,s0,29
  andi a3,s2,7
  srli s0,s0,3
  srli s2,s2,3
  slli a2,a2,20
  li a4,4
  or s3,s3,s2
  add a2,a2,s0
  li a5,1
  bgtu a3,a4,.L__muldf3_25
  li a5,0
  bne a3,a4,.L__muldf3_25
  andi a5,s3,1
.L__muldf3_25:
  add s3,a5,s3
  sltu a5,s3,a5
  add a5,a5,a2
  j .L__muldf3_11
.L__muldf3_17:
  mv a0,s4
  sw a1,12(sp)
  call __clzdi2
  lw a1,12(sp)
  addi a2,a0,-11
  li s2,1
  mv a0,s4
  sub s2,s2,a2
  call __ashldi3
  j .L__muldf3_18
.L__muldf3_19:
  mv a0,s0
  mv a1,s7
  call __clzdi2
  addi a2,a0,-11
  li s4,1
  mv a0,s0
  mv a1,s7
  sub s4,s4,a2
  call __ashldi3
  mv s0,a0
  mv a3,a1
  j .L__muldf3_20
.L__muldf3_22:
  li a5,2046
  ble a2,a5,.L__muldf3_24
  j .L__muldf3_16
.L__muldf3_23:
  li s3,0
  li a2,0
  li a5,0
  j .L__muldf3_25
.L__muldf3_6:
  bne s0,zero,.L__muldf3_8
.L__muldf3_7:
  li a5,2146435072
  bne s7,a5,.L__muldf3_8
  j .L__muldf3_16
#: __divdf3
__divdf3:
  addi sp,sp,-64
  sw s3,44(sp)
  li s3,-2147483648
  mv a5,a1
  sw s6,32(sp)
  xori s6,s3,-1
  xor a4,a5,a3
  and a1,a1,s6
  sw s7,28(sp)
  and s6,a3,s6
  mv s7,a3
  seqz a3,a0
  sw s0,56(sp)
  sw s2,48(sp)
  sw s5,36(sp)
  and s3,s3,a4
  sw ra,60(sp)
  sw s1,52(sp)
  sw s4,40(sp)
  sw s8,24(sp)
  sub a3,a1,a3
  li a4,2146435072
  mv s0,a0
  mv s2,a2
  li s5,0
  bgeu a3,a4,.L__divdf3_1
  addi a4,a4,-1
  bne a3,a4,.L__divdf3_2
  addi a2,a0,-1
  li a4,-2
  bgtu a2,a4,.L__divdf3_1
.L__divdf3_2:
  seqz a3,s2
  sub a3,s6,a3
  li a4,2146435072
  addi a2,s2,-1
  bgeu a3,a4,.L__divdf3_3
  addi a4,a4,-1
  bne a3,a4,.L__divdf3_4
  li a4,-2
  bleu a2,a4,.L__divdf3_4
.L__divdf3_3:
  li a5,2146435072
  bgtu s6,a5,.L__divdf3_5
  bne s6,a5,.L__divdf3_6
  beq s2,zero,.L__divdf3_7
.L__divdf3_5:
  li s3,524288
  mv s5,s2
  or s3,s3,s7
.L__divdf3_8:
  lw ra,60(sp)
  lw s0,56(sp)
  lw s1,52(sp)
  lw s2,48(sp)
  lw s4,40(sp)
  lw s6,32(sp)
  lw s7,28(sp)
  lw s8,24(sp)
  mv a0,s5
  mv a1,s3
  lw s5,36(sp)
  lw s3,44(sp)
  addi sp,sp,64
  jr ra
.L__divdf3_1:
  li a4,2146435072
  bgtu a1,a4,.L__divdf3_9
  bne a1,a4,.L__divdf3_10
  beq s0,zero,.L__divdf3_10
.L__divdf3_9:
  mv s5,s0
  li s3,524288
.L__divdf3_11:
  or s3,a5,s3
  j .L__divdf3_8
.L__divdf3_10:
  li a5,2146435072
  bgtu s6,a5,.L__divdf3_5
  bne s6,a5,.L__divdf3_12
  bne s2,zero,.L__divdf3_5
.L__divdf3_12:
  bne s0,zero,.L__divdf3_13
  li a5,2146435072
  bne a1,a5,.L__divdf3_13
  bne s2,zero,.L__divdf3_14
  beq s6,a1,.L__divdf3_15
.L__divdf3_14:
  li a5,2146435072
  j .L__divdf3_11
.L__divdf3_13:
  bne s2,zero,.L__divdf3_16
  li a5,2146435072
  beq s6,a5,.L__divdf3_8
.L__divdf3_16:
  or s6,s2,s6
  bne s6,zero,.L__divdf3_8
.L__divdf3_15:
  li s5,0
  li s3,2146959360
  j .L__divdf3_8
.L__divdf3_4:
  srli s4,a1,20
  beq s4,zero,.L__divdf3_17
  li s1,1048576
  addi a4,s1,-1
  and a5,a5,a4
  or s1,s1,a5
.L__divdf3_18:
  srli s8,s6,20
  beq s8,zero,.L__divdf3_19
  li a1,1048576
  addi a5,a1,-1
  and a3,s7,a5
  or a3,a1,a3
.L__divdf3_20:
  sub a2,s4,s8
  addi a2,a2,1023
  bgtu a3,s1,.L__divdf3_21
  bne a3,s1,.L__divdf3_22
  bleu s2,s0,.L__divdf3_22
.L__divdf3_21:
  srli a5,s0,31
  slli s1,s1,1
  or s1,a5,s1
  slli s0,s0,1
  addi a2,a2,-1
.L__divdf3_22:
  li a4,56
  li a5,0
  li a6,0
.L__divdf3_23:
  srli a0,a5,31
  slli a1,a6,1
  or a1,a0,a1
  slli a5,a5,1
  mv a6,a1
  bgtu a3,s1,.L__divdf3_24
  bne a3,s1,.L__divdf3_25
  bgtu s2,s0,.L__divdf3_24
.L__divdf3_25:
  sub a0,s0,s2
  sgtu a7,a0,s0
  sub s1,s1,a3
  mv s0,a0
  sub s1,s1,a7
  ori a5,a5,1
.L__divdf3_24:
  srli a0,s0,31
  slli s1,s1,1
  addi a4,a4,-1
  or s1,a0,s1
  slli s0,s0,1
  bne a4,zero,.L__divdf3_23
  or s0,s0,s1
  snez s0,s0
  or s0,s0,a5
  mv s1,a1
  bgt a2,zero,.L__divdf3_26
  li s4,1
  sub s4,s4,a2
  li a5,63
  bgt s4,a5,.L__divdf3_27
  addi a2,a2,63
  mv a0,s0
  call __ashldi3
  or a0,a0,a1
  snez s2,a0
  mv a2,s4
  mv a0,s0
  mv a1,s1
  call __lshrdi3
  or s0,s2,a0
  mv s1,a1
  li a2,1
.L__divdf3_28:
  addi a2,a2,-1
  slli a0,s1,29
  andi a3,s0,7
  srli s1,s1,3
  srli s0,s0,3
  slli a2,a2,20
  li a4,4
  or a0,a0,s0
  add a2,a2,s1
  li a5,1
  bgtu a3,a4,.L__divdf3_29
  li a5,0
  bne a3,a4,.L__divdf3_29
  andi a5,a0,1
.L__divdf3_29:
  add a0,a5,a0
  sltu a5,a0,a5
  add a5,a5,a2
  mv s5,a0
  j .L__divdf3_11
.L__divdf3_17:
  mv a0,s0
  sw a1,12(sp)
  call __clzdi2
  lw a1,12(sp)
  addi a2,a0,-11
  li s4,1
  mv a0,s0
  sub s4,s4,a2
  call __ashldi3
  mv s0,a0
  mv s1,a1
  j .L__divdf3_18
.L__divdf3_19:
  mv a0,s2
  mv a1,s6
  call __clzdi2
  addi a2,a0,-11
  li s8,1
  mv a0,s2
  mv a1,s6
  sub s8,s8,a2
  call __ashldi3
  mv s2,a0
  mv a3,a1
  j .L__divdf3_20
.L__divdf3_26:
  li a5,2046
  ble a2,a5,.L__divdf3_28
  j .L__divdf3_14
.L__divdf3_27:
  li a0,0
  li a2,0
  li a5,0
  j .L__divdf3_29
.L__divdf3_6:
  bne s2,zero,.L__divdf3_14
.L__divdf3_7:
  li a5,2146435072
  bne s6,a5,.L__divdf3_14
  j .L__divdf3_8
#: __eqdf2
__eqdf2:
  li a4,-2147483648
  xori a4,a4,-1
  mv a5,a0
  and a6,a1,a4
  li a0,2146435072
  bgtu a6,a0,.L__eqdf2_1
  bne a6,a0,.L__eqdf2_2
  bne a5,zero,.L__eqdf2_1
.L__eqdf2_2:
  and a4,a3,a4
  li a0,2146435072
  bgtu a4,a0,.L__eqdf2_1
  bne a4,a0,.L__eqdf2_3
  bne a2,zero,.L__eqdf2_1
.L__eqdf2_3:
  or a0,a1,a3
  slli a0,a0,1
  srli a0,a0,1
  or a4,a5,a2
  or a4,a4,a0
  li a0,0
  beq a4,zero,.L__eqdf2_4
  bne a5,a2,.L__eqdf2_5
  beq a1,a3,.L__eqdf2_6
.L__eqdf2_5:
  and a4,a1,a3
  bge a4,zero,.L__eqdf2_7
  bgtu a1,a3,.L__eqdf2_8
  bne a1,a3,.L__eqdf2_1
  bleu a5,a2,.L__eqdf2_1
.L__eqdf2_8:
  li a0,-1
  ret
.L__eqdf2_7:
  bgt a3,a1,.L__eqdf2_8
  bne a3,a1,.L__eqdf2_1
  bgtu a2,a5,.L__eqdf2_8
.L__eqdf2_1:
  li a0,1
.L__eqdf2_4:
  ret
.L__eqdf2_6:
  li a0,0
  ret
#: __nedf2
__nedf2:
  li a4,-2147483648
  xori a4,a4,-1
  mv a5,a0
  and a6,a1,a4
  li a0,2146435072
  bgtu a6,a0,.L__nedf2_1
  bne a6,a0,.L__nedf2_2
  bne a5,zero,.L__nedf2_1
.L__nedf2_2:
  and a4,a3,a4
  li a0,2146435072
  bgtu a4,a0,.L__nedf2_1
  bne a4,a0,.L__nedf2_3
  bne a2,zero,.L__nedf2_1
.L__nedf2_3:
  or a0,a1,a3
  slli a0,a0,1
  srli a0,a0,1
  or a4,a5,a2
  or a4,a4,a0
  li a0,0
  beq a4,zero,.L__nedf2_4
  bne a5,a2,.L__nedf2_5
  beq a1,a3,.L__nedf2_6
.L__nedf2_5:
  and a4,a1,a3
  bge a4,zero,.L__nedf2_7
  bgtu a1,a3,.L__nedf2_8
  bne a1,a3,.L__nedf2_1
  bleu a5,a2,.L__nedf2_1
.L__nedf2_8:
  li a0,-1
  ret
.L__nedf2_7:
  bgt a3,a1,.L__nedf2_8
  bne a3,a1,.L__nedf2_1
  bgtu a2,a5,.L__nedf2_8
.L__nedf2_1:
  li a0,1
.L__nedf2_4:
  ret
.L__nedf2_6:
  li a0,0
  ret
#: __ltdf2
__ltdf2:
  li a4,-2147483648
  xori a4,a4,-1
  mv a5,a0
  and a6,a1,a4
  li a0,2146435072
  bgtu a6,a0,.L__ltdf2_1
  bne a6,a0,.L__ltdf2_2
  bne a5,zero,.L__ltdf2_1
.L__ltdf2_2:
  and a4,a3,a4
  li a0,2146435072
  bgtu a4,a0,.L__ltdf2_1
  bne a4,a0,.L__ltdf2_3
  bne a2,zero,.L__ltdf2_1
.L__ltdf2_3:
  or a0,a1,a3
  slli a0,a0,1
  srli a0,a0,1
  or a4,a5,a2
  or a4,a4,a0
  li a0,0
  beq a4,zero,.L__ltdf2_4
  bne a5,a2,.L__ltdf2_5
  beq a1,a3,.L__ltdf2_6
.L__ltdf2_5:
  and a4,a1,a3
  bge a4,zero,.L__ltdf2_7
  bgtu a1,a3,.L__ltdf2_8
  bne a1,a3,.L__ltdf2_1
  bleu a5,a2,.L__ltdf2_1
.L__ltdf2_8:
  li a0,-1
  ret
.L__ltdf2_7:
  bgt a3,a1,.L__ltdf2_8
  bne a3,a1,.L__ltdf2_1
  bgtu a2,a5,.L__ltdf2_8
.L__ltdf2_1:
  li a0,1
.L__ltdf2_4:
  ret
.L__ltdf2_6:
  li a0,0
  ret
#: __ledf2
__ledf2:
  li a4,-2147483648
  xori a4,a4,-1
  mv a5,a0
  and a6,a1,a4
  li a0,2146435072
  bgtu a6,a0,.L__ledf2_1
  bne a6,a0,.L__ledf2_2
  bne a5,zero,.L__ledf2_1
.L__ledf2_2:
  and a4,a3,a4
  li a0,2146435072
  bgtu a4,a0,.L__ledf2_1
  bne a4,a0,.L__ledf2_3
  bne a2,zero,.L__ledf2_1
.L__ledf2_3:
  or a0,a1,a3
  slli a0,a0,1
  srli a0,a0,1
  or a4,a5,a2
  or a4,a4,a0
  li a0,0
  beq a4,zero,.L__ledf2_4
  bne a5,a2,.L__ledf2_5
  beq a1,a3,.L__ledf2_6
.L__ledf2_5:
  and a4,a1,a3
  bge a4,zero,.L__ledf2_7
  bgtu a1,a3,.L__ledf2_8
  bne a1,a3,.L__ledf2_1
  bleu a5,a2,.L__ledf2_1
.L__ledf2_8:
  li a0,-1
  ret
.L__ledf2_7:
  bgt a3,a1,.L__ledf2_8
  bne a3,a1,.L__ledf2_1
  bgtu a2,a5,.L__ledf2_8
.L__ledf2_1:
  li a0,1
.L__ledf2_4:
  ret
.L__ledf2_6:
  li a0,0
  ret
#: __gtdf2
__gtdf2:
  li a4,-2147483648
  xori a4,a4,-1
  mv a5,a0
  and a6,a1,a4
  li a0,2146435072
  bgtu a6,a0,.L__gtdf2_1
  bne a6,a0,.L__gtdf2_2
  bne a5,zero,.L__gtdf2_1
.L__gtdf2_2:
  and a4,a3,a4
  li a0,2146435072
  bgtu a4,a0,.L__gtdf2_1
  bne a4,a0,.L__gtdf2_3
  bne a2,zero,.L__gtdf2_1
.L__gtdf2_3:
  or a0,a1,a3
  slli a0,a0,1
  srli a0,a0,1
  or a4,a5,a2
  or a4,a4,a0
  li a0,0
  beq a4,zero,.L__gtdf2_4
  bne a5,a2,.L__gtdf2_5
  beq a1,a3,.L__gtdf2_6
.L__gtdf2_5:
  and a4,a1,a3
  bge a4,zero,.L__gtdf2_7
  bgtu a1,a3,.L__gtdf2_1
  bne a1,a3,.L__gtdf2_8
  bleu a5,a2,.L__gtdf2_8
.L__gtdf2_1:
  li a0,-1
  ret
.L__gtdf2_7:
  bgt a3,a1,.L__gtdf2_1
  bne a3,a1,.L__gtdf2_8
  bgtu a2,a5,.L__gtdf2_1
.L__gtdf2_8:
  li a0,1
.L__gtdf2_4:
  ret
.L__gtdf2_6:
  li a0,0
  ret
#: __gedf2
__gedf2:
  li a4,-2147483648
  xori a4,a4,-1
  mv a5,a0
  and a6,a1,a4
  li a0,2146435072
  bgtu a6,a0,.L__gedf2_1
  bne a6,a0,.L__gedf2_2
  bne a5,zero,.L__gedf2_1
.L__gedf2_2:
  and a4,a3,a4
  li a0,2146435072
  bgtu a4,a0,.L__gedf2_1
  bne a4,a0,.L__gedf2_3
  bne a2,zero,.L__gedf2_1
.L__gedf2_3:
  or a0,a1,a3
  slli a0,a0,1
  srli a0,a0,1
  or a4,a5,a2
  or a4,a4,a0
  li a0,0
  beq a4,zero,.L__gedf2_4
  bne a5,a2,.L__gedf2_5
  beq a1,a3,.L__gedf2_6
.L__gedf2_5:
  and a4,a1,a3
  bge a4,zero,.L__gedf2_7
  bgtu a1,a3,.L__gedf2_1
  bne a1,a3,.L__gedf2_8
  bleu a5,a2,.L__gedf2_8
.L__gedf2_1:
  li a0,-1
  ret
.L__gedf2_7:
  bgt a3,a1,.L__gedf2_1
  bne a3,a1,.L__gedf2_8
  bgtu a2,a5,.L__gedf2_1
.L__gedf2_8:
  li a0,1
.L__gedf2_4:
  ret
.L__gedf2_6:
  li a0,0
  ret
#: __unorddf2
__unorddf2:
  li a5,-2147483648
  xori a5,a5,-1
  and a1,a1,a5
  li a4,2146435072
  bgtu a1,a4,.L__unorddf2_1
  bne a1,a4,.L__unorddf2_2
  bne a0,zero,.L__unorddf2_1
.L__unorddf2_2:
  and a3,a3,a5
  li a5,2146435072
  li a0,1
  bgtu a3,a5,.L__unorddf2_3
  bne a3,a5,.L__unorddf2_4
  bne a2,zero,.L__unorddf2_3
.L__unorddf2_4:
  li a0,0
  ret
.L__unorddf2_1:
  li a0,1
.L__unorddf2_3:
  ret
#: __fixdfdi
__fixdfdi:
  srli a5,a1,20
  andi a5,a5,2047
  addi a4,a5,-1023
  blt a4,zero,.L__fixdfdi_1
  addi sp,sp,-16
  sw s0,8(sp)
  sw ra,12(sp)
  li a3,62
  mv s0,a1
  ble a4,a3,.L__fixdfdi_2
  blt a1,zero,.L__fixdfdi_3
  li a1,-2147483648
  li a0,-1
  xori a1,a1,-1
.L__fixdfdi_4:
  lw ra,12(sp)
  lw s0,8(sp)
  addi sp,sp,16
  jr ra
.L__fixdfdi_2:
  li a1,1048576
  addi a3,a1,-1
  and a3,s0,a3
  li a2,52
  or a1,a1,a3
  bgt a4,a2,.L__fixdfdi_5
  sub a2,a2,a4
  call __lshrdi3
.L__fixdfdi_6:
  bge s0,zero,.L__fixdfdi_4
  snez a5,a0
  neg a1,a1
  neg a0,a0
  sub a1,a1,a5
  j .L__fixdfdi_4
.L__fixdfdi_5:
  addi a2,a5,-1075
  call __ashldi3
  j .L__fixdfdi_6
.L__fixdfdi_1:
  li a0,0
  li a1,0
  ret
.L__fixdfdi_3:
  li a0,0
  li a1,-2147483648
  j .L__fixdfdi_4
#: __fixunsdfdi
__fixunsdfdi:
  srli a3,a1,20
  andi a3,a3,2047
  addi a2,a3,-1023
  blt a2,zero,.L__fixunsdfdi_1
  mv a4,a1
  li a5,0
  li a1,0
  blt a4,zero,.L__fixunsdfdi_2
  li a6,63
  li a5,-1
  li a1,-1
  bgt a2,a6,.L__fixunsdfdi_2
  li a1,1048576
  addi a5,a1,-1
  addi sp,sp,-16
  and a4,a4,a5
  sw ra,12(sp)
  li a5,52
  or a1,a1,a4
  bgt a2,a5,.L__fixunsdfdi_3
  sub a2,a5,a2
  call __lshrdi3
.L__fixunsdfdi_4:
  lw ra,12(sp)
  addi sp,sp,16
  jr ra
.L__fixunsdfdi_3:
  addi a2,a3,-1075
  call __ashldi3
  j .L__fixunsdfdi_4
.L__fixunsdfdi_1:
  li a5,0
  li a1,0
.L__fixunsdfdi_2:
  mv a0,a5
  ret
#: __floatdidf
__floatdidf:
  addi sp,sp,-48
  sw s0,40(sp)
  sw s3,28(sp)
  sw ra,44(sp)
  sw s1,36(sp)
  sw s2,32(sp)
  sw s4,24(sp)
  sw s5,20(sp)
  sw s6,16(sp)
  sw s7,12(sp)
  mv s3,a1
  mv s0,a0
  bge a1,zero,.L__floatdidf_1
  snez a5,a0
  neg s1,a1
  sub s1,s1,a5
  neg s0,a0
.L__floatdidf_2:
  mv a0,s0
  mv a1,s1
  call __clzdi2
  li a5,63
  sub a5,a5,a0
  li a4,52
  mv s4,a0
  bgt a5,a4,.L__floatdidf_3
  addi a2,a0,-11
  mv a1,s1
  mv a0,s0
  call __ashldi3
  mv s0,a0
  mv a5,a1
.L__floatdidf_4:
  li s1,1085
  sub s1,s1,s4
  slli s1,s1,20
  add s1,s1,a5
  li a5,-2147483648
  and a5,a5,s3
  or s1,s1,a5
  j .L__floatdidf_5
.L__floatdidf_1:
  or a5,a0,a1
  mv s1,a1
  bne a5,zero,.L__floatdidf_2
.L__floatdidf_5:
  lw ra,44(sp)
  mv a0,s0
  lw s0,40(sp)
  lw s2,32(sp)
  lw s3,28(sp)
  lw s4,24(sp)
  lw s5,20(sp)
  lw s6,16(sp)
  lw s7,12(sp)
  mv a1,s1
  lw s1,36(sp)
  addi sp,sp,48
  jr ra
.L__floatdidf_3:
  li a2,10
  sub a2,a2,a0
  li a1,0
  li a0,1
  call __ashldi3
  srli a5,a0,31
  slli s2,a1,1
  or s2,a5,s2
  slli a5,a0,1
  addi s5,a5,-1
  seqz a5,a5
  sub s2,s2,a5
  li a2,11
  mv s6,a1
  mv s7,a0
  and s2,s2,s1
  sub a2,a2,s4
  mv a0,s0
  mv a1,s1
  and s5,s5,s0
  call __lshrdi3
  bgtu s2,s6,.L__floatdidf_6
  bne s2,s6,.L__floatdidf_7
  bgtu s5,s7,.L__floatdidf_6
.L__floatdidf_7:
  bne s7,s5,.L__floatdidf_8
  andi a5,a0,1
  beq s6,s2,.L__floatdidf_9
.L__floatdidf_8:
  li a5,0
  j .L__floatdidf_9
.L__floatdidf_6:
  li a5,1
.L__floatdidf_9:
  add s0,a5,a0
  sltu a5,s0,a5
  add a5,a5,a1
  j .L__floatdidf_4
#: __floatundidf
__floatundidf:
  addi sp,sp,-32
  sw s0,24(sp)
  sw s1,20(sp)
  sw ra,28(sp)
  sw s2,16(sp)
  sw s3,12(sp)
  sw s4,8(sp)
  sw s5,4(sp)
  sw s6,0(sp)
  or a5,a0,a1
  mv s0,a0
  mv s1,a1
  beq a5,zero,.L__floatundidf_1
  call __clzdi2
  li a5,63
  sub a5,a5,a0
  li a4,52
  mv s3,a0
  bgt a5,a4,.L__floatundidf_2
  addi a2,a0,-11
  mv a1,s1
  mv a0,s0
  call __ashldi3
  mv s0,a0
.L__floatundidf_3:
  li s1,1085
  sub s1,s1,s3
  slli s1,s1,20
  add s1,s1,a1
.L__floatundidf_1:
  lw ra,28(sp)
  mv a0,s0
  lw s0,24(sp)
  lw s2,16(sp)
  lw s3,12(sp)
  lw s4,8(sp)
  lw s5,4(sp)
  lw s6,0(sp)
  mv a1,s1
  lw s1,20(sp)
  addi sp,sp,32
  jr ra
.L__floatundidf_2:
  li a2,10
  sub a2,a2,a0
  li a1,0
  li a0,1
  call __ashldi3
  srli a5,a0,31
  mv s5,a1
  slli a1,a1,1
  or a1,a5,a1
  slli a5,a0,1
  addi s4,a5,-1
  seqz a5,a5
  sub s2,a1,a5
  li a2,11
  mv s6,a0
  and s2,s2,s1
  sub a2,a2,s3
  mv a0,s0
  mv a1,s1
  and s4,s4,s0
  call __lshrdi3
  bgtu s2,s5,.L__floatundidf_4
  bne s2,s5,.L__floatundidf_5
  bgtu s4,s6,.L__floatundidf_4
.L__floatundidf_5:
  bne s6,s4,.L__floatundidf_6
  andi a5,a0,1
  beq s5,s2,.L__floatundidf_7
.L__floatundidf_6:
  li a5,0
  j .L__floatundidf_7
.L__floatundidf_4:
  li a5,1
.L__floatundidf_7:
  add s0,a5,a0
  sltu a5,s0,a5
  add a1,a5,a1
  j .L__floatundidf_3
#: __fixdfsi
__fixdfsi:
  srli a5,a1,20
  andi a5,a5,2047
  addi a5,a5,-1023
  blt a5,zero,.L__fixdfsi_1
  addi sp,sp,-16
  sw s0,8(sp)
  sw ra,12(sp)
  li a4,30
  mv s0,a1
  ble a5,a4,.L__fixdfsi_2
  li a0,-2147483648
  blt a1,zero,.L__fixdfsi_3
  xori a0,a0,-1
.L__fixdfsi_3:
  lw ra,12(sp)
  lw s0,8(sp)
  addi sp,sp,16
  jr ra
.L__fixdfsi_2:
  li a1,1048576
  addi a4,a1,-1
  and a4,s0,a4
  li a2,52
  sub a2,a2,a5
  or a1,a1,a4
  call __lshrdi3
  bge s0,zero,.L__fixdfsi_3
  neg a0,a0
  j .L__fixdfsi_3
.L__fixdfsi_1:
  li a0,0
  ret
#: __fixunsdfsi
__fixunsdfsi:
  srli a5,a1,20
  andi a5,a5,2047
  addi a5,a5,-1023
  li a4,0
  blt a5,zero,.L__fixunsdfsi_1
  blt a1,zero,.L__fixunsdfsi_1
  li a3,31
  li a4,-1
  bgt a5,a3,.L__fixunsdfsi_1
  li a4,1048576
  addi a3,a4,-1
  and a1,a1,a3
  li a2,52
  addi sp,sp,-16
  sub a2,a2,a5
  or a1,a4,a1
  sw ra,12(sp)
  call __lshrdi3
  lw ra,12(sp)
  addi sp,sp,16
  jr ra
.L__fixunsdfsi_1:
  mv a0,a4
  ret
#: __floatsidf
__floatsidf:
  addi sp,sp,-16
  sw s0,8(sp)
  sw s1,4(sp)
  sw ra,12(sp)
  sw s2,0(sp)
  mv s1,a0
  neg s0,a0
  blt a0,zero,.L__floatsidf_1
  mv s0,a0
  beq a0,zero,.L__floatsidf_2
.L__floatsidf_1:
  mv a0,s0
  call __clzsi2
  li a5,31
  sub a5,a5,a0
  li a4,52
  mv s2,a0
  bgt a5,a4,.L__floatsidf_3
  addi a2,a0,21
  li a1,0
  mv a0,s0
  call __ashldi3
.L__floatsidf_4:
  li a5,1053
  sub a5,a5,s2
  slli a5,a5,20
  add a1,a5,a1
  li a5,-2147483648
  and s1,s1,a5
  or a1,a1,s1
.L__floatsidf_5:
  lw ra,12(sp)
  lw s0,8(sp)
  lw s1,4(sp)
  lw s2,0(sp)
  addi sp,sp,16
  jr ra
.L__floatsidf_3:
  li a5,-22
  sub a5,a5,a0
  li a4,1
  sll a4,a4,a5
  slli a5,a4,1
  addi a5,a5,-1
  li a3,-21
  and a5,a5,s0
  sub a3,a3,a0
  srl s0,s0,a3
  li a1,1
  bltu a4,a5,.L__floatsidf_6
  li a1,0
  bne a4,a5,.L__floatsidf_6
  andi a1,s0,1
.L__floatsidf_6:
  add a0,a1,s0
  sltu a1,a0,a1
  j .L__floatsidf_4
.L__floatsidf_2:
  li a0,0
  li a1,0
  j .L__floatsidf_5
#: __floatunsidf
__floatunsidf:
  beq a0,zero,.L__floatunsidf_1
  addi sp,sp,-16
  sw s0,8(sp)
  sw s1,4(sp)
  sw ra,12(sp)
  mv s0,a0
  call __clzsi2
  li a5,31
  sub a5,a5,a0
  li a4,52
  mv s1,a0
  bgt a5,a4,.L__floatunsidf_2
  addi a2,a0,21
  li a1,0
  mv a0,s0
  call __ashldi3
.L__floatunsidf_3:
  lw ra,12(sp)
  lw s0,8(sp)
  li a5,1053
  sub a5,a5,s1
  slli a5,a5,20
  lw s1,4(sp)
  add a1,a5,a1
  addi sp,sp,16
  jr ra
.L__floatunsidf_2:
  li a5,-22
  sub a5,a5,a0
  li a4,1
  sll a4,a4,a5
  slli a5,a4,1
  addi a5,a5,-1
  li a3,-21
  and a5,a5,s0
  sub a3,a3,a0
  srl s0,s0,a3
  li a1,1
  bltu a4,a5,.L__floatunsidf_4
  li a1,0
  bne a4,a5,.L__floatunsidf_4
  andi a1,s0,1
.L__floatunsidf_4:
  add a0,a1,s0
  sltu a1,a0,a1
  j .L__floatunsidf_3
.L__floatunsidf_1:
  li a0,0
  li a1,0
  ret
#: __extendsfdf2
__extendsfdf2:
  addi sp,sp,-16
  sw s0,8(sp)
  slli s0,a0,1
  sw s1,4(sp)
  sw ra,12(sp)
  srli s1,a0,31
  sw s2,0(sp)
  srli s0,s0,1
  li a5,2139095040
  slli s1,s1,31
  bleu s0,a5,.L__extendsfdf2_1
  slli a5,s0,9
  srli a5,a5,12
  or s1,a5,s1
  slli a0,s0,29
  li a5,2146959360
.L__extendsfdf2_2:
  or s1,s1,a5
.L__extendsfdf2_3:
  lw ra,12(sp)
  lw s0,8(sp)
  lw s2,0(sp)
  mv a1,s1
  lw s1,4(sp)
  addi sp,sp,16
  jr ra
.L__extendsfdf2_1:
  li a0,0
  bne s0,a5,.L__extendsfdf2_4
  li a5,2146435072
  j .L__extendsfdf2_2
.L__extendsfdf2_4:
  beq s0,zero,.L__extendsfdf2_3
  srli a5,s0,23
  beq a5,zero,.L__extendsfdf2_5
  srli a5,s0,3
  li a4,939524096
  add a5,a5,a4
  slli a0,s0,29
  j .L__extendsfdf2_2
.L__extendsfdf2_5:
  mv a0,s0
  call __clzsi2
  li s2,904
  sub s2,s2,a0
  addi a2,a0,21
  li a1,0
  mv a0,s0
  slli s2,s2,20
  call __ashldi3
  add s2,s2,a1
  or s1,s1,s2
  j .L__extendsfdf2_3
#: __truncdfsf2
__truncdfsf2:
  slli a4,a1,1
  mv a5,a0
  srli a4,a4,1
  srli a0,a1,31
  li a3,2146435072
  slli a0,a0,31
  bgtu a4,a3,.L__truncdfsf2_1
  bne a4,a3,.L__truncdfsf2_2
  beq a5,zero,.L__truncdfsf2_2
.L__truncdfsf2_1:
  slli a4,a4,3
  srli a5,a5,29
  or a5,a4,a5
  slli a5,a5,10
  srli a5,a5,10
  or a5,a5,a0
  li a0,2143289344
.L__truncdfsf2_3:
  or a0,a0,a5
  ret
.L__truncdfsf2_2:
  srli a4,a4,20
  addi a3,a4,-896
  li a2,254
  ble a3,a2,.L__truncdfsf2_4
  li a5,2139095040
  j .L__truncdfsf2_3
.L__truncdfsf2_4:
  li a2,-24
  blt a3,a2,.L__truncdfsf2_5
  slli a1,a1,6
  srli a2,a5,26
  or a2,a1,a2
  li a1,67108864
  addi a6,a1,-1
  and a2,a2,a6
  and a5,a5,a6
  or a1,a1,a2
  snez a5,a5
  or a5,a5,a1
  bgt a3,zero,.L__truncdfsf2_6
  addi a4,a4,-865
  li a2,1
  sll a4,a5,a4
  sub a3,a2,a3
  srl a5,a5,a3
  snez a4,a4
  or a5,a4,a5
  li a3,1
.L__truncdfsf2_6:
  addi a3,a3,-1
  andi a1,a5,7
  slli a3,a3,23
  srli a5,a5,3
  li a2,4
  add a3,a3,a5
  li a4,1
  bgtu a1,a2,.L__truncdfsf2_7
  li a4,0
  bne a1,a2,.L__truncdfsf2_7
  andi a4,a5,1
.L__truncdfsf2_7:
  add a4,a4,a3
  or a0,a0,a4
.L__truncdfsf2_5:
  ret
#: __powisf2
__powisf2:
  addi sp,sp,-32
  srai a5,a1,31
  sw s2,16(sp)
  xor s2,a5,a1
  sw s0,24(sp)
  sw s1,20(sp)
  sw s3,12(sp)
  sw ra,28(sp)
  mv s0,a0
  mv s3,a1
  sub s2,s2,a5
  li s1,1065353216
.L__powisf2_1:
  bne s2,zero,.L__powisf2_2
  bge s3,zero,.L__powisf2_3
  lw s0,24(sp)
  lw ra,28(sp)
  lw s2,16(sp)
  lw s3,12(sp)
  mv a1,s1
  lw s1,20(sp)
  li a0,1065353216
  addi sp,sp,32
  tail __divsf3
.L__powisf2_2:
  andi a5,s2,1
  beq a5,zero,.L__powisf2_4
  mv a0,s1
  mv a1,s0
  call __mulsf3
  mv s1,a0
.L__powisf2_4:
  mv a1,s0
  mv a0,s0
  call __mulsf3
  srli s2,s2,1
  mv s0,a0
  j .L__powisf2_1
.L__powisf2_3:
  lw ra,28(sp)
  lw s0,24(sp)
  lw s2,16(sp)
  lw s3,12(sp)
  mv a0,s1
  lw s1,20(sp)
  addi sp,sp,32
  jr ra
#: __powidf2
__powidf2:
  addi sp,sp,-48
  srai a5,a2,31
  sw s3,28(sp)
  xor s3,a5,a2
  sw s0,40(sp)
  sw s1,36(sp)
  sw s2,32(sp)
  sw s4,24(sp)
  sw ra,44(sp)
  mv s0,a0
  mv a3,a1
  mv s4,a2
  sub s3,s3,a5
  li s2,0
  li s1,1072693248
.L__powidf2_1:
  bne s3,zero,.L__powidf2_2
  bge s4,zero,.L__powidf2_3
  lw s0,40(sp)
  lw ra,44(sp)
  lw s3,28(sp)
  lw s4,24(sp)
  mv a2,s2
  mv a3,s1
  lw s2,32(sp)
  lw s1,36(sp)
  li a0,0
  li a1,1072693248
  addi sp,sp,48
  tail __divdf3
.L__powidf2_2:
  andi a5,s3,1
  beq a5,zero,.L__powidf2_4
  mv a0,s2
  mv a1,s1
  mv a2,s0
  sw a3,12(sp)
  call __muldf3
  lw a3,12(sp)
  mv s2,a0
  mv s1,a1
.L__powidf2_4:
  mv a2,s0
  mv a0,s0
  mv a1,a3
  call __muldf3
  srli s3,s3,1
  mv s0,a0
  mv a3,a1
  j .L__powidf2_1
.L__powidf2_3:
  lw ra,44(sp)
  lw s0,40(sp)
  lw s3,28(sp)
  lw s4,24(sp)
  mv a0,s2
  mv a1,s1
  lw s2,32(sp)
  lw s1,36(sp)
  addi sp,sp,48
  jr ra
#: __divide_wide plain
__divide_wide:
  mv a6,a1
  li t1,64
  li a5,0
  li a4,0
.L__divide_wide_plain_1:
  srli a1,a5,31
  slli a7,a4,1
  or a7,a1,a7
  srli t4,a0,31
  slli a1,a6,1
  srli t3,a4,31
  slli a5,a5,1
  srli a4,a6,31
  or a1,t4,a1
  or a5,a4,a5
  slli a0,a0,1
  mv a4,a7
  mv a6,a1
  bne t3,zero,.L__divide_wide_plain_2
  bgtu a3,a7,.L__divide_wide_plain_3
  bne a3,a7,.L__divide_wide_plain_2
  bgtu a2,a5,.L__divide_wide_plain_3
.L__divide_wide_plain_2:
  sub t3,a5,a2
  sgtu a4,t3,a5
  sub a7,a7,a3
  mv a5,t3
  sub a4,a7,a4
  ori a0,a0,1
.L__divide_wide_plain_3:
  addi t1,t1,-1
  bne t1,zero,.L__divide_wide_plain_1
  ret
#: __mulsi3 plain
__mulsi3:
  mv a5,a0
  li a0,0
.L__mulsi3_plain_1:
  bne a1,zero,.L__mulsi3_plain_2
  ret
.L__mulsi3_plain_2:
  andi a4,a1,1
  beq a4,zero,.L__mulsi3_plain_3
  add a0,a0,a5
.L__mulsi3_plain_3:
  srli a1,a1,1
  slli a5,a5,1
  j .L__mulsi3_plain_1
#: __udivsi3 plain
__udivsi3:
  mv a4,a0
  li a5,1
  bne a1,zero,.L__udivsi3_plain_1
  li a0,-1
  ret
.L__udivsi3_plain_2:
  slli a1,a1,1
  slli a5,a5,1
.L__udivsi3_plain_1:
  bleu a4,a1,.L__udivsi3_plain_3
  bgt a1,zero,.L__udivsi3_plain_2
.L__udivsi3_plain_3:
  li a0,0
.L__udivsi3_plain_4:
  bne a5,zero,.L__udivsi3_plain_5
  ret
.L__udivsi3_plain_5:
  bltu a4,a1,.L__udivsi3_plain_6
  sub a4,a4,a1
  add a0,a0,a5
.L__udivsi3_plain_6:
  srli a5,a5,1
  srli a1,a1,1
  j .L__udivsi3_plain_4
#: __umodsi3 plain
__umodsi3:
  li a5,1
  bne a1,zero,.L__umodsi3_plain_1
.L__umodsi3_plain_2:
  ret
.L__umodsi3_plain_3:
  slli a1,a1,1
  slli a5,a5,1
.L__umodsi3_plain_1:
  bleu a0,a1,.L__umodsi3_plain_4
  bgt a1,zero,.L__umodsi3_plain_3
.L__umodsi3_plain_4:
  beq a5,zero,.L__umodsi3_plain_2
  bltu a0,a1,.L__umodsi3_plain_5
  sub a0,a0,a1
.L__umodsi3_plain_5:
  srli a5,a5,1
  srli a1,a1,1
  j .L__umodsi3_plain_4
#: __divsi3 plain
__divsi3:
  addi sp,sp,-16
  srai a5,a0,31
  srai a4,a1,31
  sw s0,8(sp)
  sw s1,4(sp)
  mv s0,a0
  mv s1,a1
  xor a0,a5,a0
  xor a1,a4,a1
  sub a1,a1,a4
  sub a0,a0,a5
  xor s0,s0,s1
  sw ra,12(sp)
  call __udivsi3
  bge s0,zero,.L__divsi3_plain_1
  neg a0,a0
.L__divsi3_plain_1:
  lw ra,12(sp)
  lw s0,8(sp)
  lw s1,4(sp)
  addi sp,sp,16
  jr ra
#: __modsi3 plain
__modsi3:
  addi sp,sp,-16
  srai a5,a0,31
  srai a4,a1,31
  sw s0,8(sp)
  xor a1,a4,a1
  mv s0,a0
  xor a0,a5,a0
  sub a1,a1,a4
  sub a0,a0,a5
  sw ra,12(sp)
  call __umodsi3
  bge s0,zero,.L__modsi3_plain_1
  neg a0,a0
.L__modsi3_plain_1:
  lw ra,12(sp)
  lw s0,8(sp)
  addi sp,sp,16
  jr ra
#: __muldi3 plain
__muldi3:
  addi sp,sp,-64
  sw s2,48(sp)
  li s2,65536
  addi s2,s2,-1
  sw s0,56(sp)
  and s0,a0,s2
  sw s4,40(sp)
  sw s7,28(sp)
  sw s8,24(sp)
  mv s7,a0
  srli s8,a0,16
  mv s4,a1
  mv a0,s0
  and a1,a2,s2
  sw ra,60(sp)
  sw s1,52(sp)
  sw s3,44(sp)
  sw s5,36(sp)
  sw s6,32(sp)
  sw s9,20(sp)
  mv s6,a2
  srli s9,a2,16
  mv s5,a3
  sw a1,12(sp)
  call __mulsi3
  lw a1,12(sp)
  mv s1,a0
  mv a0,s8
  call __mulsi3
  srli a5,s1,16
  add s3,a0,a5
  mv a1,s9
  mv a0,s0
  call __mulsi3
  and a5,s3,s2
  add s0,a0,a5
  mv a1,s9
  mv a0,s8
  call __mulsi3
  srli s3,s3,16
  srli a5,s0,16
  mv a1,s5
  add s3,a0,s3
  mv a0,s7
  add s3,s3,a5
  and s1,s1,s2
  call __mulsi3
  slli s0,s0,16
  or s0,s0,s1
  mv a1,s4
  mv s1,a0
  mv a0,s6
  call __mulsi3
  add a1,s1,a0
  lw ra,60(sp)
  mv a0,s0
  lw s0,56(sp)
  lw s1,52(sp)
  lw s2,48(sp)
  lw s4,40(sp)
  lw s5,36(sp)
  lw s6,32(sp)
  lw s7,28(sp)
  lw s8,24(sp)
  lw s9,20(sp)
  add a1,s3,a1
  lw s3,44(sp)
  addi sp,sp,64
  jr ra
#: __mulvsi3 plain
__mulvsi3:
  addi sp,sp,-16
  mv a2,a1
  srai a3,a1,31
  srai a1,a0,31
  sw ra,12(sp)
  call __muldi3
  srai a5,a0,31
  beq a5,a1,.L__mulvsi3_plain_1
  ebreak
.L__mulvsi3_plain_1:
  lw ra,12(sp)
  addi sp,sp,16
  jr ra
#: __mulsf3 plain
__mulsf3:
  addi sp,sp,-64
  li a5,-2147483648
  sw s1,52(sp)
  sw s3,44(sp)
  xori s1,a5,-1
  xor s3,a0,a1
  sw s2,48(sp)
  and s3,s3,a5
  and s2,a0,s1
  li a5,2139095040
  sw s5,36(sp)
  sw ra,60(sp)
  sw s0,56(sp)
  sw s4,40(sp)
  sw s6,32(sp)
  sw s7,28(sp)
  addi a3,s2,-1
  addi a4,a5,-2
  mv s5,a1
  and s1,a1,s1
  bgtu a3,a4,.L__mulsf3_plain_1
  addi a3,s1,-1
  bleu a3,a4,.L__mulsf3_plain_2
  bleu s1,a5,.L__mulsf3_plain_3
.L__mulsf3_plain_4:
  li s3,4194304
  or s3,s5,s3
  j .L__mulsf3_plain_5
.L__mulsf3_plain_1:
  bleu s2,a5,.L__mulsf3_plain_6
  li s3,4194304
  or s3,a0,s3
.L__mulsf3_plain_5:
  lw ra,60(sp)
  lw s0,56(sp)
  lw s1,52(sp)
  lw s2,48(sp)
  lw s4,40(sp)
  lw s5,36(sp)
  lw s6,32(sp)
  lw s7,28(sp)
  mv a0,s3
  lw s3,44(sp)
  addi sp,sp,64
  jr ra
.L__mulsf3_plain_6:
  bgtu s1,a5,.L__mulsf3_plain_4
  beq s2,a5,.L__mulsf3_plain_7
  bne s1,a5,.L__mulsf3_plain_5
.L__mulsf3_plain_8:
  li s3,2143289344
  j .L__mulsf3_plain_5
.L__mulsf3_plain_7:
  beq s1,zero,.L__mulsf3_plain_8
.L__mulsf3_plain_9:
  li a5,2139095040
  or s3,s3,a5
  j .L__mulsf3_plain_5
.L__mulsf3_plain_2:
  srli s4,s2,23
  beq s4,zero,.L__mulsf3_plain_10
  li s2,8388608
  addi a5,s2,-1
  and a0,a0,a5
  or s2,a0,s2
.L__mulsf3_plain_11:
  srli s0,s1,23
  slli s2,s2,8
  beq s0,zero,.L__mulsf3_plain_12
  li s1,8388608
  addi a5,s1,-1
  and s5,s5,a5
  or s1,s5,s1
.L__mulsf3_plain_13:
  li s6,65536
  addi s6,s6,-1
  and s7,s2,s6
  slli s1,s1,8
  and a1,s1,s6
  mv a0,s7
  sw a1,12(sp)
  call __mulsi3
  lw a1,12(sp)
  srli s2,s2,16
  srli s5,a0,16
  mv a0,s2
  call __mulsi3
  srli s1,s1,16
  add s5,s5,a0
  mv a1,s1
  mv a0,s7
  call __mulsi3
  and s6,s5,s6
  add s6,a0,s6
  mv a1,s1
  mv a0,s2
  call __mulsi3
  srli s5,s5,16
  srli a5,s6,16
  add a3,a0,s5
  add a3,a3,a5
  addi a5,s0,-126
  slli a2,s6,16
  add a5,a5,s4
  blt a3,zero,.L__mulsf3_plain_14
  srli a2,a2,31
  slli a3,a3,1
  or a3,a3,a2
  addi a5,a5,-1
  slli a2,s6,17
.L__mulsf3_plain_14:
  andi a4,a3,31
  or a4,a4,a2
  snez a4,a4
  srli a3,a3,5
  or a4,a4,a3
  bgt a5,zero,.L__mulsf3_plain_15
  li a3,1
  sub a3,a3,a5
  li a2,31
  bgt a3,a2,.L__mulsf3_plain_16
  addi a5,a5,31
  sll a5,a4,a5
  snez a5,a5
  srl a4,a4,a3
  or a4,a5,a4
  li a5,1
.L__mulsf3_plain_17:
  addi a5,a5,-1
  andi a1,a4,7
  slli a5,a5,23
  srli a4,a4,3
  li a2,4
  add a5,a5,a4
  li a3,1
  bgtu a1,a2,.L__mulsf3_plain_18
  li a3,0
  bne a1,a2,.L__mulsf3_plain_18
  andi a3,a4,1
.L__mulsf3_plain_18:
  add a3,a3,a5
  or s3,s3,a3
  j .L__mulsf3_plain_5
.L__mulsf3_plain_10:
  mv a0,s2
  call __clzsi2
  addi a0,a0,-8
  li s4,1
  sub s4,s4,a0
  sll s2,s2,a0
  j .L__mulsf3_plain_11
.L__mulsf3_plain_12:
  mv a0,s1
  call __clzsi2
  addi a0,a0,-8
  li s0,1
  sub s0,s0,a0
  sll s1,s1,a0
  j .L__mulsf3_plain_13
.L__mulsf3_plain_15:
  li a3,254
  ble a5,a3,.L__mulsf3_plain_17
  j .L__mulsf3_plain_9
.L__mulsf3_plain_16:
  li a5,0
  li a3,0
  j .L__mulsf3_plain_18
.L__mulsf3_plain_3:
  bne s1,a5,.L__mulsf3_plain_5
  j .L__mulsf3_plain_9
#: __muldf3 plain
__muldf3:
  addi sp,sp,-96
  sw s4,72(sp)
  li s4,-2147483648
  mv a4,a1
  sw s3,76(sp)
  xori s3,s4,-1
  and a1,a1,s3
  sw s0,88(sp)
  sw s5,68(sp)
  mv s0,a2
  mv s5,a3
  and s3,a3,s3
  seqz a2,a0
  xor a3,a4,a3
  sw s1,84(sp)
  sw s11,44(sp)
  and s4,s4,a3
  sw ra,92(sp)
  sw s2,80(sp)
  sw s6,64(sp)
  sw s7,60(sp)
  sw s8,56(sp)
  sw s9,52(sp)
  sw s10,48(sp)
  sub a2,a1,a2
  li a3,2146435072
  mv s1,a0
  li s11,0
  bgeu a2,a3,.L__muldf3_plain_1
  addi a3,a3,-1
  bne a2,a3,.L__muldf3_plain_2
  addi a0,a0,-1
  li a3,-2
  bgtu a0,a3,.L__muldf3_plain_1
.L__muldf3_plain_2:
  seqz a2,s0
  sub a2,s3,a2
  li a3,2146435072
  addi a0,s0,-1
  bgeu a2,a3,.L__muldf3_plain_3
  addi a3,a3,-1
  bne a2,a3,.L__muldf3_plain_4
  li a3,-2
  bleu a0,a3,.L__muldf3_plain_4
.L__muldf3_plain_3:
  li a4,2146435072
  bgtu s3,a4,.L__muldf3_plain_5
  bne s3,a4,.L__muldf3_plain_6
  beq s0,zero,.L__muldf3_plain_7
.L__muldf3_plain_5:
  li s4,524288
  mv s11,s0
  or s4,s4,s5
.L__muldf3_plain_8:
  lw ra,92(sp)
  lw s0,88(sp)
  lw s1,84(sp)
  lw s2,80(sp)
  lw s3,76(sp)
  lw s5,68(sp)
  lw s6,64(sp)
  lw s7,60(sp)
  lw s8,56(sp)
  lw s9,52(sp)
  lw s10,48(sp)
  mv a0,s11
  mv a1,s4
  lw s11,44(sp)
  lw s4,72(sp)
  addi sp,sp,96
  jr ra
.L__muldf3_plain_1:
  li a3,2146435072
  bgtu a1,a3,.L__muldf3_plain_9
  bne a1,a3,.L__muldf3_plain_10
  beq s1,zero,.L__muldf3_plain_10
.L__muldf3_plain_9:
  mv s11,s1
  li s4,524288
.L__muldf3_plain_11:
  or s4,s4,a4
  j .L__muldf3_plain_8
.L__muldf3_plain_10:
  li a4,2146435072
  bgtu s3,a4,.L__muldf3_plain_5
  bne s3,a4,.L__muldf3_plain_12
  bne s0,zero,.L__muldf3_plain_5
.L__muldf3_plain_12:
  bne s1,zero,.L__muldf3_plain_13
  li a4,2146435072
  beq a1,a4,.L__muldf3_plain_14
.L__muldf3_plain_13:
  bne s0,zero,.L__muldf3_plain_8
  li a4,2146435072
  bne s3,a4,.L__muldf3_plain_8
.L__muldf3_plain_15:
  li s11,0
  li s4,2146959360
  j .L__muldf3_plain_8
.L__muldf3_plain_14:
  or s3,s0,s3
  beq s3,zero,.L__muldf3_plain_15
.L__muldf3_plain_16:
  li a4,2146435072
  j .L__muldf3_plain_11
.L__muldf3_plain_4:
  srli s6,a1,20
  beq s6,zero,.L__muldf3_plain_17
  li s2,1048576
  addi a3,s2,-1
  and a4,a4,a3
  mv a0,s1
  or s2,s2,a4
.L__muldf3_plain_18:
  srli a4,a0,21
  slli s2,s2,11
  srli a6,s3,20
  or s2,a4,s2
  slli s1,a0,11
  beq a6,zero,.L__muldf3_plain_19
  li s3,1048576
  addi a4,s3,-1
  and a3,s5,a4
  or s3,s3,a3
.L__muldf3_plain_20:
  li s5,65536
  addi s5,s5,-1
  srli a4,s0,21
  slli s0,s0,11
  and a5,s1,s5
  and s8,s0,s5
  mv a0,a5
  mv a1,s8
  slli s3,s3,11
  sw a6,28(sp)
  or s3,a4,s3
  sw a5,8(sp)
  srli s1,s1,16
  call __mulsi3
  mv a1,s8
  srli s7,a0,16
  mv a0,s1
  call __mulsi3
  add s7,s7,a0
  lw a0,8(sp)
  srli s0,s0,16
  mv a1,s0
  call __mulsi3
  and a4,s7,s5
  add a7,a0,a4
  mv a1,s0
  mv a0,s1
  sw a7,12(sp)
  call __mulsi3
  and a5,s2,s5
  lw a7,12(sp)
  sw a5,12(sp)
  lw a1,12(sp)
  srli s7,s7,16
  add a3,a0,s7
  srli a4,a7,16
  srli a5,s2,16
  mv a0,s8
  add s10,a3,a4
  slli s9,a7,16
  sw a7,24(sp)
  sw a5,16(sp)
  call __mulsi3
  lw a1,16(sp)
  mv s7,a0
  mv a0,s8
  call __mulsi3
  lw a1,12(sp)
  srli a4,s7,16
  add s8,a0,a4
  mv a0,s0
  call __mulsi3
  and a4,s8,s5
  lw a1,16(sp)
  add s2,a0,a4
  and s7,s7,s5
  mv a0,s0
  slli s0,s2,16
  call __mulsi3
  or s0,s0,s7
  srli s8,s8,16
  srli a4,s2,16
  add a0,a0,s8
  add s2,s0,s10
  add a0,a0,a4
  sltu s0,s2,s0
  add s0,s0,a0
  lw a0,8(sp)
  and a5,s3,s5
  mv a1,a5
  sw a5,20(sp)
  call __mulsi3
  lw a1,20(sp)
  mv s7,a0
  mv a0,s1
  call __mulsi3
  srli a4,s7,16
  add s8,a0,a4
  lw a0,8(sp)
  srli s3,s3,16
  mv a1,s3
  call __mulsi3
  and a4,s8,s5
  add s10,a0,a4
  mv a1,s3
  mv a0,s1
  call __mulsi3
  srli s8,s8,16
  srli a4,s10,16
  add a0,a0,s8
  add a0,a0,a4
  and s7,s7,s5
  slli a4,s10,16
  or a4,a4,s7
  add s8,a4,s2
  sltu a4,s8,a4
  add s2,a4,a0
  lw a1,20(sp)
  lw a0,12(sp)
  mv s10,s9
  call __mulsi3
  mv s1,a0
  lw a1,20(sp)
  lw a0,16(sp)
  call __mulsi3
  srli a3,s1,16
  add s7,a0,a3
  lw a0,12(sp)
  mv a1,s3
  and s1,s1,s5
  call __mulsi3
  and a3,s7,s5
  add s9,a0,a3
  lw a0,16(sp)
  mv a1,s3
  srli s7,s7,16
  call __mulsi3
  srli a3,s9,16
  slli s9,s9,16
  or s9,s9,s1
  add s0,s9,s0
  lw a6,28(sp)
  add a0,a0,s7
  sltu s9,s0,s9
  add a0,a0,a3
  add a4,s0,s2
  add s9,s9,a0
  sltu s0,a4,s0
  addi a2,a6,-1022
  add s0,s0,s9
  add a2,a2,s6
  blt s0,zero,.L__muldf3_plain_21
  lw a7,24(sp)
  srli a3,a4,31
  slli s0,s0,1
  srli a1,s8,31
  slli a4,a4,1
  or s0,a3,s0
  slli s8,s8,1
  srli a3,s10,31
  or a4,a4,a1
  slli s10,a7,17
  or s8,a3,s8
  addi a2,a2,-1
.L__muldf3_plain_21:
  andi s1,a4,255
  or s1,s1,s10
  slli a3,s0,24
  or s1,s1,s8
  srli a4,a4,8
  snez s1,s1
  or a4,a3,a4
  or s1,s1,a4
  srli s0,s0,8
  bgt a2,zero,.L__muldf3_plain_22
  li s3,1
  sub s3,s3,a2
  li a5,63
  bgt s3,a5,.L__muldf3_plain_23
  addi a2,a2,63
  mv a0,s1
  mv a1,s0
  call __ashldi3
  or a0,a0,a1
  snez s2,a0
  mv a2,s3
  mv a0,s1
  mv a1,s0
  call __lshrdi3
  or s1,s2,a0
  mv s0,a1
  li a2,1
.L__muldf3_plain_24:
  addi a2,a2,-1
  slli a5,s0,29
  andi a1,s1,7
  srli s0,s0,3
  srli s1,s1,3
  slli a2,a2,20
  li a3,4
  or a5,a5,s1
  add a2,a2,s0
  li a4,1
  bgtu a1,a3,.L__muldf3_plain_25
  li a4,0
  bne a1,a3,.L__muldf3_plain_25
  andi a4,a5,1
.L__muldf3_plain_25:
  add a5,a4,a5
  sltu a4,a5,a4
  add a4,a4,a2
  mv s11,a5
  j .L__muldf3_plain_11
.L__muldf3_plain_17:
  mv a0,s1
  sw a1,8(sp)
  call __clzdi2
  lw a1,8(sp)
  addi a2,a0,-11
  li s6,1
  mv a0,s1
  sub s6,s6,a2
  call __ashldi3
  mv s2,a1
  j .L__muldf3_plain_18
.L__muldf3_plain_19:
  mv a1,s3
  mv a0,s0
  call __clzdi2
  addi a2,a0,-11
  li a6,1
  sub a6,a6,a2
  mv a0,s0
  mv a1,s3
  sw a6,8(sp)
  call __ashldi3
  lw a6,8(sp)
  mv s0,a0
  mv s3,a1
  j .L__muldf3_plain_20
.L__muldf3_plain_22:
  li a4,2046
  ble a2,a4,.L__muldf3_plain_24
  j .L__muldf3_plain_16
.L__muldf3_plain_23:
  li a5,0
  li a2,0
  li a4,0
  j .L__muldf3_plain_25
.L__muldf3_plain_6:
  bne s0,zero,.L__muldf3_plain_8
.L__muldf3_plain_7:
  li a4,2146435072
  bne s3,a4,.L__muldf3_plain_8
  j .L__muldf3_plain_16
#: __fixsfdi hard
__fixsfdi:
  fmv.x.w a5,fa0
  srli a2,a5,23
  andi a2,a2,255
  addi a4,a2,-127
  blt a4,zero,.L__fixsfdi_hard_1
  addi sp,sp,-16
  sw s0,8(sp)
  sw ra,12(sp)
  li a1,62
  mv s0,a5
  ble a4,a1,.L__fixsfdi_hard_2
  blt a5,zero,.L__fixsfdi_hard_3
  li a1,-2147483648
  li a0,-1
  xori a1,a1,-1
.L__fixsfdi_hard_4:
  lw ra,12(sp)
  lw s0,8(sp)
  addi sp,sp,16
  jr ra
.L__fixsfdi_hard_2:
  li a3,8388608
  addi a0,a3,-1
  and a0,a0,a5
  li a5,23
  or a0,a0,a3
  bgt a4,a5,.L__fixsfdi_hard_5
  sub a5,a5,a4
  srl a0,a0,a5
  li a1,0
.L__fixsfdi_hard_6:
  bge s0,zero,.L__fixsfdi_hard_4
  snez a5,a0
  neg a1,a1
  neg a0,a0
  sub a1,a1,a5
  j .L__fixsfdi_hard_4
.L__fixsfdi_hard_5:
  addi a2,a2,-150
  li a1,0
  call __ashldi3
  j .L__fixsfdi_hard_6
.L__fixsfdi_hard_1:
  li a0,0
  li a1,0
  ret
.L__fixsfdi_hard_3:
  li a0,0
  li a1,-2147483648
  j .L__fixsfdi_hard_4
#: __fixunssfdi hard
__fixunssfdi:
  fmv.x.w a5,fa0
  srli a2,a5,23
  andi a2,a2,255
  addi a4,a2,-127
  blt a4,zero,.L__fixunssfdi_hard_1
  blt a5,zero,.L__fixunssfdi_hard_1
  li a3,63
  bgt a4,a3,.L__fixunssfdi_hard_2
  li a3,8388608
  addi a0,a3,-1
  and a0,a0,a5
  li a5,23
  or a0,a0,a3
  bgt a4,a5,.L__fixunssfdi_hard_3
  sub a5,a5,a4
  srl a0,a0,a5
.L__fixunssfdi_hard_4:
  li a1,0
  ret
.L__fixunssfdi_hard_3:
  addi sp,sp,-16
  addi a2,a2,-150
  li a1,0
  sw ra,12(sp)
  call __ashldi3
  lw ra,12(sp)
  addi sp,sp,16
  jr ra
.L__fixunssfdi_hard_1:
  li a0,0
  j .L__fixunssfdi_hard_4
.L__fixunssfdi_hard_2:
  li a0,-1
  li a1,-1
  ret
#: __floatdisf hard
__floatdisf:
  addi sp,sp,-48
  sw s0,40(sp)
  sw s3,28(sp)
  sw ra,44(sp)
  sw s1,36(sp)
  sw s2,32(sp)
  sw s4,24(sp)
  sw s5,20(sp)
  sw s6,16(sp)
  sw s7,12(sp)
  mv s3,a1
  mv s0,a0
  bge a1,zero,.L__floatdisf_hard_1
  snez a5,a0
  neg s2,a1
  sub s2,s2,a5
  neg s0,a0
.L__floatdisf_hard_2:
  mv a0,s0
  mv a1,s2
  call __clzdi2
  li a5,63
  sub a5,a5,a0
  li a4,23
  mv s4,a0
  bgt a5,a4,.L__floatdisf_hard_3
  addi a5,a0,-40
  sll s0,s0,a5
.L__floatdisf_hard_4:
  li a0,189
  sub a0,a0,s4
  slli a0,a0,23
  li a5,-2147483648
  add a0,a0,s0
  and a5,a5,s3
  or a0,a0,a5
  j .L__floatdisf_hard_5
.L__floatdisf_hard_1:
  or a5,a0,a1
  mv s2,a1
  mv a0,zero
  bne a5,zero,.L__floatdisf_hard_2
.L__floatdisf_hard_5:
  lw ra,44(sp)
  lw s0,40(sp)
  lw s1,36(sp)
  lw s2,32(sp)
  lw s3,28(sp)
  lw s4,24(sp)
  lw s5,20(sp)
  lw s6,16(sp)
  lw s7,12(sp)
  fmv.w.x fa0,a0
  addi sp,sp,48
  jr ra
.L__floatdisf_hard_3:
  li a2,39
  sub a2,a2,a0
  li a1,0
  li a0,1
  call __ashldi3
  srli a5,a0,31
  slli s1,a1,1
  or s1,a5,s1
  slli a5,a0,1
  addi s5,a5,-1
  seqz a5,a5
  sub s1,s1,a5
  li a2,40
  mv s6,a1
  mv s7,a0
  and s1,s1,s2
  sub a2,a2,s4
  mv a0,s0
  mv a1,s2
  and s5,s5,s0
  call __lshrdi3
  bgtu s1,s6,.L__floatdisf_hard_6
  bne s1,s6,.L__floatdisf_hard_7
  bgtu s5,s7,.L__floatdisf_hard_6
.L__floatdisf_hard_7:
  bne s7,s5,.L__floatdisf_hard_8
  andi s0,a0,1
  beq s6,s1,.L__floatdisf_hard_9
.L__floatdisf_hard_8:
  li s0,0
  j .L__floatdisf_hard_9
.L__floatdisf_hard_6:
  li s0,1
.L__floatdisf_hard_9:
  add s0,s0,a0
  j .L__floatdisf_hard_4
#: __floatundisf hard
__floatundisf:
  or a4,a0,a1
  beq a4,zero,.L__floatundisf_hard_1
  addi sp,sp,-32
  sw s1,20(sp)
  sw s2,16(sp)
  sw s3,12(sp)
  sw ra,28(sp)
  sw s0,24(sp)
  sw s4,8(sp)
  sw s5,4(sp)
  sw s6,0(sp)
  mv s1,a0
  mv s2,a1
  call __clzdi2
  li a5,63
  sub a5,a5,a0
  li a4,23
  mv s3,a0
  bgt a5,a4,.L__floatundisf_hard_2
  addi a5,a0,-40
  sll s1,s1,a5
.L__floatundisf_hard_3:
  li a5,189
  lw ra,28(sp)
  lw s0,24(sp)
  sub a5,a5,s3
  slli a5,a5,23
  add a5,a5,s1
  lw s2,16(sp)
  lw s1,20(sp)
  lw s3,12(sp)
  lw s4,8(sp)
  lw s5,4(sp)
  lw s6,0(sp)
  fmv.w.x fa0,a5
  addi sp,sp,32
  jr ra
.L__floatundisf_hard_2:
  li a2,39
  sub a2,a2,a0
  li a1,0
  li a0,1
  call __ashldi3
  srli a5,a0,31
  slli s0,a1,1
  or s0,a5,s0
  slli a5,a0,1
  addi s4,a5,-1
  seqz a5,a5
  sub s0,s0,a5
  li a2,40
  mv s5,a1
  mv s6,a0
  and s0,s0,s2
  sub a2,a2,s3
  mv a0,s1
  mv a1,s2
  and s4,s4,s1
  call __lshrdi3
  bgtu s0,s5,.L__floatundisf_hard_4
  bne s0,s5,.L__floatundisf_hard_5
  bgtu s4,s6,.L__floatundisf_hard_4
.L__floatundisf_hard_5:
  bne s6,s4,.L__floatundisf_hard_6
  andi s1,a0,1
  beq s5,s0,.L__floatundisf_hard_7
.L__floatundisf_hard_6:
  li s1,0
  j .L__floatundisf_hard_7
.L__floatundisf_hard_4:
  li s1,1
.L__floatundisf_hard_7:
  add s1,s1,a0
  j .L__floatundisf_hard_3
.L__floatundisf_hard_1:
  mv a5,zero
  fmv.w.x fa0,a5
  ret
#: __fixdfdi hard
__fixdfdi:
  addi sp,sp,-32
  fsd fa0,8(sp)
  lw a5,12(sp)
  sw ra,28(sp)
  sw s0,24(sp)
  srli a4,a5,20
  andi a4,a4,2047
  addi a3,a4,-1023
  lw a0,8(sp)
  blt a3,zero,.L__fixdfdi_hard_1
  li a1,62
  mv s0,a5
  ble a3,a1,.L__fixdfdi_hard_2
  blt a5,zero,.L__fixdfdi_hard_3
  li a1,-2147483648
  li a0,-1
  xori a1,a1,-1
.L__fixdfdi_hard_4:
  lw ra,28(sp)
  lw s0,24(sp)
  addi sp,sp,32
  jr ra
.L__fixdfdi_hard_2:
  li a1,1048576
  addi a2,a1,-1
  and a5,a2,a5
  li a2,52
  or a1,a1,a5
  bgt a3,a2,.L__fixdfdi_hard_5
  sub a2,a2,a3
  call __lshrdi3
.L__fixdfdi_hard_6:
  bge s0,zero,.L__fixdfdi_hard_4
  snez a5,a0
  neg a1,a1
  neg a0,a0
  sub a1,a1,a5
  j .L__fixdfdi_hard_4
.L__fixdfdi_hard_5:
  addi a2,a4,-1075
  call __ashldi3
  j .L__fixdfdi_hard_6
.L__fixdfdi_hard_1:
  li a0,0
  li a1,0
  j .L__fixdfdi_hard_4
.L__fixdfdi_hard_3:
  li a0,0
  li a1,-2147483648
  j .L__fixdfdi_hard_4
#: __fixunsdfdi hard
__fixunsdfdi:
  addi sp,sp,-32
  fsd fa0,8(sp)
  lw a4,12(sp)
  sw ra,28(sp)
  lw a0,8(sp)
  srli a3,a4,20
  andi a3,a3,2047
  addi a2,a3,-1023
  li a5,0
  li a1,0
  blt a2,zero,.L__fixunsdfdi_hard_1
  blt a4,zero,.L__fixunsdfdi_hard_1
  li a6,63
  li a5,-1
  li a1,-1
  bgt a2,a6,.L__fixunsdfdi_hard_1
  li a1,1048576
  addi a5,a1,-1
  and a5,a5,a4
  or a1,a1,a5
  li a5,52
  bgt a2,a5,.L__fixunsdfdi_hard_2
  sub a2,a5,a2
  call __lshrdi3
.L__fixunsdfdi_hard_3:
  mv a5,a0
.L__fixunsdfdi_hard_1:
  lw ra,28(sp)
  mv a0,a5
  addi sp,sp,32
  jr ra
.L__fixunsdfdi_hard_2:
  addi a2,a3,-1075
  call __ashldi3
  j .L__fixunsdfdi_hard_3
#: __floatdidf hard
__floatdidf:
  addi sp,sp,-64
  sw s1,52(sp)
  sw s3,44(sp)
  sw ra,60(sp)
  sw s0,56(sp)
  sw s2,48(sp)
  sw s4,40(sp)
  sw s5,36(sp)
  sw s6,32(sp)
  sw s7,28(sp)
  mv s3,a1
  mv s1,a0
  bge a1,zero,.L__floatdidf_hard_1
  snez a5,a0
  neg s2,a1
  sub s2,s2,a5
  neg s1,a0
.L__floatdidf_hard_2:
  mv a0,s1
  mv a1,s2
  call __clzdi2
  li a5,63
  sub a5,a5,a0
  li a4,52
  mv s4,a0
  bgt a5,a4,.L__floatdidf_hard_3
  addi a2,a0,-11
  mv a1,s2
  mv a0,s1
  call __ashldi3
  mv a5,a1
.L__floatdidf_hard_4:
  li a4,1085
  sub a4,a4,s4
  slli a4,a4,20
  add a5,a4,a5
  li a4,-2147483648
  and a4,a4,s3
  or a3,a5,a4
  sw a0,8(sp)
  sw a3,12(sp)
  fld fa0,8(sp)
  j .L__floatdidf_hard_5
.L__floatdidf_hard_1:
  or a5,a0,a1
  fcvt.d.w fa0,x0
  mv s2,a1
  bne a5,zero,.L__floatdidf_hard_2
.L__floatdidf_hard_5:
  lw ra,60(sp)
  lw s0,56(sp)
  lw s1,52(sp)
  lw s2,48(sp)
  lw s3,44(sp)
  lw s4,40(sp)
  lw s5,36(sp)
  lw s6,32(sp)
  lw s7,28(sp)
  addi sp,sp,64
  jr ra
.L__floatdidf_hard_3:
  li a2,10
  sub a2,a2,a0
  li a1,0
  li a0,1
  call __ashldi3
  srli a5,a0,31
  slli s0,a1,1
  or s0,a5,s0
  slli a5,a0,1
  addi s5,a5,-1
  seqz a5,a5
  sub s0,s0,a5
  li a2,11
  mv s6,a1
  mv s7,a0
  and s0,s0,s2
  sub a2,a2,s4
  mv a0,s1
  mv a1,s2
  and s5,s5,s1
  call __lshrdi3
  bgtu s0,s6,.L__floatdidf_hard_6
  bne s0,s6,.L__floatdidf_hard_7
  bgtu s5,s7,.L__floatdidf_hard_6
.L__floatdidf_hard_7:
  bne s7,s5,.L__floatdidf_hard_8
  andi a5,a0,1
  beq s6,s0,.L__floatdidf_hard_9
.L__floatdidf_hard_8:
  li a5,0
  j .L__floatdidf_hard_9
.L__floatdidf_hard_6:
  li a5,1
.L__floatdidf_hard_9:
  add a0,a5,a0
  sltu a5,a0,a5
  add a5,a5,a1
  j .L__floatdidf_hard_4
#: __floatundidf hard
__floatundidf:
  or a5,a0,a1
  beq a5,zero,.L__floatundidf_hard_1
  addi sp,sp,-48
  sw s1,36(sp)
  sw s2,32(sp)
  sw s3,28(sp)
  sw ra,44(sp)
  sw s0,40(sp)
  sw s4,24(sp)
  sw s5,20(sp)
  sw s6,16(sp)
  mv s3,a0
  mv s2,a1
  call __clzdi2
  li a5,63
  sub a5,a5,a0
  li a4,52
  mv s1,a0
  bgt a5,a4,.L__floatundidf_hard_2
  addi a2,a0,-11
  mv a1,s2
  mv a0,s3
  call __ashldi3
.L__floatundidf_hard_3:
  li a5,1085
  sub a5,a5,s1
  lw ra,44(sp)
  lw s0,40(sp)
  slli a5,a5,20
  add a3,a5,a1
  sw a0,8(sp)
  sw a3,12(sp)
  fld fa0,8(sp)
  lw s1,36(sp)
  lw s2,32(sp)
  lw s3,28(sp)
  lw s4,24(sp)
  lw s5,20(sp)
  lw s6,16(sp)
  addi sp,sp,48
  jr ra
.L__floatundidf_hard_2:
  li a2,10
  sub a2,a2,a0
  li a1,0
  li a0,1
  call __ashldi3
  srli a5,a0,31
  slli s0,a1,1
  or s0,a5,s0
  slli a5,a0,1
  addi s4,a5,-1
  seqz a5,a5
  sub s0,s0,a5
  li a2,11
  mv s5,a1
  mv s6,a0
  and s0,s0,s2
  sub a2,a2,s1
  mv a0,s3
  mv a1,s2
  and s4,s4,s3
  call __lshrdi3
  bgtu s0,s5,.L__floatundidf_hard_4
  bne s0,s5,.L__floatundidf_hard_5
  bgtu s4,s6,.L__floatundidf_hard_4
.L__floatundidf_hard_5:
  bne s6,s4,.L__floatundidf_hard_6
  andi a5,a0,1
  beq s5,s0,.L__floatundidf_hard_7
.L__floatundidf_hard_6:
  li a5,0
  j .L__floatundidf_hard_7
.L__floatundidf_hard_4:
  li a5,1
.L__floatundidf_hard_7:
  add a0,a5,a0
  sltu a5,a0,a5
  add a1,a5,a1
  j .L__floatundidf_hard_3
.L__floatundidf_hard_1:
  fcvt.d.w fa0,x0
  ret
