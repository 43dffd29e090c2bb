#include "core/out_of_order/occupancy.hpp"

#include "base/check.hpp"

#include <fmt/format.h>

#include <numeric>
#include <span>
#include <string>
#include <string_view>

namespace stallscope::core {

namespace {

/// `cycles`: number of cycles by entries in use. `entries`: 0: unlimited.
void add_structure(std::vector<trace::UnitCount>& list, std::string_view name,
                   std::string_view label, std::span<const std::uint64_t> cycles,
                   std::size_t entries, std::uint64_t all_cycles) {
  std::uint64_t counted = 0;
  std::uint64_t entry_cycles = 0;
  std::uint64_t peak = 0;
  for (std::size_t taken = 0; taken < cycles.size(); ++taken) {
    counted += cycles[taken];
    entry_cycles += taken * cycles[taken];
    if (cycles[taken] != 0)
      peak = taken;
  }
  STALLSCOPE_CHECK(counted == all_cycles,
                   "the occupancy of a structure does not add up to all cycles");
  const auto title = [&](std::string_view what) { return fmt::format("{}, {}", label, what); };
  const auto key = [&](std::string_view what) {
    return fmt::format("occupancy.{}.{}", name, what);
  };
  list.push_back({key("mean"), title("entries in use on average"), entry_cycles,
                  all_cycles == 0
                      ? 0.0
                      : static_cast<double>(entry_cycles) / static_cast<double>(all_cycles)});
  list.push_back({key("peak"),
                  entries != 0 ? fmt::format("{}, most entries in use, of {}", label, entries)
                               : title("most entries in use"),
                  peak});
  if (entries != 0)
    list.push_back({key("full"), title("cycles full"), cycles[entries]});
}

} // namespace

std::vector<trace::UnitCount> occupancy_counts(const OutOfOrderCore& core,
                                               const OutOfOrderState& state) {
  const machine::Dynamic& m = core.dynamic();
  const WindowPlan& plan = core.plan();
  const Occupancy& o = state.occupancy;
  std::vector<trace::UnitCount> list;
  const auto add = [&](std::string_view name, std::string_view label,
                       std::span<const std::uint64_t> cycles, std::size_t entries) {
    add_structure(list, name, label, cycles, entries, state.ledger.cycles);
  };
  if (m.speculates())
    add("reorder_buffer", "reorder buffer", o.reorder, m.reorder_entries);
  const std::size_t in_stations =
      std::accumulate(plan.station_entries.begin(), plan.station_entries.end(), std::size_t{0});
  // The window limits the use of every structure.
  add("stations", m.stations.size() > 1 ? "all stations together" : "stations", o.stations,
      in_stations < o.stations.size() ? in_stations : 0);
  add("load_queue", "load queue", o.loads, m.load_entries);
  add("store_queue", "store queue", o.stores, m.store_entries);
  if (m.store_buffer_entries != 0)
    add("store_buffer", "store buffer", o.store_buffer, m.store_buffer_entries);
  add("branch_queue", "branch prediction queue", o.branches, m.branch_queue);
  return list;
}

} // namespace stallscope::core
