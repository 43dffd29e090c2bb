#pragma once

#include "core/out_of_order/out_of_order_core.hpp"
#include "machine/description.hpp"
#include "timeline/timeline.hpp"

#include <map>

namespace stallscope::property {

/// Who makes a value and who takes it, by the record of a dynamically scheduled machine.
class Values {
public:
  Values(const core::OutOfOrderCore& core, const machine::Machine& machine,
         const Timeline& timeline);

  /// Ports that a micro-op could use, as bits.
  [[nodiscard]] std::uint32_t ports_of(const OpRow& row) const;
  [[nodiscard]] bool writes(const OpRow& row, RegId reg) const;
  /// It reads the register that a cause names, and the culprit is the last in front of it to write
  /// that.
  [[nodiscard]] bool takes(const OpRow& row, const Cause& value) const;
  /// Whoever begins to execute behind the choice of a cycle has had the result of an operation, for
  /// all that a record shows: results on a longer path, and those made once more, are left out.
  [[nodiscard]] bool is_there(const OpRow& maker, std::uint64_t chosen) const;

private:
  [[nodiscard]] const core::PlannedOp* planned(const OpRow& row) const;

  const core::OutOfOrderCore& core_;
  const machine::Dynamic& dynamic_;
  const Timeline& timeline_;
  std::map<std::uint64_t, OpId> back_;
};

} // namespace stallscope::property
