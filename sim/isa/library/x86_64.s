# Made by rebuild.py from libgcc.c: do not edit.
#: __divide_two_words
__divide_two_words:
  bsrq %rdx, %r9
  movq %rdx, %r8
  pushq %rbx
  xorq $63, %r9
  movl %r9d, %ecx
  salq %cl, %r8
  movq %r8, %r10
  movl %r8d, %r11d
  shrq $32, %r10
  testl %r9d, %r9d
  je .L__divide_two_words_1
  salq %cl, %rdi
  movl $64, %ecx
  movq %rsi, %rax
  subl %r9d, %ecx
  shrq %cl, %rax
  orq %rax, %rdi
.L__divide_two_words_1:
  movq %rdi, %rax
  xorl %edx, %edx
  movl %r9d, %ecx
  divq %r10
  salq %cl, %rsi
  movq %rsi, %rbx
  movl %esi, %esi
  shrq $32, %rbx
  movq %rax, %rcx
  movq %r11, %rax
  imulq %rcx, %rax
.L__divide_two_words_2:
  movq %rcx, %r9
  shrq $32, %r9
  je .L__divide_two_words_3
.L__divide_two_words_4:
  addq %r10, %rdx
  decq %rcx
  subq %r11, %rax
  movq %rdx, %r9
  shrq $32, %r9
  je .L__divide_two_words_2
  jmp .L__divide_two_words_5
.L__divide_two_words_3:
  movq %rdx, %r9
  salq $32, %r9
  orq %rbx, %r9
  cmpq %rax, %r9
  jb .L__divide_two_words_4
.L__divide_two_words_5:
  movq %rdi, %rax
  imulq %rcx, %r8
  xorl %edx, %edx
  movq %r11, %rdi
  salq $32, %rax
  orq %rbx, %rax
  subq %r8, %rax
  divq %r10
  imulq %rax, %rdi
.L__divide_two_words_6:
  movq %rax, %rbx
  shrq $32, %rbx
  je .L__divide_two_words_7
.L__divide_two_words_8:
  addq %r10, %rdx
  decq %rax
  subq %r11, %rdi
  movq %rdx, %rbx
  shrq $32, %rbx
  je .L__divide_two_words_6
  jmp .L__divide_two_words_9
.L__divide_two_words_7:
  movq %rdx, %r8
  salq $32, %r8
  orq %rsi, %r8
  cmpq %rdi, %r8
  jb .L__divide_two_words_8
.L__divide_two_words_9:
  movq %rcx, %rdx
  popq %rbx
  salq $32, %rdx
  addq %rdx, %rax
  ret
#: __multi3
__multi3:
  movq %rdx, %rax
  imulq %rdx, %rsi
  xorl %r8d, %r8d
  imulq %rdi, %rcx
  mulq %rdi
  leaq (%rcx,%rsi), %r9
  addq %r8, %rax
  adcq %r9, %rdx
  ret
#: __divide_wide
__divide_wide:
  pushq %r15
  movq %rdi, %rax
  pushq %r14
  movq %rdi, %r14
  pushq %r13
  pushq %r12
  movq %rdx, %r12
  subq $40, %rsp
  testq %rcx, %rcx
  jne .L__divide_wide_1
  movq %rsi, %rdi
  movq %rax, %rsi
  cmpq %rdx, %rdi
  jnb .L__divide_wide_2
  testq %rdi, %rdi
  jne .L__divide_wide_3
  xorl %edx, %edx
  divq %r12
  jmp .L__divide_wide_4
.L__divide_wide_3:
  call __divide_two_words
.L__divide_wide_4:
  movq %rax, %r8
  xorl %r9d, %r9d
  jmp .L__divide_wide_5
.L__divide_wide_2:
  movq %rdi, %rax
  xorl %edx, %edx
  divq %r12
  movq %rdx, %rdi
  movq %r12, %rdx
  movq %rax, %r13
  call __divide_two_words
  movq %r13, %r9
  movq %rax, %r8
  jmp .L__divide_wide_5
.L__divide_wide_1:
  cmpq %rdx, %rdi
  movq %rsi, %rax
  movq %rsi, %r15
  movq %rcx, %r13
  sbbq %rcx, %rax
  movl $0, %r8d
  movl $0, %r9d
  jc .L__divide_wide_5
  bsrq %rcx, %rcx
  movq %rdx, %rax
  movq %r13, %rdx
  movq %rdi, %rsi
  xorq $63, %rcx
  movq %r15, %rdi
  movq %r8, 16(%rsp)
  shldq %r12, %rdx
  salq %cl, %rax
  testb $64, %cl
  movq %r9, 24(%rsp)
  cmovne %rax, %rdx
  shrdq $1, %r15, %rsi
  movq %rcx, (%rsp)
  shrq %rdi
  call __divide_two_words
  movq (%rsp), %rcx
  xorl %edx, %edx
  xorl %r9d, %r9d
  shldq %rax, %rdx
  salq %cl, %rax
  testb $64, %cl
  movq %r13, %rcx
  cmovne %rax, %rdx
  cmovne %r9, %rax
  shrdq $63, %rdx, %rax
  movq %r12, %rdx
  cmpq $1, %rax
  adcq $-1, %rax
  xorl %r9d, %r9d
  xorl %esi, %esi
  movq %rax, %rdi
  movq %r9, 8(%rsp)
  movq %rax, (%rsp)
  call __multi3
  movq (%rsp), %r8
  movq 8(%rsp), %r9
  subq %rax, %r14
  sbbq %rdx, %r15
  cmpq %r12, %r14
  movq %r15, %rax
  sbbq %r13, %rax
  jc .L__divide_wide_5
  addq $1, %r8
  adcq $0, %r9
.L__divide_wide_5:
  addq $40, %rsp
  movq %r8, %rax
  movq %r9, %rdx
  popq %r12
  popq %r13
  popq %r14
  popq %r15
  ret
#: __udivti3
__udivti3:
  jmp __divide_wide
#: __umodti3
__umodti3:
  pushq %r15
  movq %rcx, %r15
  pushq %r14
  movq %rdx, %r14
  pushq %r13
  movq %rsi, %r13
  pushq %r12
  movq %rdi, %r12
  pushq %rax
  call __divide_wide
  movq %r15, %rcx
  movq %rdx, %rsi
  movq %rax, %rdi
  movq %r14, %rdx
  call __multi3
  popq %rcx
  subq %rax, %r12
  sbbq %rdx, %r13
  movq %r12, %rax
  popq %r12
  movq %r13, %rdx
  popq %r13
  popq %r14
  popq %r15
  ret
#: __udivmodti4
__udivmodti4:
  pushq %r15
  movq %rcx, %r15
  pushq %r14
  movq %rdx, %r14
  pushq %r13
  movq %rsi, %r13
  pushq %r12
  movq %rdi, %r12
  pushq %rbx
  movq %r8, %rbx
  call __divide_wide
  movq %rax, %r11
  movq %rdx, %r10
  testq %rbx, %rbx
  je .L__udivmodti4_1
  movq %rdx, %rsi
  movq %rax, %rdi
  movq %r14, %rdx
  movq %r15, %rcx
  call __multi3
  subq %rax, %r12
  sbbq %rdx, %r13
  movq %r12, (%rbx)
  movq %r13, 8(%rbx)
.L__udivmodti4_1:
  popq %rbx
  movq %r11, %rax
  popq %r12
  movq %r10, %rdx
  popq %r13
  popq %r14
  popq %r15
  ret
#: __divti3
__divti3:
  pushq %rbp
  movq %rsi, %rbp
  movq %rdx, %rsi
  pushq %rbx
  movq %rcx, %rbx
  pushq %r8
  movq %rdi, %r8
  movq %rcx, %rdi
  testq %rcx, %rcx
  jns .L__divti3_1
  negq %rsi
  adcq $0, %rdi
  negq %rdi
.L__divti3_1:
  movq %r8, %rax
  movq %rbp, %rdx
  testq %rbp, %rbp
  jns .L__divti3_2
  negq %rax
  adcq $0, %rdx
  negq %rdx
.L__divti3_2:
  movq %rax, %r8
  movq %rdx, %rax
  movq %rdi, %rcx
  movq %rsi, %rdx
  movq %r8, %rdi
  movq %rax, %rsi
  call __divide_wide
  xorq %rbp, %rbx
  jns .L__divti3_3
  negq %rax
  adcq $0, %rdx
  negq %rdx
.L__divti3_3:
  popq %rcx
  popq %rbx
  popq %rbp
  ret
#: __modti3
__modti3:
  pushq %r15
  movq %rcx, %r15
  pushq %r14
  movq %rdx, %r14
  pushq %r13
  movq %rsi, %r13
  pushq %r12
  movq %rdi, %r12
  pushq %rax
  call __divti3
  movq %r15, %rcx
  movq %rdx, %rsi
  movq %rax, %rdi
  movq %r14, %rdx
  call __multi3
  popq %rcx
  subq %rax, %r12
  sbbq %rdx, %r13
  movq %r12, %rax
  popq %r12
  movq %r13, %rdx
  popq %r13
  popq %r14
  popq %r15
  ret
#: __divmodti4
__divmodti4:
  pushq %r15
  movq %rcx, %r15
  pushq %r14
  movq %rdx, %r14
  pushq %r13
  movq %rsi, %r13
  pushq %r12
  movq %rdi, %r12
  pushq %rbx
  movq %r8, %rbx
  call __divti3
  movq %r15, %rcx
  movq %rdx, %r10
  movq %rdx, %rsi
  movq %rax, %rdi
  movq %r14, %rdx
  movq %rax, %r11
  call __multi3
  subq %rax, %r12
  movq %r11, %rax
  sbbq %rdx, %r13
  movq %r12, (%rbx)
  movq %r10, %rdx
  movq %r13, 8(%rbx)
  popq %rbx
  popq %r12
  popq %r13
  popq %r14
  popq %r15
  ret
#: __ashlti3
__ashlti3:
  movq %rdi, %rax
  testl %edx, %edx
  je .L__ashlti3_1
  cmpl $63, %edx
  jle .L__ashlti3_2
  leal -64(%rdx), %ecx
  salq %cl, %rax
  movq %rax, %rsi
  xorl %eax, %eax
  jmp .L__ashlti3_1
.L__ashlti3_2:
  movl %edx, %ecx
  salq %cl, %rsi
  movl $64, %ecx
  subl %edx, %ecx
  shrq %cl, %rdi
  movl %edx, %ecx
  salq %cl, %rax
  orq %rdi, %rsi
.L__ashlti3_1:
  movq %rsi, %rdx
  ret
#: __lshrti3
__lshrti3:
  movq %rdi, %rax
  testl %edx, %edx
  je .L__lshrti3_1
  cmpl $63, %edx
  jle .L__lshrti3_2
  movq %rsi, %rax
  leal -64(%rdx), %ecx
  xorl %esi, %esi
  shrq %cl, %rax
  jmp .L__lshrti3_1
.L__lshrti3_2:
  movl $64, %ecx
  movq %rsi, %rdi
  subl %edx, %ecx
  salq %cl, %rdi
  movl %edx, %ecx
  shrq %cl, %rax
  shrq %cl, %rsi
  orq %rdi, %rax
.L__lshrti3_1:
  movq %rsi, %rdx
  ret
#: __ashrti3
__ashrti3:
  movq %rdi, %rax
  movq %rsi, %rcx
  testl %edx, %edx
  je .L__ashrti3_1
  cmpl $63, %edx
  jle .L__ashrti3_2
  movq %rsi, %rax
  leal -64(%rdx), %ecx
  sarq $63, %rsi
  sarq %cl, %rax
  jmp .L__ashrti3_3
.L__ashrti3_2:
  movl $64, %ecx
  movq %rsi, %rax
  subl %edx, %ecx
  salq %cl, %rax
  movl %edx, %ecx
  shrq %cl, %rdi
  sarq %cl, %rsi
  orq %rdi, %rax
.L__ashrti3_3:
  movq %rsi, %rcx
.L__ashrti3_1:
  movq %rcx, %rdx
  ret
#: __negti2
__negti2:
  movq %rdi, %rax
  movq %rsi, %rdx
  negq %rax
  adcq $0, %rdx
  negq %rdx
  ret
#: __cmpti2
__cmpti2:
  cmpq %rdi, %rdx
  movq %rcx, %rax
  sbbq %rsi, %rax
  setl %al
  cmpq %rdx, %rdi
  sbbq %rcx, %rsi
  movzbl %al, %eax
  setge %dl
  movzbl %dl, %edx
  addl %edx, %eax
  ret
#: __ucmpti2
__ucmpti2:
  movq %rcx, %rax
  cmpq %rdi, %rdx
  sbbq %rsi, %rax
  setc %al
  cmpq %rdx, %rdi
  sbbq %rcx, %rsi
  movzbl %al, %eax
  sbbl $-1, %eax
  ret
