// The ledger where micro-ops leave their stations: a slot a port, of which kSmall has seven (two
// ALUs, two for loads, two for stores, one for multiplications); and how full the structures are.

#include "core/out_of_order/occupancy.hpp"
#include "golden/mechanism.hpp"
#include "session/runner.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <map>

using namespace stallscope;
using namespace stallscope::golden;
using trace::LedgerPoint;

namespace {

trace::UnitCount count_of(const Watched& run, const isa::Program& program,
                          const machine::Machine& machine, std::string_view name) {
  const core::OutOfOrderCore core(program, machine, {});
  for (trace::UnitCount& unit : core::occupancy_counts(core, *run.state))
    if (unit.name == name)
      return unit;
  FAIL("nothing is called " << name);
  return {};
}

/// The slots of the seven ports by what became of them; that they are all there is.
void check_ports(const Watched& run, const std::map<Reason, std::uint64_t>& slots) {
  std::uint64_t all = 0;
  for (const auto& [why, count] : slots) {
    INFO(info(why).name);
    CHECK(run.lost(LedgerPoint::ports, why) == count);
    all += count;
  }
  CHECK(all == run.state->ledger.cycles * 7);
}

} // namespace

TEST_CASE(
    "issue slots are lost to what the oldest in the stations waits for, where any could use them",
    "[out_of_order]") {
  const Watched run = check_times(riscv(kUsesOfDivision), small(), R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a0, 1  | 1  2 11 11 12 13
    addi t1, a0, 2  | 2  3 11 11 12 13
    addi t2, a0, 3  | 2  3 12 12 13 14
    addi t3, a1, 4  | 3  4  5  5  6 14
  )");
  // In 1 and 2 nothing has come to the stations, and after 12 nothing comes any more. In between
  // most ports have nothing to do: in 3 the division and t0 could use the multiplier and both ALUs,
  // from 4 to 12 the additions both ALUs. There t0 is the oldest, and waits for the division up to
  // 10; div leaves in 3, t3 in 5. In 11 t0 and t1 have both ALUs. In 12 t2 leaves, and for the
  // other ALU nothing more has been dispatched: the program has ended.
  check_ports(run, {{Reason::none, 5},
                    {Reason::fill, 2 * 7},
                    {Reason::idle, 4 + 9 * 5},
                    {Reason::raw, 2 + 2 + 1 + 5 * 2},
                    {Reason::drain, 1 + 2 * 7}});
  CHECK(run.state->ledger.at(LedgerPoint::ports).total() == 14 * 7);
}

TEST_CASE("issue slots are lost to what has stopped dispatch when the stations are empty",
          "[out_of_order]") {
  const Watched run =
      check_times(riscv(kBehindDivision), small({{"reorder_buffer.entries", "2"}}), R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a1, 1  | 1  2  3  3  4 12
    addi t1, a1, 2  | 2 13 14 14 15 16
    addi t2, a1, 3  | 2 13 14 14 15 16
  )");
  // What is dispatched in a cycle can leave in the next. In 3 and 14 two leave, and the dispatch in
  // front of that was as wide as it can be: the other five ports have nothing to do. The reorder
  // buffer is full for dispatch from 3 to 12, so that nothing leaves from 4 to 13.
  check_ports(run, {{Reason::none, 4},
                    {Reason::fill, 2 * 7},
                    {Reason::idle, 2 * 5},
                    {Reason::reorder_full, 10 * 7},
                    {Reason::drain, 2 * 7}});
}

TEST_CASE("the points of a ledger on a dynamically scheduled machine", "[out_of_order]") {
  session::RunOptions options;
  const trace::RunRecord run = session::run_program(riscv(kUsesOfDivision), small(), options);
  std::vector<std::string> names;
  for (const LedgerPoint point : run.ledger.points())
    names.emplace_back(run.ledger.name(point));
  CHECK(names == std::vector<std::string>{"fetch", "dispatch", "issue", "retire"});
}

TEST_CASE("how full the structures are", "[out_of_order]") {
  const isa::Program program = riscv(kUsesOfDivision);
  const machine::Machine machine = small({{"station.RS.entries", "3"}});
  // div leaves its entry in 3, so that t2 finds none in 3 (three are taken by t0, t1 and, to the
  // end of the cycle, div) and is dispatched in 4; t3 has to wait until t0 and t1 leave in 11.
  const Watched run = check_times(program, machine, R"(
    div a0, a1, a2  | 1  2  3 10 11 12
    addi t0, a0, 1  | 1  2 11 11 12 13
    addi t1, a0, 2  | 2  3 11 11 12 13
    addi t2, a0, 3  | 2  4 12 12 13 14
    addi t3, a1, 4  | 3 12 13 13 14 15
  )");
  // Entries at the ends of cycles 1 to 15. Stations: 0, 2, 2, 3 (4 to 10: 7 cycles), 1 in 11, 1 in
  // 12 (t3), 0: 2 + 2 + 21 + 1 + 1 = 27. Reorder buffer: 0, 2, 3, 4 (4 to 11: 8 cycles), in 12 div
  // is gone and t3 here: 4, in 13 two, in 14 one, in 15 none: 2 + 3 + 32 + 4 + 2 + 1 = 44.
  CHECK(run.state->ledger.cycles == 15);
  CHECK(count_of(run, program, machine, "occupancy.stations.mean").mean == Approx(27.0 / 15));
  CHECK(count_of(run, program, machine, "occupancy.stations.peak").count == 3);
  CHECK(count_of(run, program, machine, "occupancy.stations.full").count == 7);
  CHECK(count_of(run, program, machine, "occupancy.reorder_buffer.mean").mean == Approx(44.0 / 15));
  CHECK(count_of(run, program, machine, "occupancy.reorder_buffer.peak").count == 4);
  CHECK(count_of(run, program, machine, "occupancy.reorder_buffer.full").count == 0);
  CHECK(count_of(run, program, machine, "occupancy.load_queue.peak").count == 0);
}
