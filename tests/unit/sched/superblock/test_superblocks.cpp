#include "isa/assemble.hpp"
#include "machine/machine_file.hpp"
#include "sched/superblock/superblock.hpp"
#include "sched/superblock/tail_duplication.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace stallscope;

namespace {

isa::Program assembled(const std::string& text) {
  auto program = isa::assemble(isa::Isa::riscv, "function", text);
  INFO(text << format(program.diagnostics()));
  REQUIRE(program);
  return std::move(program).value();
}

sched::Superblocks scheduled(const std::string& text, const char* machine = "mips-5") {
  const isa::Program program = assembled(text);
  return sched::schedule_superblocks(program, sched::basic_blocks(program),
                                     machine::load_machine(machine).value());
}

} // namespace

TEST_CASE("superblocks: an addition whose result is not read on the way out fills a load's delay") {
  // The branch is decided in ID and waits two cycles for the load; the additions take both.
  const sched::Superblocks result =
      scheduled("f:\n  lw t0, 0(a0)\n  beqz t0, out\n  addi t1, a1, 1\n  addi t2, a1, 2\n"
                "  add a0, t1, t2\n  ret\nout:\n  li a0, 0\n  ret\n");
  CHECK(result.text == "f:\n  lw t0, 0(a0)\n  addi t1, a1, 1\n  addi t2, a1, 2\n  beqz t0, out\n"
                       "  add a0, t1, t2\n  ret\nout:\n  li a0, 0\n  ret\n");
  REQUIRE(result.made.size() == 1);
  CHECK(result.made[0].hoisted == 2);
  CHECK(result.made[0].copies == 0);
  CHECK(result.scheduled == std::vector<std::size_t>{0, 1});
}

TEST_CASE("superblocks: what is read on the way out, may fault or stores stays below its branch") {
  // t1 is returned on the way out.
  CHECK(scheduled("f:\n  lw t0, 0(a0)\n  beqz t0, out\n  addi t1, a1, 1\n  add a0, t1, t0\n  ret\n"
                  "out:\n  mv a0, t1\n  ret\n")
            .made.empty());
  const auto goes_up = [](const std::string& line) {
    const std::string text = scheduled("f:\n  lw t0, 0(a0)\n  beqz t0, out\n  " + line +
                                       "\n  add a0, t1, t0\n  ret\nout:\n  li a0, 0\n  ret\n")
                                 .text;
    return text.find(line) < text.find("beqz");
  };
  CHECK_FALSE(goes_up("lw t1, 0(a2)")); // a2 may point nowhere
  CHECK_FALSE(goes_up("sw t1, 0(a2)"));
  CHECK_FALSE(goes_up("fadd.d ft0, ft1, ft2")); // its flags would show
  // The stack frame is there, and so are the bytes that have just been read.
  CHECK(goes_up("lw t1, 8(sp)"));
  CHECK(goes_up("lhu t1, 2(a0)"));
  CHECK_FALSE(goes_up("lw t1, 2(a0)")); // two bytes behind them
}

TEST_CASE("superblocks: what is only needed on the way out is done there") {
  // The product is read behind the branch and on the way out; the branch need not wait for the
  // sum that uses it.
  const std::string text = "f:\n  mul t0, a1, a2\n  add t1, t0, a2\n  beqz a0, out\n"
                           "  addi t2, a1, 3\n  addi t3, a1, 4\n  addi t4, a1, 5\n"
                           "  addi t5, a1, 6\n  add t2, t2, t3\n  add t2, t2, t4\n"
                           "  add t2, t2, t5\n  add a0, t2, t1\n  ret\nout:\n  mv a0, t1\n  ret\n";
  const sched::Superblocks result = scheduled(text, "mips-5-fp");
  REQUIRE(result.made.size() == 1);
  CHECK(result.made[0].copies == 1);
  CHECK(result.text.find("beqz a0, .Lway_out_1\n") != std::string::npos);
  CHECK(result.text.find("  ret\n.Lway_out_1:\n\tadd t1, t0, a2\n\tj\tout\nout:\n") !=
        std::string::npos);
}

TEST_CASE("superblocks: a branch over one line is one instruction") {
  const sched::Superblocks result = scheduled(
      "f:\n.L3:\n  andi a3,a0,1\n  srliw a0,a0,1\n  xor a5,a2,a0\n  sext.w a5,a5\n"
      "  beq a3,zero,1f; mv a0,a5; 1: # movcc\n  addiw a4,a4,-1\n  bne a4,zero,.L3\n  ret\n",
      "sifive-7");
  // Two a cycle: the count goes beside the xor, and the branch at the end beside the move.
  CHECK(result.text ==
        "f:\n.L3:\n  andi a3,a0,1\n  srliw a0,a0,1\n  xor a5,a2,a0\n  addiw a4,a4,-1\n"
        "  sext.w a5,a5\n  beq a3,zero,1f; mv a0,a5; 1: # movcc\n  bne a4,zero,.L3\n  ret\n");
}

TEST_CASE("superblocks: what a copied instruction reads is needed on the way out") {
  // The store can be copied to the way out, the conditional move that it reads cannot: no half of
  // it may stand there.
  const std::string text = "f:\n  li a2, 3\nloop:\n  addi a0, a0, 4\n"
                           "  beq t4,zero,1f; mv t3,t4; 1: # movcc\n  sw t3, 20(a0)\n"
                           "  bgeu t1, t5, out0\n  sub t2, t5, t0\n  lw t4, 4(a0)\n"
                           "  addi a1, a1, -1\n  bnez a1, loop\n  ret\nout0:\n"
                           "  add a0, t5, t0\n  sd a0, 64(a3)\n  ret\n";
  for (const char* machine : {"sifive-7", "dual-5", "mips-5-fp"}) {
    const std::string changed = scheduled(text, machine).text;
    CHECK(std::count(changed.begin(), changed.end(), ';') == 2);
    CHECK(changed.find("1f\n") == std::string::npos);
  }
}

TEST_CASE("superblocks: how branches went in a run") {
  const isa::Program program =
      assembled("f:\n  li t0, 5\nloop:\n  addi t0, t0, -1\n  bnez t0, loop\n  ret\n");
  const sched::BranchProfile profile = sched::branch_profile(program);
  REQUIRE(profile.executed.size() == 3);
  CHECK(profile.executed == std::vector<std::uint64_t>{1, 5, 1});
  CHECK(profile.taken[1] == 4);
}

TEST_CASE("tails: what a jump leads to comes in its place, as far as it ends in a jump itself") {
  const auto copied = [](const std::string& text, std::uint32_t limit = sched::kTailLimit,
                         const char* machine = "dual-5") {
    const isa::Program program = assembled(text);
    return sched::duplicate_tails(program, sched::basic_blocks(program),
                                  machine::load_machine(machine).value(), limit);
  };
  const std::string two_ways = "f:\n  beqz a0, .L1\n  li a1, 1\n  j .L2\n.L1:\n  li a1, 2\n"
                               ".L2:\n  add a0, a1, a2\n  ret\n";
  const sched::TailDuplication made = copied(two_ways);
  CHECK(made.text == "f:\n  beqz a0, .L1\n  li a1, 1\n  # a copy of .L2\n\tadd a0, a1, a2\n\tret\n"
                     ".L1:\n  li a1, 2\n.L2:\n  add a0, a1, a2\n  ret\n");
  CHECK(made.jumps == 1);
  CHECK(made.instructions == 1); // two for the jump
  CHECK(copied(two_ways, 1).jumps == 0);
  // Calls stay single, and so do halves of addresses.
  CHECK(copied("f:\n  beqz a0, .L1\n  j .L2\n.L1:\n  nop\n.L2:\n  call g\n  ret\ng: ret\n").jumps ==
        0);
  // A machine that predicts by direction: the branch would lead backwards.
  const std::string forwards = "f:\n  j .L2\n.L1:\n  addi a0, a0, 1\n.L2:\n  beqz a1, .L3\n"
                               "  addi a1, a1, -1\n  j .L1\n.L3:\n  ret\n";
  CHECK(copied(forwards).text.find("# a copy of .L1") != std::string::npos);
  const std::string backwards = "f:\n.L4:\n  addi a2, a2, 1\n.L2:\n  beqz a1, .L3\n"
                                "  addi a1, a1, -1\n  bgtz a2, .L4\n.L3:\n  ret\n.L5:\n  j .L2\n";
  CHECK(copied(backwards).jumps == 1);
  CHECK(copied(backwards, sched::kTailLimit, "sifive-7").jumps == 0);
}

TEST_CASE("superblocks: labels that only debug information names are no borders") {
  const auto made = [](const std::string& label, const std::string& behind) {
    return scheduled("f:\n  lw t0, 0(a0)\n  beqz t0, out\n" + label +
                     "  addi t1, a1, 1\n  addi t2, a1, 2\n  add a0, t1, t2\n  ret\nout:\n"
                     "  li a0, 0\n  ret\n" +
                     behind)
        .made.size();
  };
  CHECK(made("", "") == 1);
  CHECK(made(".LVL3:\n", "") == 1);
  CHECK(made(".LVL3:\n", ".section .debug_loc,\"\",@progbits\n.dword .LVL3\n") == 1);
  CHECK(made(".L3:\n", ".data\n.dword .L3\n") == 0); // it can be a jump target
  CHECK(made("middle:\n", "") == 0);
}
