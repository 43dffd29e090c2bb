#include "x86/library/routines_32.hpp"

#include <array>

namespace stallscope::isa::x86 {

namespace {

using assembly::Routine;

// Two numbers of 64 bits on the stack, the result in edx and eax. In each: edx:eax divided by
// ecx:ebx leaves the quotient in edx:eax and the remainder in ecx:ebx.
constexpr std::array<Routine, 12> kRoutines32{{
    {"__udivdi3", R"(
__udivdi3:
  pushl %ebp
  pushl %edi
  pushl %esi
  pushl %ebx
  movl 20(%esp), %eax
  movl 24(%esp), %edx
  movl 28(%esp), %ebx
  movl 32(%esp), %ecx
  testl %ecx, %ecx
  jne .L__udivdi3_wide
  movl %eax, %esi               # a divisor of 32 bits: twice the instruction's division
  movl %edx, %eax
  xorl %edx, %edx
  divl %ebx
  movl %eax, %edi
  movl %esi, %eax
  divl %ebx
  movl %edx, %ebx
  movl %edi, %edx
  jmp .L__udivdi3_done
.L__udivdi3_wide:                     # else a quotient of 32 bits, bit by bit
  movl %edx, %esi
  xorl %edi, %edi
  movl $32, %ebp
.L__udivdi3_step:
  addl %eax, %eax
  adcl %esi, %esi
  adcl %edi, %edi
  cmpl %ecx, %edi
  jb .L__udivdi3_next
  ja .L__udivdi3_fits
  cmpl %ebx, %esi
  jb .L__udivdi3_next
.L__udivdi3_fits:
  subl %ebx, %esi
  sbbl %ecx, %edi
  incl %eax
.L__udivdi3_next:
  decl %ebp
  jne .L__udivdi3_step
  movl %esi, %ebx
  movl %edi, %ecx
  xorl %edx, %edx
.L__udivdi3_done:
  popl %ebx
  popl %esi
  popl %edi
  popl %ebp
  ret
)"},
    {"__umoddi3", R"(
__umoddi3:
  pushl %ebp
  pushl %edi
  pushl %esi
  pushl %ebx
  movl 20(%esp), %eax
  movl 24(%esp), %edx
  movl 28(%esp), %ebx
  movl 32(%esp), %ecx
  testl %ecx, %ecx
  jne .L__umoddi3_wide
  movl %eax, %esi               # a divisor of 32 bits: twice the instruction's division
  movl %edx, %eax
  xorl %edx, %edx
  divl %ebx
  movl %eax, %edi
  movl %esi, %eax
  divl %ebx
  movl %edx, %ebx
  movl %edi, %edx
  jmp .L__umoddi3_done
.L__umoddi3_wide:                     # else a quotient of 32 bits, bit by bit
  movl %edx, %esi
  xorl %edi, %edi
  movl $32, %ebp
.L__umoddi3_step:
  addl %eax, %eax
  adcl %esi, %esi
  adcl %edi, %edi
  cmpl %ecx, %edi
  jb .L__umoddi3_next
  ja .L__umoddi3_fits
  cmpl %ebx, %esi
  jb .L__umoddi3_next
.L__umoddi3_fits:
  subl %ebx, %esi
  sbbl %ecx, %edi
  incl %eax
.L__umoddi3_next:
  decl %ebp
  jne .L__umoddi3_step
  movl %esi, %ebx
  movl %edi, %ecx
  xorl %edx, %edx
.L__umoddi3_done:
  movl %ebx, %eax
  movl %ecx, %edx
  popl %ebx
  popl %esi
  popl %edi
  popl %ebp
  ret
)"},
    {"__udivmoddi4", R"(
__udivmoddi4:
  pushl %ebp
  pushl %edi
  pushl %esi
  pushl %ebx
  movl 20(%esp), %eax
  movl 24(%esp), %edx
  movl 28(%esp), %ebx
  movl 32(%esp), %ecx
  testl %ecx, %ecx
  jne .L__udivmoddi4_wide
  movl %eax, %esi               # a divisor of 32 bits: twice the instruction's division
  movl %edx, %eax
  xorl %edx, %edx
  divl %ebx
  movl %eax, %edi
  movl %esi, %eax
  divl %ebx
  movl %edx, %ebx
  movl %edi, %edx
  jmp .L__udivmoddi4_done
.L__udivmoddi4_wide:                     # else a quotient of 32 bits, bit by bit
  movl %edx, %esi
  xorl %edi, %edi
  movl $32, %ebp
.L__udivmoddi4_step:
  addl %eax, %eax
  adcl %esi, %esi
  adcl %edi, %edi
  cmpl %ecx, %edi
  jb .L__udivmoddi4_next
  ja .L__udivmoddi4_fits
  cmpl %ebx, %esi
  jb .L__udivmoddi4_next
.L__udivmoddi4_fits:
  subl %ebx, %esi
  sbbl %ecx, %edi
  incl %eax
.L__udivmoddi4_next:
  decl %ebp
  jne .L__udivmoddi4_step
  movl %esi, %ebx
  movl %edi, %ecx
  xorl %edx, %edx
.L__udivmoddi4_done:
  movl 36(%esp), %esi
  testl %esi, %esi
  je .L__udivmoddi4_alone
  movl %ebx, (%esi)
  movl %ecx, 4(%esi)
.L__udivmoddi4_alone:
  popl %ebx
  popl %esi
  popl %edi
  popl %ebp
  ret
)"},
    {"__divdi3", R"(
__divdi3:
  pushl %ebp
  pushl %edi
  pushl %esi
  pushl %ebx
  movl 20(%esp), %eax
  movl 24(%esp), %edx
  movl 28(%esp), %ebx
  movl 32(%esp), %ecx
  movl %edx, %esi
  xorl %ecx, %esi
  pushl %esi                    # negative: the quotient is
  testl %edx, %edx
  jns .L__divdi3_first
  negl %eax
  adcl $0, %edx
  negl %edx
.L__divdi3_first:
  testl %ecx, %ecx
  jns .L__divdi3_second
  negl %ebx
  adcl $0, %ecx
  negl %ecx
.L__divdi3_second:
  testl %ecx, %ecx
  jne .L__divdi3_wide
  movl %eax, %esi               # a divisor of 32 bits: twice the instruction's division
  movl %edx, %eax
  xorl %edx, %edx
  divl %ebx
  movl %eax, %edi
  movl %esi, %eax
  divl %ebx
  movl %edx, %ebx
  movl %edi, %edx
  jmp .L__divdi3_done
.L__divdi3_wide:                     # else a quotient of 32 bits, bit by bit
  movl %edx, %esi
  xorl %edi, %edi
  movl $32, %ebp
.L__divdi3_step:
  addl %eax, %eax
  adcl %esi, %esi
  adcl %edi, %edi
  cmpl %ecx, %edi
  jb .L__divdi3_next
  ja .L__divdi3_fits
  cmpl %ebx, %esi
  jb .L__divdi3_next
.L__divdi3_fits:
  subl %ebx, %esi
  sbbl %ecx, %edi
  incl %eax
.L__divdi3_next:
  decl %ebp
  jne .L__divdi3_step
  movl %esi, %ebx
  movl %edi, %ecx
  xorl %edx, %edx
.L__divdi3_done:
  popl %esi
  testl %esi, %esi
  jns .L__divdi3_quotient
  negl %eax
  adcl $0, %edx
  negl %edx
.L__divdi3_quotient:
  popl %ebx
  popl %esi
  popl %edi
  popl %ebp
  ret
)"},
    {"__moddi3", R"(
__moddi3:
  pushl %ebp
  pushl %edi
  pushl %esi
  pushl %ebx
  movl 20(%esp), %eax
  movl 24(%esp), %edx
  movl 28(%esp), %ebx
  movl 32(%esp), %ecx
  pushl %edx                    # negative: the remainder is
  testl %edx, %edx
  jns .L__moddi3_first
  negl %eax
  adcl $0, %edx
  negl %edx
.L__moddi3_first:
  testl %ecx, %ecx
  jns .L__moddi3_second
  negl %ebx
  adcl $0, %ecx
  negl %ecx
.L__moddi3_second:
  testl %ecx, %ecx
  jne .L__moddi3_wide
  movl %eax, %esi               # a divisor of 32 bits: twice the instruction's division
  movl %edx, %eax
  xorl %edx, %edx
  divl %ebx
  movl %eax, %edi
  movl %esi, %eax
  divl %ebx
  movl %edx, %ebx
  movl %edi, %edx
  jmp .L__moddi3_done
.L__moddi3_wide:                     # else a quotient of 32 bits, bit by bit
  movl %edx, %esi
  xorl %edi, %edi
  movl $32, %ebp
.L__moddi3_step:
  addl %eax, %eax
  adcl %esi, %esi
  adcl %edi, %edi
  cmpl %ecx, %edi
  jb .L__moddi3_next
  ja .L__moddi3_fits
  cmpl %ebx, %esi
  jb .L__moddi3_next
.L__moddi3_fits:
  subl %ebx, %esi
  sbbl %ecx, %edi
  incl %eax
.L__moddi3_next:
  decl %ebp
  jne .L__moddi3_step
  movl %esi, %ebx
  movl %edi, %ecx
  xorl %edx, %edx
.L__moddi3_done:
  popl %esi
  testl %esi, %esi
  jns .L__moddi3_remainder
  negl %ebx
  adcl $0, %ecx
  negl %ecx
.L__moddi3_remainder:
  movl %ebx, %eax
  movl %ecx, %edx
  popl %ebx
  popl %esi
  popl %edi
  popl %ebp
  ret
)"},
    {"__divmoddi4", R"(
__divmoddi4:
  pushl %ebp
  pushl %edi
  pushl %esi
  pushl %ebx
  movl 20(%esp), %eax
  movl 24(%esp), %edx
  movl 28(%esp), %ebx
  movl 32(%esp), %ecx
  movl %edx, %esi
  xorl %ecx, %esi
  pushl %esi                    # negative: the quotient is
  pushl %edx                    # negative: the remainder is
  testl %edx, %edx
  jns .L__divmoddi4_first
  negl %eax
  adcl $0, %edx
  negl %edx
.L__divmoddi4_first:
  testl %ecx, %ecx
  jns .L__divmoddi4_second
  negl %ebx
  adcl $0, %ecx
  negl %ecx
.L__divmoddi4_second:
  testl %ecx, %ecx
  jne .L__divmoddi4_wide
  movl %eax, %esi               # a divisor of 32 bits: twice the instruction's division
  movl %edx, %eax
  xorl %edx, %edx
  divl %ebx
  movl %eax, %edi
  movl %esi, %eax
  divl %ebx
  movl %edx, %ebx
  movl %edi, %edx
  jmp .L__divmoddi4_done
.L__divmoddi4_wide:                     # else a quotient of 32 bits, bit by bit
  movl %edx, %esi
  xorl %edi, %edi
  movl $32, %ebp
.L__divmoddi4_step:
  addl %eax, %eax
  adcl %esi, %esi
  adcl %edi, %edi
  cmpl %ecx, %edi
  jb .L__divmoddi4_next
  ja .L__divmoddi4_fits
  cmpl %ebx, %esi
  jb .L__divmoddi4_next
.L__divmoddi4_fits:
  subl %ebx, %esi
  sbbl %ecx, %edi
  incl %eax
.L__divmoddi4_next:
  decl %ebp
  jne .L__divmoddi4_step
  movl %esi, %ebx
  movl %edi, %ecx
  xorl %edx, %edx
.L__divmoddi4_done:
  popl %esi
  testl %esi, %esi
  jns .L__divmoddi4_remainder
  negl %ebx
  adcl $0, %ecx
  negl %ecx
.L__divmoddi4_remainder:
  popl %esi
  testl %esi, %esi
  jns .L__divmoddi4_quotient
  negl %eax
  adcl $0, %edx
  negl %edx
.L__divmoddi4_quotient:
  movl 36(%esp), %esi
  testl %esi, %esi
  je .L__divmoddi4_alone
  movl %ebx, (%esi)
  movl %ecx, 4(%esi)
.L__divmoddi4_alone:
  popl %ebx
  popl %esi
  popl %edi
  popl %ebp
  ret
)"},
    {"memcpy", R"(
memcpy:
  pushl %edi
  pushl %esi
  movl 12(%esp), %edi
  movl 16(%esp), %esi
  movl 20(%esp), %ecx
  movl %edi, %eax
  rep movsb
  popl %esi
  popl %edi
  ret
)"},
    {"memset", R"(
memset:
  pushl %edi
  movl 8(%esp), %edi
  movl 12(%esp), %eax
  movl 16(%esp), %ecx
  movl %edi, %edx
  rep stosb
  movl %edx, %eax
  popl %edi
  ret
)"},
    {"__popcountsi2", R"(
__popcountsi2:
  movl 4(%esp), %ecx
  xorl %eax, %eax
.L__popcountsi2_one:
  shrl %ecx
  adcl $0, %eax
  testl %ecx, %ecx
  jne .L__popcountsi2_one
  ret
)"},
    {"__paritysi2", R"(
__paritysi2:
  movl 4(%esp), %eax
  movl %eax, %ecx
  shrl $16, %ecx
  xorl %ecx, %eax
  xorb %ah, %al
  setnp %al
  movzbl %al, %eax
  ret
)"},
    {"__popcountdi2", R"(
__popcountdi2:
  movl 4(%esp), %ecx
  movl 8(%esp), %edx
  xorl %eax, %eax
.L__popcountdi2_one:
  shrl %edx
  rcrl %ecx
  adcl $0, %eax
  testl %edx, %edx
  jne .L__popcountdi2_one
  testl %ecx, %ecx
  jne .L__popcountdi2_one
  ret
)"},
    {"__paritydi2", R"(
__paritydi2:
  movl 4(%esp), %eax
  xorl 8(%esp), %eax
  movl %eax, %ecx
  shrl $16, %ecx
  xorl %ecx, %eax
  xorb %ah, %al
  setnp %al
  movzbl %al, %eax
  ret
)"},
}};

} // namespace

std::span<const Routine> routines_of_32_bits() {
  return kRoutines32;
}

} // namespace stallscope::isa::x86
