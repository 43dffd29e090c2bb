#pragma once

// Policies of a dynamically scheduled machine: what its stages do in their own way, and the choices
// that they ask for in every cycle. A machine of the common kind has its own type, whose choices
// are constants of the compiled code.

#include "core/out_of_order/functional_units.hpp"
#include "core/out_of_order/out_of_order_core.hpp"

#include <algorithm>
#include <cstdint>

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
  /// Entry release and wake-up when a micro-op begins to execute; `usable_from`: the first cycle
  /// in which its result can be bypassed. What is not done here is done at write-back.
  template <class WakeUp, class Cycle>
  void begin_execution(Cycle& c, WindowOp& op, std::uint64_t usable_from) const {
    if (frees_at_issue())
      WakeUp::leave_station(c, op);
    if (bypasses())
      WakeUp::wake_waiting(c, op, usable_from);
  }
  /// The first position at which a micro-op can be in a station.
  [[nodiscard]] std::uint64_t first_in_stations(const ReorderBuffer& rob) const {
    return frees_at_issue() ? std::max(rob.unissued, rob.oldest) : rob.oldest;
  }
  /// Choice of ports at dispatch (machine::PortChoice): of those on which a micro-op may execute,
  /// the ones from which select chooses; and the end of its wait for them.
  [[nodiscard]] std::uint32_t bind_port(FunctionalUnits& units, std::uint32_t ports) const {
    if (!plan_.binds_ports)
      return ports;
    const std::uint32_t port = units.least_loaded(ports);
    units.bind(port);
    return port;
  }
  void unbind_port(FunctionalUnits& units, std::uint32_t port) const {
    if (plan_.binds_ports)
      units.unbind(port);
  }
  [[nodiscard]] bool writes_at_once() const { return plan_.writes_at_once; }
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
  /// A structure has an entry to allocate. `freed`: those freed in this cycle.
  [[nodiscard]] bool has_entry(unsigned used, unsigned freed, unsigned entries) const {
    return used + (freed & freed_now()) < entries;
  }
  /// Reorder buffer entries that a micro-op takes.
  [[nodiscard]] unsigned rob_entries(const PlannedOp& planned) const {
    return speculates() ? planned.slots : 0U;
  }
  /// The branch behind which nothing may begin to execute; none: micro-ops do not wait.
  template <class Cycle> [[nodiscard]] OpId branch_to_wait_for(const Cycle& c) const {
    return machine_.waits_behind_branches ? c.undecided_branch() : kNoOp;
  }

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
  template <class WakeUp, class Cycle>
  static void begin_execution(Cycle& c, WindowOp& op, std::uint64_t usable_from) {
    WakeUp::leave_station(c, op);
    WakeUp::wake_waiting(c, op, usable_from);
  }
  [[nodiscard]] static std::uint64_t first_in_stations(const ReorderBuffer& rob) {
    return std::max(rob.unissued, rob.oldest);
  }
  [[nodiscard]] static std::uint32_t bind_port(const FunctionalUnits&, std::uint32_t ports) {
    return ports;
  }
  static void unbind_port(const FunctionalUnits&, std::uint32_t) {}
  [[nodiscard]] constexpr bool writes_at_once() const { return true; }
  [[nodiscard]] constexpr bool captures(const PlannedOp&) const { return false; }
  [[nodiscard]] constexpr bool completes_without_result(const PlannedOp&) const { return false; }
  [[nodiscard]] constexpr bool carries_over() const { return false; }
  [[nodiscard]] constexpr bool has_front_end() const { return true; }
  [[nodiscard]] constexpr unsigned freed_now() const { return ~0U; }
  [[nodiscard]] static bool has_entry(unsigned used, unsigned freed, unsigned entries) {
    return used + freed < entries;
  }
  [[nodiscard]] static unsigned rob_entries(const PlannedOp& planned) { return planned.slots; }
  template <class Cycle> [[nodiscard]] static OpId branch_to_wait_for(const Cycle&) {
    return kNoOp;
  }
};

} // namespace stallscope::core
