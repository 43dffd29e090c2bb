// Which loops there are in some code, and what an iteration of one executes.

#include "isa/functions.hpp"
#include "machine/machine_file.hpp"
#include "session/loop.hpp"
#include "session/loop_source.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;

namespace {

isa::Program program_of(const std::string& text, isa::Isa isa = isa::Isa::riscv) {
  auto program = isa::assemble(isa, "f.s", text);
  INFO(format(program.diagnostics()));
  REQUIRE(program);
  return std::move(program).value();
}

/// The mnemonics of an iteration, or the error.
std::string iteration(const isa::Program& program, const Result<session::LoopBody>& body) {
  if (!body)
    return format(body.diagnostics());
  std::string words = body->closed ? "" : "open ";
  for (const std::uint32_t index : body->path) {
    const std::string text = program.text_of(index);
    words += text.substr(0, text.find(' ')) + " ";
  }
  return words;
}

std::string of_function(const std::string& text, const std::string& name,
                        std::optional<unsigned> loop = {}) {
  const isa::Program program = program_of(text);
  return iteration(program, session::body_of_function(program, name, loop));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kTwo = ".type twice, @function\ntwice: slliw a0, a0, 1\nret\n"
                             ".size twice, .-twice\n.globl fact\nfact: li a5, 1\n"
                             "again: mulw a0, a0, a5\naddiw a5, a5, 1\nbne a5, a4, again\nret\n"
                             ".size fact, .-fact\n";

} // namespace

TEST_CASE("natural loops: a function ends where its size says") {
  CHECK(of_function(kTwo, "fact") == "mulw addiw bne ");
  const std::string none = of_function(kTwo, "twice");
  CHECK(has(none, "no loop in function twice"));
  CHECK(has(none, "there is one in fact"));
  const isa::Program program = program_of(kTwo);
  const auto functions = isa::functions_of(program);
  REQUIRE(functions.size() == 2); // 'again' is a label
  CHECK(functions[0].name == "twice");
  CHECK(functions[0].end == functions[1].begin);
  CHECK(isa::function_at(program, functions[1].begin + 4)->name == "fact");
  CHECK(isa::function_named(program, "again")->end == functions[1].end);
}

TEST_CASE("natural loops: where functions end without sizes") {
  // .cfi_endproc.
  CHECK(has(of_function("f: .cfi_startproc\naddi a0, a0, 1\nret\n.cfi_endproc\n"
                        "g: bnez a0, g\nret\n",
                        "f"),
            "no loop in function f"));
  // A listing without directives: labels that are not local are functions.
  const std::string listing = "f: addi a0, a0, 1\n j g\ng: li a1, 3\n.L2: addi a0, a0, -1\n"
                              "bnez a0, .L2\nret\n";
  CHECK(has(of_function(listing, "f"), "no loop in function f"));
  CHECK(of_function(listing, "g") == "addi bne ");
  // Written by hand: labels of a function are its own, calls lead to functions.
  const std::string own = "main: call f\nagain: addi a0, a0, -1\nbnez a0, again\nret\n"
                          "f: slli a0, a0, 1\nret\n";
  CHECK(of_function(own, "main") == "addi bne ");
  CHECK(of_function(own, "again") == "addi bne ");
  CHECK(has(of_function(own, "f"), "no loop in function f"));
}

TEST_CASE("natural loops: what a function does not lead to is another one") {
  // Neither is called, and no directive says where one ends.
  const std::string two = "f: addi a0, a0, -1\nbnez a0, f\nret\n"
                          "g: mul a1, a1, a0\naddi a0, a0, -1\nbnez a0, g\nret\n";
  CHECK(of_function(two, "f") == "addi bne ");
  CHECK(of_function(two, "g") == "mul addi bne ");
  const isa::Program program = program_of(two);
  CHECK(session::body_of_function(program, "f", {})->loops == 1);
  CHECK(has(of_function(two, "f", 2), "no loop 2 in function f"));
  // One that falls into the next one has it, and one that jumps there.
  CHECK(of_function("f: li a1, 3\ng: addi a1, a1, -1\nbnez a1, g\nret\n", "f") == "addi bne ");
  CHECK(of_function("f: li a1, 3\nj h\ng: li a1, 4\nbnez a1, g\nret\n"
                    "h: addi a1, a1, -1\nbnez a1, h\nret\n",
                    "f") == "addi bne ");
  // An indirect jump may go to any label.
  CHECK(of_function("f: jr a0\ng: addi a1, a1, -1\nbnez a1, g\nret\n", "f") == "addi bne ");
}

TEST_CASE("natural loops: an iteration goes around a call where it can") {
  // if (a[i] == 7) g();
  const std::string arm = "f: lw a1, 0(a2)\naddi a2, a2, 4\nbne a1, a3, .L1\ncall g\n"
                          ".L1: bne a2, a4, f\nret\ng: ret\n";
  CHECK(of_function(arm, "f") == "lw addi bne bne ");
  const isa::Program program = program_of(arm);
  const auto body = session::body_of_function(program, "f", {});
  REQUIRE(body);
  CHECK(body->notes.front() == "'bne a1, a3, .L1' (line 3) is taken");
  // In the arm that is jumped to, nothing changes; on every way, it is followed to its return.
  CHECK(of_function("f: lw a1, 0(a2)\nbeq a1, a3, .L2\n.L1: addi a2, a2, 4\nbne a2, a4, f\nret\n"
                    ".L2: call g\nj .L1\ng: ret\n",
                    "f") == "lw beq addi bne ");
  CHECK(of_function("f: beqz a1, .L1\ncall g\n.L1: call g\nbne a2, a4, f\nret\ng: ret\n", "f") ==
        "beq jal jalr jal jalr bne ");
  // The same in straight code that is repeated.
  const isa::Program straight =
      program_of("lw a1, 0(a2)\nbne a1, a3, 1f\ncall 2f\n1: addi a2, a2, 4\nnop\n2: nop\n");
  CHECK(iteration(straight, session::body_of_code(straight, {0, 1, 2, 3, 4}, "it", {})) ==
        "open lw bne addi nop ");
}

TEST_CASE("natural loops: a jump back to a shared end is no loop") {
  const std::string text = "f: bnez a0, .L1\n.L0: ret\n.L1: addi a1, a1, 1\nbnez a1, .L0\n"
                           "addi a2, a2, 1\nj .L0\n";
  CHECK(has(of_function(text, "f"), "no loop in function f"));
  // In front of a loop that is there.
  CHECK(of_function("f: bnez a0, .L1\n.L0: ret\n.L1: lw a1, 0(a2)\naddi a2, a2, 4\nbeqz a1, .L0\n"
                    "bnez a2, .L1\nj .L0\n",
                    "f") == "lw addi beq bne ");
}

TEST_CASE("natural loops: a loop that is entered in its middle begins where its code does") {
  CHECK(
      of_function("find: mv a4, a0\nj .L3\n.L7: addiw a0, a0, 1\nbeq a4, a0, .L4\n"
                  ".L3: lw a5, 0(a1)\naddi a1, a1, 4\nbne a5, a2, .L7\nret\n.L4: li a0, -1\nret\n",
                  "find") == "addiw beq lw addi bne ");
}

TEST_CASE("natural loops: what aligns a loop behind a jump does not lead into it") {
  CHECK(of_function("find: li a4, 0\nj .L3\n.balign 16\n.L7: addiw a0, a0, 1\nbeq a4, a0, .L4\n"
                    ".L3: lw a5, 0(a1)\naddi a1, a1, 4\nbne a5, a2, .L7\n.L4: ret\n",
                    "find") == "addiw beq lw addi bne ");
}

TEST_CASE("natural loops: code between that leaves the loop is no part of an iteration") {
  const isa::Program program =
      program_of("f: lw a1, 0(a2)\nbnez a1, .L2\nli a0, 7\nret\n.L2: addi a2, a2, 4\n"
                 "bne a2, a3, f\nret\n");
  const auto body = session::body_of_function(program, "f", {});
  CHECK(iteration(program, body) == "lw bne addi bne ");
  REQUIRE(body->notes.size() == 1);
  CHECK(body->notes[0] == "'bne a1, zero, .L2' (line 2) is taken");
}

TEST_CASE("natural loops: two ways back to one header are one loop") {
  // if (a[i] & 1) continue;
  CHECK(of_function("f: lw a1, 0(a2)\naddi a2, a2, 4\nandi a3, a1, 1\nbnez a3, f\n"
                    "add a0, a0, a1\nbne a2, a4, f\nret\n",
                    "f") == "lw addi andi bne add bne ");
}

TEST_CASE("natural loops: several are said, the first innermost one is taken") {
  const std::string nest = "f: li a1, 0\n.L1: li a2, 0\n.L2: addi a2, a2, 1\nbne a2, a3, .L2\n"
                           "addi a1, a1, 1\nbne a1, a3, .L1\n.L3: lw a4, 0(a5)\nsw a4, 0(a5)\n"
                           "bnez a5, .L3\nret\n";
  const isa::Program program = program_of(nest);
  const auto first = session::body_of_function(program, "f", {});
  CHECK(iteration(program, first) == "addi bne ");
  CHECK(first->loop == 1);
  CHECK(first->loops == 3);
  CHECK(first->notes.back() ==
        "there are 3 loops in function f, of which this is number 1; --loop N takes another: 1: "
        "lines 3 to 4, 2 instructions, depth 2; 2: lines 7 to 9, 3 instructions; 3: lines 2 to 6, "
        "with loops in it");
  CHECK(of_function(nest, "f", 2) == "lw sw bne ");
  // The outer one, with the inner one gone round so many times.
  CHECK(of_function(nest, "f", 3) == "addi addi bne addi bne ");
  const auto outer = session::body_of_function(program, "f", 3, 3);
  CHECK(iteration(program, outer) == "addi addi bne addi bne addi bne addi bne ");
  CHECK(outer->apart ==
        std::vector<bool>{false, false, false, true, true, true, true, false, false});
  CHECK(outer->notes.front() == "each loop within is gone round 3 times in an iteration (--trips)");
  CHECK(has(of_function(nest, "f", 4), "no loop 4 in function f"));
}

TEST_CASE("natural loops: a switch takes the first of its targets, and a table leads to them") {
  const isa::Program program =
      program_of("f: lw a1, 0(a2)\naddi a2, a2, 4\njr a1\n.L1: addi a0, a0, 1\nj .L3\n"
                 ".L2: slli a0, a0, 1\n.L3: bne a2, a3, f\nret\n");
  const auto body = session::body_of_function(program, "f", {});
  CHECK(iteration(program, body) == "lw addi jalr addi jal bne ");
  CHECK(has(body->notes.front(),
            "'jalr zero, 0(a1)' (line 3) goes to line 4, the first of its targets"));
  for (const char* machine : {"ooo-4", "dual-5"}) { // the target lies behind the jump
    const auto report =
        session::analyse_loop(program, *body, machine::load_machine(machine, {}).value(), {});
    INFO(format(report.diagnostics()));
    REQUIRE(report);
    CHECK(report->rate.exact);
  }
}

TEST_CASE("natural loops: a switch in a rotated loop goes to what nothing else leads to") {
  CHECK(of_function("f: li t0, 3\nj .L3\n.balign 16\n.L7: addi t1, t1, 1\nbeq t1, t0, .L4\n"
                    ".L3: lw t2, 0(s0)\njr t2\n.L5: addi s1, s1, 1\n.L6: bne t2, a0, .L7\n"
                    ".L4: ret\n",
                    "f") == "addi beq lw jalr addi bne ");
}

TEST_CASE("natural loops: a loop that is entered in two places is none, which is said") {
  const std::string two = of_function("f: beqz a0, .L2\n.L1: addi a1, a1, 1\n.L2: addi a2, a2, 1\n"
                                      "bne a1, a2, .L1\nret\n",
                                      "f");
  CHECK(has(two, "no loop in function f"));
  CHECK(has(two, "a loop that is entered in one place; 'bne a1, a2, .L1' (line 4) is none"));
}

TEST_CASE("natural loops: what the user wrote is suggested before what a library has") {
  const isa::Program program = program_of(kTwo);
  const auto body = session::body_of_function(program, "fakt", {});
  REQUIRE_FALSE(body);
  CHECK(body.diagnostics().front().suggestion == "fact");
  CHECK(has(body.diagnostics().front().expected, "twice, fact"));
}
