#include "machine/machine_file.hpp"
#include "property/generators/random.hpp"
#include "property/scheduling.hpp"
#include "sched/superblock/superblock.hpp"
#include "sched/superblock/tail_duplication.hpp"
#include "sched/verification/verify.hpp"

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
  return property::assembled(isa::Isa::riscv, text);
}

std::string reg(Random& random) {
  return fmt::format("t{}", random.below(6));
}

/// Some instructions without a branch, or GCC's conditional move. Numbers are drawn one after the
/// other, as arguments of a call are not.
std::string straight(Random& random, unsigned length) {
  std::string text;
  for (unsigned i = 0; i < length; ++i) {
    const unsigned kind = random.below(9);
    const std::string a = reg(random);
    const std::string b = reg(random);
    const std::string c = reg(random);
    const unsigned offset = random.below(6);
    switch (kind) {
    case 0:
      text += fmt::format("  lw {}, {}(a0)\n", a, 4 * offset);
      break;
    case 1:
      text += fmt::format("  sw {}, {}(a0)\n", a, 4 * offset);
      break;
    case 2:
      text += fmt::format("  ld {}, {}(sp)\n", a, 8 * (offset / 2));
      break;
    case 3:
      text += fmt::format("  sd {}, {}(sp)\n", a, 8 * (offset / 2));
      break;
    case 4:
      text += fmt::format("  mul {}, {}, {}\n", a, b, c);
      break;
    case 5:
      text += fmt::format("  beq {},zero,1f; mv {},{}; 1: # movcc\n", a, b, c);
      break;
    case 6:
      text += random.chance(40) ? "  addi a0, a0, 4\n" : "  fadd.d fa0, fa0, fa1\n";
      break;
    default:
      text += fmt::format("  {} {}, {}, {}\n", random.pick({"add", "xor", "sub", "sltu"}), a, b, c);
      break;
    }
  }
  return text;
}

/// A branch to `target`; its second operand is zero in half of the cases.
std::string branch(Random& random, const std::string& target) {
  const std::string_view op = random.pick({"beq", "bne", "blt", "bgeu"});
  const std::string a = reg(random);
  const std::string b = random.chance(50) ? "zero" : reg(random);
  return fmt::format("  {} {}, {}, {}\n", op, a, b, target);
}

/// A loop with several ways out, each to code that reads some registers.
std::string random_function(Random& random) {
  const unsigned exits = 1 + random.below(3);
  std::string text = "f:\n  li a2, 3\nloop:\n";
  for (unsigned e = 0; e < exits; ++e) {
    text += straight(random, 1 + random.below(6));
    const unsigned out = random.below(exits);
    text += branch(random, fmt::format("out{}", out));
  }
  text += straight(random, 1 + random.below(6)) + "  addi a1, a1, -1\n  bnez a1, loop\n  ret\n";
  for (unsigned e = 0; e < exits; ++e) {
    const std::string a = reg(random);
    const std::string b = reg(random);
    text += fmt::format("out{}:\n  add a0, {}, {}\n  sd a0, 64(a3)\n  ret\n", e, a, b);
  }
  return text;
}

/// A loop with forward jumps whose paths split and join.
std::string function_with_joins(Random& random) {
  const unsigned parts = 4 + random.below(4);
  std::string text = "f:\n  li a2, 3\nloop:\n";
  for (unsigned p = 0; p < parts; ++p) {
    text += fmt::format("part{}:\n", p);
    text += straight(random, 1 + random.below(5));
    const std::string later = fmt::format("part{}", p + 1 + random.below(parts - p));
    text += random.chance(60) ? branch(random, later) : fmt::format("  j {}\n", later);
  }
  return text + fmt::format("part{}:\n", parts) + straight(random, 1 + random.below(3)) +
         "  addi a1, a1, -1\n  bgtz a1, loop\n  sd t0, 64(a3)\n  sd t1, 72(a3)\n  add a0, t2, "
         "t3\n  ret\n";
}

} // namespace

TEST_CASE("superblock property: copies of tails and renamed superblocks keep the results") {
  const std::vector<machine::Machine> machines{machine::load_machine("sifive-7").value(),
                                               machine::load_machine("dual-5").value()};
  std::uint32_t jumps = 0;
  std::uint32_t values = 0;
  std::uint32_t made = 0;
  constexpr unsigned cases = 120;
  for (unsigned seed = 0; seed < cases; ++seed) {
    Random random(8100 + seed);
    const std::string text = function_with_joins(random);
    const machine::Machine& machine = machines[seed % machines.size()];
    const isa::Program original = assembled(text);
    const std::uint32_t limit = 4 + random.below(20);
    const sched::TailDuplication tails =
        sched::duplicate_tails(original, sched::basic_blocks(original), machine, limit);
    INFO(text << "\nbecomes\n" << tails.text);
    const isa::Program copied = assembled(tails.text);
    CHECK(copied.code.size() == original.code.size() + tails.instructions);
    CHECK(copied.code.size() <= 2 * original.code.size());
    property::check_equal(original, copied, false, 8, seed);
    const sched::RenamedSuperblocks renamed =
        sched::rename_superblocks(copied, sched::basic_blocks(copied), machine);
    INFO("renamed\n" << renamed.renamed.text);
    const isa::Program changed = assembled(renamed.renamed.text);
    property::check_equal(original, changed, false, 8, seed);
    const sched::Superblocks result =
        sched::schedule_superblocks(changed, sched::basic_blocks(changed), machine);
    INFO("scheduled\n" << result.text);
    property::check_equal(original, assembled(result.text), false, 8, seed);
    jumps += tails.jumps;
    values += renamed.renamed.values;
    made += static_cast<std::uint32_t>(result.made.size());
  }
  CHECK(jumps > cases);
  CHECK(values > cases / 4);
  CHECK(made > cases / 2);
}

TEST_CASE("superblock property: results stay the same on every way out") {
  const std::vector<machine::Machine> machines{machine::load_machine("sifive-7").value(),
                                               machine::load_machine("dual-5").value(),
                                               machine::load_machine("mips-5-fp").value()};
  std::uint32_t made = 0;
  std::uint32_t hoisted = 0;
  std::uint32_t sunk = 0;
  std::uint32_t copies = 0;
  constexpr unsigned cases = 300;
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
    property::check_equal(original, scheduled, false, 12, seed);
  }
  // Every kind of motion is there to be tested.
  CHECK(made > cases / 2);
  CHECK(hoisted > cases / 4);
  CHECK(sunk > cases / 3);
  CHECK(copies > cases / 4);
}
