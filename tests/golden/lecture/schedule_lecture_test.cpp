#include "sched/renaming/rename.hpp"
#include "sched/rewriting/delay_slot.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "sched/unrolling/unroll.hpp"
#include "unit/sched/sched_testing.hpp"

#include <algorithm>
#include <numeric>

// The numbers of the compiler course's scheduling lecture, and the textbook's of its table machine.

using namespace stallscope;
using namespace stallscope::sched_testing;
using isa::Isa;
using sched::Node;

TEST_CASE("lecture 3: the dependence graph of B6") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  CHECK(text_of(b6.graph()) == "1->2 RAW t0, 1->2 WAR t1, 1->4 WAW t0, 2->4 RAW t1, 2->4 WAR t0, "
                               "3->5 RAW t3");
  const sched::LegalOrders orders = sched::count_legal_orders(b6.graph());
  CHECK(orders.exact);
  CHECK(orders.count == 60);
}

TEST_CASE("lecture 3: the 60 legal orders of B6 take 10 to 15 cycles") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  const sched::Problem problem = b6.problem();
  std::vector<Node> order(6);
  std::iota(order.begin(), order.end(), 0U);
  std::map<std::uint32_t, int> count;
  int legal = 0;
  do {
    if (!sched::illegality(b6.block, order).empty())
      continue;
    ++legal;
    ++count[problem.evaluate("", order).cycles];
  } while (std::next_permutation(order.begin(), order.end()));
  CHECK(legal == 60);
  CHECK(count.begin()->first == 10);
  CHECK(count.begin()->second == 4);
  CHECK(count.rbegin()->first == 15);
  CHECK(count.rbegin()->second == 6);
}

TEST_CASE("lecture 3: orders of B6 and their cycles") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  const sched::Problem problem = b6.problem();
  const auto check = [&](std::string_view scheduler, std::string_view order, unsigned cycles) {
    const sched::Schedule schedule = sched::make_schedule(problem, scheduler);
    CAPTURE(scheduler);
    CHECK(text_of(schedule.order) == order);
    CHECK(schedule.cycles == cycles);
  };
  check("source", "1 2 3 4 5 6", 12);
  check("topological", "3 5 1 2 4 6", 15);
  check("weighted", "1 3 6 2 5 4", 10);
  check("combined", "1 3 6 2 5 4", 10);
  const sched::Schedule best = sched::make_schedule(problem, "optimal");
  CHECK(best.cycles == 10);
  CHECK(best.proven);
}

TEST_CASE("lecture 3: the weighted list schedule of B6, step by step") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  sched::ScheduleOptions options;
  options.steps = true;
  const auto text = [&](std::string_view scheduler) {
    std::string out;
    for (const sched::Step& step : sched::make_schedule(b6.problem(), scheduler, options).steps) {
      out += fmt::format("{}:", step.cycle);
      for (const sched::Candidate& c : step.available)
        out += fmt::format(" {}@{}{}", c.node + 1, c.earliest, c.free ? "" : "-");
      out += step.chosen == sched::kNoNode ? " none" : fmt::format(" take {}", step.chosen + 1);
      for (const sched::Candidate& c : step.changed)
        out += fmt::format(" ({}@{})", c.node + 1, c.earliest);
      out += "\n";
    }
    return out;
  };
  // A list entry is INSTRUCTION@EARLIEST, with - while it stands behind one that is not taken.
  const char* lecture = "0: 1@0 3@0 6@0 take 1 (2@3) (4@3)\n"
                        "1: 2@3 3@0 4@3- 6@0 take 3 (5@4)\n"
                        "2: 2@3 4@3- 5@4 6@0 take 6\n"
                        "3: 2@3 4@3- 5@4 take 2 (4@6)\n"
                        "4: 4@6 5@4 take 5\n"
                        "5: 4@6 none\n"
                        "6: 4@6 take 4\n";
  CHECK(text("weighted") == lecture);
  CHECK(text("combined") == lecture);
}

// x[i] = x[i] + s, Hennessy and Patterson's example of instruction-level parallelism by a compiler.
// Issue cycles in source order: 1, 3 (load -> FP 1 stall), 6 (FP -> store 2), 7, 9 (integer ->
// branch 1). Scheduled, the addition to the base goes into the stall behind the load, and the
// store's offset becomes 8 more: 1, 2, 3, 6, 7.
TEST_CASE("textbook: the loop x[i] + s takes 9 cycles an element, and 7 scheduled") {
  const char* loop = "loop: l.d $f0, 0($t1)\nadd.d $f4, $f0, $f2\ns.d $f4, 0($t1)\n"
                     "addi $t1, $t1, -8\nbne $t1, $t2, loop\n";
  const Scheduling s(Isa::mips, loop, "hp-latency");
  const sched::Folding folding = sched::foldable(s.block);
  const sched::Problem problem(sched::dependences(s.block, s.machine, {}, folding), s.machine);
  CHECK(sched::make_schedule(problem, "source").cycles == 9);
  const sched::Schedule best = sched::make_schedule(problem, "optimal");
  CHECK(best.cycles == 7);
  CHECK(best.proven);
  CHECK(text_of(best.order) == "1 4 2 3 5");
  CHECK(sched::folded_offsets(s.block, folding, best.order) ==
        std::vector<std::pair<Node, std::int64_t>>{{2, 8}});
  CHECK(sched::rewritten(*s.program, {{s.block, best.order, folding}}) ==
        "loop:\n      l.d $f0, 0($t1)\naddi $t1, $t1, -8\nadd.d $f4, $f0, $f2\n"
        "s.d $f4, 8($t1)\nbne $t1, $t2, loop\n");
  // Without folding the store has to stay in front of the addition.
  CHECK(sched::make_schedule(s.problem(), "optimal").cycles == 9);
}

// Unrolled four times, with registers of its own for each copy: 14 instructions, of which each copy
// waits 1 + 2 cycles and the branch 1: 27. Loads, additions and stores four at a time fill them
// all.
TEST_CASE("textbook: x[i] + s unrolled four times takes 14 cycles scheduled, one an instruction") {
  std::string loop = "loop:";
  for (int copy = 0; copy < 4; ++copy)
    loop += fmt::format("l.d $f{0}, {2}($t1)\nadd.d $f{1}, $f{0}, $f30\ns.d $f{1}, {2}($t1)\n",
                        4 * copy, 4 * copy + 2, -8 * copy);
  loop += "addi $t1, $t1, -32\nbne $t1, $t2, loop\n";
  const Scheduling s(Isa::mips, loop, "hp-latency");
  const sched::Problem problem(sched::dependences(s.block, s.machine, {}, sched::foldable(s.block)),
                               s.machine);
  CHECK(sched::make_schedule(problem, "source").cycles == 27);
  CHECK(sched::make_schedule(problem, "critical-path").cycles == 14);
  const sched::Schedule best = sched::make_schedule(problem, "optimal");
  CHECK(best.cycles == 14);
  CHECK(best.proven);
}

// The same, made from the plain loop: the unrolled loop is the textbook's, with as many registers.
// As it stands, each copy waits 1 + 2 cycles and the branch 1 for the addition right in front of
// it: 27. The textbook's 26 counts no wait of the branch: so it is with the addition in front of
// the last copy, whose offsets it changes.
TEST_CASE("textbook: unrolling x[i] + s by four gives 27 cycles, 26 with the addition earlier, 14 "
          "scheduled") {
  const char* loop = "loop: l.d $f0, 0($t1)\nadd.d $f4, $f0, $f2\ns.d $f4, 0($t1)\n"
                     "daddiu $t1, $t1, -8\nbne $t1, $t2, loop\n";
  const Scheduling plain(Isa::mips, loop, "hp-latency");
  const sched::Unrolled unrolled = sched::unroll(*plain.program, {plain.block});
  REQUIRE(unrolled.loops.size() == 1);
  CHECK(unrolled.loops[0].main_label == "loop_unrolled");
  CHECK(unrolled.loops[0].merged == 1);
  const Scheduling copies(Isa::mips, unrolled.text, "hp-latency");
  const auto blocks = sched::basic_blocks(*copies.program);
  REQUIRE(blocks.size() == 4); // limit, unrolled, whether all is done, rest
  const Scheduling renamed(Isa::mips, sched::rename_registers(*copies.program, {blocks[1]}).text,
                           "hp-latency");
  const sched::Block main = sched::basic_blocks(*renamed.program)[1];
  REQUIRE(main.count == 14);
  const sched::Problem problem(sched::dependences(main, renamed.machine, {}, sched::foldable(main)),
                               renamed.machine);
  CHECK(sched::make_schedule(problem, "source").cycles == 27);
  CHECK(problem.evaluate("", {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 9, 10, 11, 13}).cycles == 26);
  CHECK(sched::make_schedule(problem, "critical-path").cycles == 14);
  // Four loads, then four additions, then the stores: no value waits for another one's register.
  CHECK(problem.evaluate("", {0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 12, 11, 13}).cycles == 14);
  CHECK(sched::illegality(main, {0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 12, 11, 13}, {},
                          problem.graph().folding)
            .empty());
}

// With one delay slot the plain loop takes a cycle more, 10 with the nop. The store fills the slot:
// load 1, addition to the base 2, add.d 3, branch 5 (it waits one cycle at most; here for nothing
// but the store behind it, which needs the sum 3 cycles after add.d), store 6. Unrolled 27 + 1 =
// 28; scheduled, 14 instructions without a stall, the last store in the slot.
TEST_CASE("textbook: x[i] + s with a delay slot takes 10 cycles, 6 scheduled, unrolled 28 and 14") {
  const char* loop = "loop: l.d $f0, 0($t1)\nadd.d $f4, $f0, $f2\ns.d $f4, 0($t1)\n"
                     "daddiu $t1, $t1, -8\nbne $t1, $t2, loop\nnop\n";
  const machine::Machine machine =
      machine::load_machine("hp-latency", {{"branch.delay_slot", "true"}}).value();
  const auto read = [](const std::string& text) {
    isa::AssembleOptions options;
    options.delay_slots = true;
    return isa::assemble(Isa::mips, "loop", text, options).value();
  };
  const auto cycles = [&machine](const isa::Program& program, std::size_t block,
                                 std::string_view scheduler) {
    const sched::Block b = sched::basic_blocks(program, true).at(block);
    const sched::Problem problem(sched::dependences(b, machine, {}, sched::foldable(b)), machine);
    return sched::make_schedule(problem, scheduler).cycles;
  };
  const auto filled = [&](const isa::Program& program, std::size_t block) {
    const auto blocks = sched::basic_blocks(program, true);
    const sched::FilledSlots slots = sched::fill_delay_slots(program, {blocks.at(block)}, machine);
    CHECK(slots.filled == 1);
    return read(slots.text);
  };
  const isa::Program plain = read(loop);
  CHECK(cycles(plain, 0, "source") == 10);
  const isa::Program plain_filled = filled(plain, 0);
  CHECK(plain_filled.code.size() == 5);
  CHECK(cycles(plain_filled, 0, "hennessy-gross") == 6);
  CHECK(cycles(plain_filled, 0, "optimal") == 6);

  const sched::Unrolled unrolled =
      sched::unroll(plain, sched::basic_blocks(plain, true), {4, false, true});
  const isa::Program copies = read(unrolled.text);
  const isa::Program renamed =
      read(sched::rename_registers(copies, {sched::basic_blocks(copies, true).at(1)}, true).text);
  CHECK(cycles(renamed, 1, "source") == 28);
  CHECK(cycles(filled(renamed, 1), 1, "critical-path") == 14);
}

TEST_CASE("lecture 2: P4 and what its schedulers make of it") {
  const char* p4 = "add $t2, $t0, $t1\nadd $t4, $t3, $t2\nadd $t7, $t5, $t6\nadd $t0, $t0, $t7\n";
  for (const auto& [machine, source, swapped] :
       {std::tuple{"lecture-4", 11U, 8U}, std::tuple{"lecture-4-shared", 11U, 9U}}) {
    const Scheduling lesson(Isa::mips, p4, machine);
    const sched::Problem problem = lesson.problem();
    CAPTURE(machine);
    CHECK(problem.evaluate("", order_of("1234")).cycles == source);
    CHECK(problem.evaluate("", order_of("1324")).cycles == swapped);
    CHECK(sched::make_schedule(problem, "weighted").cycles == swapped);
    const sched::Schedule best = sched::make_schedule(problem, "optimal");
    CHECK(best.cycles == swapped);
    CHECK(best.proven);
  }
  const Scheduling serial(Isa::mips, "add $t2, $t0, $t1\nadd $t5, $t3, $t4\nadd $t8, $t6, $t7\n",
                          "serial");
  CHECK(sched::make_schedule(serial.problem(), "source").cycles == 12);
}
