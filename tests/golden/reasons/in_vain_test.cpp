// Options that shorten a wait in vain: with them an operation waits less for what it is held for,
// and is done no earlier, as something else holds it as long. Each with the rule that says why.

#include "golden/lesson.hpp"
#include "golden/mechanism.hpp"
#include "session/explain.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <string>
#include <string_view>

using namespace stallscope;
using namespace stallscope::golden;

namespace {

std::string words_of(const session::Remedy& remedy) {
  return fmt::format("waits {} -> {}, leaves {} earlier, done {} later", remedy.waited_cycles,
                     remedy.waits_cycles, remedy.leaves_cycles_earlier, remedy.done_later_cycles);
}

/// What an option does against the first wait of an operation for a reason, in vain or not.
struct Tried {
  std::string in_vain; ///< empty: it is not among those
  bool helps = false;
  std::size_t remedies = 0; ///< options that help
};

Tried tried(const isa::Program& program, const machine::Machine& machine, std::uint64_t op,
            Reason why, std::string_view setting) {
  Tried found;
  const auto all = session::explain_op(program, machine, {}, op, true);
  REQUIRE(all.has_value());
  for (const session::OpExplanation& part : all->ops) {
    if (part.cause.why != why)
      continue;
    found.remedies = part.remedies.size();
    for (const session::Remedy& remedy : part.in_vain)
      if (remedy.setting == setting)
        found.in_vain = words_of(remedy);
    for (const session::Remedy& remedy : part.remedies)
      found.helps |= remedy.setting == setting;
    break;
  }
  return found;
}

} // namespace

TEST_CASE("options in vain: a second unit, behind which there is one common data bus",
          "[out_of_order]") {
  // tomasulo (Tomasulo 1967: one common data bus): the product is executed in 2 to 11 and broadcast
  // in 12. Both additions begin then: 2 in 13, and 3, whose unit 2 has, in 14; they are written in
  // 14 and 15. With two units both execute in 13, and 3 waits for the bus in 14.
  const isa::Program program = riscv("mul a3, a1, a2\n addi t0, a3, 1\n addi t1, a3, 1\n"
                                     "add t2, a1, a1\n sub t3, a1, a1\n");
  const Tried seen = tried(program, preset("tomasulo"), 3, Reason::unit_busy, "port.Int.count=2");
  CHECK(seen.in_vain == "waits 1 -> 0, leaves 1 earlier, done 0 later");
  CHECK_FALSE(seen.helps);
}

TEST_CASE("options in vain: a larger station in front of one unit", "[out_of_order]") {
  // tomasulo (Tomasulo 1967: an entry is held until the result is broadcast): the additions 2, 3
  // and 4 have the three integer stations and wait for the product, which is broadcast in 12; they
  // execute in 13, 14 and 15. The first entry is free behind the write in 14: 5 comes in 15, and
  // executes in 16. It is fetched in 5 and held in 5 to 14. With six entries it comes in 5, and
  // has the one unit, oldest first, in 16 as well.
  const isa::Program program = riscv("mul a3, a1, a2\n addi t0, a3, 1\n addi t1, a3, 1\n"
                                     "addi t2, a3, 1\n addi t3, a3, 1\n");
  const Tried seen =
      tried(program, preset("tomasulo"), 5, Reason::station_full, "station.int.entries=6");
  CHECK(seen.in_vain == "waits 10 -> 0, leaves 10 earlier, done 0 later");
  CHECK_FALSE(seen.helps);
}

TEST_CASE("options in vain: what delays the operation more than it waits", "[in_order]") {
  // mips-5 (Patterson and Hennessy, "Pipelined Datapath and Control"): add waits in ID for the
  // loaded value in 4, and retires in 7. Without overlap (the single-cycle text's multi-cycle
  // machine) it is fetched when lw has ended: lw is in IF to WB in 1 to 5, add in 6 to 10.
  const isa::Program program = mips("lw $t0, 0($sp)\nadd $t1, $t0, $t0\nsub $t2, $t3, $t4\n"
                                    "and $t5, $t3, $t4\nor $t6, $t3, $t4\n");
  const Tried seen = tried(program, preset("mips-5"), 2, Reason::raw, "pipeline.overlap=false");
  CHECK(seen.in_vain == "waits 1 -> 0, leaves 0 earlier, done 3 later");
  CHECK_FALSE(seen.helps);
}

TEST_CASE("options in vain: a load that goes on earlier and is done again", "[out_of_order]") {
  // tomasulo-rob-1: the load behind the branch waits for the store to its place, in 11 to 20, and
  // begins in 21. When it is predicted to be independent it begins in 13, reads too early, is
  // dispatched again in 21, begins for good in 22, and retires two cycles later.
  const isa::Program program =
      riscv("fsd fa2, 0(sp)\n sd a1, 8(sp)\n fld fa2, 8(sp)\n add a4, a0, a3\n mul a0, a1, a4\n"
            "addi a4, a3, 5\n sd a0, 64(sp)\n bne a0, a2, x\n fdiv.d fa0, fa0, fa1\n"
            "x: ld a0, 64(sp)\n fadd.d fa0, fa2, fa2\n add a0, a3, a2\n");
  const Tried seen = tried(program, preset("tomasulo-rob-1"), 10, Reason::memory_order,
                           "load_store.disambiguation=predict");
  CHECK(seen.in_vain == "waits 10 -> 0, leaves 8 earlier, done 2 later");
  CHECK_FALSE(seen.helps);
}

TEST_CASE("options in vain: what helps is not among them", "[in_order]") {
  // The same wait is over with a load that has its value a stage earlier: nothing of that kind, but
  // a unit of its own for memory is no option of mips-5. What does help stands under remedies only.
  const isa::Program program = mips("add $t0, $t1, $t2\nadd $t3, $t0, $t0\nsub $t4, $t1, $t2\n"
                                    "and $t5, $t1, $t2\nor $t6, $t1, $t2\n");
  const machine::Machine machine = preset("mips-5", {{"forwarding.paths", "[]"}});
  const auto all = session::explain_op(program, machine, {}, 2, true);
  REQUIRE(all.has_value());
  for (const session::OpExplanation& part : all->ops)
    for (const session::Remedy& vain : part.in_vain) {
      INFO(vain.setting);
      CHECK(vain.waits_cycles < vain.waited_cycles);
      CHECK(vain.total_cycles_saved == 0);
      for (const session::Remedy& remedy : part.remedies)
        CHECK(remedy.setting != vain.setting);
    }
  CHECK(tried(program, machine, 2, Reason::raw, "forwarding.paths=[\"EX->EX\"]").helps);
}
