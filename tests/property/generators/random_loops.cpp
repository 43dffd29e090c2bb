#include "property/generators/random_loops.hpp"

#include "property/scheduling.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace stallscope::property {

namespace {

/// A statement of the body of riscv_loop(): of its registers, or at the addresses that it counts.
std::string riscv_statement(Random& random, bool stores) {
  const auto reg = [&random] { return fmt::format("t{}", 1 + random.below(4)); };
  switch (random.below(9)) {
  case 0:
    return fmt::format("ld {}, {}(a0)\n", reg(), 8 * random.between(-3, 3));
  case 1:
    return stores ? fmt::format("sd {}, {}({})\n", reg(), 8 * random.between(-3, 3),
                                random.pick({"a0", "a2"}))
                  : "xor t1, t1, t2\n";
  case 2:
    return fmt::format("add s2, s2, {}\n", reg());
  case 3:
    return fmt::format("mul {}, {}, s3\n", reg(), reg());
  case 4:
    return fmt::format(
        fmt::runtime(stores ? "fld ft0, {}(a2)\nfmadd.d ft1, ft0, fs0, fs1\nfsd ft1, {}(a2)\n"
                            : "fld ft0, {}(a2)\nfmadd.d ft1, ft0, ft1, fs1\n"),
        8 * random.between(-2, 2), 8 * random.between(-2, 2));
  case 5: // something else reads the counter, or an induction that is no address
    return random.chance(50) ? "sub t3, a0, a1\n" : "addi s3, s3, 2\nsd s3, 16(a0)\n";
  case 6:
    return fmt::format("lw {}, {}(a2)\n", reg(), 4 * random.between(-3, 3));
  default:
    return fmt::format("add {}, {}, {}\n", reg(), reg(), reg());
  }
}

} // namespace

std::string riscv_loop(Random& random, int trips) {
  const int width = static_cast<int>(4 * (1 + random.below(4)));
  const bool down = random.chance(40);
  const int step = down ? -width : width;
  // Of some a counter of its own, advanced by a 32-bit addition.
  const int word_step = random.chance(25) ? random.between(1, 3) : 0;
  const unsigned kind = random.below(7);
  const int miss = kind == 0 || trips == 0 ? 0 : random.between(-width + 1, 0);
  std::string text =
      fmt::format(".data\n.space 4096\narea: .dword 1, 2, 3, 4\n.space 4096\n.text\n"
                  "la a0, area\nla a2, area+{}\nli t1, 5\nli t2, 9\nli t3, 2\n"
                  "li s2, 100\nli s3, 3\nfcvt.d.w fs0, t1\nfcvt.d.w fs1, t2\n"
                  "addi a1, a0, {}\nli t5, 0\nli t6, {}\nbeq a0, a1, over\nloop:\n",
                  8 * random.below(64), step * trips + (down ? -miss : miss), word_step * trips);
  const unsigned length = 3 + random.below(8);
  const unsigned at = random.below(length + 1);
  const unsigned second = random.below(length + 1);
  const bool stores = random.chance(50);
  for (unsigned i = 0; i <= length; ++i) {
    if (i == at)
      text += fmt::format("addi a0, a0, {}\n", step);
    if (i == second)
      text += "addi a2, a2, 8\n";
    text += riscv_statement(random, stores);
  }
  const std::vector<std::string> branches =
      down ? std::vector<std::string>{"bne a0, a1",  "bgt a0, a1", "bgtu a0, a1", "blt a1, a0",
                                      "bltu a1, a0", "bge a0, a1", "bgeu a0, a1"}
           : std::vector<std::string>{"bne a0, a1",  "blt a0, a1", "bltu a0, a1", "bgt a1, a0",
                                      "bgtu a1, a0", "bge a1, a0", "bgeu a1, a0"};
  const std::string branch = word_step > 0 ? fmt::format("addiw t5, t5, {}\nbne t5, t6", word_step)
                                           : as_comparison(branches[kind], random);
  return text + branch + ", loop\nover: li t6, 0\nsd s2, 64(a0)\nsd t2, 72(a0)\n";
}

std::string mips_loop(Random& random, int trips, bool delay_slot) {
  const auto reg = [&random] { return fmt::format("$t{}", random.below(4)); };
  const bool down = random.chance(30);
  const int step = down ? -4 : 4;
  const std::string_view ending =
      down ? random.pick({"bne $s0, $s1", "slt $t9, $s1, $s0\nbne $t9, $zero",
                          "sltu $t9, $s1, $s0\nbnez $t9", "slt $t9, $s0, $s1\nbeq $t9, $zero"})
           : random.pick({"bne $s0, $s1", "slt $t9, $s0, $s1\nbne $t9, $zero",
                          "sltu $t9, $s0, $s1\nbnez $t9", "slt $t9, $s1, $s0\nbeq $t9, $zero"});
  std::string text = fmt::format(
      ".data\n.space 512\narea: .word 1, 2, 3, 4, 5, 6, 7, 8\n.space 512\n.text\n"
      "la $s0, area\nla $s2, area\naddiu $s1, $s0, {}\nli $v0, 3\nbeq $s0, $s1, over\n{}"
      "loop:\n",
      step * trips, delay_slot ? "nop\n" : "");
  for (unsigned i = 0; i < 3 + random.below(6); ++i)
    switch (random.below(6)) {
    case 0:
      text += fmt::format("lw {}, {}($s0)\n", reg(), 4 * random.between(-3, 3));
      break;
    case 1:
      text += fmt::format("sw {}, {}($s0)\n", reg(), 4 * random.between(-3, 3));
      break;
    case 2:
      text += fmt::format("addu $v0, $v0, {}\n", reg());
      break;
    case 3:
      text += fmt::format("lw {0}, {1}($s2)\nmul {0}, {0}, {0}\nsw {0}, {1}($s2)\n"
                          "addiu $s2, $s2, 4\n",
                          reg(), 4 * random.between(-3, 3));
      i = 99; // one such
      break;
    default:
      text += fmt::format("addu {}, {}, {}\n", reg(), reg(), reg());
      break;
    }
  const std::string nop = delay_slot ? "nop\n" : "";
  return text + fmt::format("addiu $s0, $s0, {}\n{}, loop\n{}over: {}sw $v0, 128($s0)\n", step,
                            ending, nop, random.chance(50) ? "li $t9, 0\n" : "");
}

} // namespace stallscope::property
