#include "x86/library/routines.hpp"

#include "asm/libgcc.hpp"
#include "asm/routines.hpp"
#include "x86/library/library.hpp"
#include "x86/library/routines_32.hpp"

#include <algorithm>
#include <array>

namespace stallscope::isa::x86 {

namespace {

using assembly::Routine;

// Eight bytes at a time where possible, as in simple libraries. Each uses only registers that a
// call may change.
constexpr std::array<Routine, 7> kRoutines{{

    {"memset", R"(
memset:                         # rdi: where, sil: what, rdx: how many
  movq %rdi, %rax
  movzbl %sil, %esi
  movabsq $0x0101010101010101, %rcx
  imulq %rcx, %rsi
  leaq (%rdi,%rdx), %rcx        # the end
  jmp .Lmemset_words
.Lmemset_word:
  movq %rsi, (%rdi)
  addq $8, %rdi
  subq $8, %rdx
.Lmemset_words:
  cmpq $8, %rdx
  jae .Lmemset_word
  cmpq %rcx, %rdi
  je .Lmemset_end
.Lmemset_byte:
  movb %sil, (%rdi)
  addq $1, %rdi
  cmpq %rcx, %rdi
  jne .Lmemset_byte
.Lmemset_end:
  ret
)"},
    {"memcpy", R"(
memcpy:                         # rdi: to, rsi: from, rdx: how many
  movq %rdi, %rax
  xorl %ecx, %ecx
  jmp .Lmemcpy_words
.Lmemcpy_word:
  movq (%rsi,%rcx), %r8
  movq %r8, (%rdi,%rcx)
  addq $8, %rcx
.Lmemcpy_words:
  leaq 8(%rcx), %r9
  cmpq %rdx, %r9
  jbe .Lmemcpy_word
  cmpq %rdx, %rcx
  je .Lmemcpy_end
.Lmemcpy_byte:
  movzbl (%rsi,%rcx), %r8d
  movb %r8b, (%rdi,%rcx)
  addq $1, %rcx
  cmpq %rdx, %rcx
  jne .Lmemcpy_byte
.Lmemcpy_end:
  ret
)"},
    {"memmove", R"(
memmove:                        # as memcpy; downwards when the end of the source is overwritten
  movq %rdi, %rax
  movq %rdi, %rcx
  subq %rsi, %rcx
  cmpq %rdx, %rcx
  jb .Lmemmove_down
  xorl %ecx, %ecx
  jmp .Lmemmove_up
.Lmemmove_byte:
  movzbl (%rsi,%rcx), %r8d
  movb %r8b, (%rdi,%rcx)
  addq $1, %rcx
.Lmemmove_up:
  cmpq %rdx, %rcx
  jne .Lmemmove_byte
  ret
.Lmemmove_word:
  movq -8(%rsi,%rdx), %r8
  movq %r8, -8(%rdi,%rdx)
  subq $8, %rdx
.Lmemmove_down:
  cmpq $8, %rcx                 # closer than a word: single bytes
  jb .Lmemmove_bytes
  cmpq $8, %rdx
  jae .Lmemmove_word
.Lmemmove_bytes:
  testq %rdx, %rdx
  je .Lmemmove_end
.Lmemmove_last:
  movzbl -1(%rsi,%rdx), %r8d
  movb %r8b, -1(%rdi,%rdx)
  subq $1, %rdx
  jne .Lmemmove_last
.Lmemmove_end:
  ret
)"},
    {"memcmp", R"(
memcmp:                         # rdi and rsi: the two, rdx: how many
  xorl %ecx, %ecx
  jmp .Lmemcmp_test
.Lmemcmp_byte:
  movzbl (%rdi,%rcx), %eax
  movzbl (%rsi,%rcx), %r8d
  addq $1, %rcx
  subl %r8d, %eax
  jne .Lmemcmp_end
.Lmemcmp_test:
  cmpq %rdx, %rcx
  jne .Lmemcmp_byte
  xorl %eax, %eax
.Lmemcmp_end:
  ret
)"},
    {"strlen", R"(
strlen:                         # rdi: the string
  xorl %eax, %eax
  cmpb $0, (%rdi)
  je .Lstrlen_end
.Lstrlen_byte:
  addq $1, %rax
  cmpb $0, (%rdi,%rax)
  jne .Lstrlen_byte
.Lstrlen_end:
  ret
)"},
    {"strcmp", R"(
strcmp:                         # rdi and rsi: the two
  xorl %ecx, %ecx
.Lstrcmp_byte:
  movzbl (%rdi,%rcx), %eax
  movzbl (%rsi,%rcx), %edx
  addq $1, %rcx
  testl %eax, %eax
  je .Lstrcmp_end
  cmpl %edx, %eax
  je .Lstrcmp_byte
.Lstrcmp_end:
  subl %edx, %eax
  ret
)"},
    {"strcpy", R"(
strcpy:                         # rdi: to, rsi: from
  movq %rdi, %rax
  xorl %ecx, %ecx
.Lstrcpy_byte:
  movzbl (%rsi,%rcx), %edx
  movb %dl, (%rdi,%rcx)
  addq $1, %rcx
  testl %edx, %edx
  jne .Lstrcpy_byte
  ret
)"},
}};

/// Control flow that arrives here has left the program after its last instruction: it ends with
/// code 0.
constexpr std::string_view kBefore = R"(
  .text
  movl $60, %eax                # the program's last instruction is above: exit(0)
  xorl %edi, %edi
  syscall
)";

constexpr Routine kThreadVariable{"__tls_get_addr", R"(
__tls_get_addr:                 # rdi: address of a variable of the only thread, or of its block
  movq %rdi, %rax
  ret
)"};

constexpr std::string_view kBefore32 = R"(
  .text
  movl $1, %eax                 # likewise
  xorl %ebx, %ebx
  int $0x80
)";

} // namespace

const std::vector<std::string_view>& routine_names() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const Routine& routine : kRoutines)
      names.push_back(routine.name);
    return names;
  }();
  return kNames;
}

const std::vector<std::string_view>& functions_there() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names(kFunctionNames.begin(), kFunctionNames.end());
    names.insert(names.end(), routine_names().begin(), routine_names().end());
    return names;
  }();
  return kNames;
}

std::string routines_for(std::string_view text, bool narrow) {
  static constexpr std::array<std::string_view, 6> kCalls{"call", "callq", "calll",
                                                          "jmp",  "jmpq",  "jmpl"};
  if (narrow) {
    const std::span<const Routine> own = routines_of_32_bits();
    std::vector<Routine> both(own.begin(), own.end());
    const std::vector<Routine> libgcc = assembly::libgcc_routines("x86_32", {});
    both.insert(both.end(), libgcc.begin(), libgcc.end());
    return assembly::routines_called(text, both, kCalls, kBefore32);
  }
  std::vector<Routine> all(kRoutines.begin(), kRoutines.end());
  all.push_back(kThreadVariable);
  if (text.find("ti") != std::string_view::npos) {
    const std::vector<Routine> libgcc = assembly::libgcc_routines("x86_64", {});
    all.insert(all.end(), libgcc.begin(), libgcc.end());
  }
  return assembly::routines_called(text, all, kCalls, kBefore);
}

} // namespace stallscope::isa::x86
