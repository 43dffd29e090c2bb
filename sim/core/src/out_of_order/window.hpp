#pragma once

// A dynamically scheduled core, one cycle at a time. The functions of Window are the stages of the
// lecture's figure, last to first: retirement unit, results on their buses, functional units,
// dispatch and renaming, fetch control. What a stage sees of those behind it is their state at the
// end of the cycle before, unless machine.reuse_same_cycle says otherwise.

#include "base/check.hpp"
#include "core/out_of_order/out_of_order_core.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>

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
  /// Cycles in which nothing would move, up to `until_cycle`, are counted without being gone
  /// through. To be called behind cycle(); active sinks hear of every cycle, and nothing is left
  /// out.
  void skip_idle_cycles(std::uint64_t until_cycle) {
    if constexpr (!Sink::kActive)
      if (!moved_)
        skip_idle(until_cycle);
  }
  void untime();

private:
  bool end_if_empty();
  // fetch.hpp: ICU, fetch control and decode
  void fetch();
  Cause fetch_hazard() const;
  bool fetch_one();
  bool ask_fetch(std::uint64_t pc, unsigned size);
  bool leaves_block(std::uint64_t pc);
  bool has_lines(std::uint64_t pc, unsigned size) const;
  void add_micro_ops(std::span<const PlannedOp> parts, std::uint32_t index,
                     const isa::Effect& effect, bool wrong_path, unsigned instructions);
  bool lacks_port(std::uint32_t index);
  isa::Effect carry_out(bool wrong_path);
  bool fuse(std::uint32_t& index, isa::Effect& effect, bool wrong_path);
  void sequence_control(Slot slot, std::uint32_t index, const isa::Effect& effect);
  void stop_fetch(const isa::Effect& effect, std::uint64_t pc);
  // recover.hpp: a branch was predicted wrong
  void redirect_fetch();
  void resolve(Slot slot);
  void discard_behind(std::uint64_t position, OpId branch);
  void discard(WindowOp& op, Slot slot, OpId branch);
  void undo_dispatch(WindowOp& op, Slot slot);
  void unlink(const WindowOp& op, Slot slot, unsigned operand);
  // dispatch.hpp: renaming, allocation
  void dispatch();
  unsigned station_for(const WindowOp& op) const;
  Reason dispatch_hazard(const WindowOp& op, unsigned& station) const;
  Cause dispatch_cause(const WindowOp& op, Reason why) const;
  void dispatch_one(Slot slot, unsigned station);
  void link(WindowOp& op, Slot slot, unsigned operand, const RenameEntry& producer);
  bool has_registers(const PlannedOp& op) const;
  bool takes_register(RegId reg) const {
    return plan_.physical && plan_.register_kind[reg] < kRegisterKinds;
  }
  void rename(WindowOp& op, Slot slot);
  // memory.hpp: load and store queue, memory order, data cache
  void enter_memory_queues(WindowOp& op, Slot slot);
  unsigned store_set_index(std::uint32_t instruction) const;
  bool address_is_known(const StoreEntry& entry) const;
  void count_store(const WindowOp& store, int change);
  bool may_meet_store(const WindowOp& load) const;
  void take_from_store(WindowOp& load, Slot slot, bool only_known);
  void order_load(WindowOp& load, Slot slot);
  bool may_issue_load(WindowOp& load, Slot slot);
  std::optional<std::uint64_t> access_data(WindowOp& op, bool writes);
  bool retire_store(WindowOp& op);
  void drain_store_buffer();
  void find_overtaken(const WindowOp& store);
  void replay();
  bool write_pending(RegId reg) const;
  // scheduler.hpp: wake-up and selection
  void wake_waiting(WindowOp& producer, std::uint64_t usable_from);
  void become_ready(WindowOp& op, Slot slot);
  void alarms();
  void issue();
  unsigned port_for(const WindowOp& op, std::uint32_t free) const;
  void issue_one(WindowOp& op, Slot slot, unsigned port);
  unsigned latency_of(const WindowOp& op, unsigned port) const;
  void set_alarm(Slot slot, std::uint64_t cycle);
  void cancel_alarm(Slot slot);
  // write_back.hpp: results
  void end_execution(Slot slot);
  void write_back();
  Cause write_hazard(const WindowOp& op, Slot slot) const;
  void write(Slot slot);
  void leave_station(WindowOp& op);
  // retire.hpp
  void retire();
  void leave_window(WindowOp& op);
  void free_earlier_registers(const WindowOp& op);
  // report.hpp: what only a record needs
  void report_front();
  void report_taken(const WindowOp& op, unsigned operand, const WindowOp& from,
                    std::uint64_t cycle);
  void report_wait(const WindowOp& op, std::uint64_t cycle);
  OpId alone_on(unsigned port) const;
  void report_unselected(const std::array<OpId, kMaxPorts>& taken_by);
  void report_held(const WindowOp& op, const Cause& cause);
  void report_written(const WindowOp& op);
  void report_replayed(const WindowOp& op);
  // account.hpp
  void account(std::uint64_t cycles);
  // idle.hpp
  std::uint64_t idle_until(std::uint64_t until_cycle) const;
  void skip_idle(std::uint64_t until_cycle);
  void charge(LedgerPoint point, unsigned width, unsigned used, unsigned wrong, unsigned again,
              const Cause& rest, std::uint64_t cycles);
  Cause retire_cause() const;
  Cause root_of(const WindowOp& op) const;

  std::uint64_t now() const { return s_.cycle; }
  static Slot slot_at(std::uint64_t position) { return static_cast<Slot>(position % kWindowSlots); }
  WindowOp& op_at(Slot slot) { return s_.ops[slot]; }
  const WindowOp& op_at(Slot slot) const { return s_.ops[slot]; }
  StoreEntry& store_at(std::uint64_t position) { return s_.store_queue[position % kWindowSlots]; }
  const StoreEntry& store_at(std::uint64_t position) const {
    return s_.store_queue[position % kWindowSlots];
  }
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
  unsigned dispatched_again_ = 0;
  unsigned retired_ = 0;
  unsigned left_ = 0;      ///< micro-ops that have retired; retired_ counts slots
  unsigned completed_ = 0; ///< slots of those written; without a reorder buffer that is their end
  Cause fetch_gap_;
  Cause dispatch_gap_;
  bool moved_ = false;
  Slot passed_over_ = kNoSlot; ///< by the load that is issued: a store whose address ends now
  std::uint64_t fetch_block_ = kNowhere; ///< that the group of this cycle is from
  // What was freed in this cycle and can be taken from the next on.
  std::array<unsigned, kMaxStations> entries_freed_{};
  unsigned reorder_freed_ = 0;
  unsigned loads_freed_ = 0;
  unsigned stores_freed_ = 0;
  std::array<unsigned, kRegisterKinds> registers_freed_{};
};

} // namespace stallscope::core
