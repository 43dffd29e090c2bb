#include "riscv/routines.hpp"

#include "asm/libgcc.hpp"
#include "asm/routines.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace stallscope::isa::riscv {

namespace {

using assembly::Routine;

// Each uses only registers that a call may change. @w is the size of a register in bytes, @l and @s
// load and store one, @x is its size in bits minus 4, and @32 its size in bits minus 32.
constexpr std::array<Routine, 19> kRiscvRoutines{{
    {"__tls_get_addr", R"(
__tls_get_addr:                 # a0: the address of a variable of the only thread
  ret
)"},
    {"puts", R"(
puts:                           # a0: text
  li a7, 4
  ecall
  li a0, 10
  li a7, 11
  ecall
  ret
)"},
    {"putchar", R"(
putchar:                        # a0: character
  li a7, 11
  ecall
  andi a0, a0, 255
  ret
)"},
    // d i u x c s p and %, with l or z; other conversions stop at a breakpoint.
    {"printf", R"(
printf:                         # a0: format, a1 to a7: what it shows
  addi sp, sp, -8*@w
  @s a1, 1*@w(sp)
  @s a2, 2*@w(sp)
  @s a3, 3*@w(sp)
  @s a4, 4*@w(sp)
  @s a5, 5*@w(sp)
  @s a6, 6*@w(sp)
  @s a7, 7*@w(sp)               # further ones lie behind, where the caller has put them
  addi t0, sp, @w               # the next to show
  mv t1, a0
.Lprintf_next:
  lbu a0, 0(t1)
  addi t1, t1, 1
  beqz a0, .Lprintf_end
  li t2, '%'
  beq a0, t2, .Lprintf_conversion
.Lprintf_character:
  li a7, 11
.Lprintf_print:
  ecall
  j .Lprintf_next
.Lprintf_conversion:
  li t3, 0                      # of a long
.Lprintf_letter:
  lbu a0, 0(t1)
  addi t1, t1, 1
  li t2, '%'
  beq a0, t2, .Lprintf_character
  mv t4, a0
  @l a0, 0(t0)
  li a7, 1
  li t2, 'd'
  beq t4, t2, .Lprintf_shown
  li t2, 'i'
  beq t4, t2, .Lprintf_shown
  li a7, 4
  li t2, 's'
  beq t4, t2, .Lprintf_shown
  li a7, 11
  li t2, 'c'
  beq t4, t2, .Lprintf_shown
  li a7, 36
  li t2, 'u'
  beq t4, t2, .Lprintf_unsigned
  li a7, 0
  li t2, 'x'
  beq t4, t2, .Lprintf_unsigned
  li t2, 'p'
  beq t4, t2, .Lprintf_pointer
  li t3, 1
  li t2, 'l'
  beq t4, t2, .Lprintf_letter
  li t2, 'z'
  beq t4, t2, .Lprintf_letter
  ebreak                        # a conversion that there is not
.Lprintf_shown:
  addi t0, t0, @w
  j .Lprintf_print
.Lprintf_unsigned:
  bnez t3, .Lprintf_whole
  slli a0, a0, @32
  srli a0, a0, @32
.Lprintf_whole:
  bnez a7, .Lprintf_shown
  j .Lprintf_hexadecimal
.Lprintf_pointer:
  mv t5, a0
  li a7, 11
  li a0, '0'
  ecall
  li a0, 'x'
  ecall
  mv a0, t5
.Lprintf_hexadecimal:
  addi t0, t0, @w
  mv t5, a0
  li t6, @x
.Lprintf_zero:                  # leading ones are not shown
  beqz t6, .Lprintf_digit
  srl t4, t5, t6
  bnez t4, .Lprintf_digit
  addi t6, t6, -4
  j .Lprintf_zero
.Lprintf_digit:
  srl a0, t5, t6
  andi a0, a0, 15
  addi a0, a0, '0'
  li t2, '9'
  ble a0, t2, .Lprintf_decimal
  addi a0, a0, 39               # from ':' to 'a'
.Lprintf_decimal:
  li a7, 11
  ecall
  addi t6, t6, -4
  bgez t6, .Lprintf_digit
  j .Lprintf_next
.Lprintf_end:
  addi sp, sp, 8*@w
  ret
)"},
    {"exit", R"(
exit:                           # a0: code
  li a7, 93
  ecall
)"},
    {"abort", R"(
abort:
  ebreak
)"},
    {"malloc", R"(
malloc:                         # a0: bytes
  addi a0, a0, 16
  andi a0, a0, -16
  li a7, 9
  ecall
  addi t0, a0, 1                # -1: there is no more
  snez t0, t0
  neg t0, t0
  and a0, a0, t0
  ret
)"},
    {"calloc", R"(
calloc:                         # a0: how many, a1: bytes of each; the heap is zeros
  mul a0, a0, a1
  addi a0, a0, 16
  andi a0, a0, -16
  li a7, 9
  ecall
  addi t0, a0, 1
  snez t0, t0
  neg t0, t0
  and a0, a0, t0
  ret
)"},
    {"free", R"(
free:
  ret
)"},
    {"memset", R"(
memset:                         # a0: where, a1: what, a2: how many
  add a2, a0, a2                # the end
  mv t0, a0
  j .Lmemset_next
.Lmemset_byte:
  sb a1, 0(t0)
  addi t0, t0, 1
.Lmemset_next:
  bne t0, a2, .Lmemset_byte
  ret
)"},
    {"memcpy", R"(
memcpy:                         # a0: to, a1: from, a2: how many
  add a2, a0, a2
  mv t0, a0
  j .Lmemcpy_next
.Lmemcpy_byte:
  lbu t1, 0(a1)
  sb t1, 0(t0)
  addi a1, a1, 1
  addi t0, t0, 1
.Lmemcpy_next:
  bne t0, a2, .Lmemcpy_byte
  ret
)"},
    {"memmove", R"(
memmove:                        # a0: to, a1: from, a2: how many
  add t0, a0, a2
  add t1, a1, a2
  bltu a1, a0, .Lmemmove_down
  mv t0, a0
  add t2, a0, a2
  j .Lmemmove_next
.Lmemmove_byte:
  lbu t3, 0(a1)
  sb t3, 0(t0)
  addi a1, a1, 1
  addi t0, t0, 1
.Lmemmove_next:
  bne t0, t2, .Lmemmove_byte
  ret
.Lmemmove_last:
  addi t0, t0, -1
  addi t1, t1, -1
  lbu t3, 0(t1)
  sb t3, 0(t0)
.Lmemmove_down:
  bne t0, a0, .Lmemmove_last
  ret
)"},
    {"memcmp", R"(
memcmp:                         # a0, a1: where, a2: how many
  add a2, a0, a2
.Lmemcmp_next:
  beq a0, a2, .Lmemcmp_same
  lbu t0, 0(a0)
  lbu t1, 0(a1)
  addi a0, a0, 1
  addi a1, a1, 1
  beq t0, t1, .Lmemcmp_next
  sub a0, t0, t1
  ret
.Lmemcmp_same:
  li a0, 0
  ret
)"},
    {"strlen", R"(
strlen:                         # a0: text
  mv t0, a0
.Lstrlen_byte:
  lbu t1, 0(t0)
  addi t0, t0, 1
  bnez t1, .Lstrlen_byte
  sub a0, t0, a0
  addi a0, a0, -1
  ret
)"},
    {"strcmp", R"(
strcmp:                         # a0, a1: texts
  lbu t0, 0(a0)
  lbu t1, 0(a1)
  addi a0, a0, 1
  addi a1, a1, 1
  bne t0, t1, .Lstrcmp_end
  bnez t0, strcmp
.Lstrcmp_end:
  sub a0, t0, t1
  ret
)"},
    {"strcpy", R"(
strcpy:                         # a0: to, a1: from
  mv t0, a0
.Lstrcpy_byte:
  lbu t1, 0(a1)
  sb t1, 0(t0)
  addi a1, a1, 1
  addi t0, t0, 1
  bnez t1, .Lstrcpy_byte
  ret
)"},
    {"sqrt", R"(
sqrt:
  fsqrt.d fa0, fa0
  ret
)"},
    {"sqrtf", R"(
sqrtf:
  fsqrt.s fa0, fa0
  ret
)"},
    {"fabs", R"(
fabs:
  fabs.d fa0, fa0
  ret
)"},
}};

/// Control flow that arrives here has left the program after its last instruction: it ends with
/// code 0.
constexpr std::string_view kBeforeRoutines = R"(
  .text
  .balign 4
  li a7, 10                     # the program's last instruction is above
  ecall
)";

bool names_any(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [text](std::string_view name) {
    return text.find(name) != std::string_view::npos;
  });
}

/// Those of the compiler's library that fit the text: processors without multiplication call it as
/// a function, and where there are doubles in registers, they are handed over there.
std::vector<Routine> libgcc_for(std::string_view text, unsigned xlen) {
  const bool plain =
      names_any(text, {"__mulsi3", "__divsi3", "__udivsi3", "__modsi3", "__umodsi3"}) ||
      (xlen == 64 &&
       names_any(text, {"__muldi3", "__divdi3", "__udivdi3", "__moddi3", "__umoddi3"}));
  const bool hard = names_any(text, {"fld", "fsd", "fmv.d", "fadd.d", "fmul.d", "fcvt.d"});
  return assembly::libgcc_routines(xlen == 64 ? "riscv64" : "riscv32",
                                   {plain ? "plain" : "", hard ? "hard" : ""});
}

} // namespace

std::string routines_for(std::string_view text, unsigned xlen) {
  static constexpr std::array<std::string_view, 4> kCalls{"call", "tail", "jal", "j"};
  std::vector<Routine> all(kRiscvRoutines.begin(), kRiscvRoutines.end());
  if (text.find("__") != std::string_view::npos) {
    const std::vector<Routine> libgcc = libgcc_for(text, xlen);
    all.insert(all.end(), libgcc.begin(), libgcc.end());
  }
  const std::string routines = assembly::routines_called(text, all, kCalls, kBeforeRoutines);
  const bool wide = xlen == 64;
  std::string out;
  for (std::size_t at = 0; at < routines.size(); ++at) {
    if (routines[at] != '@') {
      out += routines[at];
      continue;
    }
    switch (routines[++at]) {
    case 'w':
      out += wide ? "8" : "4";
      break;
    case 'l':
      out += wide ? "ld" : "lw";
      break;
    case 's':
      out += wide ? "sd" : "sw";
      break;
    case 'x':
      out += wide ? "60" : "28";
      break;
    default: // 32
      out += wide ? "32" : "0";
      ++at;
      break;
    }
  }
  return out;
}

} // namespace stallscope::isa::riscv
