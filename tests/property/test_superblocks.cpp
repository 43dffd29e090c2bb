#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "property/random.hpp"
#include "sanitized.hpp"
#include "sched/superblock.hpp"
#include "sched/verify.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <vector>

// Superblocks compute what the program does: loops with ways out in the middle, conditional moves,
// stores, loads from the stack and from pointers, registers that are read on the ways out or not.

using namespace stallscope;
using property::Random;

namespace {

isa::Program assembled(const std::string& text) {
  auto program = isa::assemble(isa::Isa::riscv, "loop", text);
  INFO(text << format(program.diagnostics()));
  REQUIRE(program);
  return std::move(program).value();
}

std::string reg(Random& random) {
  return fmt::format("t{}", random.below(6));
}

/// Some instructions without a branch, or GCC's conditional move.
std::string straight(Random& random, unsigned length) {
  std::string text;
  for (unsigned i = 0; i < length; ++i)
    switch (random.below(9)) {
    case 0:
      text += fmt::format("  lw {}, {}(a0)\n", reg(random), 4 * random.below(6));
      break;
    case 1:
      text += fmt::format("  sw {}, {}(a0)\n", reg(random), 4 * random.below(6));
      break;
    case 2:
      text += fmt::format("  ld {}, {}(sp)\n", reg(random), 8 * random.below(3));
      break;
    case 3:
      text += fmt::format("  sd {}, {}(sp)\n", reg(random), 8 * random.below(3));
      break;
    case 4:
      text += fmt::format("  mul {}, {}, {}\n", reg(random), reg(random), reg(random));
      break;
    case 5:
      text += fmt::format("  beq {},zero,1f; mv {},{}; 1: # movcc\n", reg(random), reg(random),
                          reg(random));
      break;
    case 6:
      text += random.chance(40) ? "  addi a0, a0, 4\n" : "  fadd.d fa0, fa0, fa1\n";
      break;
    default:
      text += fmt::format("  {} {}, {}, {}\n", random.pick({"add", "xor", "sub", "sltu"}),
                          reg(random), reg(random), reg(random));
      break;
    }
  return text;
}

/// A loop with several ways out, each to code that reads some registers.
std::string random_function(Random& random) {
  const unsigned exits = 1 + random.below(3);
  std::string text = "f:\n  li a2, 3\nloop:\n";
  for (unsigned e = 0; e < exits; ++e) {
    text += straight(random, 1 + random.below(6));
    text += fmt::format("  {} {}, {}, out{}\n", random.pick({"beq", "bne", "blt", "bgeu"}),
                        reg(random), random.chance(50) ? "zero" : reg(random), random.below(exits));
  }
  text += straight(random, 1 + random.below(6)) + "  addi a1, a1, -1\n  bnez a1, loop\n  ret\n";
  for (unsigned e = 0; e < exits; ++e)
    text += fmt::format("out{}:\n  add a0, {}, {}\n  sd a0, 64(a3)\n  ret\n", e, reg(random),
                        reg(random));
  return text;
}

} // namespace

TEST_CASE("superblock property: results stay the same on every way out") {
  const std::vector<machine::Machine> machines{machine::load_machine("sifive-7").value(),
                                               machine::load_machine("dual-5").value(),
                                               machine::load_machine("mips-5-fp").value()};
  std::uint32_t made = 0;
  std::uint32_t hoisted = 0;
  std::uint32_t sunk = 0;
  std::uint32_t copies = 0;
  const unsigned cases = random_cases(300U);
  for (unsigned seed = 0; seed < cases; ++seed) {
    Random random(7000 + seed);
    const std::string text = random_function(random);
    const isa::Program original = assembled(text);
    sched::BranchProfile profile;
    if (random.chance(50)) { // whatever the branches do, results do not depend on what is expected
      const std::size_t blocks = sched::basic_blocks(original).size();
      for (std::size_t b = 0; b < blocks; ++b) {
        profile.executed.push_back(100);
        profile.taken.push_back(random.below(60));
      }
    }
    const sched::Superblocks result = sched::schedule_superblocks(
        original, sched::basic_blocks(original), machines[seed % machines.size()], {}, profile);
    INFO(text << "\nbecomes\n" << result.text);
    const isa::Program scheduled = assembled(result.text);
    const std::size_t blocks = sched::basic_blocks(scheduled).size();
    CHECK(std::all_of(result.scheduled.begin(), result.scheduled.end(),
                      [blocks](std::size_t b) { return b < blocks; }));
    for (const sched::Superblock& superblock : result.made) {
      ++made;
      hoisted += superblock.hoisted;
      sunk += superblock.sunk;
      copies += superblock.copies;
      CHECK(superblock.cycles_after < superblock.cycles_before);
    }
    sched::VerifyOptions options;
    options.inputs = 12;
    options.instruction_limit = 20000;
    options.seed = seed;
    const sched::Verification found = sched::verify(original, scheduled, options);
    CHECK(found.difference == "");
    CHECK(found.compared > 0);
  }
  // Every kind of motion is there to be tested.
  CHECK(made > cases / 2);
  CHECK(hoisted > cases / 4);
  CHECK(sunk > cases / 3);
  CHECK(copies > cases / 4);
}
