// Where the loops of `stallscope loop` come from: markers, regions within loops, delay slots.

#include "machine/machine_file.hpp"
#include "session/loop.hpp"
#include "session/loop_source.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;

TEST_CASE("loops: markers that asm statements of C hand to the assembler") {
  const auto marked = session::find_regions("f.c", "void f(void) {\n"
                                                   "  __asm volatile(\"# LLVM-MCA-BEGIN one\");\n"
                                                   "  s += 1;\n"
                                                   "  __asm__(\"# LLVM-MCA-END\\n\");\n}\n");
  INFO(format(marked.diagnostics()));
  REQUIRE(marked);
  REQUIRE(marked->regions.size() == 1);
  CHECK(marked->regions[0].name == "one");
  CHECK(marked->regions[0].first_line == 3);
  CHECK(marked->regions[0].last_line == 3);
}

TEST_CASE("loops: our own markers without a blank, and in comments with code behind them") {
  const auto marked =
      session::find_regions("f.c", "//stallscope:begin a\nx;\n/* stallscope: end */ y;\n"
                                   "/* stallscope: begin */ for (;;) {\nz;\n/*stallscope:end*/\n");
  INFO(format(marked.diagnostics()));
  REQUIRE(marked);
  REQUIRE(marked->regions.size() == 2);
  CHECK(marked->regions[0].name == "a");
  CHECK(marked->regions[1].name.empty());
  CHECK(marked->regions[1].last_line == 5);
}

TEST_CASE("loops: a marker stands on a line of its own") {
  const auto problem = [](const std::string& text) {
    const auto marked = session::find_regions("f", text);
    return marked ? std::string("none") : format(marked.diagnostics());
  };
  CHECK(problem("add a0, a0, a1 # LLVM-MCA-BEGIN\n")
            .starts_with("f:1:16: error: LLVM-MCA-BEGIN behind something else on its line"));
  CHECK(problem("x; // stallscope: begin l1\n").starts_with("f:1:4: error: stallscope: begin"));
  CHECK(problem("{ __asm(\"# LLVM-MCA-BEGIN\"); x;\n").find("a marker on a line of its own") !=
        std::string::npos);
  CHECK(problem(".ascii \"# LLVM-MCA-BEGIN\"\n") == "none");
}

TEST_CASE("loops: an empty region is a body without instructions beside others") {
  const std::string full = "# LLVM-MCA-BEGIN a\nadd a0, a0, a1\n# LLVM-MCA-END a\n";
  const std::string empty = "# LLVM-MCA-BEGIN b\n# nothing\n# LLVM-MCA-END b\n";
  const auto both = session::read_loops("f.s", empty + full, isa::Isa::riscv, {}, {});
  REQUIRE(both);
  REQUIRE(both->size() == 2);
  CHECK(both->front().bodies.front().path.empty());
  CHECK(both->front().bodies.front().name == "b");
  CHECK(both->back().bodies.front().path.size() == 1);
  const auto none = session::read_loops("f.s", empty, isa::Isa::riscv, {}, {});
  REQUIRE_FALSE(none);
  CHECK(format(none.diagnostics()).starts_with("f.s:1:1: error: an empty region"));
}

TEST_CASE("loops: what is wrong in one region is said beside the others") {
  const std::string text = "# LLVM-MCA-BEGIN a\nadd a0, a0, a1\n# LLVM-MCA-END a\n"
                           "# LLVM-MCA-BEGIN b\ncall a0\n# LLVM-MCA-END b\n";
  const auto loops = session::read_loops("f.s", text, isa::Isa::riscv, {}, {});
  REQUIRE(loops);
  CHECK(loops->size() == 1);
  CHECK(has_errors(loops.diagnostics()));
}

TEST_CASE("loops: a region around several innermost loops stands for each of them") {
  const std::string text = "# LLVM-MCA-BEGIN nest\nf: li t0, 8\n1: addi t0, t0, -1\nbnez t0, 1b\n"
                           "li t0, 8\n2: mul t1, t1, t0\naddi t0, t0, -1\nbnez t0, 2b\n"
                           "addi a0, a0, -1\nbnez a0, f\n# LLVM-MCA-END nest\n";
  const auto loops = session::read_loops("f.s", text, isa::Isa::riscv, {}, {});
  REQUIRE(loops);
  REQUIRE(loops->size() == 2);
  CHECK(loops->front().bodies.front().path.size() == 2);
  CHECK(loops->back().bodies.front().path.size() == 3);
  CHECK(loops->back().bodies.front().loop == 2);
  session::LoopChoice outer;
  outer.loop = 3;
  const auto whole = session::read_loops("f.s", text, isa::Isa::riscv, {}, outer);
  REQUIRE(whole);
  // li, two of the first, li, three of the second, addi, bnez.
  CHECK(whole->front().bodies.front().path.size() == 1 + 2 + 1 + 3 + 2);
  outer.trips = 4;
  const auto four = session::read_loops("f.s", text, isa::Isa::riscv, {}, outer);
  REQUIRE(four);
  CHECK(four->front().bodies.front().path.size() == 1 + 4 * 2 + 1 + 4 * 3 + 2);
}

TEST_CASE("loops: a region within a loop stands for a whole iteration of it") {
  auto program = isa::assemble(isa::Isa::riscv, "f.s",
                               "loop: ld a0, 0(s0)\nadd a0, a0, a1\nsd a0, 0(s0)\n"
                               "addi s0, s0, 8\nbnez a1, loop\nret\n");
  REQUIRE(program);
  session::LoopRegion region;
  region.first_line = 2;
  region.last_line = 3;
  const auto body = session::body_of_lines(*program, "", region, {});
  INFO(format(body.diagnostics()));
  REQUIRE(body);
  CHECK(body->closed);
  CHECK(body->path.size() == 5);
  REQUIRE_FALSE(body->notes.empty());
  CHECK(body->notes.back() ==
        "the region is part of the loop of lines 1 to 5: what is analysed is a "
        "whole iteration of it, 5 instructions instead of 2");
  region.first_line = region.last_line = 6; // in none
  const auto none = session::body_of_lines(*program, "", region, {});
  CHECK_FALSE(none); // a return
}

namespace {

const std::string kSlotText = ".set noreorder\nloop: lw $t1, 0($t0)\naddu $t2, $t2, $t1\n"
                              "bne $t0, $t3, loop\naddiu $t0, $t0, 4\nnop\n";

struct OnSlots {
  std::string order; ///< of the instructions of an iteration
  double cycles = 0;
};

OnSlots slots_on(const std::string& text, machine::Machine machine, bool delay_slots) {
  machine.delay_slot = delay_slots;
  isa::AssembleOptions options;
  options.delay_slots = delay_slots;
  const auto loops = session::read_loops("f.s", text, isa::Isa::mips, options, {});
  INFO(format(loops.diagnostics()));
  REQUIRE(loops);
  const session::LoopSource& source = loops->front();
  const session::LoopBody& body = source.bodies.front();
  CHECK(body.closed);
  const auto report = session::analyse_loop(source.program, body, machine, {});
  INFO(format(report.diagnostics()));
  REQUIRE(report);
  std::string order;
  for (const std::uint32_t index : body.path)
    order += source.program.text_of(index) + "; ";
  return {order, report->rate.mean};
}

/// Cycles of an iteration in a long run. dual-5 has no cycle without a branch to be decided, so
/// that its state is never compared: the rate there is a mean.
double slope_on(const std::string& text, machine::Machine machine, bool delay_slots) {
  machine.delay_slot = delay_slots;
  isa::AssembleOptions options;
  options.delay_slots = delay_slots;
  auto program = isa::assemble(isa::Isa::mips, "f.s", text, options);
  REQUIRE(program);
  program->regions.clear();
  program->initial_registers.push_back({program->register_named("$t0"), 0x100000});
  const auto cycles = [&](std::uint64_t trips) {
    isa::Program made = *program;
    made.initial_registers.push_back(
        {made.register_named("$t3"), 0x100000 + 4 * (trips - (delay_slots ? 1 : 0))});
    return static_cast<double>(session::run_program(made, machine, {}).cycles);
  };
  return (cycles(400) - cycles(200)) / 200;
}

} // namespace

TEST_CASE("loops: what is in a delay slot is executed as in a run") {
  const machine::Machine mips = machine::load_machine("mips-5").value();
  // With slots behind its branch; a machine without them executes it in front, and the branch,
  // which depends on what it writes, reads a copy.
  const OnSlots slots = slots_on(kSlotText, mips, true);
  INFO(slots.order);
  CHECK(slots.order.starts_with("lw $t1, 0($t0); addu $t2, $t2, $t1; bne $t0, $t3, loop; "
                                "addiu $t0, $t0, 4; "));
  CHECK(slots.cycles == slope_on(kSlotText, mips, true));
  const machine::Machine wide = machine::load_machine("tomasulo-rob-2").value();
  const OnSlots moved = slots_on(kSlotText, wide, false);
  INFO(moved.order);
  CHECK(moved.order.find("addiu $t0, $t0, 4; bne $k1, $t3, loop; ") != std::string::npos);
  CHECK(moved.cycles == slope_on(kSlotText, wide, false));
}

TEST_CASE("loops: calls, returns and skipped code have their delay slots") {
  const std::string text = ".set noreorder\nloop: jal f\naddiu $t1, $t1, 1\nb over\nnop\n"
                           "addiu $t5, $t5, 1\nover: bne $t0, $t3, loop\naddiu $t0, $t0, 4\n"
                           "b end\nnop\nf: addu $t4, $t4, $t1\njr $ra\nxor $t5, $t5, $t4\n"
                           "end: nop\n";
  for (const char* const name : {"mips-5", "dual-5", "mips-5-no-forwarding"}) {
    const machine::Machine machine = machine::load_machine(name).value();
    const OnSlots slots = slots_on(text, machine, true);
    INFO(name << ": " << slots.order);
    CHECK(slots.order.starts_with("jal f; addiu $t1, $t1, 1; addu $t4, $t4, $t1; jr $ra; "
                                  "xor $t5, $t5, $t4; beq $zero, $zero, over; nop; "
                                  "bne $t0, $t3, loop; addiu $t0, $t0, 4; "));
    CHECK(slots.cycles == slope_on(text, machine, true));
  }
}

TEST_CASE("loops: registers are called as the text calls them") {
  const auto texts = [](const std::string& text) {
    const auto loops = session::read_loops("f.s", text, isa::Isa::riscv, {}, {});
    INFO(format(loops.diagnostics()));
    REQUIRE(loops);
    const session::LoopSource& source = loops->front();
    std::string all;
    for (const std::uint32_t index : source.bodies.front().path)
      all += source.program.text_of(index) + "; ";
    return all;
  };
  CHECK(texts("L: fld f0, 0(x1)\naddi x1, x1, -8\nbne x1, x2, L\n") ==
        "fld f0, 0(x1); addi x1, x1, -8; bne x1, x2, L; ");
  // a0 by both names, x0 by its number alone.
  CHECK(texts("L: add x10, a0, x11 # a1\nbne x10, x0, L\n") == "add a0, a0, x11; bne a0, x0, L; ");
  CHECK(texts("L: add a0, a0, a1\nbnez a0, L\n") == "add a0, a0, a1; bne a0, zero, L; ");
}
