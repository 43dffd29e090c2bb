#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random.hpp"
#include "sanitized.hpp"
#include "sched/strength_reduction/strength.hpp"
#include "sched/verification/verify.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <vector>

using namespace stallscope;
using isa::Isa;

namespace {

isa::Program assembled(Isa isa, const std::string& text, unsigned xlen = 64) {
  isa::AssembleOptions options;
  options.xlen = xlen;
  auto program = isa::assemble(isa, "product", text, options);
  INFO(text << format(program.diagnostics()));
  REQUIRE(program);
  return std::move(program).value();
}

machine::Machine with_slow_multiply(const std::string& base = "mips-5-fp") {
  return machine::load_machine(base).value();
}

sched::StrengthReduced reduced(const isa::Program& program, const machine::Machine& machine) {
  return sched::reduce_strength(program, sched::basic_blocks(program), machine);
}

std::string reduced_text(Isa isa, const std::string& text,
                         const std::string& machine = "mips-5-fp") {
  return reduced(assembled(isa, text), with_slow_multiply(machine)).text;
}

} // namespace

TEST_CASE("strength reduction: the shortest sequences of products") {
  const auto product = [](long constant) {
    const std::string text =
        reduced_text(Isa::tac, fmt::format("y = x * {}\nz = y + y\n", constant));
    return text.substr(0, text.find("z ="));
  };
  CHECK(product(0) == "y = 0\n");
  CHECK(product(1) == "y = x\n");
  CHECK(product(8) == "y = x << 3\n");
  CHECK(product(-1) == "y = -x\n");
  CHECK(product(10) == "y = x << 2\ny = y + x\ny = y << 1\n");
  CHECK(product(7) == "y = x << 3\ny = y - x\n");
  CHECK(product(-7) == "y = x << 3\ny = x - y\n"); // x - 8x
  // 51 = 17 * 3 takes a factor: four steps, where the bits of 110011 would take six.
  CHECK(product(51) == "y = x << 4\ny = y + x\ny_x1 = y << 1\ny = y_x1 + y\n");
  // Seven cycles are no fewer than a multiplication takes.
  CHECK(product(0x5a5a5a5a5a5a5a5) == "y = x * 406913472214181285\n");
}

TEST_CASE("strength reduction: divisions and remainders by powers of two") {
  const char* use = "add a7, a7, a0\n"; // and a0 is overwritten nowhere
  const auto text = [&use](const std::string& operation, const std::string& constant) {
    const std::string all = reduced_text(Isa::riscv, "li t1, " + constant + "\n" + operation +
                                                         " a0, a1, t1\n" + use + "ret\n");
    const std::size_t end = all.find(use);
    return all.substr(0, end);
  };
  CHECK(text("divu", "8") == "\nsrli a0, a1, 3\n");
  CHECK(text("divuw", "8") == "\nsrliw a0, a1, 3\n");
  CHECK(text("remu", "8") == "\nandi a0, a1, 7\n");
  CHECK(text("remu", "65536") == "\nslli a0, a1, 48\nsrli a0, a0, 48\n");
  CHECK(text("div", "2") == "\nsrli a0, a1, 63\nadd a0, a0, a1\nsrai a0, a0, 1\n");
  CHECK(text("divu", "6") == "li t1, 6\ndivu a0, a1, t1\n");
  CHECK(text("div", "-8") == "li t1, -8\ndiv a0, a1, t1\n");
  // MIPS: the constant and the result's register are those of the pseudo-instruction.
  CHECK(reduced_text(Isa::mips, "divu $t0, $t1, 16\naddu $v0, $t0, $t0\njr $ra\n") ==
        "srl $t0, $t1, 4\naddu $v0, $t0, $t0\njr $ra\n");
}

TEST_CASE("strength reduction: only where the block takes fewer cycles") {
  // A product that nothing waits for is no shorter in steps on sifive-7 (mul 3): kept.
  const isa::Program program =
      assembled(Isa::riscv, "li t1, 10\nmul a0, a1, t1\nadd a2, a3, a4\nret\n");
  const sched::StrengthReduced kept = reduced(program, with_slow_multiply("sifive-7"));
  CHECK(kept.products == 0);
  CHECK(kept.text == "li t1, 10\nmul a0, a1, t1\nadd a2, a3, a4\nret\n");
  // The lecture's: a multiplication of four cycles against shifts of one.
  const machine::Machine four =
      machine::load_machine("mips-5-fp", {{"unit.mul.latency", "4"}}).value();
  CHECK(reduced(assembled(Isa::tac, "y = x * 4\nz = y + x\n"), four).products == 1);
}

TEST_CASE("strength reduction: constants from in front of a loop, not from elsewhere") {
  const std::string loop = "loop: mul a0, a0, t1\nadd a0, a0, a2\naddi a1, a1, -1\nbnez a1, loop\n"
                           "ret\n";
  CHECK(reduced_text(Isa::riscv, "f: li t1, 5\n" + loop).find("mul") == std::string::npos);
  // A way into the loop with another value.
  CHECK(reduced_text(Isa::riscv, "f: li t1, 5\nbeqz a3, loop\nli t1, 6\n" + loop).find("mul") !=
        std::string::npos);
  // Others call the loop.
  CHECK(reduced_text(Isa::riscv, ".globl loop\nf: li t1, 5\n" + loop).find("mul") !=
        std::string::npos);
  // A call lies between.
  CHECK(reduced_text(Isa::riscv, "f: li t1, 5\ncall g\n" + loop + "g: ret\n").find("mul") !=
        std::string::npos);
  // The address of code moves when code does.
  CHECK(
      reduced_text(Isa::riscv, "la t1, f\nmul a0, a1, t1\nadd a0, a0, a0\nf: ret\n").find("mul") !=
      std::string::npos);
}

TEST_CASE("strength reduction: x86, where the flags are dead") {
  CHECK(reduced_text(Isa::x86, "main: imulq $10, %rdi, %rax\naddq %rax, %rax\nret\n",
                     "csapp-haswell") ==
        "main: leaq (%rdi,%rdi,4), %rax\n        shlq $1, %rax\naddq %rax, %rax\nret\n");
  CHECK(reduced_text(Isa::x86, "main: imull $9, %ecx, %ecx\naddl %ecx, %ecx\nret\n",
                     "csapp-haswell") == "main: leal (%rcx,%rcx,8), %ecx\naddl %ecx, %ecx\nret\n");
  const char* read = "main: imulq $8, %rdi, %rax\njo main\nret\n";
  CHECK(reduced_text(Isa::x86, read, "csapp-haswell") == read);
}

TEST_CASE("strength reduction: results stay the same") {
  const machine::Machine machine = with_slow_multiply();
  std::uint32_t changed = 0;
  for (unsigned seed = 0; seed < random_cases(200U); ++seed) {
    property::Random random(300 + seed);
    const bool riscv = random.chance(60);
    const unsigned xlen = riscv && random.chance(40) ? 32 : 64;
    std::string text;
    for (int i = 0; i < 5; ++i) {
      const auto reg = [&] { return fmt::format("{}{}", riscv ? "a" : "$t", random.below(5)); };
      const int bits = random.below(xlen == 32 || !riscv ? 31 : 40);
      const long power = 1L << bits;
      const bool divide = random.chance(50);
      const long constant = divide ? power
                            : random.chance(50)
                                ? random.between(-300, 300)
                                : power - (random.chance(50) ? 1 : 0) + random.between(0, 1);
      const std::string_view op = divide ? random.pick({"div", "divu", "rem", "remu"}) : "mul";
      if (riscv) {
        const bool word = xlen == 64 && random.chance(40);
        text += fmt::format("li t1, {}\n{}{} {}, {}, t1\n",
                            word ? static_cast<int>(constant) : constant, op, word ? "w" : "",
                            reg(), reg());
      } else {
        text += fmt::format("{} {}, {}, {}\n", op, reg(), reg(), static_cast<int>(constant));
      }
      text += fmt::format("{} {}, {}, {}\n", riscv ? "add" : "addu", reg(), reg(), reg());
    }
    text += riscv ? "mv t1, a0\nret\n" : "mult $zero, $zero\njr $ra\n"; // HI and LO are overwritten
    const Isa isa = riscv ? Isa::riscv : Isa::mips;
    const isa::Program original = assembled(isa, text, xlen);
    const sched::StrengthReduced result = reduced(original, machine);
    changed += result.products + result.quotients;
    INFO(text << "\nbecomes\n" << result.text);
    sched::VerifyOptions options;
    options.inputs = 12;
    const sched::Verification found =
        sched::verify(original, assembled(isa, result.text, xlen), options);
    CHECK(found.difference == "");
    CHECK(found.compared > 0);
  }
  CHECK(changed > random_cases(400U));
}
