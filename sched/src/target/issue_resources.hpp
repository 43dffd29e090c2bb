#pragma once

#include "sched/target/pipeline_model.hpp"
#include "timeline/reservation_table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace stallscope::sched {

/// Machine resources used at issue: an issue slot, a unit, the pairing rules that count the
/// instruction, and an exit port of the units.
class IssueResources {
public:
  explicit IssueResources(const PipelineModel& model) : machine_(model.machine()) {
    copies_.push_back(machine_.width);
    for (const machine::Unit& unit : machine_.units)
      copies_.push_back(unit.count);
    for (const machine::PairingLimit& rule : machine_.pairing_limits)
      copies_.push_back(rule.limit);
    const auto join = static_cast<std::uint32_t>(copies_.size());
    copies_.push_back(machine_.width);
    for (std::size_t c = 0; c < machine::kOpClassCount; ++c) {
      const auto op_class = static_cast<isa::OpClass>(c);
      const unsigned unit = model.unit_of(op_class);
      const std::uint32_t latency = model.latency_of(op_class);
      auto& uses = uses_.at(c);
      uses.push_back({0, 0, 1});
      uses.push_back({1 + unit, 0, machine_.units[unit].pipelined ? 1U : latency});
      for (std::size_t r = 0; r < machine_.pairing_limits.size(); ++r)
        if (machine_.pairing_limits[r].classes[c])
          uses.push_back({static_cast<std::uint32_t>(1 + machine_.units.size() + r), 0, 1});
      uses.push_back({join, latency, 1});
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& copies() const { return copies_; }
  [[nodiscard]] const std::vector<ReservationTable::Use>& of(isa::OpClass c) const {
    return uses_[static_cast<std::size_t>(c)];
  }
  /// A pairing rule keeps `second` from issuing with `first` in one cycle.
  [[nodiscard]] bool banned(isa::OpClass first, isa::OpClass second) const {
    return std::any_of(
        machine_.pairing_bans.begin(), machine_.pairing_bans.end(),
        [&](const machine::PairingBan& ban) { return machine::is_banned(ban, first, second); });
  }

private:
  const machine::Machine& machine_;
  std::vector<std::uint32_t> copies_;
  std::array<std::vector<ReservationTable::Use>, machine::kOpClassCount> uses_;
};

} // namespace stallscope::sched
