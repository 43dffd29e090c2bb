#include "x86/library/routines_32.hpp"

#include <array>
#include <string>
#include <vector>

namespace stallscope::isa::x86 {

namespace {

using assembly::Routine;

// The divisions of the compiler's library, assembled from these pieces; @ is the routine's name.
// Two 64-bit numbers on the stack, the result in edx and eax. Each divides edx:eax by ecx:ebx, with
// the quotient in edx:eax and the remainder in ecx:ebx.
constexpr const char* kEnter = R"(
@:
  pushl %ebp
  pushl %edi
  pushl %esi
  pushl %ebx
  movl 20(%esp), %eax
  movl 24(%esp), %edx
  movl 28(%esp), %ebx
  movl 32(%esp), %ecx
)";
constexpr const char* kPushSignOfQuotient = R"(  movl %edx, %esi
  xorl %ecx, %esi
  pushl %esi                    # negative: the quotient is
)";
constexpr const char* kPushSignOfRemainder =
    R"(  pushl %edx                    # negative: the remainder is
)";
constexpr const char* kMakePositive = R"(  testl %edx, %edx
  jns .L@_first
  negl %eax
  adcl $0, %edx
  negl %edx
.L@_first:
  testl %ecx, %ecx
  jns .L@_second
  negl %ebx
  adcl $0, %ecx
  negl %ecx
.L@_second:
)";
constexpr const char* kDivide = R"(  testl %ecx, %ecx
  jne .L@_wide
  movl %eax, %esi               # a divisor of 32 bits: twice the instruction's division
  movl %edx, %eax
  xorl %edx, %edx
  divl %ebx
  movl %eax, %edi
  movl %esi, %eax
  divl %ebx
  movl %edx, %ebx
  movl %edi, %edx
  jmp .L@_done
.L@_wide:                       # else a quotient of 32 bits, bit by bit
  movl %edx, %esi
  xorl %edi, %edi
  movl $32, %ebp
.L@_step:
  addl %eax, %eax
  adcl %esi, %esi
  adcl %edi, %edi
  cmpl %ecx, %edi
  jb .L@_next
  ja .L@_fits
  cmpl %ebx, %esi
  jb .L@_next
.L@_fits:
  subl %ebx, %esi
  sbbl %ecx, %edi
  incl %eax
.L@_next:
  decl %ebp
  jne .L@_step
  movl %esi, %ebx
  movl %edi, %ecx
  xorl %edx, %edx
.L@_done:
)";
constexpr const char* kSignRemainder = R"(  popl %esi
  testl %esi, %esi
  jns .L@_remainder
  negl %ebx
  adcl $0, %ecx
  negl %ecx
.L@_remainder:
)";
constexpr const char* kSignQuotient = R"(  popl %esi
  testl %esi, %esi
  jns .L@_quotient
  negl %eax
  adcl $0, %edx
  negl %edx
.L@_quotient:
)";
constexpr const char* kReturnRemainder = R"(  movl %ebx, %eax
  movl %ecx, %edx
)";
constexpr const char* kStoreRemainder = R"(  movl 36(%esp), %esi
  testl %esi, %esi
  je .L@_alone
  movl %ebx, (%esi)
  movl %ecx, 4(%esi)
.L@_alone:
)";
constexpr const char* kLeave = R"(  popl %ebx
  popl %esi
  popl %edi
  popl %ebp
  ret
)";

struct Division {
  const char* name;
  std::vector<const char*> pieces; ///< pieces between the beginning and the end
};

const std::vector<Division>& divisions() {
  static const std::vector<Division> all{
      {"__udivdi3", {kDivide}},
      {"__umoddi3", {kDivide, kReturnRemainder}},
      {"__udivmoddi4", {kDivide, kStoreRemainder}},
      {"__divdi3", {kPushSignOfQuotient, kMakePositive, kDivide, kSignQuotient}},
      {"__moddi3",
       {kPushSignOfRemainder, kMakePositive, kDivide, kSignRemainder, kReturnRemainder}},
      {"__divmoddi4",
       {kPushSignOfQuotient, kPushSignOfRemainder, kMakePositive, kDivide, kSignRemainder,
        kSignQuotient, kStoreRemainder}},
  };
  return all;
}

std::string text_of(const Division& division) {
  std::string pattern = kEnter;
  for (const char* piece : division.pieces)
    pattern += piece;
  pattern += kLeave;
  std::string text;
  for (const char c : pattern)
    if (c == '@')
      text += division.name;
    else
      text += c;
  return text;
}

constexpr std::array<Routine, 7> kOthers{{
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
    {"___tls_get_addr", R"(
___tls_get_addr:                # eax: address of a variable of the only thread, or of its block
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

std::vector<Routine> all_routines() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> made;
    for (const Division& division : divisions())
      made.push_back(text_of(division));
    return made;
  }();
  std::vector<Routine> all;
  for (std::size_t i = 0; i < texts.size(); ++i)
    all.push_back({divisions()[i].name, texts[i]});
  all.insert(all.end(), kOthers.begin(), kOthers.end());
  return all;
}

} // namespace

std::span<const Routine> routines_of_32_bits() {
  static const std::vector<Routine> all = all_routines();
  return all;
}

} // namespace stallscope::isa::x86
