#pragma once

// Policies of a dynamically scheduled machine: the choices that stages ask for in every cycle. A
// machine of the common kind has its own type, whose choices are constants of the compiled code.

#include "core/out_of_order/out_of_order_core.hpp"

namespace stallscope::core {

/// Every machine: its choices are looked up.
class GeneralPolicies {
public:
  /// Whether the code is specialised for a kind of machine.
  static constexpr bool kSpecialised = false;

  explicit GeneralPolicies(const OutOfOrderCore& core)
      : plan_(core.plan()), machine_(core.dynamic()) {}

  /// Branch prediction with a reorder buffer.
  [[nodiscard]] bool speculates() const { return machine_.speculates(); }
  [[nodiscard]] bool renames_physically() const { return plan_.physical; }
  /// Without renaming: WAW hazards hold dispatch, WAR hazards write-back.
  [[nodiscard]] bool has_name_hazards() const {
    return machine_.renaming == machine::Renaming::none;
  }
  [[nodiscard]] bool bypasses() const { return machine_.wakeup == machine::Wakeup::bypass; }
  [[nodiscard]] bool delays_bypasses() const { return plan_.bypass.any; }
  /// Issue queue entries are freed at issue, and not at write-back.
  [[nodiscard]] bool frees_at_issue() const {
    return machine_.release == machine::EntryRelease::issue;
  }
  [[nodiscard]] bool binds_ports() const { return plan_.binds_ports; }
  [[nodiscard]] bool writes_at_once() const { return plan_.writes_at_once; }
  [[nodiscard]] bool waits_behind_branches() const { return machine_.waits_behind_branches; }
  /// A store-data micro-op that needs no port (load_store.capture_data).
  [[nodiscard]] bool captures(const PlannedOp& planned) const {
    return machine_.captures_store_data && planned.writes_data && !planned.writes_address;
  }
  /// A micro-op that is complete in its last execution cycle.
  [[nodiscard]] bool completes_without_result(const PlannedOp& planned) const {
    return machine_.done_without_result && planned.op.write_count == 0;
  }
  [[nodiscard]] bool carries_over() const { return plan_.carries_over; }
  [[nodiscard]] bool has_front_end() const { return machine_.front_cycles != 0; }
  /// ~0: entries freed in a cycle can be allocated from the next cycle on; 0: in the same cycle.
  [[nodiscard]] unsigned freed_now() const { return plan_.freed_now; }

private:
  const WindowPlan& plan_;
  const machine::Dynamic& machine_;
};

/// WindowPlan::superscalar: physical registers, a reorder buffer, a front end of at least one
/// cycle, results bypassed and written without limit of buses, entries freed at issue and
/// allocatable from the next cycle on.
class SuperscalarPolicies {
public:
  static constexpr bool kSpecialised = true;

  explicit SuperscalarPolicies(const OutOfOrderCore&) {}

  [[nodiscard]] constexpr bool speculates() const { return true; }
  [[nodiscard]] constexpr bool renames_physically() const { return true; }
  [[nodiscard]] constexpr bool has_name_hazards() const { return false; }
  [[nodiscard]] constexpr bool bypasses() const { return true; }
  [[nodiscard]] constexpr bool delays_bypasses() const { return false; }
  [[nodiscard]] constexpr bool frees_at_issue() const { return true; }
  [[nodiscard]] constexpr bool binds_ports() const { return false; }
  [[nodiscard]] constexpr bool writes_at_once() const { return true; }
  [[nodiscard]] constexpr bool waits_behind_branches() const { return false; }
  [[nodiscard]] constexpr bool captures(const PlannedOp&) const { return false; }
  [[nodiscard]] constexpr bool completes_without_result(const PlannedOp&) const { return false; }
  [[nodiscard]] constexpr bool carries_over() const { return false; }
  [[nodiscard]] constexpr bool has_front_end() const { return true; }
  [[nodiscard]] constexpr unsigned freed_now() const { return ~0U; }
};

} // namespace stallscope::core
