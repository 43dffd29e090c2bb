// Options: where twice as many move a wait to another place, one more is another machine.

#include "golden/mechanism.hpp"
#include "session/explain.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace stallscope;
using namespace stallscope::golden;

TEST_CASE("options: one entry more in a station, where twice as many do not shorten the wait",
          "[out_of_order]") {
  // tomasulo-rob-1: 9, a division of floating point, waits in 56 to 66 for the entry of 8. With
  // three entries instead of two it waits two cycles, for 4, and the run takes 88 cycles instead of
  // 109; with four it waits 24 cycles, for another.
  const isa::Program program =
      riscv("div a1, a0, a4\nfsd fa1, 8(s0)\nadd a1, a1, a0\ndiv a2, a2, a0\nld a0, 8(s0)\n"
            "fmul.d fa2, fa2, fa1\nfdiv.d fa2, fa0, fa0\nmul a3, a1, a1\nfdiv.d fa1, fa0, fa1\n",
            {8});
  const auto all = session::explain_op(program, preset("tomasulo-rob-1"), {}, 9, true);
  REQUIRE(all.has_value());
  const auto waits =
      std::find_if(all->ops.begin(), all->ops.end(), [](const session::OpExplanation& part) {
        return part.cause == Cause{Reason::station_full, kNoRegister, OpId{8}} &&
               part.remedies_sought;
      });
  REQUIRE(waits != all->ops.end());
  const auto with = [&](std::string_view setting) {
    return std::find_if(waits->remedies.begin(), waits->remedies.end(),
                        [&](const session::Remedy& one) { return one.setting == setting; });
  };
  CHECK(with("station.mult.entries=4") == waits->remedies.end());
  const auto more = with("station.mult.entries=3");
  REQUIRE(more != waits->remedies.end());
  CHECK(more->waited_cycles == 11);
  CHECK(more->waits_cycles == 2);
  CHECK(more->total_cycles_saved == 21);
  CHECK(more->run_cycles_saved == 21);
}
