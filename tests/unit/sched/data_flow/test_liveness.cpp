#include "isa/assemble.hpp"
#include "sched/data_flow/liveness.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace stallscope;

namespace {

/// Which of some registers are live at the beginning and behind each block: "a0 t0 | t0".
std::vector<std::string> live(const std::string& text, const std::vector<std::string>& names,
                              isa::Isa isa = isa::Isa::riscv, bool delay_slot = false) {
  isa::AssembleOptions options;
  options.delay_slots = delay_slot;
  auto program = isa::assemble(isa, "function", text, options);
  INFO(format(program.diagnostics()));
  REQUIRE(program);
  const auto blocks = sched::basic_blocks(program.value(), delay_slot);
  const sched::Liveness found = sched::liveness(program.value(), blocks, delay_slot);
  std::vector<std::string> lines;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    std::string line;
    for (const sched::RegisterSet& set : {found.in[b], found.out[b]}) {
      for (const std::string& name : names)
        if (set.test(program.value().register_named(name)))
          line += name + " ";
      line += line.find('|') == std::string::npos ? "| " : "";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

} // namespace

TEST_CASE("liveness: both ways of a branch, and what a return leaves to the caller") {
  // t0 is read on one way only, t1 on neither; a0 is the result, a2 no longer wanted.
  CHECK(live("f: beqz a2, l\nadd a0, a0, t0\nret\nl: li t1, 1\nret\n", {"a0", "a2", "t0", "t1"}) ==
        std::vector<std::string>{"a0 a2 t0 | a0 t0", "a0 t0 | a0", "a0 | a0"});
}

TEST_CASE("liveness: what a loop reads in its next round is live at its end") {
  CHECK(live("f: li t0, 0\nl: add t0, t0, a2\naddi a2, a2, -1\nbnez a2, l\nmv a0, t0\nret\n",
             {"a0", "a2", "t0"}) ==
        std::vector<std::string>{"a2 | a2 t0", "a2 t0 | a2 t0", "t0 | a0"});
}

TEST_CASE("liveness: calls read and change what the convention says, or what the callee does") {
  // g of this file reads t0 and nothing else; t1 is read behind the call.
  CHECK(live("f: call g\nmv a0, t1\nj e\ng: mv a0, t0\nret\ne: ret\n", {"t0", "t1", "t2"})[0] ==
        "t0 t1 | t0 t1");
  // Behind the end of the text functions of other files begin: arguments are read, t1 is lost.
  const auto elsewhere = live("f: call g\nmv a0, t1\nret\ng:\n", {"a0", "a1", "t1", "s1"});
  CHECK(elsewhere[0] == "a0 a1 s1 | a0 a1 s1");
}

TEST_CASE("liveness: after jumps with unknown targets all registers are live") {
  CHECK(live("f: li t0, 1\njr t1\n", {"t0", "t2"}) == std::vector<std::string>{"t2 | t0 t2"});
}

TEST_CASE("liveness: the instruction in a delay slot belongs to both ways") {
  CHECK(live("f: beq $t0, $t1, l\naddu $v0, $t2, $t3\njr $ra\nnop\nl: move $v0, $t4\njr $ra\nnop\n",
             {"$v0", "$t2", "$t4"}, isa::Isa::mips, true)[0] == "$t2 $t4 | $v0 $t4");
}
