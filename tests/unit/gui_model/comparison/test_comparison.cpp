#include "model/processor/structures_model.hpp"
#include "unit/gui_model/model_testing.hpp"

using namespace stallscope;
using namespace stallscope::gui;
using namespace stallscope::gui::test;

namespace {

/// The lecture's printed tables: P4 and its swap on the shared register file, 11 and 9 cycles.
struct PrintedTables {
  PrintedTables() : both(Threads::none) {
    both.open_a(spec_of("lecture/p4", "lecture-4-shared"));
    both.open_b(spec_of("lecture/p4_swapped", "lecture-4-shared"));
    both.wait();
  }
  Comparison both;
};

} // namespace

TEST_CASE("two runs locked by cycle: the shorter waits at its end", "[gui_model]") {
  PrintedTables t;
  CHECK(t.both.total_saved() == 2);
  t.both.transport().seek(5);
  CHECK(t.both.cycle(Side::a) == 5);
  CHECK(t.both.cycle(Side::b) == 5);
  t.both.transport().to_end();
  CHECK(t.both.cycle(Side::a) == 11);
  CHECK(t.both.cycle(Side::b) == 9);
  CHECK(t.both.glide(Side::b) == 1);
}

TEST_CASE("cycles saved so far are counted at the instruction A has just retired", "[gui_model]") {
  // RW of P4 in cycles 4, 7, 8, 11; of the swapped program in 4, 5, 8, 9 (lecture, section 2).
  PrintedTables t;
  const auto saved_in = [&t](std::uint64_t cycle) {
    t.both.transport().seek(cycle);
    return t.both.cycles_saved();
  };
  CHECK_FALSE(saved_in(3).has_value());
  CHECK(saved_in(4) == 0);
  CHECK(saved_in(7) == 2);
  CHECK(saved_in(8) == 0);
  CHECK(saved_in(11) == 2);
}

TEST_CASE("two runs locked by instruction stand behind the same number of retired ones",
          "[gui_model]") {
  PrintedTables t;
  t.both.set_lock(Lock::instruction);
  t.both.transport().seek(7);
  CHECK(t.both.cycle(Side::b) == 5);
  t.both.transport().to_end();
  CHECK(t.both.cycle(Side::a) == 11);
  CHECK(t.both.cycle(Side::b) == 9);
}

TEST_CASE("unlocked, each run moves by itself and stays where it was left", "[gui_model]") {
  PrintedTables t;
  t.both.transport().seek(6);
  t.both.set_lock(Lock::free);
  t.both.set_active(Side::b);
  t.both.transport().step();
  CHECK(t.both.cycle(Side::a) == 6);
  CHECK(t.both.cycle(Side::b) == 7);
  t.both.set_active(Side::a);
  t.both.transport().step_back(2);
  CHECK(t.both.cycle(Side::a) == 4);
  CHECK(t.both.cycle(Side::b) == 7);
}

TEST_CASE("the transport goes to stalls, source lines and breakpoints", "[gui_model]") {
  PrintedTables t;
  t.both.to_stall(true);
  t.both.wait();
  CHECK(t.both.transport().cycle() == 3);
  t.both.to_stall(false);
  t.both.wait();
  CHECK(t.both.transport().cycle() == 3);
  CHECK_FALSE(t.both.message().empty());
  // Line 11 of the file is its last add, which enters ID in cycle 6.
  t.both.run_to_line(11);
  t.both.wait();
  CHECK(t.both.transport().cycle() == 6);
  t.both.run_to_line(11); // never again
  t.both.wait();
  CHECK(t.both.transport().cycle() == 6);
  CHECK_FALSE(t.both.message().empty());
}

TEST_CASE("a swapped program keeps numbers and colours of the first", "[gui_model]") {
  PrintedTables t;
  t.both.update(0);
  const trace::RunRecord& b = t.both.run(Side::b).summary();
  CHECK(b.shown(OpId{2}) == OpId{3}); // what runs second is the third add of P4
  CHECK(b.shown(OpId{3}) == OpId{2});
  CHECK(b.shown(OpId{4}) == OpId{4});
}

TEST_CASE("structures have the numbers of the other pictures", "[gui_model]") {
  Comparison both(Threads::none);
  both.open_a(spec_of("textbook/sum", "ooo-4"));
  both.open_b(spec_of("textbook/sum", "ooo-8"));
  both.wait();
  both.update(0);
  both.wait();
  both.update(0);
  Run& run = both.run(Side::b);
  REQUIRE_FALSE(run.summary().shown_as.empty());
  StructuresModel structures;
  std::size_t renumbered = 0;
  for (std::uint64_t cycle = 100; cycle <= run.last_cycle(); cycle += 3) {
    while (structures.visible(run, cycle).loading)
      run.wait();
    const SnapshotPtr snapshot = run.snapshot(cycle);
    REQUIRE(snapshot != nullptr);
    for (std::size_t t = 0; t < snapshot->structures.size(); ++t) {
      const trace::StructureView& own = snapshot->structures[t];
      const StructureTable& shown = structures.visible(run, cycle).tables[t];
      for (std::size_t r = 0; own.name == "reorder_buffer" && r < own.rows.size(); ++r) {
        const OpId op{std::stoull(own.rows[r][0].substr(1))}; // "#12"
        CHECK(shown.rows[r][0].text == "#" + run.summary().number(op));
        renumbered += run.summary().shown(op) == op ? 0 : 1;
      }
    }
  }
  CHECK(renumbered > 0);
}

TEST_CASE("the clock plays at its speed, to the end and no further", "[gui_model]") {
  Transport transport;
  transport.set_last_cycle(11);
  transport.set_speed(4);
  transport.play();
  CHECK(transport.playing());
  CHECK_FALSE(transport.advance(0.2)); // 0.8 cycles
  CHECK(transport.advance(0.1));
  CHECK(transport.cycle() == 1);
  for (int i = 0; i < 10; ++i)
    transport.advance(0.5);
  CHECK(transport.cycle() == 11);
  CHECK_FALSE(transport.playing());
  transport.play(); // again from the start
  CHECK(transport.cycle() == 0);
}

TEST_CASE("the clock's speed and slider keep their ranges, whatever they are given",
          "[gui_model]") {
  Transport transport;
  transport.set_speed(1000);
  CHECK(transport.speed() == Transport::kFastest);
  transport.set_speed(0);
  CHECK(transport.speed() == Transport::kSlowest);
  transport.set_last_cycle(200);
  transport.scrub(0.5);
  CHECK(transport.cycle() == 100);
  CHECK(transport.fraction() == Approx(0.5));
  transport.scrub(7);
  CHECK(transport.cycle() == 200);
  transport.scrub(0.0 / 0.0);
  CHECK(transport.cycle() == 0);
  transport.step_back();
  CHECK(transport.cycle() == 0);
  transport.set_last_cycle(0);
  transport.step();
  CHECK(transport.cycle() == 0);
}

TEST_CASE("tokens glide for 150 ms behind a step, and jump behind a seek", "[gui_model]") {
  Transport transport;
  transport.set_last_cycle(11);
  transport.step();
  CHECK(transport.glide() == 0);
  transport.advance(Transport::kGlideSeconds / 2);
  CHECK(transport.glide() == Approx(0.5));
  transport.advance(Transport::kGlideSeconds / 2);
  CHECK(transport.glide() == 1);
  CHECK_FALSE(transport.moving());
  transport.seek(9);
  CHECK(transport.glide() == 1);
  transport.step_back();
  CHECK(transport.direction() == -1);
  CHECK(transport.glide() == 0);
  transport.set_animated(false);
  CHECK(transport.glide() == 1);
  // Easing keeps the ends and the order.
  double before = -1;
  for (int i = 0; i <= 20; ++i) {
    const double at = eased(i / 20.0);
    CHECK(at > before);
    before = at;
  }
  CHECK(eased(-1) == 0);
  CHECK(eased(2) == 1);
}
