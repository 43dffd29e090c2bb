#pragma once

// A dynamically scheduled core, one cycle at a time. The functions of Window are the stages of the
// lecture's figure, last to first: retirement unit, result buses, functional units, dispatch and
// renaming, fetch control. A stage sees the state of the later ones as of the end of the previous
// cycle, unless machine.reuse_same_cycle is set.

#include "base/check.hpp"
#include "common/memo_policy.hpp"
#include "core/out_of_order/out_of_order_core.hpp"
#include "core/out_of_order/wake_up.hpp"
#include "isa/handed_values.hpp"
#include "out_of_order/bypass.hpp"
#include "out_of_order/direct_effects.hpp"
#include "out_of_order/effects.hpp"
#include "out_of_order/observer.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>

namespace stallscope::core {

using isa::CrackedKind;
using isa::OpClass;
using machine::Renaming;

/// Properties of a machine for which the code is specialised at compile time.
enum class Known : std::uint8_t {
  nothing,
  /// WindowPlan::superscalar: physical registers, a reorder buffer, a front end of at least one
  /// cycle, results bypassed and written without limit of buses, entries freed at issue and
  /// allocatable from the next cycle on.
  superscalar,
};

/// The sink observes a cycle of a state from which an obstacle has been removed
/// (counterfactual.hpp): a mispredicted jump may have completed there without having been resolved.
template <class Sink> inline constexpr bool kIsOutlook = requires {
  Sink::kWatchesOutlook;
};

struct IdlePorts;

/// Entries freed in this cycle. On machines that do not reuse them in the same cycle they can be
/// allocated from the next one on.
struct FreedEntries {
  std::array<unsigned, kMaxStations> stations{};
  /// A micro-op that freed an entry of the station; with a record the first one. Valid where
  /// `stations` is not 0.
  std::array<OpId, kMaxStations> by{};
  unsigned reorder = 0;
  unsigned loads = 0;
  unsigned stores = 0;
  RegisterCounts registers{};

  void clear() {
    stations.fill(0);
    registers.fill(0);
    reorder = loads = stores = 0;
  }
};

template <class Sink, Known kKnown> class Window {
  static constexpr bool kSuperscalar = kKnown == Known::superscalar;
  /// Without a record, executions whose end is known need no completion event: Progress::timed.
  static constexpr bool kTimes = !Sink::kActive;

public:
  Window(const OutOfOrderCore& core, OutOfOrderState& state, Sink& sink)
      : core_(core), plan_(core.plan()), machine_(core.dynamic()), program_(core.program()),
        s_(state), sink_(sink), now_(state.cycle), slot_mask_(state.rob.slot_mask),
        front_cycles_(core.dynamic().front_cycles), read_cycles_(core.dynamic().read_cycles),
        observer_(core, state, sink) {}

  /// Steps until a cycle is done or the run stops. `to_jump_back`: stops after the first cycle in
  /// which fetch has continued at a lower address.
  void run(std::uint64_t until_cycle, bool to_jump_back = false);
  /// Steps a cycle and at most `idle_cycles` idle cycles behind it.
  void step(std::uint64_t idle_cycles) {
    cycle();
    effects().end();
    if (s_.stop == StopReason::running)
      skip_idle_cycles(s_.cycle + idle_cycles);
  }
  /// Schedules the completion events that Progress::timed has omitted.
  void materialise_deferred();
  /// See core/counterfactual.hpp.
  bool remove_obstacle(OpId id, const Cause& cause);

private:
  void cycle();
  /// Counts idle cycles up to `until_cycle` without simulating them. Must be called after cycle().
  /// Nothing is reported to a record, because nothing changes in these cycles.
  void skip_idle_cycles(std::uint64_t until_cycle) {
    if (!moved_)
      skip_idle(until_cycle);
  }
  bool end_if_empty();
  void begin_cycle();
  void recover();
  void select();
  void dispatch_and_fetch();
  void fetch_and_decode();
  void end_cycle();
  // Defined in fetch.hpp: ICU, fetch control and decode
  void fetch();
  Cause fetch_hazard() const;
  Cause lost_on_wrong_path() const;
  Cause wrong_path_gap(const Cause& gap) const;
  Cause fetch_full() const;
  bool fetch_one(std::uint32_t& next);
  bool fetch_plain(const OutOfOrderCore::Decoded& decoded, std::uint32_t index,
                   std::uint32_t& next);
  bool ends_group(std::uint64_t pc, std::size_t micro_ops);
  void go_elsewhere();
  bool ask_fetch(std::uint64_t pc, unsigned size);
  bool is_branch_queue_full() const;
  bool has_branch_entry();
  OpId undecided_branch() const;
  bool leaves_block(std::uint64_t pc);
  /// Slots of the fetch width that a fused pair takes.
  unsigned pair_places() const { return machine_.pairs_count_once ? 1 : 2; }
  bool has_lines(std::uint64_t pc, unsigned size) const;
  bool read_lines(const isa::Instruction& instruction);
  void add_micro_ops(std::span<const PlannedOp> parts, std::uint32_t index,
                     const isa::Effect& effect, bool wrong_path, bool faulting,
                     unsigned instructions);
  void execute_decoded(const OutOfOrderCore::Decoded& decoded, bool wrong_path,
                       isa::Effect& effect);
  void hand_on(std::size_t count);
  void leave_code(bool wrong_path);
  bool trapped(const isa::Effect& effect, std::uint64_t pc, bool wrong_path);
  void add_micro_op(const PlannedOp& planned, std::uint32_t index, const isa::Effect& effect,
                    bool wrong_path, bool faulting, unsigned instructions);
  bool fuse(std::uint32_t& index, isa::Effect& effect, bool wrong_path);
  void sequence_control(Slot slot, std::uint32_t index, const isa::Effect& effect);
  void stop_fetch(const isa::Effect& effect, std::uint64_t pc);
  // Defined in recover.hpp: recovery from mispredictions
  void redirect_fetch();
  void resolve(Slot slot);
  void count_branch(const WindowOp& op, const BranchEntry& entry, bool wrong);
  void discard_behind(std::uint64_t position, OpId branch);
  void discard(WindowOp& op, Slot slot, OpId branch);
  void undo_dispatch(WindowOp& op, Slot slot);
  // Defined in dispatch.hpp: renaming, allocation
  void dispatch();
  Reason dispatch_hazard(const PlannedOp& planned, unsigned& station) const;
  Cause dispatch_cause(const PlannedOp& planned, Reason why) const;
  Cause lacks_entry(const PlannedOp& planned) const;
  bool is_alone() const;
  bool waits_for_serialising();
  void dispatch_one(WindowOp& op, Slot slot, unsigned station);
  /// The bypass network's delay of an operand, in cycles.
  unsigned bypass_delay(const WindowOp& op, unsigned operand, const WindowOp& from) const {
    return delays_bypasses() && operand != kMemoryOperand ? bypass_cycles(plan_.bypass, from, op)
                                                          : 0;
  }
  void note_late(WindowOp& op, unsigned operand, const WindowOp& from, std::uint64_t usable,
                 unsigned delay);
  void wait_until(WindowOp& op, unsigned operand, const WindowOp& from, std::uint64_t usable,
                  unsigned delay);
  void link(WindowOp& op, Slot slot, unsigned operand, const RenameEntry& producer);
  // Defined in memory.hpp: load and store queue, memory order, data cache
  void enter_memory_queues(WindowOp& op, Slot slot);
  bool is_buffered(const WindowOp& store) const;
  /// A store that cannot forward all bytes of a load is still in the store queue.
  bool is_blocked(const WindowOp& load) const {
    return s_.lsq.is_blocked(s_.rob, load, speculates(), now());
  }
  bool waits_for_stores(const WindowOp& load) const;
  bool find_buffered(WindowOp& load);
  StoreMatch find_store(const WindowOp& load, bool only_known);
  void link_store(WindowOp& load, Slot slot, const RenameEntry& half);
  OpId store_in_the_way(const WindowOp& load) const;
  Cause load_hold(const WindowOp& op) const;
  void take_from_store(WindowOp& load, Slot slot, bool only_known);
  void order_load(WindowOp& load, Slot slot);
  bool may_issue_load(WindowOp& load, Slot slot);
  bool find_stores(WindowOp& load, Slot slot);
  bool find_stores_apart(WindowOp& load, Slot slot);
  std::optional<std::uint64_t> access_data(WindowOp& op, bool writes);
  bool write_through_retirement(WindowOp& op);
  bool retire_store(WindowOp& op);
  void drain_store_buffer();
  void check_memory_order(const WindowOp& store);
  void replay();
  bool write_pending(RegId reg) const;
  // Defined in scheduler.hpp: wake-up and selection
  void wake_waiting(WindowOp& producer, std::uint64_t usable_from);
  void become_ready(WindowOp& op, Slot slot);
  void completion_events();
  void issue();
  void issue_one(WindowOp& op, Slot slot, unsigned port);
  unsigned latency_of(const WindowOp& op, unsigned port) const;
  // Defined in write_back.hpp: results
  void end_execution(Slot slot);
  void write_back();
  Cause write_hazard(const WindowOp& op, Slot slot) const;
  void write(Slot slot);
  void complete(WindowOp& op);
  void finish(WindowOp& op);
  void leave_station(WindowOp& op);
  // Defined in retire.hpp
  void retire();
  void release_rob_entry(const PlannedOp& planned);
  void commit(const WindowOp& op);
  void retire_memory(const WindowOp& op);
  // Defined in counterfactual.hpp
  WindowOp* find_op(OpId id);
  void take_away_store(OpId store);
  void write_now(WindowOp& op);
  bool give_operand(WindowOp& op, const Cause& cause);
  bool give_entry(const WindowOp& op, const Cause& cause);
  bool stand_aside(const Cause& cause);
  // Defined in report.hpp and idle_ports.hpp: called by the observer of a record only
  friend ObserverOf<Sink>;
  OpId alone_on(unsigned port) const;
  void report_unselected(bool all_issued);
  OpId frees_next(const PlannedOp& planned, Reason why) const;
  bool meets_store_next(const WindowOp& load) const;
  OpId begins_next(unsigned stations) const;
  OpId writes_next(unsigned stations) const;
  OpId leaves_next(unsigned stations) const;
  Cause reported_in_station(const WindowOp& op) const;
  void give_stations(IdlePorts& idle, std::uint64_t end) const;
  std::uint64_t first_done_again() const;
  std::uint64_t first_perhaps_again() const;
  void give_replayed(IdlePorts& idle) const;
  std::uint32_t wanted_again() const;
  bool has_program_ended() const;
  std::uint32_t still_wanted() const;
  Cause replay_cause(const WindowOp& op) const;
  Cause front_gap() const;
  Cause reported_in_front(const WindowOp& op, const Cause& gap) const;
  void give_front(IdlePorts& idle, std::uint64_t end) const;
  Cause had_no_station(const PlannedOp& planned) const;
  bool fetches_both(const isa::Instruction& first, const isa::Instruction& second) const;
  void give_next(IdlePorts& idle, const Cause& gap) const;
  bool right_path_is_missing() const;
  bool is_refilling() const;
  Cause behind_branch_gap() const;
  IdlePorts idle_ports(bool in_next) const;
  std::uint64_t kept_to() const;
  void report_idle_ports();
  // Defined in account.hpp
  void account(std::uint64_t cycles);
  void count_occupancy(std::uint64_t cycles);
  // Defined in idle.hpp
  std::uint64_t idle_until(std::uint64_t until_cycle) const;
  bool changes_reason(std::uint64_t position) const;
  std::uint64_t next_issue() const;
  void skip_idle(std::uint64_t until_cycle);
  void charge(LedgerPoint point, unsigned width, unsigned used, unsigned wrong, unsigned again,
              unsigned idle, const Cause& rest, std::uint64_t cycles);
  Cause front_end_delay(std::uint64_t position) const;
  /// The first cycle in which a micro-op fetched in the first cycle of the run can retire.
  std::uint64_t first_retirement() const { return 2 + front_cycles_ + plan_.passage_cycles; }
  Cause retire_cause() const;
  Cause front_cause(const WindowOp& op, const Cause& gap) const;
  std::uint64_t front_changes_at() const;
  Cause issue_cause();
  unsigned ports_demanded() const;
  Cause station_cause(const WindowOp& op) const;
  Cause root_of(const WindowOp& op) const;

  // Policies of the machine; constants where Known fixes them.
  bool speculates() const { return kSuperscalar || machine_.speculates(); }
  bool renames_physically() const { return kSuperscalar || plan_.physical; }
  bool bypasses() const { return kSuperscalar || machine_.wakeup == machine::Wakeup::bypass; }
  bool frees_at_issue() const {
    return kSuperscalar || machine_.release == machine::EntryRelease::issue;
  }
  bool binds_ports() const { return !kSuperscalar && plan_.binds_ports; }
  bool delays_bypasses() const { return !kSuperscalar && plan_.bypass.any; }
  bool writes_at_once() const { return kTimes && (kSuperscalar || plan_.writes_at_once); }
  bool waits_behind_branches() const { return !kSuperscalar && machine_.waits_behind_branches; }
  /// A store-data micro-op that needs no port (load_store.capture_data).
  bool is_captured(const PlannedOp& planned) const {
    return !kSuperscalar && machine_.captures_store_data && planned.writes_data &&
           !planned.writes_address;
  }
  bool carries_over() const { return !kSuperscalar && plan_.carries_over; }
  bool has_front_end() const { return kSuperscalar || machine_.front_cycles != 0; }
  /// ~0: entries freed in a cycle can be allocated from the next cycle on; 0: in the same cycle.
  unsigned freed_now() const { return kSuperscalar ? ~0U : plan_.freed_now; }

  /// What a cycle does outside the timing: see effects.hpp.
  EffectsOf<Sink, DirectEffects> effects() const {
    return effects_of<DirectEffects>(sink_, core_, s_);
  }
  std::uint64_t now() const { return now_; }
  Slot slot_at(std::uint64_t position) const { return static_cast<Slot>(position & slot_mask_); }
  WindowOp& op_at(Slot slot) { return s_.rob.ops[slot]; }
  const WindowOp& op_at(Slot slot) const { return s_.rob.ops[slot]; }
  StoreEntry& store_at(std::uint64_t position) { return s_.lsq.stores.at(position); }
  const StoreEntry& store_at(std::uint64_t position) const { return s_.lsq.stores.at(position); }
  /// The micro-op's result has been written in this cycle or before.
  bool is_written(const WindowOp& op) const { return has_written(op, now()); }
  /// The micro-op is still in the window.
  bool is_here(const RenameEntry& entry) const { return s_.rob.holds(entry); }
  const OutOfOrderCore& core_;
  const WindowPlan& plan_;
  const machine::Dynamic& machine_;
  const isa::Program& program_;
  OutOfOrderState& s_;
  Sink& sink_;
  std::uint64_t now_; ///< equal to s_.cycle
  const std::uint64_t slot_mask_;
  const unsigned front_cycles_;
  const unsigned read_cycles_;

  // Data of this cycle only
  unsigned fetched_ = 0; ///< slots of the fetch width used
  unsigned fetched_wrong_ = 0;
  unsigned dispatched_ = 0;
  unsigned dispatched_wrong_ = 0;
  unsigned dispatched_again_ = 0;
  std::uint64_t dispatched_from_ = 0; ///< position of the first micro-op dispatched
  std::uint64_t demanded_before_ = 0; ///< ReservationStations::demanded at the beginning of the
                                      ///< cycle
  unsigned issued_ = 0;               ///< micro-ops that have left their stations
  unsigned issued_wrong_ = 0;
  unsigned issued_again_ = 0;
  unsigned retired_ = 0;
  unsigned left_ = 0; ///< micro-ops that have retired; retired_ counts slots
  unsigned completed_ =
      0;               ///< slots of written micro-ops, which are complete without a reorder buffer
  unsigned taken_ = 0; ///< branches and jumps behind which fetch has continued at a target
  std::uint64_t decoded_from_ = 0; ///< position of the first micro-op fetched
  Cause fetch_gap_;
  Cause dispatch_gap_;
  Cause
      gap_before_; ///< dispatch_gap_ of the previous cycle: why ports lack micro-ops in this cycle
  std::uint64_t fetch_refused_at_ =
      0; ///< cycle of the last access refused by the instruction cache
  bool moved_ = false;
  bool any_counted_ = false;   ///< without a reorder buffer: the retirement slots of this cycle
                               ///< count completed micro-ops
  Slot passed_over_ = kNoSlot; ///< a store whose address is computed in this cycle, too late for
                               ///< the load being issued
  isa::HandedValues handed_;   ///< values passed between the micro-ops of the instruction being
                               ///< fetched
  std::uint64_t fetch_block_ = kNowhere; ///< the fetch block of this cycle's group
  [[no_unique_address]] ObserverOf<Sink> observer_;
  // At the beginning of the cycle: entries released in it are not allocated again in it.
  std::uint64_t first_oldest_ = 0;
  std::uint64_t first_oldest_branch_ = 0;
  FreedEntries freed_;
};

} // namespace stallscope::core
