// Lower bounds of loops hold: on every shipped machine no random loop is faster.

#include "property/generators/random.hpp"
#include "sanitized.hpp"
#include "session/loop.hpp"
#include "session/loop_source.hpp"
#include "shipped_machines.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace stallscope;
using property::Random;

namespace {

/// Accesses of all widths around one address, which overlap fully and partially.
std::string riscv_access(Random& random) {
  const std::string_view op =
      random.pick({"ld", "ld", "sd", "sd", "lw", "sw", "lbu", "sb", "fld", "fsd"});
  return fmt::format("{} {}a{}, {}(s0)", op, op.starts_with('f') ? "f" : "", random.below(6),
                     4 * random.below(4));
}

std::string riscv_line(Random& random, unsigned n) {
  const auto a = [&random] { return fmt::format("a{}", random.below(6)); };
  const auto f = [&random] { return fmt::format("fa{}", random.below(6)); };
  switch (random.below(12)) {
  case 0:
    return fmt::format("mul {}, {}, {}", a(), a(), a());
  case 1:
    return fmt::format("{} {}, {}, {}", random.pick({"div", "remu"}), a(), a(), a());
  case 2:
    return fmt::format("{} {}, {}, {}", random.pick({"fadd.d", "fmul.d"}), f(), f(), f());
  case 3:
    return fmt::format("fmadd.d {}, {}, {}, {}", f(), f(), f(), f());
  case 4:
    return fmt::format("{} next{}\nnext{}:", random.pick({"j", "beqz a0,", "bne a1, a2,"}), n, n);
  case 5:
    return fmt::format("j over{0}\nnop\nnop\nover{0}:", n);
  case 6:
    return fmt::format("addi {}, {}, {}", a(), a(), random.below(9));
  case 7:
  case 8:
  case 9:
    return riscv_access(random);
  default:
    return fmt::format("{} {}, {}, {}", random.pick({"add", "xor", "sll"}), a(), a(), a());
  }
}

std::string x86_access(Random& random) {
  const std::string place = fmt::format("{}(%rdi)", 4 * random.below(4));
  constexpr std::array<std::string_view, 4> kRegisters{"rax", "rcx", "rdx", "rsi"};
  const std::string_view reg = kRegisters.at(random.below(4));
  switch (random.below(6)) {
  case 0:
    return fmt::format("movq {}, %{}", place, reg);
  case 1:
    return fmt::format("movq %{}, {}", reg, place);
  case 2:
    return fmt::format("movl %e{}, {}", reg.substr(1), place);
  case 3:
    return fmt::format("{} %{}, {}", random.pick({"addq", "xorq", "adcq"}), reg, place);
  case 4:
    return fmt::format("{} {}", random.pick({"incq", "decl", "negq"}), place);
  default:
    return fmt::format("{} {}, %{}", random.pick({"addq", "cmpq", "imulq"}), place, reg);
  }
}

std::string x86_line(Random& random, unsigned n) {
  const auto r = [&random] { return random.pick({"%rax", "%rcx", "%rdx", "%rsi"}); };
  const auto x = [&random] { return fmt::format("%xmm{}", random.below(4)); };
  switch (random.below(11)) {
  case 0:
    return fmt::format("imulq {}, {}", r(), r());
  case 1:
    return fmt::format("{} {}, {}", random.pick({"addsd", "mulsd", "divsd"}), x(), x());
  case 2:
    return fmt::format("leaq 8({},{},4), {}", r(), r(), r());
  case 3:
    return fmt::format("cmpq {}, {}\n{} next{}\nnext{}:", r(), r(), random.pick({"jne", "jb"}), n,
                       n);
  case 4:
    return fmt::format("{} {}", random.pick({"incq", "decq", "notq", "shlq $3,"}), r());
  case 5:
    return fmt::format("{} {}, {}", random.pick({"adcq", "sbbq", "cmovb"}), r(), r());
  case 6:
    return fmt::format("jmp over{0}\nnop\nover{0}:", n);
  case 7:
  case 8:
    return x86_access(random);
  default:
    return fmt::format("{} {}, {}", random.pick({"addq", "movq", "xorq", "testq"}), r(), r());
  }
}

/// A loop with its branch back, or a body that is repeated.
std::string random_loop(Random& random, isa::Isa isa) {
  const bool x86 = isa == isa::Isa::x86;
  const unsigned length = 1 + random.below(12);
  std::string body;
  for (unsigned n = 0; n < length; ++n)
    body += (x86 ? x86_line(random, n) : riscv_line(random, n)) + "\n";
  if (random.chance(25))
    return body + "nop\n"; // a label needs an instruction
  return "loop:\n" + body + (x86 ? "decq %rbx\njnz loop\n" : "addi t6, t6, -1\nbnez t6, loop\n");
}

/// No bound exceeds the measured cycles per iteration. Returns whether the machine can execute the
/// loop.
bool check_bounds(const std::string& text, isa::Isa isa, const machine::Machine& machine) {
  auto sources = session::read_loops("loop.s", text, isa, {}, {});
  INFO(text << format(sources.diagnostics()));
  REQUIRE(sources);
  session::LoopOptions options;
  options.what_if = false;
  options.shown = 0;
  options.iterations = 300;
  const session::LoopSource& source = sources->front();
  const auto report =
      session::analyse_loop(source.program, source.bodies.front(), machine, options);
  if (!report)
    return false;
  for (const session::LoopBound& bound : report->bounds) {
    INFO(machine.name << ", " << bound.name << ": " << session::text_of(bound.cycles) << ", takes "
                      << session::text_of(report->rate.cycles));
    if (report->rate.exact)
      CHECK_FALSE(report->rate.cycles < bound.cycles);
  }
  return true;
}

void check_all(isa::Isa isa, const machine::PresetInfo& preset, std::uint64_t seed) {
  constexpr unsigned kLoops = kSanitized ? 10 : 40;
  auto machine = machine::load_machine(std::string(preset.name)).value();
  machine.delay_slot = false; // which bodies are not written for
  Random random(seed);
  unsigned executed = 0;
  for (unsigned round = 0; round < kLoops; ++round)
    executed += check_bounds(random_loop(random, isa), isa, machine) ? 1 : 0;
  INFO(preset.name);
  CHECK(executed > 0);
}

} // namespace

TEST_CASE("loops: no bound exceeds what a loop takes on dynamically scheduled machines") {
  for (const machine::PresetInfo& preset : dynamic_presets())
    for (const isa::Isa isa : {isa::Isa::riscv, isa::Isa::x86})
      check_all(isa, preset, 1);
}

TEST_CASE("loops: no bound exceeds what a loop takes on in-order machines") {
  for (const machine::PresetInfo& preset : in_order_presets())
    check_all(isa::Isa::riscv, preset, 2);
}
