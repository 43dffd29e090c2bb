#include "property/generators/random.hpp"
#include "sched/optimal/optimal.hpp"
#include "sched/report/report.hpp"
#include "sched/rewriting/rewrite.hpp"
#include "unit/sched/sched_testing.hpp"

#include <numeric>

using namespace stallscope;
using namespace stallscope::sched_testing;
using isa::Isa;
using sched::Node;

TEST_CASE("schedulers: the optimum is what trying all orders finds") {
  for (const char* machine :
       {"lecture-4", "lecture-4-shared", "mips-5-fp", "dual-5", "hp-latency", "sifive-7"})
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      property::Random random(seed);
      std::string text;
      for (int i = 0; i < 7; ++i) {
        const auto reg = [&random] { return fmt::format("$t{}", random.below(5)); };
        const auto freg = [&random] { return fmt::format("$f{}", 2 * random.below(4)); };
        switch (random.below(4)) {
        case 0:
          text += fmt::format("lw {}, {}($a0)\n", reg(), 4 * random.below(3));
          break;
        case 1:
          text +=
              fmt::format("{}.d {}, {}, {}\n", random.pick({"add", "mul"}), freg(), freg(), freg());
          break;
        default:
          text += fmt::format("add {}, {}, {}\n", reg(), reg(), reg());
          break;
        }
      }
      INFO(machine << "\n" << text);
      const Scheduling s(Isa::mips, text, machine);
      const sched::Problem problem = s.problem();
      std::vector<Node> order(7);
      std::iota(order.begin(), order.end(), 0U);
      std::uint32_t best = ~0U;
      do {
        if (sched::illegality(s.block, order).empty())
          best = std::min(best, problem.evaluate("", order).cycles);
      } while (std::next_permutation(order.begin(), order.end()));
      // From a bad start, so that the search has to find it itself.
      std::vector<Node> source(7);
      std::iota(source.begin(), source.end(), 0U);
      const sched::SearchResult found = sched::search_optimal(problem, {source}, 10);
      CHECK(found.proven);
      CHECK(found.lower_bound == best);
      CHECK(problem.evaluate("", found.order).cycles == best);
      CHECK(problem.lower_bound() <= best);
    }
}

// mips-5: a loaded value can be used in the cycle after the next, a sum in the next. The load alone
// interlocks with a successor (4), so it is first; of 1 and 3 the latter has two direct successors,
// the former one. Hennessy and Gross do not count successors without an interlock: 1, then 3.
TEST_CASE("schedulers: Gibbons and Muchnick, decision by decision") {
  const Scheduling s(Isa::mips,
                     "add $t0, $a0, $a1\nlw $t1, 0($a0)\nadd $t2, $a2, $a3\nadd $t3, $t1, $t0\n"
                     "add $t4, $t2, $t2\nadd $t5, $t2, $a0\n",
                     "mips-5");
  sched::ScheduleOptions options;
  options.steps = true;
  const sched::Problem problem = s.problem();
  const sched::Schedule made = sched::make_schedule(problem, "gibbons-muchnick", options);
  CHECK(text_of(made.order) == "2 3 1 4 5 6");
  REQUIRE(made.steps.size() == 6);
  CHECK(made.steps[0].why.text() ==
        "no interlock, but with a direct successor; 1 depends directly on it");
  CHECK(made.steps[1].why.text() == "no interlock; 2 depend directly on it");
  CHECK(made.steps[3].why.text() == "no interlock; 0 depend directly on it");
  CHECK(made.stall_cycles() == 0);
  CHECK(text_of(sched::make_schedule(problem, "hennessy-gross").order) == "2 1 3 4 5 6");
}

TEST_CASE("schedulers: a search that is stopped says how far it came") {
  std::string text;
  property::Random random(3);
  for (int i = 0; i < 200; ++i)
    text += fmt::format("{}.d $f{}, $f{}, $f{}\n", random.pick({"add", "mul", "div"}),
                        2 * random.below(16), 2 * random.below(16), 2 * random.below(16));
  const Scheduling s(Isa::mips, text, "mips-5-fp");
  sched::ScheduleOptions options;
  options.optimal_seconds = 0.05;
  const sched::Schedule schedule = sched::make_schedule(s.problem(), "optimal", options);
  CHECK(schedule.lower_bound <= schedule.cycles);
  CHECK(schedule.proven == (schedule.lower_bound == schedule.cycles));
  CHECK_FALSE(schedule.note.empty());
}

TEST_CASE("schedulers: stalls and registers of an order") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  const sched::Schedule source = sched::make_schedule(b6.problem(), "source");
  // 2 waits two cycles for t0; 4 waits for t1 of 2, of which 3 has filled one cycle.
  CHECK(source.stalls.at(static_cast<std::size_t>(Reason::raw)) == 3);
  CHECK(source.stall_cycles() == 3);
  // t0 to t7 have a value at the end or are needed before.
  CHECK(source.registers == 8);
  // ID 1, RR 2, ALU 3; then three cycles between dependent ones.
  CHECK(source.issue_cycles == std::vector<std::uint32_t>{3, 6, 7, 9, 10, 11});
}

TEST_CASE("schedulers: every cycle of a stall has its own reason") {
  // div.d has the divider from 3 to 26. The load is issued in 4, and what it loads can be used in
  // 6: in 5 the second div.d waits for that, from 6 to 26 for the divider.
  const Scheduling s(Isa::mips, "div.d $f0, $f2, $f4\nl.d $f6, 0($t0)\ndiv.d $f8, $f6, $f2\n",
                     "mips-5-fp");
  const sched::Schedule source = sched::make_schedule(s.problem(), "source");
  CHECK(source.issue_cycles == std::vector<std::uint32_t>{3, 4, 27});
  CHECK(source.stalls.at(static_cast<std::size_t>(Reason::raw)) == 1);
  CHECK(source.stalls.at(static_cast<std::size_t>(Reason::unit_busy)) == 21);
}

TEST_CASE("schedulers: lines stay whole also where only restrict pointers allow the order") {
  const Scheduling s(Isa::riscv, "sw t0, 0(a0)\nlw t1, 64(a1)\nli t2, 0x12345678\n", "mips-5");
  REQUIRE(s.block.count == 4); // lui, addiw
  sched::AliasHints hints;
  hints.restrict_registers.push_back(s.program->register_named("a0"));
  CHECK(text_of(sched::with_whole_lines(s.block, order_of("2314"), {}, hints)) == "2 1 3 4");
  CHECK(text_of(sched::with_whole_lines(s.block, order_of("2314"))) == "1 2 3 4");
}

TEST_CASE("schedulers: a label for the other half of an address moves with its auipc") {
  // The branch ends a block, so that the auipc begins one, as clang writes it for medany.
  const Scheduling s(Isa::riscv,
                     "beqz a0, over\n.Lhi: # x\n.Lpcrel_hi0:\n  auipc a2, %pcrel_hi(x)\n"
                     "  lw a3, %pcrel_lo(.Lpcrel_hi0)(a2)\n  addi a0, a0, 1\nover: ret\n.data\n"
                     "x: .word 5\n",
                     "mips-5");
  const sched::Block block = sched::basic_blocks(*s.program).at(1);
  CHECK(sched::rewritten(*s.program, {{block, order_of("312")}})
            .starts_with("beqz a0, over\n.Lhi: # x\n  addi a0, a0, 1\n.Lpcrel_hi0:\n"
                         "  auipc a2, %pcrel_hi(x)\n  lw a3, %pcrel_lo(.Lpcrel_hi0)(a2)\nover:"));
}

TEST_CASE("schedulers: numeric labels for halves of addresses get names before lines move") {
  // Behind the second auipc "1b" would mean that one.
  const Scheduling s(Isa::riscv,
                     "1:\n  auipc a0, %pcrel_hi(x)\n  lw a1, %pcrel_lo(1b)(a0)\n"
                     "1: auipc a2, %pcrel_hi(y)\n  lw a3, %pcrel_lo(1b)(a2)\n.data\n"
                     "x: .word 5\ny: .word 7\n",
                     "mips-5");
  const std::string text = sched::rewritten(*s.program, {{s.block, order_of("1324")}});
  CHECK(text == "1:\n  .Lpair_1: auipc a0, %pcrel_hi(x)\n1: .Lpair_2: auipc a2, %pcrel_hi(y)\n"
                "  lw a1, %pcrel_lo(.Lpair_1)(a0)\n  lw a3, %pcrel_lo(.Lpair_2)(a2)\n.data\n"
                "x: .word 5\ny: .word 7\n");
  CHECK(isa::assemble(Isa::riscv, "again", text).ok());
}

TEST_CASE("schedulers: the text of a program in a new order") {
  const Scheduling s(Isa::mips,
                     "# first\nloop:  add $t0, $t1, $t2  # one\n"
                     "  add $t3, $t0, $t2  # two\n  # three is free\n"
                     "  add $t4, $t5, $t6\n  bne $t4, $t3, loop\n",
                     "lecture-4");
  CHECK(sched::rewritten(*s.program, {{s.block, order_of("1324")}}) ==
        "# first\nloop:\n       add $t0, $t1, $t2  # one\n  # three is free\n"
        "  add $t4, $t5, $t6\n  add $t3, $t0, $t2  # two\n  bne $t4, $t3, loop\n");
  // The two instructions of li stay together, where the second would be.
  const Scheduling li(Isa::mips, "li $t0, 0x12345678\nadd $t1, $t2, $t3\n", "lecture-4");
  CHECK(text_of(sched::with_whole_lines(li.block, order_of("132"))) == "3 1 2");
}

TEST_CASE("schedulers: the graph as DOT and as a drawing") {
  const Scheduling b6(Isa::tac, kB6, "lecture-4");
  const std::string dot = sched::graph_dot(b6.graph());
  CHECK(dot.find("n1 -> n2 [label=\"RAW t0 3\"];") != std::string::npos);
  CHECK(dot.find("n1 -> n4 [label=\"WAW t0 1\", style=dashed];") != std::string::npos);
  const std::string svg = sched::graph_svg(b6.graph());
  CHECK(svg.starts_with("<svg "));
  std::size_t boxes = 0; // one an instruction, and the background
  for (std::size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1))
    ++boxes;
  CHECK(boxes == 7);
  CHECK(svg.find(">RAW t0 3, WAR t1 0<") != std::string::npos);
}
