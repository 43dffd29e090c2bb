#include "unit/session/session_testing.hpp"

using namespace stallscope;
using namespace stallscope::session;
using namespace stallscope::session::test;

namespace {

constexpr const char* kSums = "a = 1\nb = a + 1\nc = b + 1\nd = c + 1\ne = d + 1\nf = e + 1\n";

} // namespace

TEST_CASE("a register edit counts for instructions fetched afterwards, and is replayed") {
  const auto s = session_of(kSums, preset("mips-5"));
  s->seek(3); // a, b and c are fetched
  s->set_register(reg(*s, "c"), 100);
  CHECK(value(*s, "c") == 100);
  CHECK(committed(*s, "c") == 100);
  s->run();
  CHECK(value(*s, "b") == 2);
  CHECK(value(*s, "f") == 103);
  s->seek(2);
  CHECK(value(*s, "c") == 0);
  s->seek(3); // the moment behind the edit
  CHECK(value(*s, "c") == 100);
  s->run();
  CHECK(value(*s, "f") == 103);
  REQUIRE(s->edits().size() == 1);
  CHECK(s->edits()[0].cycle == 3);
  CHECK(s->edits()[0].value == 100);
}

TEST_CASE("an edited register keeps its value when an older write of it is still on its way") {
  const auto s = session_of(kSums, preset("mips-5"));
  s->seek(3); // c = b + 1 is in IF; it writes c in cycle 7
  s->set_register(reg(*s, "c"), 100);
  s->run();
  CHECK(value(*s, "c") == 100);
  CHECK(committed(*s, "c") == 100);
}

TEST_CASE("edits made while fetch is on a wrong path survive its end") {
  // Resolved in MEM: three instructions of the wrong path are fetched behind the taken branch, and
  // write x and mem[8], before it is known.
  const auto machine = preset("mips-5", {"branch.resolve=MEM"});
  const char* source = ".reg x = 1\n.mem 8 = 1\n"
                       "if zero == 0 goto L\nx = 2\nmem[8] = x\ny = 2\nL: z = x\nw = mem[8]\n";
  const auto s = session_of(source, machine);
  s->seek(4);
  REQUIRE(s->simulation().in_order_state()->speculation.active);
  REQUIRE(s->simulation().in_order_state()->undo.size() >= 2);
  s->set_register(reg(*s, "x"), 77);
  s->set_memory(8, {5});
  s->run();
  CHECK(s->simulation().totals().wrong_path_ops == 3);
  CHECK(value(*s, "x") == 77);
  CHECK(committed(*s, "x") == 77);
  CHECK(value(*s, "z") == 77);
  CHECK(value(*s, "w") == 5);
  CHECK(value(*s, "y") == 0);
}

TEST_CASE("a memory edit that covers part of what a wrong path stored keeps the rest as it was") {
  const auto machine = preset("mips-5", {"branch.resolve=MEM"});
  const char* source = ".mem 8 = 0x1111111111111111\n"
                       "if zero == 0 goto L\nx = -1\nmem[8] = x\nL: w = mem[8]\n";
  const auto s = session_of(source, machine);
  s->seek(3);
  REQUIRE(s->simulation().arch().memory.load(8, 8) == ~0ULL); // as the wrong path left it
  s->set_memory(6, {9, 9, 0x22, 0x33});
  s->run();
  CHECK(static_cast<std::uint64_t>(value(*s, "w")) == 0x1111111111113322ULL);
  CHECK(s->simulation().arch().memory.load(6, 2) == 0x0909);
}

TEST_CASE("a memory edit counts for loads fetched afterwards, and is replayed") {
  const char* source = ".mem 16 = 1\na = 0\na = 0\na = 0\nx = mem[16]\n";
  const auto s = session_of(source, preset("mips-5"));
  s->seek(2);
  s->set_memory(16, {7, 1});
  s->run();
  CHECK(value(*s, "x") == 0x107);
  s->seek(1);
  CHECK(s->simulation().arch().memory.load(16, 8) == 1);
  s->run();
  CHECK(value(*s, "x") == 0x107);
}

TEST_CASE("input given later is read by reads fetched later, and a replay reads the same") {
  const auto s = session_of("read a\nb = a\nb = b\nb = b\nread c\n", preset("mips-5"), "11\n");
  s->seek(2);
  CHECK(value(*s, "a") == 11);
  s->add_input("22\n");
  s->run();
  CHECK(s->simulation().stop() == core::StopReason::end);
  CHECK(value(*s, "c") == 22);
  s->seek(0);
  s->run();
  CHECK(value(*s, "c") == 22);
  // Before the input was given there was none: the same read from an earlier branch of time fails.
  s->seek(1);
  s->set_register(reg(*s, "b"), 0);
  s->run();
  CHECK(s->simulation().stop() == core::StopReason::fault);
  CHECK(s->simulation().trapped().trap == isa::Trap::bad_input);
}

TEST_CASE("pieces of input given at different cycles are read in the order they were given") {
  const auto s = session_of("read a\nread b\nread c\n", preset("lecture-4"), "1\n");
  s->seek(1);
  s->add_input("2\n");
  s->seek(2);
  s->add_input("3\n");
  s->run();
  CHECK(value(*s, "b") == 2);
  CHECK(value(*s, "c") == 3);
  s->seek(1);
  s->add_input("8\n9\n"); // the second piece is forgotten, the first stays
  s->run();
  CHECK(value(*s, "b") == 2);
  CHECK(value(*s, "c") == 8);
}

TEST_CASE("an edit forgets later edits, later output and later checkpoints") {
  CheckpointBudget budget;
  budget.first_distance_cycles = 4;
  const auto s =
      session_of("print x\nprint x\nprint x\nprint x\n", preset("lecture-4"), {}, budget);
  s->seek(3);
  s->set_register(reg(*s, "x"), 5);
  s->run();
  CHECK(s->output() == "0\n0\n0\n5\n");
  CHECK(s->checkpoint_count() == 2);
  s->seek(1);
  CHECK(s->edits().size() == 1); // going back forgets nothing
  s->set_register(reg(*s, "x"), 7);
  REQUIRE(s->edits().size() == 1);
  CHECK(s->edits()[0].value == 7);
  CHECK(s->checkpoint_count() == 1);
  CHECK(s->output() == "0\n");
  s->run();
  CHECK(s->output() == "0\n7\n7\n7\n");
  s->seek(4);
  CHECK(s->output() == "0\n7\n7\n7\n");
}

TEST_CASE("several edits in one cycle all hold, also in a cycle that has a checkpoint") {
  CheckpointBudget budget;
  budget.first_distance_cycles = 2;
  const auto s = session_of(kSums, preset("mips-5"), {}, budget);
  s->seek(2);
  s->set_register(reg(*s, "b"), 10);
  s->set_register(reg(*s, "a"), 20);
  s->set_register(reg(*s, "b"), 30);
  s->run();
  const auto at_end = moment(*s);
  CHECK(value(*s, "c") == 31);
  for (const std::uint64_t cycle : {0, 1, 2, 3}) {
    s->seek(cycle);
    s->run();
    CHECK(moment(*s) == at_end);
  }
  CHECK(value(*s, "a") == 20);
}

TEST_CASE("edits of cycle 0 are part of the start, and cost no more checkpoint bytes") {
  const auto s = session_of("b = a + 1\nc = b + 1\n", preset("mips-5"));
  const std::uint64_t bytes = s->checkpoint_bytes();
  for (unsigned n = 1; n <= 10; ++n)
    s->set_register(reg(*s, "a"), n);
  CHECK(s->checkpoint_count() == 1);
  CHECK(s->checkpoint_bytes() == bytes);
  s->run();
  CHECK(value(*s, "c") == 12);
  s->seek(0);
  CHECK(value(*s, "a") == 10);
  s->run();
  CHECK(value(*s, "c") == 12);
}

TEST_CASE("register 0 cannot be edited") {
  const auto s = session_of("a = 0\n", preset("mips-5"));
  s->set_register(0, 5);
  CHECK(s->simulation().arch().regs[0] == 0);
  CHECK(s->simulation().committed()[0] == 0);
}

TEST_CASE("a register of a 32-bit program holds its value sign-extended, also when edited") {
  Session s(
      std::make_shared<isa::Program>(assembled(isa::Isa::riscv, "nop\nnop\nsltz a1, a0\n", 32)),
      std::make_shared<machine::Machine>(preset("mips-5")));
  s.step();
  s.set_register(reg(s, "a0"), 0x80000000U);
  CHECK(s.simulation().arch().regs[reg(s, "a0")] == 0xffffffff80000000ULL);
  s.run();
  CHECK(s.simulation().arch().regs[reg(s, "a1")] == 1);
}

TEST_CASE("a session at its end takes edits, and goes back from there") {
  const auto s = session_of(kSums, preset("mips-5"));
  s->run();
  const std::uint64_t last = s->cycle();
  s->set_register(reg(*s, "a"), 9);
  s->set_memory(0, {1});
  s->add_input("x");
  CHECK(committed(*s, "a") == 9);
  s->seek(2);
  CHECK(value(*s, "a") == 1);
  s->run();
  CHECK(s->cycle() == last);
  CHECK(committed(*s, "a") == 9);
  CHECK(s->simulation().arch().memory.load(0, 1) == 1);
}

TEST_CASE("a program that ends before its first cycle can be edited and sought in") {
  // Its only label is its end.
  isa::Program program = tac("a = 0\n");
  program.entry = program.end_pc;
  Session s(std::make_shared<isa::Program>(program),
            std::make_shared<machine::Machine>(preset("mips-5")));
  CHECK(s.run() == Pause::stopped);
  CHECK(s.cycle() == 0);
  s.set_register(reg(s, "a"), 3);
  s.seek(0);
  CHECK(value(s, "a") == 3);
  CHECK(s.run() == Pause::stopped);
}
