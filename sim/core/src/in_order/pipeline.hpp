#pragma once

// The in-order pipeline, one cycle at a time. The functions of Pipeline are the stages of the
// diagram, back to front: an operation leaves a stage before the one behind it moves up, so that a
// stage freed in a cycle is filled in the same cycle, as the clock edge does in hardware.
//
//   operations move:  retire | back stages | functional units | issue | front stages | fetch
//   work of a cycle:  write registers | read operands | resolve branches | count slots
//
// Steps with one caller are `inline`, because the compiler cannot know that a template's member
// has a single caller.

#include "base/check.hpp"
#include "common/memo_policy.hpp"
#include "core/in_order/in_order_core.hpp"
#include "in_order/interface/outcomes.hpp"

namespace stallscope::core {

using isa::MicroOp;
using isa::OpClass;
using trace::LedgerPoint;
using trace::What;

/// Used in place of a stage number: the operand is needed in the operation's present stage.
inline constexpr unsigned kStaying = ~0U;

/// Hazard that keeps an operation from moving on.
struct Hazard {
  Cause root;  ///< the root cause, as charged in the ledger; none: there is no hazard
  OpId behind; ///< as InFlightOp::behind

  Hazard() = default;
  Hazard(const Cause& cause, OpId held = kNoOp) : root(cause), behind(held) {}
  [[nodiscard]] bool exists() const { return root.why != Reason::none; }
  [[nodiscard]] Cause own() const { ///< the nearest cause, as own_cause()
    return behind ? Cause{Reason::stage_full, kNoRegister, behind} : root;
  }
};

/// The sink replaces the machine's branch predictor.
template <class Sink> inline constexpr bool kPredicts = requires {
  Sink::kIsPredictor;
};

/// The sink leaves out one obstacle of one operation: the steps of counterfactuals.
template <class Sink> inline constexpr bool kWaives = requires {
  Sink::kIsWaiving;
};

/// What is true in one cycle only, cleared by begin_cycle.
struct CycleFacts {
  unsigned issued_ = 0;
  std::array<std::uint8_t, kMaxWidth> issued_slots_{};
  /// Operations that left units which can be re-entered one cycle later: at most the width of the
  /// stage behind the units.
  struct Departure {
    OpId op;
    std::uint8_t lane = 0;
  };
  std::array<Departure, kMaxWidth> departures_{};
  unsigned departed_ = 0;
  InOrderLosses issue_loss_;
  std::uint64_t fetching_cycles_ = 1;     ///< cycles to fetch the instruction that enters the fetch
                                          ///< stage
  bool fetch_missed_ = false;             ///< that instruction's fetch missed the first-level cache
  std::uint64_t fetched_line_ = kNowhere; ///< number of the cache line read last in this cycle
  unsigned fetched_ = 0;                  ///< number of operations fetched, on the right and the
                                          ///< wrong path
  unsigned fetched_wrong_ = 0;            ///< of these, on the wrong path
  Cause fetched_wrong_cause_;
  InOrderLosses fetch_loss_;
  InOrderLosses retire_loss_;
  Cause fetch_gap_; ///< why fewer operations were fetched than the fetch width
  mutable unsigned reads_reserved_ =
      0;                        ///< register read ports taken by operations entering the read stage
  mutable OpId last_reader_;    ///< the last operation that took one
  unsigned reads_done_ = 0;     ///< registers read by operations in the read stage
  unsigned writes_entered_ = 0; ///< operations with a destination that entered the write stage
  bool moved_ = false;
};

/// The cycle in which an instruction that is being fetched will be issued, found by running a copy
/// of the pipeline without fetching younger instructions: older operations never wait for younger
/// ones.
[[nodiscard]] std::uint64_t cycle_of_issue(const InOrderCore& core, const InOrderState& state,
                                           const CycleFacts& facts, std::uint32_t index);

template <class Sink> class Pipeline : private CycleFacts {
public:
  Pipeline(const InOrderCore& core, InOrderState& state, Sink& sink)
      : core_(core), context_(check_context()), plan_(core.plan()), machine_(core.machine()),
        program_(core.program()), micro_ops_(program_.micro_ops.data()),
        micro_op_count_(program_.micro_ops.size()), s_(state), sink_(sink) {}

  void cycle();

private:
  friend class IssueScout;
  void finish_cycle();
  bool end_if_empty();

  // Defined in back_stages.hpp
  void retire();
  void advance_back_stages();
  unsigned finished_in_units(std::array<std::uint8_t, kMaxInFlight>& finished) const;
  Hazard join_hazard(const InFlightOp& op) const;
  Cause hazard_with_room(const InFlightOp& op) const;
  Cause units_gap();
  Cause gap_of_next_to_join();
  Cause first_to_have_joined() const;
  Cause gap_for(const InFlightOp& next) const;
  unsigned cycles_in_unit(const InFlightOp& op) const;
  OpId unresolved_before(const InFlightOp& op, unsigned lanes) const;
  Hazard completion_hazard(const InFlightOp& op) const;
  // Defined in issue.hpp: from the front stages through the units
  void advance_units();
  void issue();
  void advance_front_stages();
  bool goes_late(const InFlightOp& op) const;
  Hazard issue_hazard(const InFlightOp& op, bool late) const;
  Cause pairing_hazard(OpClass of, const InFlightOp* op) const;
  Cause gap_beside_issued(const Cause& gap) const;
  Hazard unit_hazard(const InFlightOp& op) const;
  unsigned lane_needed_next() const;
  void set_gaps_behind(LaneSet& explained);
  bool has_program_ended() const;
  void set_unit_gaps(const Cause& gap);
  // Defined in fetch.hpp: fetch control
  void redirect_fetch();
  void fetch();
  Cause fetch_hazard() const;
  Cause lost_behind(const InFlightOp& branch, Reason why) const;
  Cause lost_on_wrong_path() const;
  Cause wrong_path_gap(const Cause& gap) const;
  std::uint64_t fetch_cycles(std::uint64_t pc, unsigned size);
  bool fetch_one();
  unsigned enter_fetched(std::uint64_t pc, std::uint32_t index, const Executed& executed,
                         bool wrong_path);
  void empty_fetch_cache(const isa::Instruction& instruction);
  // Defined in cache_access.hpp
  bool access_fetch_cache(std::uint64_t pc, unsigned size);
  void access_data(InFlightOp& op);
  void retry_accesses();
  unsigned new_op(std::uint32_t index, const Executed& executed, bool wrong_path);
  void enter_delay_slot(const InFlightOp& op);
  Executed execute_one(std::uint32_t index, bool wrong_path);
  void sequence_control(InFlightOp& op, const isa::Instruction& instruction,
                        const isa::Effect& effect);
  bool goes_wrong(const InFlightOp& branch) const { // fetch is on the wrong path behind it
    return s_.speculation.active && s_.speculation.branch == branch.id;
  }
  void end_units();
  void clear_unit_gaps(const InFlightOp& op);
  void flush_younger_than(OpId last_kept, OpId branch, const Cause& lost);
  void rebuild_register_status();
  // Defined in resolve.hpp: branches and jumps
  void resolve_branches();
  void resolve(InFlightOp& op);
  Redirect redirect_to(const InFlightOp& op, std::uint64_t pc, bool taken) const;
  unsigned resolve_stage_of(const InFlightOp& op) const;
  static bool is_foreseen(const InFlightOp& op) {
    return op.predicted_pc == op.actual_pc && op.predicted_taken == op.actual_taken;
  }
  static bool is_followed(const InFlightOp& op) { // fetch has followed the actual outcome
    return op.followed_pc == op.actual_pc && op.followed_taken == op.actual_taken;
  }
  const auto& predictor() const {
    if constexpr (kPredicts<Sink>)
      return sink_;
    else
      return core_.predictor();
  }
  // Defined in operands.hpp: registers, forwarding, hazards
  void link_producers(InFlightOp& op, const MicroOp& micro_op);
  bool readable(const InFlightOp& op, unsigned operand, std::uint64_t at_cycle) const;
  bool forwarded_into(const InFlightOp& op, unsigned operand, unsigned stage) const;
  bool within_latency_rules(const InFlightOp& op, unsigned operand) const;
  std::uint64_t ready_at_of(OpId id) const;
  Cause missing_operand(const InFlightOp& op, std::uint8_t needed, unsigned entering_stage) const;
  bool blocks_late(const InFlightOp& op, unsigned operand) const;
  bool comes_later(const InFlightOp& op, unsigned first, unsigned second, unsigned stage) const;
  unsigned result_stage_of(const InFlightOp& producer) const;
  OpId read_before(const InFlightOp& op) const;
  std::uint64_t stays_in_unit_to(const InFlightOp& op, bool lacks_operands) const;
  unsigned next_path(const InFlightOp& producer, unsigned to) const;
  std::uint64_t expected_in(const InFlightOp& op, unsigned operand, unsigned stage) const;
  Cause register_ports(const InFlightOp& op) const;
  Cause waw_hazard(const InFlightOp& op) const;
  Cause write_order_hazard(const InFlightOp& op) const;
  Cause producer_in_unit(const InFlightOp& op) const;
  void take_forwarded(InFlightOp& op, unsigned stage);
  void write_registers();
  void read_operands();
  // Defined in account.hpp: cycle ledger
  void account();
  void account_fetch();
  void account_issue();
  void account_retirement();
  void count_cycle();
  void end_work(InFlightOp& op);
  void begin_cycle();
  void charge(LedgerPoint point, unsigned used, const InOrderLosses& loss);
  Cause retire_gap() const;
  Cause why_not_leaving(const InFlightOp& op) const;

  // Shared steps, and lanes.hpp: how operations enter and leave one
  bool waived(const InFlightOp& op, const Cause& cause) const {
    if constexpr (kWaives<Sink>)
      return op.id == s_.waiver.op && cause == s_.waiver.cause;
    else
      return false;
  }
  EffectsOf<Sink, DirectOutcomes> outcomes() { return effects_of<DirectOutcomes>(sink_); }
  std::uint64_t now() const { return s_.cycle; }
  InFlightOp& op_at(unsigned slot) { return s_.ops[slot]; }
  const InFlightOp& op_at(unsigned slot) const { return s_.ops[slot]; }
  const MicroOp& micro_op_of(const InFlightOp& op) const {
    return op.micro_op < micro_op_count_ ? micro_ops_[op.micro_op] : program_.micro_op(op.micro_op);
  }
  auto occupied(unsigned begin, unsigned end) const { return s_.occupied.between(begin, end); }
  auto occupied_units() const { return occupied(plan_.front_count, plan_.first_back); }
  unsigned lane_count() const { return static_cast<unsigned>(plan_.lanes.size()); }
  unsigned free_in(unsigned lane) const { return plan_.lanes[lane].slots - s_.lanes[lane].count; }
  bool may_enter_group(unsigned lane) const;
  unsigned pull_in_order(unsigned from, unsigned to);
  unsigned pull_operations(unsigned from, unsigned to);
  Cause entry_hazard(const InFlightOp& op, unsigned lane) const;
  OpId last_writer() const;
  void note_departure(const InFlightOp& op);
  void report_outcome(InFlightOp& op, bool accesses);
  void enter(unsigned slot, unsigned lane);
  std::uint64_t cycles_on(const InFlightOp& op, unsigned lane, bool accesses) const;
  void note_issue(InFlightOp& op);
  void remove_from_lane(unsigned slot);
  void hold(InFlightOp& op, const Hazard& hazard);
  const InFlightOp& first_to_leave(unsigned lane) const;
  InFlightOp with_read_operands(const InFlightOp& op) const;
  const InFlightOp& first_of_copies(unsigned lane) const;
  Hazard behind(const InFlightOp& first) const;
  void hold_rest(unsigned lane);
  bool let_pass(unsigned lane);
  Hazard why_not_moving(unsigned lane) const;
  Cause waiting_at(unsigned lane) const;
  bool time_depends_on_outcome(const InFlightOp& op) const;
  Cause busy_cause(const InFlightOp& op) const;
  void set_gap(unsigned lane, const Cause& cause);
  void replace_gap(unsigned lane, const Cause& cause);
  void free_op(unsigned slot);

  const InOrderCore& core_;
  CheckContext& context_;
  const PipelinePlan& plan_;
  const machine::Machine& machine_;
  const isa::Program& program_;
  // Micro-ops of the original program, without code written during the run.
  const MicroOp* micro_ops_;
  std::size_t micro_op_count_;
  InOrderState& s_;
  Sink& sink_;
};

} // namespace stallscope::core
