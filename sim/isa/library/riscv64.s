# Made by rebuild.py from libgcc.c: do not edit.
#: __divide_two_words
__divide_two_words:
  addi sp,sp,-32
  sd s0,16(sp)
  mv s0,a0
  mv a0,a2
  sd s1,8(sp)
  sd s2,0(sp)
  mv s1,a2
  mv s2,a1
  sd ra,24(sp)
  call __clzdi2
  sll a2,s1,a0
  slli a3,a2,32
  sext.w a1,a0
  srli a4,a2,32
  srli a3,a3,32
  beq a1,zero,.L__divide_two_words_1
  li a5,64
  subw a5,a5,a0
  sll s0,s0,a1
  srl a5,s2,a5
  or s0,a5,s0
.L__divide_two_words_1:
  divu a5,s0,a4
  sll s2,s2,a1
  srli a7,s2,32
  slli s2,s2,32
  srli s2,s2,32
  remu a1,s0,a4
  mul a0,a3,a5
.L__divide_two_words_2:
  srli a6,a5,32
  bne a6,zero,.L__divide_two_words_3
  slli a6,a1,32
  or a6,a6,a7
  bgeu a6,a0,.L__divide_two_words_4
.L__divide_two_words_3:
  add a1,a1,a4
  srli a6,a1,32
  addi a5,a5,-1
  sub a0,a0,a3
  beq a6,zero,.L__divide_two_words_2
.L__divide_two_words_4:
  mul a2,a5,a2
  slli s0,s0,32
  or s0,s0,a7
  sub s0,s0,a2
  divu a0,s0,a4
  remu s0,s0,a4
  mul a2,a3,a0
.L__divide_two_words_5:
  srli a1,a0,32
  bne a1,zero,.L__divide_two_words_6
  slli a1,s0,32
  or a1,a1,s2
  bgeu a1,a2,.L__divide_two_words_7
.L__divide_two_words_6:
  add s0,s0,a4
  srli a1,s0,32
  addi a0,a0,-1
  sub a2,a2,a3
  beq a1,zero,.L__divide_two_words_5
.L__divide_two_words_7:
  ld ra,24(sp)
  ld s0,16(sp)
  slli a5,a5,32
  ld s1,8(sp)
  ld s2,0(sp)
  add a0,a5,a0
  addi sp,sp,32
  jr ra
#: __muldi3
__muldi3:
  mul a0,a0,a1
  ret
#: __udivdi3
__udivdi3:
  divu a0,a0,a1
  ret
#: __umoddi3
__umoddi3:
  remu a0,a0,a1
  ret
#: __divdi3
__divdi3:
  div a0,a0,a1
  ret
#: __moddi3
__moddi3:
  rem a0,a0,a1
  ret
#: __mulsi3
__mulsi3:
  mulw a0,a0,a1
  ret
#: __divsi3
__divsi3:
  div a0,a0,a1
  sext.w a0,a0
  ret
#: __modsi3
__modsi3:
  rem a0,a0,a1
  sext.w a0,a0
  ret
#: __udivsi3
__udivsi3:
  slli a0,a0,32
  slli a1,a1,32
  srli a1,a1,32
  srli a0,a0,32
  divu a0,a0,a1
  sext.w a0,a0
  ret
#: __umodsi3
__umodsi3:
  slli a0,a0,32
  slli a1,a1,32
  srli a1,a1,32
  srli a0,a0,32
  remu a0,a0,a1
  sext.w a0,a0
  ret
#: __multi3
__multi3:
  mul a1,a1,a2
  mul a3,a3,a0
  add a3,a3,a1
  mulhu a1,a2,a0
  mul a0,a2,a0
  add a1,a3,a1
  ret
#: __divide_wide
__divide_wide:
  addi sp,sp,-64
  sd s0,48(sp)
  sd s3,24(sp)
  sd s4,16(sp)
  sd ra,56(sp)
  sd s1,40(sp)
  sd s2,32(sp)
  sd s5,8(sp)
  sd s6,0(sp)
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
  ld ra,56(sp)
  ld s0,48(sp)
  ld s2,32(sp)
  ld s3,24(sp)
  ld s4,16(sp)
  ld s5,8(sp)
  mv a0,s1
  mv a1,s6
  ld s1,40(sp)
  ld s6,0(sp)
  addi sp,sp,64
  jr ra
.L__divide_wide_1:
  mv s5,a3
  bgtu a3,a1,.L__divide_wide_6
  bne a3,a1,.L__divide_wide_7
  bgtu a2,a0,.L__divide_wide_6
.L__divide_wide_7:
  mv a0,s5
  call __clzdi2
  slli s1,a0,32
  srli s1,s1,32
  mv a2,s1
  mv a0,s4
  mv a1,s5
  call __ashlti3
  slli a4,s0,63
  srli a5,s3,1
  mv a2,a1
  srli a0,s0,1
  or a1,a4,a5
  call __divide_two_words
  mv a2,s1
  li a1,0
  call __ashlti3
  slli s2,a1,1
  srli a0,a0,63
  or s2,s2,a0
  beq s2,zero,.L__divide_wide_8
  addi s2,s2,-1
.L__divide_wide_8:
  mv a2,s4
  mv a3,s5
  mv a0,s2
  li a1,0
  call __multi3
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
#: __udivti3
__udivti3:
  tail __divide_wide
#: __umodti3
__umodti3:
  addi sp,sp,-48
  sd ra,40(sp)
  sd s0,32(sp)
  sd s1,24(sp)
  sd s2,16(sp)
  sd s3,8(sp)
  mv s0,a0
  mv s1,a1
  mv s3,a2
  mv s2,a3
  call __divide_wide
  mv a2,s3
  mv a3,s2
  call __multi3
  sub a0,s0,a0
  sgtu s0,a0,s0
  sub a1,s1,a1
  ld ra,40(sp)
  sub a1,a1,s0
  ld s0,32(sp)
  ld s1,24(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  addi sp,sp,48
  jr ra
#: __udivmodti4
__udivmodti4:
  addi sp,sp,-64
  sd s0,48(sp)
  sd s1,40(sp)
  sd s2,32(sp)
  sd s3,24(sp)
  sd s4,16(sp)
  sd s5,8(sp)
  sd s6,0(sp)
  sd ra,56(sp)
  mv s1,a0
  mv s0,a1
  mv s6,a2
  mv s5,a3
  mv s2,a4
  call __divide_wide
  mv s4,a0
  mv s3,a1
  beq s2,zero,.L__udivmodti4_1
  mv a2,s6
  mv a3,s5
  call __multi3
  sub a5,s1,a0
  sgtu s1,a5,s1
  sub s0,s0,a1
  sub s0,s0,s1
  sd a5,0(s2)
  sd s0,8(s2)
.L__udivmodti4_1:
  ld ra,56(sp)
  ld s0,48(sp)
  ld s1,40(sp)
  ld s2,32(sp)
  ld s5,8(sp)
  ld s6,0(sp)
  mv a0,s4
  mv a1,s3
  ld s4,16(sp)
  ld s3,24(sp)
  addi sp,sp,64
  jr ra
#: __divti3
__divti3:
  addi sp,sp,-32
  sd s0,16(sp)
  sd s1,8(sp)
  sd ra,24(sp)
  mv s0,a1
  mv s1,a3
  bge a1,zero,.L__divti3_1
  snez a5,a0
  neg a1,a1
  sub a1,a1,a5
  neg a0,a0
.L__divti3_1:
  mv a3,s1
  bge s1,zero,.L__divti3_2
  snez a5,a2
  neg a3,s1
  sub a3,a3,a5
  neg a2,a2
.L__divti3_2:
  xor s0,s0,s1
  call __divide_wide
  bge s0,zero,.L__divti3_3
  snez a5,a0
  neg a1,a1
  neg a0,a0
  sub a1,a1,a5
.L__divti3_3:
  ld ra,24(sp)
  ld s0,16(sp)
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
#: __modti3
__modti3:
  addi sp,sp,-48
  sd ra,40(sp)
  sd s0,32(sp)
  sd s1,24(sp)
  sd s2,16(sp)
  sd s3,8(sp)
  mv s0,a0
  mv s1,a1
  mv s3,a2
  mv s2,a3
  call __divti3
  mv a2,s3
  mv a3,s2
  call __multi3
  sub a0,s0,a0
  sgtu s0,a0,s0
  sub a1,s1,a1
  ld ra,40(sp)
  sub a1,a1,s0
  ld s0,32(sp)
  ld s1,24(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  addi sp,sp,48
  jr ra
#: __divmodti4
__divmodti4:
  addi sp,sp,-64
  sd ra,56(sp)
  sd s0,48(sp)
  sd s1,40(sp)
  sd s2,32(sp)
  sd s3,24(sp)
  sd s4,16(sp)
  sd s5,8(sp)
  sd s6,0(sp)
  mv s2,a4
  mv s1,a0
  mv s6,a2
  mv s5,a3
  mv s0,a1
  call __divti3
  mv a2,s6
  mv a3,s5
  mv s4,a0
  mv s3,a1
  call __multi3
  sub a5,s1,a0
  sgtu s1,a5,s1
  sub s0,s0,a1
  sub s0,s0,s1
  sd s0,8(s2)
  ld ra,56(sp)
  ld s0,48(sp)
  sd a5,0(s2)
  ld s1,40(sp)
  ld s2,32(sp)
  ld s5,8(sp)
  ld s6,0(sp)
  mv a0,s4
  mv a1,s3
  ld s4,16(sp)
  ld s3,24(sp)
  addi sp,sp,64
  jr ra
#: __ashlti3
__ashlti3:
  beq a2,zero,.L__ashlti3_1
  li a5,63
  ble a2,a5,.L__ashlti3_2
  addiw a2,a2,-64
  sll a1,a0,a2
  li a0,0
  ret
.L__ashlti3_2:
  li a5,64
  subw a5,a5,a2
  srl a5,a0,a5
  sll a1,a1,a2
  sll a0,a0,a2
  or a1,a1,a5
.L__ashlti3_1:
  ret
#: __lshrti3
__lshrti3:
  beq a2,zero,.L__lshrti3_1
  li a5,63
  ble a2,a5,.L__lshrti3_2
  addiw a2,a2,-64
  srl a0,a1,a2
  li a1,0
  ret
.L__lshrti3_2:
  li a5,64
  subw a5,a5,a2
  sll a5,a1,a5
  srl a0,a0,a2
  or a0,a5,a0
  srl a1,a1,a2
.L__lshrti3_1:
  ret
#: __ashrti3
__ashrti3:
  beq a2,zero,.L__ashrti3_1
  li a5,63
  ble a2,a5,.L__ashrti3_2
  addiw a2,a2,-64
  sra a0,a1,a2
  srai a1,a1,63
  ret
.L__ashrti3_2:
  li a5,64
  subw a5,a5,a2
  sll a5,a1,a5
  srl a0,a0,a2
  or a0,a5,a0
  sra a1,a1,a2
.L__ashrti3_1:
  ret
#: __negti2
__negti2:
  snez a5,a0
  neg a1,a1
  neg a0,a0
  sub a1,a1,a5
  ret
#: __cmpti2
__cmpti2:
  li a5,1
  bgt a1,a3,.L__cmpti2_1
  bne a1,a3,.L__cmpti2_2
  bgtu a0,a2,.L__cmpti2_1
.L__cmpti2_2:
  li a5,0
.L__cmpti2_1:
  li a4,1
  bgt a3,a1,.L__cmpti2_3
  bne a3,a1,.L__cmpti2_4
  bgtu a2,a0,.L__cmpti2_3
.L__cmpti2_4:
  li a4,0
.L__cmpti2_3:
  subw a0,a5,a4
  addiw a0,a0,1
  ret
#: __ucmpti2
__ucmpti2:
  li a5,1
  bgtu a1,a3,.L__ucmpti2_1
  bne a1,a3,.L__ucmpti2_2
  bgtu a0,a2,.L__ucmpti2_1
.L__ucmpti2_2:
  li a5,0
.L__ucmpti2_1:
  li a4,1
  bgtu a3,a1,.L__ucmpti2_3
  bne a3,a1,.L__ucmpti2_4
  bgtu a2,a0,.L__ucmpti2_3
.L__ucmpti2_4:
  li a4,0
.L__ucmpti2_3:
  subw a0,a5,a4
  addiw a0,a0,1
  ret
#: __clzsi2
__clzsi2:
  li a3,5
  li a5,16
  li a4,32
.L__clzsi2_1:
  srlw a2,a0,a5
  beq a2,zero,.L__clzsi2_2
  subw a4,a4,a5
  mv a0,a2
.L__clzsi2_2:
  addiw a3,a3,-1
  srai a5,a5,1
  bne a3,zero,.L__clzsi2_1
  subw a0,a4,a0
  ret
#: __clzdi2
__clzdi2:
  srli a5,a0,32
  beq a5,zero,.L__clzdi2_1
  sext.w a0,a5
  tail __clzsi2
.L__clzdi2_1:
  addi sp,sp,-16
  sext.w a0,a0
  sd ra,8(sp)
  call __clzsi2
  ld ra,8(sp)
  addiw a0,a0,32
  addi sp,sp,16
  jr ra
#: __ctzsi2
__ctzsi2:
  negw a5,a0
  and a0,a5,a0
  addi sp,sp,-16
  sext.w a0,a0
  sd ra,8(sp)
  call __clzsi2
  ld ra,8(sp)
  li a5,31
  subw a0,a5,a0
  addi sp,sp,16
  jr ra
#: __ctzdi2
__ctzdi2:
  mv a5,a0
  sext.w a0,a0
  beq a0,zero,.L__ctzdi2_1
  tail __ctzsi2
.L__ctzdi2_1:
  addi sp,sp,-16
  srai a0,a5,32
  sd ra,8(sp)
  call __ctzsi2
  ld ra,8(sp)
  addiw a0,a0,32
  addi sp,sp,16
  jr ra
#: __ffssi2
__ffssi2:
  beq a0,zero,.L__ffssi2_1
  addi sp,sp,-16
  sd ra,8(sp)
  call __ctzsi2
  ld ra,8(sp)
  addiw a0,a0,1
  addi sp,sp,16
  jr ra
.L__ffssi2_1:
  li a0,0
  ret
#: __ffsdi2
__ffsdi2:
  beq a0,zero,.L__ffsdi2_1
  addi sp,sp,-16
  sd ra,8(sp)
  call __ctzdi2
  ld ra,8(sp)
  addiw a0,a0,1
  addi sp,sp,16
  jr ra
.L__ffsdi2_1:
  li a0,0
  ret
#: __clrsbsi2
__clrsbsi2:
  mv a5,a0
  srai a4,a0,63
  xor a0,a4,a0
  beq a4,a5,.L__clrsbsi2_1
  addi sp,sp,-16
  sd ra,8(sp)
  call __clzsi2
  ld ra,8(sp)
  addiw a0,a0,-1
  addi sp,sp,16
  jr ra
.L__clrsbsi2_1:
  li a0,31
  ret
#: __clrsbdi2
__clrsbdi2:
  mv a5,a0
  srai a4,a0,63
  xor a0,a4,a0
  beq a4,a5,.L__clrsbdi2_1
  addi sp,sp,-16
  sd ra,8(sp)
  call __clzdi2
  ld ra,8(sp)
  addiw a0,a0,-1
  addi sp,sp,16
  jr ra
.L__clrsbdi2_1:
  li a0,63
  ret
#: __popcountsi2
__popcountsi2:
  li a5,1431654400
  srliw a4,a0,1
  addi a5,a5,1365
  and a5,a5,a4
  subw a0,a0,a5
  li a5,858992640
  addi a5,a5,819
  and a4,a5,a0
  srliw a0,a0,2
  and a5,a5,a0
  addw a5,a4,a5
  srliw a4,a5,4
  addw a4,a4,a5
  li a5,252645376
  addi a5,a5,-241
  and a5,a5,a4
  srliw a4,a5,8
  addw a5,a4,a5
  srliw a0,a5,16
  addw a0,a0,a5
  andi a0,a0,63
  ret
#: __popcountdi2
__popcountdi2:
  addi sp,sp,-32
  sd s0,16(sp)
  mv s0,a0
  sext.w a0,a0
  sd ra,24(sp)
  sd s1,8(sp)
  call __popcountsi2
  mv s1,a0
  srai a0,s0,32
  call __popcountsi2
  ld ra,24(sp)
  ld s0,16(sp)
  addw a0,s1,a0
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
#: __paritysi2
__paritysi2:
  srliw a5,a0,16
  xor a0,a5,a0
  srliw a5,a0,8
  xor a0,a0,a5
  srliw a5,a0,4
  xor a0,a0,a5
  andi a5,a0,15
  li a0,28672
  addiw a0,a0,-1642
  sraw a0,a0,a5
  andi a0,a0,1
  ret
#: __paritydi2
__paritydi2:
  srli a5,a0,32
  xor a0,a5,a0
  sext.w a0,a0
  tail __paritysi2
#: __bswapsi2
__bswapsi2:
  slliw a4,a0,24
  srliw a5,a0,24
  li a3,65536
  or a5,a5,a4
  addi a3,a3,-256
  srliw a4,a0,8
  and a4,a4,a3
  or a5,a5,a4
  slliw a0,a0,8
  li a4,16711680
  and a0,a0,a4
  or a0,a5,a0
  sext.w a0,a0
  ret
#: __bswapdi2
__bswapdi2:
  addi sp,sp,-32
  sd s1,8(sp)
  mv s1,a0
  sext.w a0,a0
  sd ra,24(sp)
  sd s0,16(sp)
  call __bswapsi2
  sext.w s0,a0
  srai a0,s1,32
  call __bswapsi2
  slli a0,a0,32
  slli s0,s0,32
  srli a0,a0,32
  ld ra,24(sp)
  or a0,s0,a0
  ld s0,16(sp)
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
#: __addvsi3
__addvsi3:
  add a5,a0,a1
  addw a0,a0,a1
  beq a0,a5,.L__addvsi3_1
  ebreak
.L__addvsi3_1:
  ret
#: __subvsi3
__subvsi3:
  sub a5,a0,a1
  subw a0,a0,a1
  beq a0,a5,.L__subvsi3_1
  ebreak
.L__subvsi3_1:
  ret
#: __negvsi2
__negvsi2:
  mv a5,a0
  li a4,-2147483648
  negw a0,a0
  bne a5,a4,.L__negvsi2_1
  ebreak
.L__negvsi2_1:
  ret
#: __absvsi2
__absvsi2:
  bge a0,zero,.L__absvsi2_1
  li a5,-2147483648
  sub a5,a0,a5
  negw a0,a0
  bne a5,zero,.L__absvsi2_1
  ebreak
.L__absvsi2_1:
  ret
#: __addvdi3
__addvdi3:
  mv a5,a0
  add a0,a0,a1
  slt a5,a0,a5
  slti a1,a1,0
  beq a1,a5,.L__addvdi3_1
  ebreak
.L__addvdi3_1:
  ret
#: __subvdi3
__subvdi3:
  mv a5,a0
  sub a0,a0,a1
  slt a5,a5,a0
  slti a1,a1,0
  beq a1,a5,.L__subvdi3_1
  ebreak
.L__subvdi3_1:
  ret
#: __negvdi2
__negvdi2:
  li a4,-1
  mv a5,a0
  slli a4,a4,63
  neg a0,a0
  bne a5,a4,.L__negvdi2_1
  ebreak
.L__negvdi2_1:
  ret
#: __absvdi2
__absvdi2:
  bge a0,zero,.L__absvdi2_1
  li a5,-1
  slli a5,a5,63
  sub a5,a0,a5
  neg a0,a0
  bne a5,zero,.L__absvdi2_1
  ebreak
.L__absvdi2_1:
  ret
#: __mulvsi3
__mulvsi3:
  mul a1,a0,a1
  sext.w a0,a1
  beq a0,a1,.L__mulvsi3_1
  ebreak
.L__mulvsi3_1:
  ret
#: __addsf3
__addsf3:
  li a4,-2147483648
  mv a2,a0
  xori a4,a4,-1
  and a5,a2,a4
  li a3,2139095040
  addiw t1,a5,-1
  addi a6,a3,-2
  mv a0,a1
  and a4,a1,a4
  bgtu t1,a6,.L__addsf3_1
  addiw a1,a4,-1
  bleu a1,a6,.L__addsf3_2
  bgtu a4,a3,.L__addsf3_3
  bne a4,a3,.L__addsf3_4
  ret
.L__addsf3_1:
  mv a1,a2
  bleu a5,a3,.L__addsf3_5
  li a5,4194304
  or a1,a1,a5
.L__addsf3_6:
  sext.w a0,a1
  ret
.L__addsf3_5:
  bleu a4,a3,.L__addsf3_7
.L__addsf3_3:
  li a5,4194304
  or a5,a0,a5
  sext.w a0,a5
  ret
.L__addsf3_7:
  bne a5,a3,.L__addsf3_8
  bne a4,a5,.L__addsf3_4
  bne a2,a0,.L__addsf3_9
  ret
.L__addsf3_8:
  beq a4,a3,.L__addsf3_10
  bne a4,zero,.L__addsf3_10
  mv a7,a0
  and a1,a1,a7
  j .L__addsf3_6
.L__addsf3_2:
  addi sp,sp,-32
  sd ra,24(sp)
  sd s0,16(sp)
  sd s1,8(sp)
  sd s2,0(sp)
  mv a3,a5
  bgeu a5,a4,.L__addsf3_11
  mv a5,a4
  mv a4,a3
  mv a3,a2
  mv a2,a0
  mv a0,a3
.L__addsf3_11:
  li a3,8388608
  addi a3,a3,-1
  srliw a1,a5,23
  srliw a6,a4,23
  and a5,a5,a3
  and a4,a4,a3
  sext.w a5,a5
  sext.w a4,a4
  li s2,1
  beq a1,zero,.L__addsf3_12
  li a3,8388608
  mv s2,a1
  or a5,a5,a3
.L__addsf3_12:
  li a1,1
  beq a6,zero,.L__addsf3_13
  li a3,8388608
  mv a1,a6
  or a4,a4,a3
.L__addsf3_13:
  li s1,-2147483648
  and s1,a2,s1
  slliw a3,a4,3
  xor a2,a2,a0
  subw a6,s2,a1
  slliw a5,a5,3
  mv a4,a3
  sext.w s1,s1
  sext.w a2,a2
  beq a6,zero,.L__addsf3_14
  li a3,31
  ble a6,a3,.L__addsf3_15
  blt a2,zero,.L__addsf3_16
  addiw a5,a5,1
.L__addsf3_17:
  li a4,254
  ble s2,a4,.L__addsf3_18
  li a0,2139095040
  or a0,s1,a0
.L__addsf3_19:
  ld ra,24(sp)
  ld s0,16(sp)
  ld s1,8(sp)
  ld s2,0(sp)
  addi sp,sp,32
  jr ra
.L__addsf3_15:
  li a3,32
  subw a3,a3,a6
  sllw a3,a4,a3
  snez a3,a3
  srlw a4,a4,a6
  or a3,a3,a4
  sext.w a3,a3
.L__addsf3_14:
  bge a2,zero,.L__addsf3_20
.L__addsf3_21:
  subw a0,a5,a3
  mv s0,a0
  beq a0,zero,.L__addsf3_19
  call __clzsi2
  addiw a0,a0,-5
  bgt s2,a0,.L__addsf3_22
  addiw a0,s2,-1
.L__addsf3_22:
  sllw a5,s0,a0
  subw s2,s2,a0
  j .L__addsf3_17
.L__addsf3_16:
  li a3,1
  j .L__addsf3_21
.L__addsf3_20:
  addw a3,a3,a5
  srliw a4,a3,27
  sext.w a5,a3
  beq a4,zero,.L__addsf3_17
  srliw a5,a3,1
  andi a3,a3,1
  or a3,a3,a5
  sext.w a5,a3
  addiw s2,s2,1
  j .L__addsf3_17
.L__addsf3_18:
  addiw a4,s2,-1
  andi a1,a5,7
  slliw a4,a4,23
  srliw a5,a5,3
  li a2,4
  addw a4,a4,a5
  li a3,1
  bgtu a1,a2,.L__addsf3_23
  li a3,0
  bne a1,a2,.L__addsf3_23
  andi a3,a5,1
.L__addsf3_23:
  addw a3,a3,a4
  or s1,s1,a3
  sext.w a0,s1
  j .L__addsf3_19
.L__addsf3_4:
  mv a0,a2
  ret
.L__addsf3_9:
  li a0,2143289344
  ret
.L__addsf3_10:
  ret
#: __subsf3
__subsf3:
  li a5,-2147483648
  xor a1,a1,a5
  sext.w a1,a1
  tail __addsf3
#: __negsf2
__negsf2:
  li a5,-2147483648
  xor a0,a0,a5
  sext.w a0,a0
  ret
#: __mulsf3
__mulsf3:
  addi sp,sp,-48
  sd s0,32(sp)
  li s0,-2147483648
  xori s0,s0,-1
  li a5,-2147483648
  sd s1,24(sp)
  xor s1,a0,a1
  sd s2,16(sp)
  and s1,s1,a5
  and s2,a0,s0
  li a5,2139095040
  sd s3,8(sp)
  sd ra,40(sp)
  sd s4,0(sp)
  addiw a3,s2,-1
  addi a4,a5,-2
  mv s3,a1
  and s0,a1,s0
  bgtu a3,a4,.L__mulsf3_1
  addiw a3,s0,-1
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
  ld ra,40(sp)
  ld s0,32(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  ld s4,0(sp)
  mv a0,s1
  ld s1,24(sp)
  addi sp,sp,48
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
  srliw s4,s2,23
  beq s4,zero,.L__mulsf3_10
  slli a0,a0,41
  srli a0,a0,41
  li s2,8388608
  or s2,a0,s2
.L__mulsf3_11:
  srliw a4,s0,23
  slliw s2,s2,8
  beq a4,zero,.L__mulsf3_12
  slli s3,s3,41
  srli s3,s3,41
  li s0,8388608
  or s0,s3,s0
.L__mulsf3_13:
  slliw s0,s0,8
  slli s0,s0,32
  slli s2,s2,32
  srli s0,s0,32
  srli s2,s2,32
  mul s0,s0,s2
  addiw a4,a4,-126
  addw a5,a4,s4
  mv a4,a5
  sext.w a2,s0
  srai a3,s0,32
  blt s0,zero,.L__mulsf3_14
  srliw a5,a2,31
  slliw a3,a3,1
  or a3,a3,a5
  sext.w a3,a3
  slliw a2,a2,1
  addiw a5,a4,-1
.L__mulsf3_14:
  andi a4,a3,31
  or a4,a4,a2
  snez a4,a4
  srliw a3,a3,5
  or a4,a4,a3
  sext.w a4,a4
  bgt a5,zero,.L__mulsf3_15
  li a3,1
  subw a3,a3,a5
  li a2,31
  bgt a3,a2,.L__mulsf3_16
  addiw a5,a5,31
  sllw a5,a4,a5
  snez a5,a5
  srlw a4,a4,a3
  or a5,a5,a4
  sext.w a4,a5
  li a5,1
.L__mulsf3_17:
  addiw a5,a5,-1
  andi a1,a4,7
  slliw a5,a5,23
  srliw a4,a4,3
  li a2,4
  addw a5,a5,a4
  li a3,1
  bgtu a1,a2,.L__mulsf3_18
  li a3,0
  bne a1,a2,.L__mulsf3_18
  andi a3,a4,1
.L__mulsf3_18:
  addw a3,a3,a5
  or a3,s1,a3
  sext.w s1,a3
  j .L__mulsf3_5
.L__mulsf3_10:
  mv a0,s2
  call __clzsi2
  addiw a0,a0,-8
  li s4,1
  subw s4,s4,a0
  sllw s2,s2,a0
  j .L__mulsf3_11
.L__mulsf3_12:
  mv a0,s0
  call __clzsi2
  addiw a0,a0,-8
  li a4,1
  subw a4,a4,a0
  sllw s0,s0,a0
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
  addi sp,sp,-48
  sd s1,24(sp)
  li s1,-2147483648
  xori s1,s1,-1
  li a5,-2147483648
  sd s2,16(sp)
  xor s2,a0,a1
  sd s0,32(sp)
  and s2,s2,a5
  and s0,a0,s1
  li a5,2139095040
  sd s4,0(sp)
  sd ra,40(sp)
  sd s3,8(sp)
  addiw a3,s0,-1
  addi a4,a5,-2
  mv s4,a1
  and s1,a1,s1
  bgtu a3,a4,.L__divsf3_1
  addiw a3,s1,-1
  bleu a3,a4,.L__divsf3_2
  bleu s1,a5,.L__divsf3_3
.L__divsf3_4:
  li s2,4194304
  or s2,s4,s2
  j .L__divsf3_5
.L__divsf3_1:
  bleu s0,a5,.L__divsf3_6
  li s2,4194304
  or s2,a0,s2
.L__divsf3_5:
  ld ra,40(sp)
  ld s0,32(sp)
  ld s1,24(sp)
  ld s3,8(sp)
  ld s4,0(sp)
  mv a0,s2
  ld s2,16(sp)
  addi sp,sp,48
  jr ra
.L__divsf3_6:
  bgtu s1,a5,.L__divsf3_4
  bne s0,a5,.L__divsf3_7
  beq s1,s0,.L__divsf3_8
.L__divsf3_9:
  li a5,2139095040
  or s2,s2,a5
  j .L__divsf3_5
.L__divsf3_7:
  beq s1,a5,.L__divsf3_5
  bne s1,zero,.L__divsf3_5
.L__divsf3_8:
  li s2,2143289344
  j .L__divsf3_5
.L__divsf3_2:
  srliw s3,s0,23
  beq s3,zero,.L__divsf3_10
  slli a0,a0,41
  srli a0,a0,41
  li s0,8388608
  or s0,a0,s0
.L__divsf3_11:
  srliw a5,s1,23
  beq a5,zero,.L__divsf3_12
  slli s4,s4,41
  srli s4,s4,41
  li s1,8388608
  or s1,s4,s1
.L__divsf3_13:
  subw s3,s3,a5
  addiw a5,s3,127
  bleu s1,s0,.L__divsf3_14
  slliw s0,s0,1
  addiw a5,a5,-1
.L__divsf3_14:
  li a2,27
  li a4,0
.L__divsf3_15:
  slliw a3,a4,1
  sext.w a4,a3
  bgtu s1,s0,.L__divsf3_16
  ori a3,a3,1
  subw s0,s0,s1
  sext.w a4,a3
.L__divsf3_16:
  addiw a2,a2,-1
  slliw s0,s0,1
  bne a2,zero,.L__divsf3_15
  snez s0,s0
  or a4,a4,s0
  sext.w a4,a4
  bgt a5,zero,.L__divsf3_17
  li a1,1
  subw a1,a1,a5
  li a0,31
  li a3,0
  bgt a1,a0,.L__divsf3_18
  addiw a5,a5,31
  sllw a5,a4,a5
  snez a5,a5
  srlw a4,a4,a1
  or a5,a5,a4
  sext.w a4,a5
  li a5,1
.L__divsf3_19:
  addiw a5,a5,-1
  slliw a5,a5,23
  andi a1,a4,7
  srliw a4,a4,3
  addw a2,a5,a4
  li a5,4
  li a3,1
  bgtu a1,a5,.L__divsf3_18
  li a3,0
  bne a1,a5,.L__divsf3_18
  andi a3,a4,1
.L__divsf3_18:
  addw a3,a3,a2
  or a3,s2,a3
  sext.w s2,a3
  j .L__divsf3_5
.L__divsf3_10:
  mv a0,s0
  call __clzsi2
  addiw a0,a0,-8
  li s3,1
  subw s3,s3,a0
  sllw s0,s0,a0
  j .L__divsf3_11
.L__divsf3_12:
  mv a0,s1
  call __clzsi2
  addiw a0,a0,-8
  li a5,1
  subw a5,a5,a0
  sllw s1,s1,a0
  j .L__divsf3_13
.L__divsf3_17:
  li a3,254
  ble a5,a3,.L__divsf3_19
  j .L__divsf3_9
.L__divsf3_3:
  bne s1,a5,.L__divsf3_9
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
  li a5,-2147483648
  xori a5,a5,-1
  and a0,a0,a5
  li a4,2139095040
  bgtu a0,a4,.L__unordsf2_1
  and a0,a1,a5
  sgtu a0,a0,a4
  ret
.L__unordsf2_1:
  li a0,1
  ret
#: __fixsfdi
__fixsfdi:
  srliw a5,a0,23
  andi a5,a5,0xff
  addiw a4,a5,-127
  blt a4,zero,.L__fixsfdi_1
  li a1,62
  sext.w a3,a0
  ble a4,a1,.L__fixsfdi_2
  li a0,-1
  blt a3,zero,.L__fixsfdi_3
  srli a0,a0,1
  ret
.L__fixsfdi_2:
  slli a0,a0,41
  li a1,8388608
  srli a0,a0,41
  or a0,a0,a1
  li a1,23
  bgt a4,a1,.L__fixsfdi_4
  li a5,23
  subw a5,a5,a4
  srlw a0,a0,a5
  slli a0,a0,32
  srli a0,a0,32
.L__fixsfdi_5:
  bge a3,zero,.L__fixsfdi_6
  neg a0,a0
  ret
.L__fixsfdi_4:
  addiw a5,a5,-150
  sll a0,a0,a5
  j .L__fixsfdi_5
.L__fixsfdi_1:
  li a0,0
  ret
.L__fixsfdi_3:
  slli a0,a0,63
.L__fixsfdi_6:
  ret
#: __fixunssfdi
__fixunssfdi:
  srliw a4,a0,23
  andi a4,a4,0xff
  addiw a3,a4,-127
  mv a5,a0
  li a0,0
  blt a3,zero,.L__fixunssfdi_1
  blt a5,zero,.L__fixunssfdi_1
  li a1,63
  li a0,-1
  bgt a3,a1,.L__fixunssfdi_1
  slli a5,a5,41
  srli a5,a5,41
  li a0,8388608
  or a0,a5,a0
  li a5,23
  bgt a3,a5,.L__fixunssfdi_2
  subw a5,a5,a3
  srlw a0,a0,a5
  slli a0,a0,32
  srli a0,a0,32
  ret
.L__fixunssfdi_2:
  addiw a4,a4,-150
  sll a0,a0,a4
  ret
.L__fixunssfdi_1:
  ret
#: __floatdisf
__floatdisf:
  addi sp,sp,-32
  sd s0,16(sp)
  sd s1,8(sp)
  sd ra,24(sp)
  mv s0,a0
  neg s1,a0
  blt a0,zero,.L__floatdisf_1
  mv s1,a0
  li a0,0
  beq s0,zero,.L__floatdisf_2
.L__floatdisf_1:
  mv a0,s1
  call __clzdi2
  li a5,63
  subw a5,a5,a0
  li a4,23
  bgt a5,a4,.L__floatdisf_3
  addiw a5,a0,-40
  sllw a5,s1,a5
.L__floatdisf_4:
  li a4,189
  subw a4,a4,a0
  slliw a4,a4,23
  addw a5,a4,a5
  srai a0,s0,32
  li a4,-2147483648
  and a0,a0,a4
  or a0,a0,a5
  sext.w a0,a0
.L__floatdisf_2:
  ld ra,24(sp)
  ld s0,16(sp)
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
.L__floatdisf_3:
  li a5,39
  subw a5,a5,a0
  li a3,1
  sll a3,a3,a5
  slli a4,a3,1
  li a5,40
  subw a5,a5,a0
  addi a4,a4,-1
  and a4,a4,s1
  srl s1,s1,a5
  sext.w s1,s1
  li a5,1
  bltu a3,a4,.L__floatdisf_5
  li a5,0
  bne a3,a4,.L__floatdisf_5
  andi a5,s1,1
.L__floatdisf_5:
  addw a5,a5,s1
  j .L__floatdisf_4
#: __floatundisf
__floatundisf:
  beq a0,zero,.L__floatundisf_1
  addi sp,sp,-16
  sd s0,0(sp)
  sd ra,8(sp)
  mv s0,a0
  call __clzdi2
  li a5,63
  subw a5,a5,a0
  li a4,23
  bgt a5,a4,.L__floatundisf_2
  addiw a5,a0,-40
  sllw a4,s0,a5
.L__floatundisf_3:
  ld ra,8(sp)
  ld s0,0(sp)
  li a5,189
  subw a0,a5,a0
  slliw a0,a0,23
  addw a0,a0,a4
  addi sp,sp,16
  jr ra
.L__floatundisf_2:
  li a5,39
  subw a5,a5,a0
  li a3,1
  sll a3,a3,a5
  slli a4,a3,1
  li a5,40
  subw a5,a5,a0
  addi a4,a4,-1
  and a4,a4,s0
  srl s0,s0,a5
  sext.w s0,s0
  li a5,1
  bltu a3,a4,.L__floatundisf_4
  li a5,0
  bne a3,a4,.L__floatundisf_4
  andi a5,s0,1
.L__floatundisf_4:
  addw a4,a5,s0
  j .L__floatundisf_3
.L__floatundisf_1:
  li a0,0
  ret
#: __fixsfsi
__fixsfsi:
  srliw a4,a0,23
  andi a4,a4,0xff
  addiw a3,a4,-127
  blt a3,zero,.L__fixsfsi_1
  li a5,30
  sext.w a2,a0
  ble a3,a5,.L__fixsfsi_2
  li a0,-2147483648
  blt a2,zero,.L__fixsfsi_3
  xori a0,a0,-1
  ret
.L__fixsfsi_2:
  slli a5,a0,41
  srli a5,a5,41
  li a0,8388608
  or a5,a5,a0
  li a0,23
  bgt a3,a0,.L__fixsfsi_4
  li a4,23
  subw a4,a4,a3
  srlw a5,a5,a4
.L__fixsfsi_5:
  sext.w a0,a5
  bge a2,zero,.L__fixsfsi_3
  negw a0,a5
  ret
.L__fixsfsi_4:
  addiw a4,a4,-150
  sllw a5,a5,a4
  j .L__fixsfsi_5
.L__fixsfsi_1:
  li a0,0
.L__fixsfsi_3:
  ret
#: __fixunssfsi
__fixunssfsi:
  srliw a4,a0,23
  andi a4,a4,0xff
  addiw a3,a4,-127
  mv a5,a0
  li a0,0
  blt a3,zero,.L__fixunssfsi_1
  blt a5,zero,.L__fixunssfsi_1
  li a1,31
  li a0,-1
  bgt a3,a1,.L__fixunssfsi_1
  slli a5,a5,41
  srli a5,a5,41
  li a0,8388608
  or a0,a5,a0
  li a5,23
  bgt a3,a5,.L__fixunssfsi_2
  subw a5,a5,a3
  srlw a0,a0,a5
  ret
.L__fixunssfsi_2:
  addiw a4,a4,-150
  sllw a0,a0,a4
  ret
.L__fixunssfsi_1:
  ret
#: __floatsisf
__floatsisf:
  addi sp,sp,-32
  sd s0,16(sp)
  sd s1,8(sp)
  sd ra,24(sp)
  mv s1,a0
  sext.w s0,a0
  bge a0,zero,.L__floatsisf_1
  negw s0,s0
.L__floatsisf_2:
  mv a0,s0
  call __clzsi2
  li a5,31
  subw a5,a5,a0
  li a4,23
  bgt a5,a4,.L__floatsisf_3
  addiw a5,a0,-8
  sllw s0,s0,a5
.L__floatsisf_4:
  li a5,157
  subw a5,a5,a0
  slliw a5,a5,23
  li a4,-2147483648
  addw a5,a5,s0
  and s1,s1,a4
  or s1,s1,a5
  sext.w s0,s1
  j .L__floatsisf_5
.L__floatsisf_1:
  bne s0,zero,.L__floatsisf_2
.L__floatsisf_5:
  ld ra,24(sp)
  mv a0,s0
  ld s0,16(sp)
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
.L__floatsisf_3:
  li a4,7
  subw a4,a4,a0
  li a5,1
  sllw a3,a5,a4
  slliw a5,a3,1
  addiw a5,a5,-1
  and a5,s0,a5
  li a4,8
  subw a4,a4,a0
  sext.w a5,a5
  srlw s0,s0,a4
  li a4,1
  bltu a3,a5,.L__floatsisf_6
  li a4,0
  bne a3,a5,.L__floatsisf_6
  andi a4,s0,1
.L__floatsisf_6:
  addw s0,s0,a4
  j .L__floatsisf_4
#: __floatunsisf
__floatunsisf:
  addi sp,sp,-16
  sd s0,0(sp)
  sd ra,8(sp)
  mv s0,a0
  beq a0,zero,.L__floatunsisf_1
  call __clzsi2
  li a5,31
  subw a5,a5,a0
  li a4,23
  bgt a5,a4,.L__floatunsisf_2
  addiw a5,a0,-8
  sllw s0,s0,a5
.L__floatunsisf_3:
  li a5,157
  subw a5,a5,a0
  slliw a5,a5,23
  addw s0,a5,s0
.L__floatunsisf_1:
  ld ra,8(sp)
  mv a0,s0
  ld s0,0(sp)
  addi sp,sp,16
  jr ra
.L__floatunsisf_2:
  li a4,7
  subw a4,a4,a0
  li a5,1
  sllw a3,a5,a4
  slliw a5,a3,1
  addiw a5,a5,-1
  and a5,s0,a5
  li a4,8
  subw a4,a4,a0
  sext.w a5,a5
  srlw s0,s0,a4
  li a4,1
  bltu a3,a5,.L__floatunsisf_4
  li a4,0
  bne a3,a5,.L__floatunsisf_4
  andi a4,s0,1
.L__floatunsisf_4:
  addw s0,s0,a4
  j .L__floatunsisf_3
#: __adddf3
__adddf3:
  li a4,-1
  srli a4,a4,1
  li a3,2047
  addi sp,sp,-32
  and a5,a0,a4
  slli a3,a3,52
  sd s0,16(sp)
  and a4,a1,a4
  mv s0,a1
  sd ra,24(sp)
  sd s1,8(sp)
  sd s2,0(sp)
  addi a1,a5,-1
  addi a2,a3,-2
  bgtu a1,a2,.L__adddf3_1
  addi a1,a4,-1
  bleu a1,a2,.L__adddf3_2
  bgtu a4,a3,.L__adddf3_3
  bne a4,a3,.L__adddf3_4
.L__adddf3_5:
  ld ra,24(sp)
  mv a0,s0
  ld s0,16(sp)
  ld s1,8(sp)
  ld s2,0(sp)
  addi sp,sp,32
  jr ra
.L__adddf3_1:
  bleu a5,a3,.L__adddf3_6
  li s0,1
  slli s0,s0,51
  or s0,a0,s0
  j .L__adddf3_5
.L__adddf3_6:
  bleu a4,a3,.L__adddf3_7
.L__adddf3_3:
  li a5,1
  slli a5,a5,51
  or s0,s0,a5
  j .L__adddf3_5
.L__adddf3_7:
  bne a5,a3,.L__adddf3_8
  bne a4,a5,.L__adddf3_4
  beq a0,s0,.L__adddf3_5
  li s0,16773120
  slli s0,s0,39
  j .L__adddf3_5
.L__adddf3_8:
  beq a4,a3,.L__adddf3_5
  bne a4,zero,.L__adddf3_5
  and s0,s0,a0
  j .L__adddf3_5
.L__adddf3_2:
  bgeu a5,a4,.L__adddf3_9
  mv a3,a5
  mv a5,a4
  mv a4,a3
  mv a3,a0
  mv a0,s0
  mv s0,a3
.L__adddf3_9:
  li a3,-1
  srli a3,a3,12
  srli a2,a5,52
  srli a1,a4,52
  and a5,a5,a3
  and a4,a4,a3
  li s1,1
  beq a2,zero,.L__adddf3_10
  li a3,1
  slli a3,a3,52
  sext.w s1,a2
  or a5,a5,a3
.L__adddf3_10:
  li a2,1
  beq a1,zero,.L__adddf3_11
  li a3,1
  slli a3,a3,52
  sext.w a2,a1
  or a4,a4,a3
.L__adddf3_11:
  srli s2,a0,63
  subw a1,s1,a2
  slli a5,a5,3
  slli a4,a4,3
  slli s2,s2,63
  xor a0,a0,s0
  beq a1,zero,.L__adddf3_12
  li a3,63
  ble a1,a3,.L__adddf3_13
  blt a0,zero,.L__adddf3_14
  addi a5,a5,1
.L__adddf3_15:
  li a4,2046
  ble s1,a4,.L__adddf3_16
  li s0,2047
  slli s0,s0,52
.L__adddf3_17:
  or s0,s0,s2
  j .L__adddf3_5
.L__adddf3_13:
  li a3,64
  subw a3,a3,a1
  sll a3,a4,a3
  snez a3,a3
  srl a4,a4,a1
  or a4,a3,a4
.L__adddf3_12:
  bge a0,zero,.L__adddf3_18
.L__adddf3_19:
  sub s0,a5,a4
  beq a5,a4,.L__adddf3_5
  mv a0,s0
  call __clzdi2
  addiw a0,a0,-8
  bgt s1,a0,.L__adddf3_20
  addiw a0,s1,-1
.L__adddf3_20:
  sll a5,s0,a0
  subw s1,s1,a0
  j .L__adddf3_15
.L__adddf3_14:
  li a4,1
  j .L__adddf3_19
.L__adddf3_18:
  add a5,a4,a5
  srli a4,a5,56
  beq a4,zero,.L__adddf3_15
  srli a4,a5,1
  andi a5,a5,1
  or a5,a4,a5
  addiw s1,s1,1
  j .L__adddf3_15
.L__adddf3_16:
  addiw s1,s1,-1
  andi a3,a5,7
  slli s1,s1,52
  srli a5,a5,3
  li a4,4
  add s1,s1,a5
  li s0,1
  bgtu a3,a4,.L__adddf3_21
  li s0,0
  bne a3,a4,.L__adddf3_21
  andi s0,a5,1
.L__adddf3_21:
  add s0,s0,s1
  j .L__adddf3_17
.L__adddf3_4:
  mv s0,a0
  j .L__adddf3_5
#: __subdf3
__subdf3:
  li a5,-1
  slli a5,a5,63
  xor a1,a1,a5
  tail __adddf3
#: __negdf2
__negdf2:
  li a5,-1
  slli a5,a5,63
  xor a0,a0,a5
  ret
#: __muldf3
__muldf3:
  addi sp,sp,-48
  li a4,-1
  slli a5,a4,63
  sd s1,24(sp)
  xor s1,a0,a1
  sd s3,8(sp)
  and s1,s1,a5
  srli s3,a4,1
  li a5,2047
  sd s2,16(sp)
  slli a5,a5,52
  and s2,a0,s3
  sd s0,32(sp)
  sd ra,40(sp)
  sd s4,0(sp)
  addi a2,s2,-1
  addi a3,a5,-2
  mv s0,a1
  and s3,a1,s3
  bgtu a2,a3,.L__muldf3_1
  addi a2,s3,-1
  bleu a2,a3,.L__muldf3_2
  bleu s3,a5,.L__muldf3_3
.L__muldf3_4:
  li s1,1
  slli s1,s1,51
  or s1,s0,s1
  j .L__muldf3_5
.L__muldf3_1:
  bleu s2,a5,.L__muldf3_6
  li s1,1
  slli s1,s1,51
  or s1,a0,s1
.L__muldf3_5:
  ld ra,40(sp)
  ld s0,32(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  ld s4,0(sp)
  mv a0,s1
  ld s1,24(sp)
  addi sp,sp,48
  jr ra
.L__muldf3_6:
  bgtu s3,a5,.L__muldf3_4
  beq s2,a5,.L__muldf3_7
  bne s3,a5,.L__muldf3_5
.L__muldf3_8:
  li s1,16773120
  slli s1,s1,39
  j .L__muldf3_5
.L__muldf3_7:
  beq s3,zero,.L__muldf3_8
.L__muldf3_9:
  li a5,2047
  slli a5,a5,52
  or s1,s1,a5
  j .L__muldf3_5
.L__muldf3_2:
  srli s4,s2,52
  beq s4,zero,.L__muldf3_10
  srli a4,a4,12
  li s2,1
  and a0,a0,a4
  slli s2,s2,52
  sext.w s4,s4
  or s2,a0,s2
.L__muldf3_11:
  srli a3,s3,52
  slli s2,s2,11
  beq a3,zero,.L__muldf3_12
  slli a5,s0,12
  li a4,1
  srli a5,a5,12
  slli a4,a4,52
  sext.w a3,a3
  or a5,a5,a4
.L__muldf3_13:
  slli a5,a5,11
  mulhu a2,a5,s2
  addiw a3,a3,-1022
  addw a4,a3,s4
  mv a3,a4
  mul a5,a5,s2
  blt a2,zero,.L__muldf3_14
  srli a4,a5,63
  slli a2,a2,1
  or a2,a2,a4
  slli a5,a5,1
  addiw a4,a3,-1
.L__muldf3_14:
  andi a3,a2,255
  or a5,a3,a5
  snez a5,a5
  srli a2,a2,8
  or a5,a5,a2
  bgt a4,zero,.L__muldf3_15
  li a3,1
  subw a3,a3,a4
  li a2,63
  bgt a3,a2,.L__muldf3_16
  addiw a4,a4,63
  sll a4,a5,a4
  snez a4,a4
  srl a5,a5,a3
  or a5,a4,a5
  li a4,1
.L__muldf3_17:
  addiw a4,a4,-1
  andi a1,a5,7
  slli a4,a4,52
  srli a5,a5,3
  li a2,4
  add a4,a4,a5
  li a3,1
  bgtu a1,a2,.L__muldf3_18
  li a3,0
  bne a1,a2,.L__muldf3_18
  andi a3,a5,1
.L__muldf3_18:
  add a3,a3,a4
  or s1,s1,a3
  j .L__muldf3_5
.L__muldf3_10:
  mv a0,s2
  call __clzdi2
  addiw a0,a0,-11
  li s4,1
  subw s4,s4,a0
  sll s2,s2,a0
  j .L__muldf3_11
.L__muldf3_12:
  mv a0,s3
  call __clzdi2
  addiw a5,a0,-11
  li a3,1
  subw a3,a3,a5
  sll a5,s3,a5
  j .L__muldf3_13
.L__muldf3_15:
  li a3,2046
  ble a4,a3,.L__muldf3_17
  j .L__muldf3_9
.L__muldf3_16:
  li a4,0
  li a3,0
  j .L__muldf3_18
.L__muldf3_3:
  bne s3,a5,.L__muldf3_5
  j .L__muldf3_9
#: __divdf3
__divdf3:
  addi sp,sp,-48
  li a4,-1
  slli a5,a4,63
  sd s1,24(sp)
  xor s1,a0,a1
  sd s3,8(sp)
  and s1,s1,a5
  srli s3,a4,1
  li a5,2047
  sd s0,32(sp)
  slli a5,a5,52
  and s0,a0,s3
  sd s2,16(sp)
  sd ra,40(sp)
  sd s4,0(sp)
  addi a2,s0,-1
  addi a3,a5,-2
  mv s2,a1
  and s3,a1,s3
  bgtu a2,a3,.L__divdf3_1
  addi a2,s3,-1
  bleu a2,a3,.L__divdf3_2
  bleu s3,a5,.L__divdf3_3
.L__divdf3_4:
  li s1,1
  slli s1,s1,51
  or s1,s2,s1
  j .L__divdf3_5
.L__divdf3_1:
  bleu s0,a5,.L__divdf3_6
  li s1,1
  slli s1,s1,51
  or s1,a0,s1
.L__divdf3_5:
  ld ra,40(sp)
  ld s0,32(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  ld s4,0(sp)
  mv a0,s1
  ld s1,24(sp)
  addi sp,sp,48
  jr ra
.L__divdf3_6:
  bgtu s3,a5,.L__divdf3_4
  bne s0,a5,.L__divdf3_7
  or s1,s1,s0
  bne s3,s0,.L__divdf3_5
.L__divdf3_8:
  li s1,16773120
  slli s1,s1,39
  j .L__divdf3_5
.L__divdf3_7:
  beq s3,a5,.L__divdf3_5
  beq s3,zero,.L__divdf3_8
  j .L__divdf3_5
.L__divdf3_2:
  srli s4,s0,52
  beq s4,zero,.L__divdf3_9
  srli a4,a4,12
  li s0,1
  and a0,a0,a4
  slli s0,s0,52
  sext.w s4,s4
  or s0,a0,s0
.L__divdf3_10:
  srli a5,s3,52
  beq a5,zero,.L__divdf3_11
  slli a0,s2,12
  li a4,1
  srli a0,a0,12
  slli a4,a4,52
  sext.w a5,a5
  or a0,a0,a4
.L__divdf3_12:
  subw s4,s4,a5
  addiw a5,s4,1023
  bleu a0,s0,.L__divdf3_13
  slli s0,s0,1
  addiw a5,a5,-1
.L__divdf3_13:
  li a3,56
  li a4,0
.L__divdf3_14:
  slli a4,a4,1
  bgtu a0,s0,.L__divdf3_15
  sub s0,s0,a0
  ori a4,a4,1
.L__divdf3_15:
  addiw a3,a3,-1
  slli s0,s0,1
  bne a3,zero,.L__divdf3_14
  snez s0,s0
  or s0,s0,a4
  bgt a5,zero,.L__divdf3_16
  li a4,1
  subw a4,a4,a5
  li a3,63
  bgt a4,a3,.L__divdf3_17
  addiw a5,a5,63
  sll a5,s0,a5
  snez a5,a5
  srl s0,s0,a4
  or s0,a5,s0
  li a5,1
.L__divdf3_18:
  addiw a5,a5,-1
  andi a2,s0,7
  slli a5,a5,52
  srli s0,s0,3
  li a3,4
  add a5,a5,s0
  li a4,1
  bgtu a2,a3,.L__divdf3_19
  li a4,0
  bne a2,a3,.L__divdf3_19
  andi a4,s0,1
.L__divdf3_19:
  add a4,a4,a5
  or s1,s1,a4
  j .L__divdf3_5
.L__divdf3_9:
  mv a0,s0
  call __clzdi2
  addiw a0,a0,-11
  li s4,1
  subw s4,s4,a0
  sll s0,s0,a0
  j .L__divdf3_10
.L__divdf3_11:
  mv a0,s3
  call __clzdi2
  addiw a0,a0,-11
  li a5,1
  subw a5,a5,a0
  sll a0,s3,a0
  j .L__divdf3_12
.L__divdf3_16:
  li a4,2046
  ble a5,a4,.L__divdf3_18
  li a5,2047
  slli a5,a5,52
.L__divdf3_20:
  or s1,s1,a5
  j .L__divdf3_5
.L__divdf3_17:
  li a5,0
  li a4,0
  j .L__divdf3_19
.L__divdf3_3:
  bne s3,a5,.L__divdf3_20
  j .L__divdf3_5
#: __eqdf2
__eqdf2:
  li a4,-1
  srli a4,a4,1
  li a3,2047
  and a2,a0,a4
  slli a3,a3,52
  mv a5,a0
  bgtu a2,a3,.L__eqdf2_1
  and a2,a1,a4
  li a0,1
  bgtu a2,a3,.L__eqdf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__eqdf2_2
  beq a5,a1,.L__eqdf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__eqdf2_3
  bleu a5,a1,.L__eqdf2_2
.L__eqdf2_4:
  li a0,-1
  ret
.L__eqdf2_3:
  blt a5,a1,.L__eqdf2_4
.L__eqdf2_2:
  ret
.L__eqdf2_1:
  li a0,1
  j .L__eqdf2_2
#: __nedf2
__nedf2:
  li a4,-1
  srli a4,a4,1
  li a3,2047
  and a2,a0,a4
  slli a3,a3,52
  mv a5,a0
  bgtu a2,a3,.L__nedf2_1
  and a2,a1,a4
  li a0,1
  bgtu a2,a3,.L__nedf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__nedf2_2
  beq a5,a1,.L__nedf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__nedf2_3
  bleu a5,a1,.L__nedf2_2
.L__nedf2_4:
  li a0,-1
  ret
.L__nedf2_3:
  blt a5,a1,.L__nedf2_4
.L__nedf2_2:
  ret
.L__nedf2_1:
  li a0,1
  j .L__nedf2_2
#: __ltdf2
__ltdf2:
  li a4,-1
  srli a4,a4,1
  li a3,2047
  and a2,a0,a4
  slli a3,a3,52
  mv a5,a0
  bgtu a2,a3,.L__ltdf2_1
  and a2,a1,a4
  li a0,1
  bgtu a2,a3,.L__ltdf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__ltdf2_2
  beq a5,a1,.L__ltdf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__ltdf2_3
  bleu a5,a1,.L__ltdf2_2
.L__ltdf2_4:
  li a0,-1
  ret
.L__ltdf2_3:
  blt a5,a1,.L__ltdf2_4
.L__ltdf2_2:
  ret
.L__ltdf2_1:
  li a0,1
  j .L__ltdf2_2
#: __ledf2
__ledf2:
  li a4,-1
  srli a4,a4,1
  li a3,2047
  and a2,a0,a4
  slli a3,a3,52
  mv a5,a0
  bgtu a2,a3,.L__ledf2_1
  and a2,a1,a4
  li a0,1
  bgtu a2,a3,.L__ledf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__ledf2_2
  beq a5,a1,.L__ledf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__ledf2_3
  bleu a5,a1,.L__ledf2_2
.L__ledf2_4:
  li a0,-1
  ret
.L__ledf2_3:
  blt a5,a1,.L__ledf2_4
.L__ledf2_2:
  ret
.L__ledf2_1:
  li a0,1
  j .L__ledf2_2
#: __gtdf2
__gtdf2:
  li a4,-1
  srli a4,a4,1
  li a3,2047
  and a2,a0,a4
  slli a3,a3,52
  mv a5,a0
  bgtu a2,a3,.L__gtdf2_1
  and a2,a1,a4
  li a0,-1
  bgtu a2,a3,.L__gtdf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__gtdf2_2
  beq a5,a1,.L__gtdf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__gtdf2_3
  bleu a5,a1,.L__gtdf2_2
.L__gtdf2_1:
  li a0,-1
  j .L__gtdf2_2
.L__gtdf2_3:
  blt a5,a1,.L__gtdf2_1
.L__gtdf2_2:
  ret
#: __gedf2
__gedf2:
  li a4,-1
  srli a4,a4,1
  li a3,2047
  and a2,a0,a4
  slli a3,a3,52
  mv a5,a0
  bgtu a2,a3,.L__gedf2_1
  and a2,a1,a4
  li a0,-1
  bgtu a2,a3,.L__gedf2_2
  or a3,a5,a1
  and a4,a3,a4
  li a0,0
  beq a4,zero,.L__gedf2_2
  beq a5,a1,.L__gedf2_2
  and a4,a5,a1
  li a0,1
  bge a4,zero,.L__gedf2_3
  bleu a5,a1,.L__gedf2_2
.L__gedf2_1:
  li a0,-1
  j .L__gedf2_2
.L__gedf2_3:
  blt a5,a1,.L__gedf2_1
.L__gedf2_2:
  ret
#: __unorddf2
__unorddf2:
  li a4,-1
  srli a4,a4,1
  li a5,2047
  and a0,a0,a4
  slli a5,a5,52
  bgtu a0,a5,.L__unorddf2_1
  and a0,a1,a4
  addi a5,a5,1
  sltu a0,a0,a5
  xori a0,a0,1
  sext.w a0,a0
  ret
.L__unorddf2_1:
  li a0,1
  ret
#: __fixdfdi
__fixdfdi:
  srli a3,a0,52
  andi a3,a3,2047
  addiw a2,a3,-1023
  mv a4,a0
  blt a2,zero,.L__fixdfdi_1
  li a5,62
  ble a2,a5,.L__fixdfdi_2
  li a0,-1
  blt a4,zero,.L__fixdfdi_3
  srli a0,a0,1
  ret
.L__fixdfdi_2:
  slli a5,a0,12
  li a1,1
  srli a5,a5,12
  slli a1,a1,52
  or a0,a5,a1
  li a5,52
  bgt a2,a5,.L__fixdfdi_4
  subw a5,a5,a2
  srl a0,a0,a5
.L__fixdfdi_5:
  bge a4,zero,.L__fixdfdi_6
  neg a0,a0
  ret
.L__fixdfdi_4:
  addiw a3,a3,-1075
  sll a0,a0,a3
  j .L__fixdfdi_5
.L__fixdfdi_1:
  li a0,0
  ret
.L__fixdfdi_3:
  slli a0,a0,63
.L__fixdfdi_6:
  ret
#: __fixunsdfdi
__fixunsdfdi:
  srli a4,a0,52
  andi a4,a4,2047
  addiw a3,a4,-1023
  mv a5,a0
  li a0,0
  blt a3,zero,.L__fixunsdfdi_1
  blt a5,zero,.L__fixunsdfdi_1
  li a1,63
  li a0,-1
  bgt a3,a1,.L__fixunsdfdi_1
  slli a5,a5,12
  li a0,1
  srli a5,a5,12
  slli a0,a0,52
  or a0,a5,a0
  li a5,52
  bgt a3,a5,.L__fixunsdfdi_2
  subw a5,a5,a3
  srl a0,a0,a5
  ret
.L__fixunsdfdi_2:
  addiw a4,a4,-1075
  sll a0,a0,a4
  ret
.L__fixunsdfdi_1:
  ret
#: __floatdidf
__floatdidf:
  addi sp,sp,-32
  sd s0,16(sp)
  sd s1,8(sp)
  sd ra,24(sp)
  mv s1,a0
  neg s0,a0
  blt a0,zero,.L__floatdidf_1
  mv s0,a0
  beq a0,zero,.L__floatdidf_2
.L__floatdidf_1:
  mv a0,s0
  call __clzdi2
  li a5,63
  subw a5,a5,a0
  li a4,52
  bgt a5,a4,.L__floatdidf_3
  addiw a5,a0,-11
  sll a5,s0,a5
.L__floatdidf_4:
  li s0,1085
  subw s0,s0,a0
  slli s0,s0,52
  srli s1,s1,63
  add s0,s0,a5
  slli s1,s1,63
  or s0,s0,s1
.L__floatdidf_2:
  ld ra,24(sp)
  mv a0,s0
  ld s0,16(sp)
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
.L__floatdidf_3:
  li a5,10
  subw a5,a5,a0
  li a3,1
  sll a3,a3,a5
  slli a4,a3,1
  addi a4,a4,-1
  li a5,11
  subw a5,a5,a0
  and a4,a4,s0
  srl s0,s0,a5
  li a5,1
  bltu a3,a4,.L__floatdidf_5
  li a5,0
  bne a3,a4,.L__floatdidf_5
  andi a5,s0,1
.L__floatdidf_5:
  add a5,a5,s0
  j .L__floatdidf_4
#: __floatundidf
__floatundidf:
  addi sp,sp,-16
  sd s0,0(sp)
  sd ra,8(sp)
  mv s0,a0
  beq a0,zero,.L__floatundidf_1
  call __clzdi2
  li a5,63
  subw a5,a5,a0
  li a4,52
  bgt a5,a4,.L__floatundidf_2
  addiw a5,a0,-11
  sll s0,s0,a5
.L__floatundidf_3:
  li a5,1085
  subw a5,a5,a0
  slli a5,a5,52
  add s0,a5,s0
.L__floatundidf_1:
  ld ra,8(sp)
  mv a0,s0
  ld s0,0(sp)
  addi sp,sp,16
  jr ra
.L__floatundidf_2:
  li a5,10
  subw a5,a5,a0
  li a3,1
  sll a3,a3,a5
  slli a4,a3,1
  addi a4,a4,-1
  li a5,11
  and a4,a4,s0
  subw a5,a5,a0
  srl a5,s0,a5
  li s0,1
  bltu a3,a4,.L__floatundidf_4
  li s0,0
  bne a3,a4,.L__floatundidf_4
  andi s0,a5,1
.L__floatundidf_4:
  add s0,s0,a5
  j .L__floatundidf_3
#: __fixdfsi
__fixdfsi:
  srli a3,a0,52
  andi a3,a3,2047
  addiw a5,a3,-1023
  mv a4,a0
  mv a3,a5
  blt a5,zero,.L__fixdfsi_1
  li a2,30
  ble a5,a2,.L__fixdfsi_2
  li a0,-2147483648
  blt a4,zero,.L__fixdfsi_3
  xori a0,a0,-1
  ret
.L__fixdfsi_2:
  slli a5,a0,12
  li a2,1
  slli a2,a2,52
  srli a5,a5,12
  or a5,a5,a2
  li a2,52
  subw a3,a2,a3
  srl a5,a5,a3
  sext.w a0,a5
  bge a4,zero,.L__fixdfsi_3
  negw a0,a5
  ret
.L__fixdfsi_1:
  li a0,0
.L__fixdfsi_3:
  ret
#: __fixunsdfsi
__fixunsdfsi:
  srli a4,a0,52
  andi a4,a4,2047
  addiw a3,a4,-1023
  mv a5,a0
  li a0,0
  blt a3,zero,.L__fixunsdfsi_1
  blt a5,zero,.L__fixunsdfsi_1
  li a2,31
  li a0,-1
  bgt a3,a2,.L__fixunsdfsi_1
  slli a0,a5,12
  li a5,1
  slli a5,a5,52
  srli a0,a0,12
  or a0,a0,a5
  li a5,52
  subw a5,a5,a3
  srl a0,a0,a5
  sext.w a0,a0
  ret
.L__fixunsdfsi_1:
  ret
#: __floatsidf
__floatsidf:
  addi sp,sp,-32
  sd s0,16(sp)
  sd s1,8(sp)
  sd ra,24(sp)
  mv s1,a0
  sext.w s0,a0
  bge a0,zero,.L__floatsidf_1
  negw s0,s0
.L__floatsidf_2:
  mv a0,s0
  call __clzsi2
  li a5,31
  subw a5,a5,a0
  li a4,52
  bgt a5,a4,.L__floatsidf_3
  slli s0,s0,32
  srli s0,s0,32
  addiw a4,a0,21
  sll a4,s0,a4
.L__floatsidf_4:
  li a5,1053
  subw a5,a5,a0
  slli a5,a5,52
  srli s1,s1,63
  add a5,a5,a4
  slli s1,s1,63
  or a0,a5,s1
  j .L__floatsidf_5
.L__floatsidf_1:
  li a0,0
  bne s1,zero,.L__floatsidf_2
.L__floatsidf_5:
  ld ra,24(sp)
  ld s0,16(sp)
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
.L__floatsidf_3:
  li a4,-22
  subw a4,a4,a0
  li a5,1
  sllw a3,a5,a4
  slliw a5,a3,1
  li a4,-21
  subw a4,a4,a0
  addiw a5,a5,-1
  and a5,s0,a5
  srlw s0,s0,a4
  slli a2,s0,32
  sext.w a5,a5
  srli a2,a2,32
  li a4,1
  bltu a3,a5,.L__floatsidf_6
  li a4,0
  bne a3,a5,.L__floatsidf_6
  andi a4,s0,1
.L__floatsidf_6:
  add a4,a4,a2
  j .L__floatsidf_4
#: __floatunsidf
__floatunsidf:
  beq a0,zero,.L__floatunsidf_1
  addi sp,sp,-16
  sd s0,0(sp)
  sd ra,8(sp)
  mv s0,a0
  call __clzsi2
  li a5,31
  subw a5,a5,a0
  li a4,52
  bgt a5,a4,.L__floatunsidf_2
  slli s0,s0,32
  srli s0,s0,32
  addiw a4,a0,21
  sll a4,s0,a4
.L__floatunsidf_3:
  ld ra,8(sp)
  ld s0,0(sp)
  li a5,1053
  subw a0,a5,a0
  slli a0,a0,52
  add a0,a0,a4
  addi sp,sp,16
  jr ra
.L__floatunsidf_2:
  li a4,-22
  subw a4,a4,a0
  li a5,1
  sllw a3,a5,a4
  slliw a5,a3,1
  li a4,-21
  subw a4,a4,a0
  addiw a5,a5,-1
  and a5,s0,a5
  srlw s0,s0,a4
  slli a2,s0,32
  sext.w a5,a5
  srli a2,a2,32
  li a4,1
  bltu a3,a5,.L__floatunsidf_4
  li a4,0
  bne a3,a5,.L__floatunsidf_4
  andi a4,s0,1
.L__floatunsidf_4:
  add a4,a4,a2
  j .L__floatunsidf_3
.L__floatunsidf_1:
  li a0,0
  ret
#: __extendsfdf2
__extendsfdf2:
  addi sp,sp,-32
  sd s0,16(sp)
  srliw s0,a0,31
  slli a0,a0,33
  sd ra,24(sp)
  sd s1,8(sp)
  srli a0,a0,33
  li a5,2139095040
  slli s0,s0,63
  bleu a0,a5,.L__extendsfdf2_1
  slli a0,a0,41
  srli a0,a0,12
  li a5,16773120
  or s0,a0,s0
  slli a5,a5,39
.L__extendsfdf2_2:
  or s0,s0,a5
  j .L__extendsfdf2_3
.L__extendsfdf2_1:
  bne a0,a5,.L__extendsfdf2_4
  li a5,2047
  slli a5,a5,52
  j .L__extendsfdf2_2
.L__extendsfdf2_4:
  beq a0,zero,.L__extendsfdf2_3
  slli s1,a0,32
  srli a5,a0,23
  srli s1,s1,32
  beq a5,zero,.L__extendsfdf2_5
  li a5,7
  slli s1,s1,29
  slli a5,a5,59
  add s1,s1,a5
  or s0,s0,s1
.L__extendsfdf2_3:
  ld ra,24(sp)
  mv a0,s0
  ld s0,16(sp)
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
.L__extendsfdf2_5:
  call __clzsi2
  li a5,904
  subw a5,a5,a0
  addiw a0,a0,21
  slli a5,a5,52
  sll s1,s1,a0
  add a5,a5,s1
  j .L__extendsfdf2_2
#: __truncdfsf2
__truncdfsf2:
  mv a2,a0
  srli a1,a0,63
  slli a5,a2,1
  li a4,2047
  slliw a1,a1,31
  srli a5,a5,1
  slli a4,a4,52
  sext.w a0,a1
  bleu a5,a4,.L__truncdfsf2_1
  slli a0,a5,13
  srli a0,a0,42
  or a0,a0,a1
  li a5,2143289344
  or a0,a0,a5
.L__truncdfsf2_2:
  sext.w a0,a0
.L__truncdfsf2_3:
  ret
.L__truncdfsf2_1:
  srli a5,a5,52
  addiw a3,a5,-896
  li a4,254
  mv a6,a3
  ble a3,a4,.L__truncdfsf2_4
  li a0,2139095040
.L__truncdfsf2_5:
  or a0,a0,a1
  j .L__truncdfsf2_2
.L__truncdfsf2_4:
  li a4,-24
  blt a3,a4,.L__truncdfsf2_3
  li a7,67108864
  srli a4,a2,26
  addi a0,a7,-1
  and a4,a4,a0
  and a2,a2,a0
  or a4,a4,a7
  snez a2,a2
  or a4,a4,a2
  sext.w a4,a4
  bgt a3,zero,.L__truncdfsf2_6
  addiw a5,a5,-865
  li a3,1
  sllw a5,a4,a5
  subw a3,a3,a6
  srlw a4,a4,a3
  snez a5,a5
  or a5,a5,a4
  sext.w a4,a5
  li a3,1
.L__truncdfsf2_6:
  addiw a3,a3,-1
  andi a2,a4,7
  slliw a3,a3,23
  srliw a4,a4,3
  li a5,4
  addw a3,a3,a4
  li a0,1
  bgtu a2,a5,.L__truncdfsf2_7
  li a0,0
  bne a2,a5,.L__truncdfsf2_7
  andi a0,a4,1
.L__truncdfsf2_7:
  addw a0,a0,a3
  j .L__truncdfsf2_5
#: __powisf2
__powisf2:
  addi sp,sp,-48
  sd s0,32(sp)
  sd s2,16(sp)
  sd s3,8(sp)
  sd ra,40(sp)
  sd s1,24(sp)
  mv s0,a0
  mv s3,a1
  sext.w s2,a1
  bge a1,zero,.L__powisf2_1
  negw s2,s2
.L__powisf2_1:
  li s1,1065353216
.L__powisf2_2:
  bne s2,zero,.L__powisf2_3
  bge s3,zero,.L__powisf2_4
  ld s0,32(sp)
  ld ra,40(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  mv a1,s1
  ld s1,24(sp)
  li a0,1065353216
  addi sp,sp,48
  tail __divsf3
.L__powisf2_3:
  andi a5,s2,1
  beq a5,zero,.L__powisf2_5
  mv a0,s1
  mv a1,s0
  call __mulsf3
  sext.w s1,a0
.L__powisf2_5:
  mv a1,s0
  mv a0,s0
  call __mulsf3
  srliw s2,s2,1
  sext.w s0,a0
  j .L__powisf2_2
.L__powisf2_4:
  ld ra,40(sp)
  ld s0,32(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  mv a0,s1
  ld s1,24(sp)
  addi sp,sp,48
  jr ra
#: __powidf2
__powidf2:
  addi sp,sp,-48
  sd s1,24(sp)
  sd s2,16(sp)
  sd s3,8(sp)
  sd ra,40(sp)
  sd s0,32(sp)
  mv s1,a0
  mv s3,a1
  sext.w s2,a1
  bge a1,zero,.L__powidf2_1
  negw s2,s2
.L__powidf2_1:
  li s0,1023
  slli s0,s0,52
.L__powidf2_2:
  bne s2,zero,.L__powidf2_3
  bge s3,zero,.L__powidf2_4
  mv a1,s0
  ld s0,32(sp)
  ld ra,40(sp)
  ld s1,24(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  li a0,1023
  slli a0,a0,52
  addi sp,sp,48
  tail __divdf3
.L__powidf2_3:
  andi a5,s2,1
  beq a5,zero,.L__powidf2_5
  mv a0,s0
  mv a1,s1
  call __muldf3
  mv s0,a0
.L__powidf2_5:
  mv a1,s1
  mv a0,s1
  call __muldf3
  srliw s2,s2,1
  mv s1,a0
  j .L__powidf2_2
.L__powidf2_4:
  ld ra,40(sp)
  mv a0,s0
  ld s0,32(sp)
  ld s1,24(sp)
  ld s2,16(sp)
  ld s3,8(sp)
  addi sp,sp,48
  jr ra
#: __divide_wide plain
__divide_wide:
  mv a7,a1
  li t1,128
  li a5,0
  li a4,0
.L__divide_wide_plain_1:
  srli a1,a5,63
  slli a6,a4,1
  or a6,a1,a6
  srli t4,a0,63
  slli a1,a7,1
  srli t3,a4,63
  slli a5,a5,1
  srli a4,a7,63
  or a1,t4,a1
  or a5,a4,a5
  slli a0,a0,1
  mv a4,a6
  mv a7,a1
  bne t3,zero,.L__divide_wide_plain_2
  bgtu a3,a6,.L__divide_wide_plain_3
  bne a3,a6,.L__divide_wide_plain_2
  bgtu a2,a5,.L__divide_wide_plain_3
.L__divide_wide_plain_2:
  sub t3,a5,a2
  sgtu a4,t3,a5
  sub a6,a6,a3
  mv a5,t3
  sub a4,a6,a4
  ori a0,a0,1
.L__divide_wide_plain_3:
  addiw t1,t1,-1
  bne t1,zero,.L__divide_wide_plain_1
  ret
#: __muldi3 plain
__muldi3:
  mv a5,a0
  li a0,0
.L__muldi3_plain_1:
  bne a1,zero,.L__muldi3_plain_2
  ret
.L__muldi3_plain_2:
  andi a4,a1,1
  beq a4,zero,.L__muldi3_plain_3
  add a0,a0,a5
.L__muldi3_plain_3:
  srli a1,a1,1
  slli a5,a5,1
  j .L__muldi3_plain_1
#: __udivdi3 plain
__udivdi3:
  mv a4,a0
  li a5,1
  bne a1,zero,.L__udivdi3_plain_1
  li a0,-1
  ret
.L__udivdi3_plain_2:
  slli a1,a1,1
  slli a5,a5,1
.L__udivdi3_plain_1:
  bleu a4,a1,.L__udivdi3_plain_3
  bgt a1,zero,.L__udivdi3_plain_2
.L__udivdi3_plain_3:
  li a0,0
.L__udivdi3_plain_4:
  bne a5,zero,.L__udivdi3_plain_5
  ret
.L__udivdi3_plain_5:
  bltu a4,a1,.L__udivdi3_plain_6
  sub a4,a4,a1
  add a0,a0,a5
.L__udivdi3_plain_6:
  srli a5,a5,1
  srli a1,a1,1
  j .L__udivdi3_plain_4
#: __umoddi3 plain
__umoddi3:
  li a5,1
  bne a1,zero,.L__umoddi3_plain_1
.L__umoddi3_plain_2:
  ret
.L__umoddi3_plain_3:
  slli a1,a1,1
  slli a5,a5,1
.L__umoddi3_plain_1:
  bleu a0,a1,.L__umoddi3_plain_4
  bgt a1,zero,.L__umoddi3_plain_3
.L__umoddi3_plain_4:
  beq a5,zero,.L__umoddi3_plain_2
  bltu a0,a1,.L__umoddi3_plain_5
  sub a0,a0,a1
.L__umoddi3_plain_5:
  srli a5,a5,1
  srli a1,a1,1
  j .L__umoddi3_plain_4
#: __divdi3 plain
__divdi3:
  addi sp,sp,-32
  srai a5,a0,63
  srai a4,a1,63
  sd s0,16(sp)
  sd s1,8(sp)
  mv s0,a0
  mv s1,a1
  xor a0,a5,a0
  xor a1,a4,a1
  sub a1,a1,a4
  sub a0,a0,a5
  xor s0,s0,s1
  sd ra,24(sp)
  call __udivdi3
  bge s0,zero,.L__divdi3_plain_1
  neg a0,a0
.L__divdi3_plain_1:
  ld ra,24(sp)
  ld s0,16(sp)
  ld s1,8(sp)
  addi sp,sp,32
  jr ra
#: __moddi3 plain
__moddi3:
  addi sp,sp,-16
  srai a5,a0,63
  srai a4,a1,63
  sd s0,0(sp)
  xor a1,a4,a1
  mv s0,a0
  xor a0,a5,a0
  sub a1,a1,a4
  sub a0,a0,a5
  sd ra,8(sp)
  call __umoddi3
  bge s0,zero,.L__moddi3_plain_1
  neg a0,a0
.L__moddi3_plain_1:
  ld ra,8(sp)
  ld s0,0(sp)
  addi sp,sp,16
  jr ra
#: __mulsi3 plain
__mulsi3:
  addi sp,sp,-16
  sd ra,8(sp)
  call __muldi3
  ld ra,8(sp)
  sext.w a0,a0
  addi sp,sp,16
  jr ra
#: __divsi3 plain
__divsi3:
  addi sp,sp,-16
  sd ra,8(sp)
  call __divdi3
  ld ra,8(sp)
  sext.w a0,a0
  addi sp,sp,16
  jr ra
#: __modsi3 plain
__modsi3:
  addi sp,sp,-16
  sd ra,8(sp)
  call __moddi3
  ld ra,8(sp)
  sext.w a0,a0
  addi sp,sp,16
  jr ra
#: __udivsi3 plain
__udivsi3:
  slli a1,a1,32
  slli a0,a0,32
  addi sp,sp,-16
  srli a1,a1,32
  srli a0,a0,32
  sd ra,8(sp)
  call __udivdi3
  ld ra,8(sp)
  sext.w a0,a0
  addi sp,sp,16
  jr ra
#: __umodsi3 plain
__umodsi3:
  slli a1,a1,32
  slli a0,a0,32
  addi sp,sp,-16
  srli a1,a1,32
  srli a0,a0,32
  sd ra,8(sp)
  call __umoddi3
  ld ra,8(sp)
  sext.w a0,a0
  addi sp,sp,16
  jr ra
#: __multi3 plain
__multi3:
  addi sp,sp,-112
  sd s2,80(sp)
  li s2,-1
  srli s2,s2,32
  sd s0,96(sp)
  and s0,a0,s2
  sd s4,64(sp)
  sd s7,40(sp)
  sd s8,32(sp)
  mv s7,a0
  srli s8,a0,32
  mv s4,a1
  mv a0,s0
  and a1,a2,s2
  sd ra,104(sp)
  sd s1,88(sp)
  sd s3,72(sp)
  sd s5,56(sp)
  sd s6,48(sp)
  sd s9,24(sp)
  mv s6,a2
  srli s9,a2,32
  mv s5,a3
  sd a1,8(sp)
  call __muldi3
  ld a1,8(sp)
  mv s1,a0
  mv a0,s8
  call __muldi3
  srli a5,s1,32
  add s3,a0,a5
  mv a1,s9
  mv a0,s0
  call __muldi3
  and a5,s3,s2
  add s0,a0,a5
  mv a1,s9
  mv a0,s8
  call __muldi3
  srli s3,s3,32
  srli a5,s0,32
  mv a1,s5
  add s3,a0,s3
  mv a0,s7
  add s3,s3,a5
  and s1,s1,s2
  call __muldi3
  slli s0,s0,32
  or s0,s0,s1
  mv a1,s4
  mv s1,a0
  mv a0,s6
  call __muldi3
  add a1,s1,a0
  ld ra,104(sp)
  mv a0,s0
  ld s0,96(sp)
  ld s1,88(sp)
  ld s2,80(sp)
  ld s4,64(sp)
  ld s5,56(sp)
  ld s6,48(sp)
  ld s7,40(sp)
  ld s8,32(sp)
  ld s9,24(sp)
  add a1,s3,a1
  ld s3,72(sp)
  addi sp,sp,112
  jr ra
#: __mulvsi3 plain
__mulvsi3:
  addi sp,sp,-16
  sd ra,8(sp)
  call __muldi3
  sext.w a5,a0
  beq a5,a0,.L__mulvsi3_plain_1
  ebreak
.L__mulvsi3_plain_1:
  ld ra,8(sp)
  addi sp,sp,16
  jr ra
#: __mulsf3 plain
__mulsf3:
  addi sp,sp,-64
  sd s0,48(sp)
  li s0,-2147483648
  xori s0,s0,-1
  li a5,-2147483648
  sd s1,40(sp)
  xor s1,a0,a1
  sd s2,32(sp)
  and s1,s1,a5
  and s2,a0,s0
  li a5,2139095040
  sd s5,8(sp)
  sd ra,56(sp)
  sd s3,24(sp)
  sd s4,16(sp)
  addiw a3,s2,-1
  addi a4,a5,-2
  mv s5,a1
  and s0,a1,s0
  bgtu a3,a4,.L__mulsf3_plain_1
  addiw a3,s0,-1
  bleu a3,a4,.L__mulsf3_plain_2
  bleu s0,a5,.L__mulsf3_plain_3
.L__mulsf3_plain_4:
  li s1,4194304
  or s1,s5,s1
  j .L__mulsf3_plain_5
.L__mulsf3_plain_1:
  bleu s2,a5,.L__mulsf3_plain_6
  li s1,4194304
  or s1,a0,s1
.L__mulsf3_plain_5:
  ld ra,56(sp)
  ld s0,48(sp)
  ld s2,32(sp)
  ld s3,24(sp)
  ld s4,16(sp)
  ld s5,8(sp)
  mv a0,s1
  ld s1,40(sp)
  addi sp,sp,64
  jr ra
.L__mulsf3_plain_6:
  bgtu s0,a5,.L__mulsf3_plain_4
  beq s2,a5,.L__mulsf3_plain_7
  bne s0,a5,.L__mulsf3_plain_5
.L__mulsf3_plain_8:
  li s1,2143289344
  j .L__mulsf3_plain_5
.L__mulsf3_plain_7:
  beq s0,zero,.L__mulsf3_plain_8
.L__mulsf3_plain_9:
  li a5,2139095040
  or s1,s1,a5
  j .L__mulsf3_plain_5
.L__mulsf3_plain_2:
  srliw s4,s2,23
  beq s4,zero,.L__mulsf3_plain_10
  slli a0,a0,41
  srli a0,a0,41
  li s2,8388608
  or s2,a0,s2
.L__mulsf3_plain_11:
  srliw s3,s0,23
  slliw s2,s2,8
  beq s3,zero,.L__mulsf3_plain_12
  slli s5,s5,41
  srli s5,s5,41
  li s0,8388608
  or s0,s5,s0
.L__mulsf3_plain_13:
  slliw s0,s0,8
  slli a1,s2,32
  slli a0,s0,32
  srli a1,a1,32
  srli a0,a0,32
  call __muldi3
  addiw s3,s3,-126
  addw a5,s3,s4
  sext.w a2,a0
  srai a3,a0,32
  mv s3,a5
  blt a0,zero,.L__mulsf3_plain_14
  srliw a5,a2,31
  slliw a3,a3,1
  or a3,a3,a5
  sext.w a3,a3
  slliw a2,a2,1
  addiw a5,s3,-1
.L__mulsf3_plain_14:
  andi a4,a3,31
  or a4,a4,a2
  snez a4,a4
  srliw a3,a3,5
  or a4,a4,a3
  sext.w a4,a4
  bgt a5,zero,.L__mulsf3_plain_15
  li a3,1
  subw a3,a3,a5
  li a2,31
  bgt a3,a2,.L__mulsf3_plain_16
  addiw a5,a5,31
  sllw a5,a4,a5
  snez a5,a5
  srlw a4,a4,a3
  or a5,a5,a4
  sext.w a4,a5
  li a5,1
.L__mulsf3_plain_17:
  addiw a5,a5,-1
  andi a1,a4,7
  slliw a5,a5,23
  srliw a4,a4,3
  li a2,4
  addw a5,a5,a4
  li a3,1
  bgtu a1,a2,.L__mulsf3_plain_18
  li a3,0
  bne a1,a2,.L__mulsf3_plain_18
  andi a3,a4,1
.L__mulsf3_plain_18:
  addw a3,a3,a5
  or a3,s1,a3
  sext.w s1,a3
  j .L__mulsf3_plain_5
.L__mulsf3_plain_10:
  mv a0,s2
  call __clzsi2
  addiw a0,a0,-8
  li s4,1
  subw s4,s4,a0
  sllw s2,s2,a0
  j .L__mulsf3_plain_11
.L__mulsf3_plain_12:
  mv a0,s0
  call __clzsi2
  addiw a0,a0,-8
  li s3,1
  subw s3,s3,a0
  sllw s0,s0,a0
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
  bne s0,a5,.L__mulsf3_plain_5
  j .L__mulsf3_plain_9
#: __muldf3 plain
__muldf3:
  addi sp,sp,-96
  li a4,-1
  slli a5,a4,63
  sd s0,80(sp)
  xor s0,a0,a1
  sd s4,48(sp)
  and s0,s0,a5
  srli s4,a4,1
  li a5,2047
  sd s2,64(sp)
  slli a5,a5,52
  and s2,a0,s4
  sd s1,72(sp)
  sd ra,88(sp)
  sd s3,56(sp)
  sd s5,40(sp)
  sd s6,32(sp)
  sd s7,24(sp)
  sd s8,16(sp)
  addi a2,s2,-1
  addi a3,a5,-2
  mv s1,a1
  and s4,a1,s4
  bgtu a2,a3,.L__muldf3_plain_1
  addi a2,s4,-1
  bleu a2,a3,.L__muldf3_plain_2
  bleu s4,a5,.L__muldf3_plain_3
.L__muldf3_plain_4:
  li s0,1
  slli s0,s0,51
  or s0,s1,s0
  j .L__muldf3_plain_5
.L__muldf3_plain_1:
  bleu s2,a5,.L__muldf3_plain_6
  li s0,1
  slli s0,s0,51
  or s0,a0,s0
.L__muldf3_plain_5:
  ld ra,88(sp)
  mv a0,s0
  ld s0,80(sp)
  ld s1,72(sp)
  ld s2,64(sp)
  ld s3,56(sp)
  ld s4,48(sp)
  ld s5,40(sp)
  ld s6,32(sp)
  ld s7,24(sp)
  ld s8,16(sp)
  addi sp,sp,96
  jr ra
.L__muldf3_plain_6:
  bgtu s4,a5,.L__muldf3_plain_4
  beq s2,a5,.L__muldf3_plain_7
  bne s4,a5,.L__muldf3_plain_5
.L__muldf3_plain_8:
  li s0,16773120
  slli s0,s0,39
  j .L__muldf3_plain_5
.L__muldf3_plain_7:
  beq s4,zero,.L__muldf3_plain_8
.L__muldf3_plain_9:
  li a5,2047
  slli a5,a5,52
  or s0,s0,a5
  j .L__muldf3_plain_5
.L__muldf3_plain_2:
  srli s3,s2,52
  beq s3,zero,.L__muldf3_plain_10
  srli a4,a4,12
  li s2,1
  and a0,a0,a4
  slli s2,s2,52
  sext.w s3,s3
  or s2,a0,s2
.L__muldf3_plain_11:
  srli s5,s4,52
  slli s2,s2,11
  beq s5,zero,.L__muldf3_plain_12
  slli s1,s1,12
  li a5,1
  srli s1,s1,12
  slli a5,a5,52
  sext.w s5,s5
  or s1,s1,a5
.L__muldf3_plain_13:
  li s7,-1
  srli s7,s7,32
  and s4,s2,s7
  slli s1,s1,11
  and a1,s1,s7
  mv a0,s4
  sd a1,8(sp)
  call __muldi3
  ld a1,8(sp)
  srli s2,s2,32
  mv s6,a0
  mv a0,s2
  call __muldi3
  srli a4,s6,32
  srli s1,s1,32
  add s8,a0,a4
  mv a1,s1
  mv a0,s4
  call __muldi3
  and a5,s8,s7
  add s4,a0,a5
  mv a1,s1
  mv a0,s2
  call __muldi3
  srli a5,s8,32
  add a3,a0,a5
  addiw s5,s5,-1022
  srli a5,s4,32
  and s6,s6,s7
  slli s4,s4,32
  add a3,a3,a5
  addw a5,s5,s3
  or a0,s4,s6
  mv s5,a5
  blt a3,zero,.L__muldf3_plain_14
  srli a5,a0,63
  slli a3,a3,1
  or a3,a3,a5
  slli a0,a0,1
  addiw a5,s5,-1
.L__muldf3_plain_14:
  andi a4,a3,255
  or a4,a4,a0
  snez a4,a4
  srli a3,a3,8
  or a4,a4,a3
  bgt a5,zero,.L__muldf3_plain_15
  li a3,1
  subw a3,a3,a5
  li a2,63
  bgt a3,a2,.L__muldf3_plain_16
  addiw a5,a5,63
  sll a5,a4,a5
  snez a5,a5
  srl a4,a4,a3
  or a4,a5,a4
  li a5,1
.L__muldf3_plain_17:
  addiw a5,a5,-1
  andi a1,a4,7
  slli a5,a5,52
  srli a4,a4,3
  li a2,4
  add a5,a5,a4
  li a3,1
  bgtu a1,a2,.L__muldf3_plain_18
  li a3,0
  bne a1,a2,.L__muldf3_plain_18
  andi a3,a4,1
.L__muldf3_plain_18:
  add a3,a3,a5
  or s0,s0,a3
  j .L__muldf3_plain_5
.L__muldf3_plain_10:
  mv a0,s2
  call __clzdi2
  addiw a0,a0,-11
  li s3,1
  subw s3,s3,a0
  sll s2,s2,a0
  j .L__muldf3_plain_11
.L__muldf3_plain_12:
  mv a0,s4
  call __clzdi2
  addiw s1,a0,-11
  li s5,1
  subw s5,s5,s1
  sll s1,s4,s1
  j .L__muldf3_plain_13
.L__muldf3_plain_15:
  li a3,2046
  ble a5,a3,.L__muldf3_plain_17
  j .L__muldf3_plain_9
.L__muldf3_plain_16:
  li a5,0
  li a3,0
  j .L__muldf3_plain_18
.L__muldf3_plain_3:
  bne s4,a5,.L__muldf3_plain_5
  j .L__muldf3_plain_9
