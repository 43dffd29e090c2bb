#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "machine/description.hpp"
#include "timeline/timeline.hpp"

#include <cstdint>
#include <map>

namespace stallscope::property {

/// Who makes a value and who takes it, by the record of a dynamically scheduled machine.
class Values {
public:
  Values(const core::OutOfOrderCore& core, const machine::Machine& machine,
         const Timeline& timeline);

  /// Ports that a micro-op could use, as bits.
  [[nodiscard]] std::uint32_t ports_of(const OpRow& row) const;
  /// Of these, those that it can still be given in its station in a cycle: all in front of which
  /// the station lies, or the one that has been chosen for it by load.
  [[nodiscard]] std::uint32_t ports_in(const OpRow& row, LaneId station, std::uint64_t cycle) const;
  [[nodiscard]] bool writes(const OpRow& row, RegId reg) const;
  /// It reads the register that a cause names, and the culprit is the last in front of it to write
  /// that.
  [[nodiscard]] bool takes(const OpRow& row, const Cause& value) const;
  /// Whoever begins to execute behind the choice of a cycle has had the result of an operation, for
  /// all that a record shows: results on a longer path, and those made once more, are left out.
  [[nodiscard]] bool is_there(const OpRow& maker, std::uint64_t chosen) const;

private:
  [[nodiscard]] const core::PlannedOp* planned(const OpRow& row) const;
  void find_bindings();

  const core::OutOfOrderCore& core_;
  const machine::Dynamic& dynamic_;
  const Timeline& timeline_;
  std::map<std::uint64_t, OpId> back_;
  /// Where ports are chosen by load as micro-ops are dispatched: by micro-op, its port from a cycle
  /// on. Which one it is does not show in a record before it executes there.
  std::map<OpId, std::map<std::uint64_t, std::uint32_t>> bound_;
};

} // namespace stallscope::property
