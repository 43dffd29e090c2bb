#pragma once

// A dynamically scheduled core, one cycle at a time. The functions of Window are the stages of the
// lecture's figure, last to first: retirement unit, results on their buses, functional units,
// dispatch and renaming, fetch control. What a stage sees of those behind it is their state at the
// end of the cycle before, unless machine.reuse_same_cycle says otherwise.

#include "base/check.hpp"
#include "core/out_of_order/out_of_order_core.hpp"

#include <algorithm>
#include <bit>

namespace stallscope::core {

using isa::CrackedKind;
using isa::OpClass;
using machine::Renaming;
using trace::LedgerPoint;
using trace::What;

template <class Sink> class Window {
public:
  Window(const OutOfOrderCore& core, OutOfOrderState& state, Sink& sink)
      : core_(core), plan_(core.plan()), machine_(core.dynamic()), program_(core.program()),
        s_(state), sink_(sink) {}

  void cycle();

private:
  bool end_if_empty();
  // fetch.hpp: ICU, fetch control and decode
  void fetch();
  Cause fetch_hazard() const;
  bool fetch_one();
  void add_micro_ops(std::uint32_t index, const isa::Effect& effect, bool wrong_path);
  void sequence_control(Slot slot, const isa::Instruction& instruction,
                        const isa::Effect& effect);
  void stop_fetch(const isa::Effect& effect, std::uint64_t pc);
  // recover.hpp: a branch was predicted wrong
  void redirect_fetch();
  void resolve(Slot slot);
  void discard_behind(std::uint64_t position, OpId branch);
  void discard(WindowOp& op, Slot slot, OpId branch);
  // dispatch.hpp: renaming, allocation
  void dispatch();
  unsigned station_for(const WindowOp& op) const;
  Cause dispatch_hazard(const WindowOp& op, unsigned& station) const;
  void dispatch_one(Slot slot, unsigned station);
  void link(WindowOp& op, Slot slot, unsigned operand, const RenameEntry& producer);
  void link_memory(WindowOp& load, Slot slot);
  bool write_pending(RegId reg) const;
  // scheduler.hpp: wake-up and selection
  void wake_waiting(WindowOp& producer, std::uint64_t usable_from);
  void become_ready(WindowOp& op, Slot slot);
  void alarms();
  void issue();
  void issue_one(WindowOp& op, Slot slot, unsigned port);
  unsigned latency_of(const WindowOp& op, unsigned port) const;
  void set_alarm(Slot slot, std::uint64_t cycle);
  void cancel_alarm(Slot slot);
  // write_back.hpp: results
  void end_execution(Slot slot);
  void write_back();
  bool may_write(const WindowOp& op, Slot slot) const;
  void write(Slot slot);
  void leave_station(WindowOp& op);
  // retire.hpp
  void retire();
  void leave_window(WindowOp& op);
  // account.hpp
  void account();
  void charge(LedgerPoint point, unsigned width, unsigned used, unsigned wrong, const Cause& rest);
  Cause retire_cause() const;
  Cause root_of(const WindowOp& op) const;

  std::uint64_t now() const { return s_.cycle; }
  static Slot slot_at(std::uint64_t position) { return static_cast<Slot>(position % kWindowSlots); }
  WindowOp& op_at(Slot slot) { return s_.ops[slot]; }
  const WindowOp& op_at(Slot slot) const { return s_.ops[slot]; }
  /// Its result has been written in this cycle or before.
  bool is_written(const WindowOp& op) const {
    return op.progress == Progress::written ||
           (op.progress == Progress::timed && op.written_at <= now());
  }
  /// The micro-op is still in the window.
  bool is_here(const RenameEntry& entry) const {
    return entry.writer && s_.ops[entry.slot].id == entry.writer;
  }
  const OutOfOrderCore& core_;
  const WindowPlan& plan_;
  const machine::Dynamic& machine_;
  const isa::Program& program_;
  OutOfOrderState& s_;
  Sink& sink_;

  OutOfOrderCore::Room room_;

  // Facts of this cycle only
  unsigned fetched_ = 0;
  unsigned fetched_wrong_ = 0;
  unsigned dispatched_ = 0;
  unsigned dispatched_wrong_ = 0;
  unsigned retired_ = 0;
  Cause fetch_gap_;
  Cause dispatch_gap_;
  bool moved_ = false;
  // What was freed in this cycle and can be taken from the next on.
  std::array<unsigned, kMaxStations> entries_freed_{};
  unsigned reorder_freed_ = 0;
  unsigned loads_freed_ = 0;
  unsigned stores_freed_ = 0;
};

} // namespace stallscope::core
