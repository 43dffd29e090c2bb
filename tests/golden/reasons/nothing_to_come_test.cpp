// Room where nothing more is to come: the program has ended, and nothing waits for what would keep
// another instruction out.

#include "golden/mechanism.hpp"
#include "golden/reasons/cells.hpp"

#include <catch2/catch.hpp>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

std::uint64_t slots_of(const trace::RunRecord& run, trace::LedgerPoint point, Reason why) {
  return run.ledger.at(point).slots[static_cast<std::size_t>(why)];
}

} // namespace

TEST_CASE("nothing to come: a machine that is not pipelined waits for an instruction that is there",
          "[in_order]") {
  // serial: an instruction is in ID, RR, ALU and RW for a cycle each, and the next one is fetched
  // when it has left. Behind the last one nothing is to be fetched.
  const trace::RunRecord one = recorded_run(riscv("add a0, a1, a2\n"), preset("serial"));
  CHECK(gaps_of(one, "ID") == "2-4 drain 0\n");
  CHECK(gaps_of(one, "RR") == "1-1 fill 0\n3-4 drain 0\n");
  CHECK(gaps_of(one, "ALU") == "1-2 fill 0\n4-4 drain 0\n");
  CHECK(slots_of(one, trace::LedgerPoint::fetch, Reason::drain) == 3);
  CHECK(slots_of(one, trace::LedgerPoint::fetch, Reason::not_pipelined) == 0);
  // The second is fetched in 5.
  const trace::RunRecord two =
      recorded_run(riscv("add a0, a1, a2\nadd a3, a1, a2\n"), preset("serial"));
  CHECK(gaps_of(two, "ID") == "2-4 not_pipelined 1\n6-8 drain 0\n");
  CHECK(slots_of(two, trace::LedgerPoint::fetch, Reason::not_pipelined) == 3);
  CHECK(slots_of(two, trace::LedgerPoint::fetch, Reason::drain) == 3);
}

TEST_CASE("nothing to come: a loop that is not pipelined ends behind its branch", "[in_order]") {
  // Of six instructions the last is followed by the end of the program: its three cycles in which
  // nothing is fetched. Behind the others, those of branches too, the next one waits.
  const trace::RunRecord run =
      recorded_run(riscv("addi t0, zero, 2\nl: addi t0, t0, -1\nbne t0, zero, l\naddi t1, t0, 1\n"),
                   preset("serial"));
  CHECK(slots_of(run, trace::LedgerPoint::fetch, Reason::none) == 6);
  CHECK(slots_of(run, trace::LedgerPoint::fetch, Reason::drain) == 3);
}

TEST_CASE("nothing to come: no instruction waits for an entry of a fetch queue that is full",
          "[out_of_order]") {
  // tomasulo-rob-1 with one station of the multiplier: the second division stands in front of it
  // from 2 to 43, and behind it the additions, fetched in 3 and 4, in the three entries of the
  // queue. 4 is the last instruction.
  const char* const text = "div a0, s1, s2\ndiv a1, a0, s2\nadd a2, a1, s1\nadd a3, a2, s1\n";
  const std::vector<machine::Setting> settings{{"station.mult.entries", "1"},
                                               {"front_end.queue", "3"}};
  const machine::Machine machine = preset("tomasulo-rob-1", settings);
  const isa::Program program = riscv(text);
  const trace::RunRecord run = recorded_run(program, machine);
  CHECK(slots_of(run, trace::LedgerPoint::fetch, Reason::none) == 4);
  CHECK(slots_of(run, trace::LedgerPoint::fetch, Reason::queue_full) == 0);
  CHECK(slots_of(run, trace::LedgerPoint::fetch, Reason::drain) == 85);
  const auto all = session::explain_cycle(program, machine, {}, 10, false);
  REQUIRE(all.has_value());
  CHECK(std::find(all->empty.begin(), all->empty.end(),
                  "F is not full: the program has ended: nothing more to fetch") !=
        all->empty.end());
  // With one more behind them that one waits for the entry of the second division, up to 43.
  const trace::RunRecord more =
      recorded_run(riscv(std::string(text) + "add a4, a1, s1\n"), machine);
  CHECK(slots_of(more, trace::LedgerPoint::fetch, Reason::queue_full) == 39);
}

TEST_CASE("nothing to come: the right path ends behind a branch, and the wrong one fills the queue",
          "[out_of_order]") {
  // The branch waits for the division and goes to the end of the program, which is not foreseen;
  // the additions that are fetched meanwhile fill the queue. The right path has nothing to wait
  // for an entry.
  const trace::RunRecord run = recorded_run(
      riscv("div a0, a1, a2\nbeq a0, a0, end\nadd a3, a0, a0\nadd a4, a0, a0\nadd a5, a0, a0\n"
            "add a6, a0, a0\nadd a7, a0, a0\nadd t0, a0, a0\nend:\n"),
      small({{"branch.predictor", "not_taken"},
             {"station.RS.entries", "2"},
             {"front_end.queue", "2"}}));
  CHECK(slots_of(run, trace::LedgerPoint::fetch, Reason::queue_full) == 0);
}
