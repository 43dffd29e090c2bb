#include "isa/executor.hpp"
#include "machine/machine_file.hpp"
#include "property/generators/random.hpp"
#include "property/generators/random_loops.hpp"
#include "property/scheduling.hpp"
#include "sanitized.hpp"
#include "sched/renaming/rename.hpp"
#include "sched/rewriting/delay_slot.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "sched/schedule.hpp"
#include "sched/unrolling/loop_ends.hpp"
#include "sched/unrolling/unroll.hpp"
#include "sched/verification/verify.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// What the scheduling module makes of a program computes what the program does: loops of every kind
// of branch, unrolled, renamed and scheduled, with trip counts from one.

using namespace stallscope;
using property::assembled;
using property::check_equal;
using property::mips_loop;
using property::Random;
using property::riscv_loop;

namespace {

std::string unrolled_text(const isa::Program& program, const sched::UnrollOptions& options,
                          std::vector<sched::UnrolledLoop>* loops = nullptr) {
  const auto blocks = sched::basic_blocks(program, options.delay_slot);
  sched::Unrolled unrolled = sched::unroll(program, blocks, options);
  if (loops != nullptr)
    *loops = unrolled.loops;
  return unrolled.text;
}

std::string renamed_text(const isa::Program& program, bool delay_slot = false) {
  return sched::rename_registers(program, sched::basic_blocks(program, delay_slot), delay_slot)
      .text;
}

/// All blocks in the order of their critical paths.
std::string scheduled_text(const isa::Program& program, const machine::Machine& machine) {
  std::vector<sched::Reordered> reordered;
  for (const sched::Block& block : sched::basic_blocks(program, machine.delay_slot)) {
    const sched::Folding folding = sched::foldable(block);
    const sched::Problem problem(sched::dependences(block, machine, {}, folding), machine);
    const auto order = sched::make_schedule(problem, "critical-path").order;
    reordered.push_back({block, sched::with_whole_lines(block, order, folding), folding});
  }
  return sched::rewritten(program, reordered);
}

} // namespace

TEST_CASE("scheduling property: unrolled, renamed and scheduled loops keep their results") {
  const machine::Machine machine = machine::load_machine("sifive-7").value();
  unsigned unrolled_loops = 0;
  const unsigned cases = random_cases(150);
  for (unsigned seed = 0; seed < cases; ++seed) {
    Random random(77 + seed);
    const std::string loop = riscv_loop(random, static_cast<int>(seed % 22));
    const isa::Program original = assembled(isa::Isa::riscv, loop);
    const unsigned factor = 2 + random.below(4);
    std::vector<sched::UnrolledLoop> loops;
    const std::string text = unrolled_text(original, {factor, false, false}, &loops);
    INFO(fmt::format("seed {} by {}\n{}\nbecomes\n{}", seed, factor, loop, text));
    REQUIRE(loops.size() == 1);
    unrolled_loops += loops.front().main_label.empty() ? 0 : 1;
    CAPTURE(loops.front().why_not);
    const isa::Program unrolled = assembled(isa::Isa::riscv, text);
    check_equal(original, unrolled);
    const isa::Program renamed = assembled(isa::Isa::riscv, renamed_text(unrolled));
    check_equal(original, renamed);
    check_equal(original, assembled(isa::Isa::riscv, scheduled_text(renamed, machine)));
  }
  CHECK(unrolled_loops > cases * 8 / 10);
}

TEST_CASE("scheduling property: loops that compare on their own are unrolled, from zero trips on") {
  // What counts and ends the loop, as compilers and people write it. $t5 walks from $t0 to $t1 in
  // steps of 4, a2 of RISC-V likewise.
  struct Ending {
    isa::Isa isa;
    const char* lines;
    bool at_least_once; ///< the loop has at least one iteration, as it counts down to zero
  };
  const std::vector<Ending> endings{
      {isa::Isa::mips, "addiu $t5, $t5, 4\nbne $t5, $t1, loop\n", true},
      {isa::Isa::mips, "addiu $t5, $t5, 4\nslt $t7, $t5, $t1\nbne $t7, $zero, loop\n", false},
      {isa::Isa::mips, "addiu $t5, $t5, 4\nsltu $t7, $t5, $t1\nbnez $t7, loop\n", false},
      {isa::Isa::mips, "addiu $t5, $t5, 4\nslt $t7, $t1, $t5\nbeq $t7, $zero, loop\n", false},
      {isa::Isa::mips, "addiu $t5, $t5, 4\nblt $t5, $t1, loop\n", false},
      {isa::Isa::mips, "addiu $t5, $t5, 4\naddiu $t8, $t8, 1\nslti $t7, $t8, 3\nbnez $t7, loop\n",
       false},
      {isa::Isa::mips, "addiu $t5, $t5, 4\nsubu $t6, $t6, 1\nbgtz $t6, loop\n", false},
      {isa::Isa::mips, "addiu $t5, $t5, 4\naddiu $t6, $t6, -1\nbnez $t6, loop\n", true},
      {isa::Isa::riscv, "addi t5, t5, 4\naddi t4, t4, -1\nbnez t4, loop\n", true},
      {isa::Isa::riscv, "addi t5, t5, 4\nslt t6, t5, t1\nbnez t6, loop\n", false},
      {isa::Isa::riscv, "addi t5, t5, 4\nsltu t6, t1, t5\nbeqz t6, loop\n", false},
      {isa::Isa::riscv, "addi t5, t5, 4\naddi t4, t4, 1\nsltiu t6, t4, 5\nbnez t6, loop\n", false},
      {isa::Isa::riscv, "addi t5, t5, 4\nbne t5, t1, loop\n", true},
  };
  for (const Ending& ending : endings)
    for (const int rounds : {0, 1, 2, 3, 4, 5, 8, 11}) {
      if (rounds == 0 && ending.at_least_once)
        continue; // it would go round 2^64 times
      const bool mips = ending.isa == isa::Isa::mips;
      const std::string text = fmt::format(
          fmt::runtime(
              mips ? ".data\n.space 64\narea: .word 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12\n.text\n"
                     "la $t5, area\naddiu $t1, $t5, {0}\nli $t6, {1}\nli $t8, 0\nli $v0, 0\n"
                     "loop: lw $t2, 0($t5)\naddu $v0, $v0, $t2\n{2}sw $v0, 0($t5)\njr $ra\n"
                   : ".data\n.space 64\narea: .word 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12\n.text\n"
                     "la t5, area\naddi t1, t5, {0}\nli t4, {1}\nli a5, 0\n"
                     "loop: lw t2, 0(t5)\nadd a5, a5, t2\n{2}sw a5, 0(t5)\nli t6, 0\n"),
          4 * rounds, rounds, ending.lines);
      const isa::Program original = assembled(ending.isa, text);
      const sched::PlainLoopEnds plain =
          sched::plain_loop_ends(original, sched::basic_blocks(original));
      const isa::Program written = assembled(ending.isa, plain.text);
      check_equal(original, written);
      for (const unsigned factor : {2U, 3U, 4U}) {
        std::vector<sched::UnrolledLoop> loops;
        const std::string unrolled = unrolled_text(written, {factor, false, false}, &loops);
        INFO(text << "\nby " << factor << " becomes\n" << unrolled);
        REQUIRE(loops.size() == 1);
        CHECK(loops.front().why_not.text() == "");
        check_equal(original, assembled(ending.isa, unrolled));
      }
    }
}

TEST_CASE("scheduling property: renamed blocks keep their results, also in three-address code") {
  std::uint32_t renamed_values = 0;
  for (unsigned seed = 0; seed < random_cases(150); ++seed) {
    Random random(5000 + seed);
    std::string text;
    const auto var = [&random] { return fmt::format("t{}", random.below(5)); };
    for (unsigned i = 0; i < 12; ++i)
      text += fmt::format("{} = {} {} {}\n", var(), var(), random.pick({"+", "-", "*"}), var());
    const isa::Program original = assembled(isa::Isa::tac, text);
    const sched::Renamed renamed = sched::rename_registers(original, sched::basic_blocks(original));
    INFO(text << "\nbecomes\n" << renamed.text);
    renamed_values += renamed.values;
    CHECK(renamed.kept == 0);
    const isa::Program result = assembled(isa::Isa::tac, renamed.text);
    check_equal(original, result);
    // Only what was there before the block may still be overwritten, by the last value: one write a
    // register.
    const sched::Block block = sched::basic_blocks(result).front();
    for (const sched::Edge& edge :
         sched::dependences(block, machine::load_machine("lecture-4").value()).edges)
      CHECK(edge.kind != sched::DependenceKind::waw);
  }
  CHECK(renamed_values > random_cases(300));
}

TEST_CASE("scheduling property: loops with a delay slot are unrolled with it") {
  for (const int rounds : {1, 2, 3, 4, 5, 7, 8, 9}) {
    const std::string text = fmt::format(
        ".data\n.space 64\narea: .word 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\n.space 64\n.text\n"
        "la $t0, area\naddiu $t1, $t0, {}\nli $v0, 0\nloop: lw $t2, 0($t0)\n"
        "addu $v0, $v0, $t2\nsw $v0, 0($t0)\naddiu $t0, $t0, 4\nbne $t0, $t1, loop\n"
        "nop\n",
        4 * rounds);
    const isa::Program original = assembled(isa::Isa::mips, text, true);
    std::vector<sched::UnrolledLoop> loops;
    const isa::Program unrolled =
        assembled(isa::Isa::mips, unrolled_text(original, {4, false, true}, &loops), true);
    INFO(rounds);
    REQUIRE(loops.size() == 1);
    CHECK(loops.front().why_not.text() == "");
    check_equal(original, unrolled, true);
    check_equal(original, assembled(isa::Isa::mips, renamed_text(unrolled, true), true), true);
  }
}

TEST_CASE("scheduling property: filled delay slots keep results") {
  const machine::Machine machine =
      machine::load_machine("mips-5-fp", {{"branch.delay_slot", "true"}}).value();
  std::uint32_t filled = 0;
  for (unsigned seed = 0; seed < random_cases(100); ++seed) {
    Random random(900 + seed);
    const std::string text = mips_loop(random, 5, true) +
                             "beq $t0, $t1, end\nnop\naddu $t0, $t0, $t1\naddu $t2, $t2, $t1\n"
                             "j end\nnop\nend: addu $t3, $t3, $t0\n";
    const isa::Program original = assembled(isa::Isa::mips, text, true);
    const sched::FilledSlots slots =
        sched::fill_delay_slots(original, sched::basic_blocks(original, true), machine);
    INFO(text << "\nbecomes\n" << slots.text);
    filled += slots.filled;
    const isa::Program result = assembled(isa::Isa::mips, slots.text, true);
    CHECK(result.code.size() == original.code.size() - slots.filled);
    check_equal(original, result, true);
    check_equal(original, assembled(isa::Isa::mips, scheduled_text(result, machine), true), true);
  }
  CHECK(filled > random_cases(110));
}

TEST_CASE("scheduling property: x86 blocks keep their results") {
  const machine::Machine machine = machine::load_machine("csapp-haswell").value();
  unsigned moved = 0;
  for (unsigned seed = 0; seed < random_cases(120U); ++seed) {
    Random random(2100 + seed);
    const auto reg = [&random] { return random.pick({"%rax", "%rcx", "%rdx", "%r8", "%r9"}); };
    const auto place = [&random]() -> std::string {
      switch (random.below(5)) {
      case 0:
        return "(%rdi,%r10,8)";
      case 1: // above the return address
        return fmt::format("{}(%rsp)", 8 * random.between(1, 3));
      default:
        return fmt::format("{}({})", 8 * random.between(-2, 3),
                           random.pick({"%rdi", "%rdi", "%rsi"}));
      }
    };
    std::string text = "main:\n";
    for (unsigned i = 0; i < 12; ++i)
      switch (random.below(6)) {
      case 0:
        text += fmt::format("movq {}, {}\n", reg(), place());
        break;
      case 1:
        text += fmt::format("movq {}, {}\n", place(), reg());
        break;
      case 2:
        text += fmt::format("addq {}, {}\n", reg(), place());
        break;
      case 3:
        text += random.chance(50) ? "leaq 8(%rdi), %rdi\n" : "pushq %rax\npopq %rcx\n";
        break;
      default:
        text += fmt::format("{} {}, {}\n", random.pick({"addq", "imulq", "xorq"}), reg(), reg());
        break;
      }
    text += "ret\n";
    const isa::Program original = assembled(isa::Isa::x86, text);
    const std::string scheduled = scheduled_text(original, machine);
    INFO(text << "\nbecomes\n" << scheduled);
    moved += scheduled != text ? 1 : 0;
    check_equal(original, assembled(isa::Isa::x86, scheduled));
  }
  CHECK(moved > random_cases(60U));
}

TEST_CASE("scheduling property: floating-point sums are split only when that is allowed") {
  // Sums of small whole numbers are exact, whichever way they are added.
  std::string numbers;
  for (int i = 1; i <= 12; ++i)
    numbers += fmt::format("{} {}.0", i == 1 ? "" : ",", i);
  const std::string text = "main: la a0, x\naddi a1, a0, 96\nfmv.d.x fa0, zero\n"
                           "loop: fld ft0, 0(a0)\nfadd.d fa0, fa0, ft0\naddi a0, a0, 8\n"
                           "bne a0, a1, loop\nret\n.data\nx: .double" +
                           numbers + "\n";
  const isa::Program original = assembled(isa::Isa::riscv, text);
  for (const bool reassociate : {false, true}) {
    std::vector<sched::UnrolledLoop> loops;
    const std::string unrolled = unrolled_text(original, {4, reassociate, false}, &loops);
    REQUIRE(loops.size() == 1);
    CHECK(loops.front().split == (reassociate ? 1 : 0));
    INFO(unrolled);
    // Without: one sum, in the order of the source, in every copy. With: four, added up behind.
    std::size_t sums = 0;
    for (std::size_t at = unrolled.find("fadd.d fa0, fa0"); at != std::string::npos;
         at = unrolled.find("fadd.d fa0, fa0", at + 1))
      ++sums;
    CHECK(sums == (reassociate ? 1 + 3 + 1 : 4 + 1)); // and the loop for what is left over
    const isa::Program result = assembled(isa::Isa::riscv, unrolled);
    sched::VerifyOptions options;
    options.inputs = 1; // the program's own
    const sched::Verification found = sched::verify(original, result, options);
    CHECK(found.difference == "");
    CHECK(found.compared == 1);
  }
}

TEST_CASE("scheduling property: compilers' output, changed at random, is read or refused") {
  unsigned read = 0;
  unsigned refused = 0;
  const machine::Machine machine = machine::load_machine("dual-5").value();
  for (const char* name : {"gcc_crc32", "gcc_nbody", "clang_sum"}) {
    std::ifstream file(std::string(STALLSCOPE_SOURCE_DIR) + "/tests/fuzz/corpus/riscv/" + name);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(text.size() > 1000);
    for (unsigned seed = 0; seed < random_cases(60U); ++seed) {
      Random random(seed);
      std::string changed = text;
      for (unsigned i = 0; i < 1 + random.below(3); ++i) {
        const std::size_t at = random.below(static_cast<unsigned>(changed.size() - 20));
        switch (random.below(4)) {
        case 0:
          changed.erase(at, 1 + random.below(12));
          break;
        case 1:
          changed.insert(at, changed.substr(random.below(500), 1 + random.below(40)));
          break;
        case 2:
          changed[at] = static_cast<char>(32 + random.below(95));
          break;
        default:
          changed[at] = '\n';
          break;
        }
      }
      const auto program = isa::assemble(isa::Isa::riscv, name, changed);
      if (!program) {
        CHECK_FALSE(program.diagnostics().empty());
        ++refused;
        continue;
      }
      ++read;
      for (const sched::Block& block : sched::basic_blocks(program.value())) {
        const sched::Problem problem(sched::dependences(block, machine), machine);
        CHECK(sched::make_schedule(problem, "critical-path").order.size() == block.count);
      }
    }
  }
  // Most name functions of other files, and are refused for that alone.
  CHECK(read + refused == 3 * random_cases(60U));
  CHECK(refused > 0);
}

TEST_CASE("schedules that compute something else are found out") {
  const char* loop = ".data\n.space 64\narea: .dword 1, 2, 3, 4\n.space 64\n.text\nla a0, area\n"
                     "addi a1, a0, 16\nloop: ld t0, 0(a0)\nadd t0, t0, t0\nsd t0, {}(a0)\n"
                     "addi a0, a0, 8\nbne a0, {}, loop\n";
  const isa::Program original =
      assembled(isa::Isa::riscv, fmt::format(fmt::runtime(loop), 0, "a1"));
  CHECK(sched::verify(original, original).equal());
  const isa::Program elsewhere =
      assembled(isa::Isa::riscv, fmt::format(fmt::runtime(loop), 8, "a1"));
  CHECK(sched::verify(original, elsewhere).difference ==
        "memory differs after the two, with the program's own input");
  // Equal with the program's own input only: t1 is read, which nothing has set.
  CHECK(sched::verify(assembled(isa::Isa::riscv, "add t2, t1, t1\nli t0, 1\n"),
                      assembled(isa::Isa::riscv, "slli t2, t1, 2\nli t0, 1\n"))
            .difference.find("t2 is ") == 0);
}

TEST_CASE("where the entry function returns to counts as code, which has moved") {
  const isa::Program original = assembled(isa::Isa::riscv, "mv s0, ra\nli t0, 1\n");
  const isa::Program longer = assembled(isa::Isa::riscv, "mv s0, ra\nnop\nli t0, 1\n");
  CHECK(sched::verify(original, longer).difference.empty());
}
