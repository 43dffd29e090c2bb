# Made by rebuild.py from libgcc.c: do not edit.
#: __clzsi2
__clzsi2:
  pushl %ebp
  movl $16, %ecx
  movl $32, %eax
  movl %esp, %ebp
  pushl %esi
  pushl %ebx
  movl 8(%ebp), %edx
  movl $5, %ebx
.L__clzsi2_1:
  movl %edx, %esi
  shrl %cl, %esi
  testl %esi, %esi
  je .L__clzsi2_2
  subl %ecx, %eax
  movl %esi, %edx
.L__clzsi2_2:
  sarl %ecx
  decl %ebx
  jne .L__clzsi2_1
  popl %ebx
  subl %edx, %eax
  popl %esi
  popl %ebp
  ret
#: __clzdi2
__clzdi2:
  pushl %ebp
  movl %esp, %ebp
  subl $8, %esp
  movl 12(%ebp), %eax
  movl 8(%ebp), %edx
  testl %eax, %eax
  je .L__clzdi2_1
  movl %eax, 8(%ebp)
  leave
  jmp __clzsi2
.L__clzdi2_1:
  subl $12, %esp
  pushl %edx
  call __clzsi2
  addl $16, %esp
  leave
  addl $32, %eax
  ret
#: __ctzsi2
__ctzsi2:
  pushl %ebp
  movl %esp, %ebp
  subl $20, %esp
  movl 8(%ebp), %edx
  movl %edx, %eax
  negl %eax
  andl %edx, %eax
  pushl %eax
  call __clzsi2
  addl $16, %esp
  leave
  movl %eax, %edx
  movl $31, %eax
  subl %edx, %eax
  ret
#: __ctzdi2
__ctzdi2:
  pushl %ebp
  movl %esp, %ebp
  subl $8, %esp
  movl 8(%ebp), %eax
  movl 12(%ebp), %edx
  testl %eax, %eax
  je .L__ctzdi2_1
  leave
  jmp __ctzsi2
.L__ctzdi2_1:
  subl $12, %esp
  pushl %edx
  call __ctzsi2
  addl $16, %esp
  leave
  addl $32, %eax
  ret
#: __ffssi2
__ffssi2:
  pushl %ebp
  xorl %eax, %eax
  movl %esp, %ebp
  subl $8, %esp
  movl 8(%ebp), %edx
  testl %edx, %edx
  je .L__ffssi2_1
  subl $12, %esp
  pushl %edx
  call __ctzsi2
  addl $16, %esp
  incl %eax
.L__ffssi2_1:
  leave
  ret
#: __ffsdi2
__ffsdi2:
  pushl %ebp
  movl %esp, %ebp
  pushl %ebx
  pushl %edx
  movl 12(%ebp), %ebx
  movl 8(%ebp), %ecx
  movl %ebx, %edx
  orl %ecx, %edx
  je .L__ffsdi2_1
  pushl %eax
  pushl %eax
  pushl %ebx
  pushl %ecx
  call __ctzdi2
  addl $16, %esp
  incl %eax
  jmp .L__ffsdi2_2
.L__ffsdi2_1:
  xorl %eax, %eax
.L__ffsdi2_2:
  movl -4(%ebp), %ebx
  leave
  ret
#: __clrsbsi2
__clrsbsi2:
  pushl %ebp
  movl $31, %eax
  movl %esp, %ebp
  subl $8, %esp
  movl 8(%ebp), %ecx
  movl %ecx, %edx
  sarl $31, %edx
  xorl %ecx, %edx
  je .L__clrsbsi2_1
  subl $12, %esp
  pushl %edx
  call __clzsi2
  addl $16, %esp
  decl %eax
.L__clrsbsi2_1:
  leave
  ret
#: __clrsbdi2
__clrsbdi2:
  pushl %ebp
  movl %esp, %ebp
  pushl %ebx
  pushl %edx
  movl 12(%ebp), %edx
  movl 8(%ebp), %eax
  movl %edx, %ebx
  sarl $31, %ebx
  movl %ebx, %ecx
  xorl %edx, %ebx
  xorl %eax, %ecx
  movl %ebx, %edx
  movl $63, %eax
  orl %ecx, %edx
  je .L__clrsbdi2_1
  pushl %eax
  pushl %eax
  pushl %ebx
  pushl %ecx
  call __clzdi2
  addl $16, %esp
  decl %eax
.L__clrsbdi2_1:
  movl -4(%ebp), %ebx
  leave
  ret
#: __bswapsi2
__bswapsi2:
  pushl %ebp
  movl %esp, %ebp
  movl 8(%ebp), %eax
  popl %ebp
  bswap %eax
  ret
#: __bswapdi2
__bswapdi2:
  pushl %ebp
  movl %esp, %ebp
  subl $20, %esp
  pushl 8(%ebp)
  call __bswapsi2
  popl %edx
  pushl 12(%ebp)
  movl %eax, %edx
  call __bswapsi2
  addl $16, %esp
  leave
  ret
