// Slots lost in a cycle: what is counted, and what a record is told.

#include "common/slot_accounting.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <vector>

using namespace stallscope;
using namespace stallscope::core;

namespace {

struct LossReport {
  Cause cause;
  unsigned count = 0;
  bool operator==(const LossReport&) const = default;
};
/// A sink that keeps reports of lost slots.
struct KeptLosses {
  void report(trace::What what, Cycle, OpId, OpId culprit, const Cause& cause, LaneId lane,
              unsigned count) {
    CHECK(what == trace::What::lose);
    CHECK(culprit == cause.culprit);
    CHECK(lane == static_cast<LaneId>(trace::LedgerPoint::issue));
    reports.push_back({cause, count});
  }
  std::vector<LossReport> reports;
};
using FourLosses = SlotLosses<4>;

const Cause kLostToRaw{Reason::raw, 5, OpId{3}};
const Cause kLostToStation{Reason::station_full, kNoRegister, OpId{4}};

std::vector<LossReport> reported_losses(FourLosses before, const FourLosses& losses) {
  KeptLosses kept;
  report_changed_losses(kept, Cycle{9}, trace::LedgerPoint::issue, before, losses);
  CHECK(before == losses);
  return kept.reports;
}

} // namespace

TEST_CASE("slot losses: slots lost to one cause are one entry") {
  FourLosses losses;
  losses.add(kLostToRaw, 1);
  losses.add(kLostToStation, 2);
  losses.add(kLostToRaw, 1);
  losses.add({Reason::idle}, 0);
  CHECK(losses.entries == 2);
  CHECK(reported_losses({}, losses) ==
        std::vector<LossReport>{{kLostToRaw, 2}, {kLostToStation, 2}});
}

TEST_CASE("slot losses: a loss that goes on is not reported again") {
  FourLosses losses;
  losses.add(kLostToRaw, 1);
  CHECK(reported_losses(losses, losses).empty());
  FourLosses more = losses;
  more.add(kLostToRaw, 1);
  CHECK(reported_losses(losses, more) == std::vector<LossReport>{{kLostToRaw, 2}});
}

TEST_CASE(
    "slot losses: that no slot is lost any more is reported, with the cause of an empty lane") {
  FourLosses losses;
  losses.add(kLostToRaw, 1);
  CHECK(reported_losses(losses, {}) == std::vector<LossReport>{{{}, 0}});
  FourLosses shown;
  shown.append(kLostToStation, 0);
  CHECK(reported_losses(losses, shown) == std::vector<LossReport>{{kLostToStation, 0}});
}

TEST_CASE("slot losses: an event has at most 15 slots") {
  FourLosses losses;
  losses.append(kLostToRaw, 32);
  CHECK(reported_losses({}, losses) ==
        std::vector<LossReport>{{kLostToRaw, 15}, {kLostToRaw, 15}, {kLostToRaw, 2}});
}
