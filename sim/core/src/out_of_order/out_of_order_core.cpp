#include "core/out_of_order/out_of_order_core.hpp"

#include "core/units/warm_caches.hpp"
#include "out_of_order/out_of_order_pipeline.hpp"

namespace stallscope::core {

namespace {

isa::CrackRules rules_of(const WindowPlan& plan, const machine::Dynamic& machine) {
  isa::CrackRules rules;
  rules.fuse_compare_branch = machine.fuse_compare_branch;
  rules.fuse_lui_addi = machine.fuse_lui_addi;
  rules.fuse_load_op = machine.fuse_load_op;
  rules.fuse_store = machine.fuse_store;
  rules.split_store = plan.ports_of[machine::kStoreAddress] != 0;
  return rules;
}

} // namespace

namespace {

/// Appends the micro-ops of one instruction, or of two that fuse.
void append(std::vector<PlannedOp>& planned, const WindowPlan& plan, const isa::CrackedOps& ops,
            bool serialises) {
  std::uint8_t part = 0;
  for (const isa::CrackedOp& op : ops) {
    planned.push_back(plan_op(plan, op));
    planned.back().part = part++;
    planned.back().index = static_cast<std::uint32_t>(planned.size() - 1);
    planned.back().serialises = serialises;
  }
}

} // namespace

OutOfOrderCore::OutOfOrderCore(const isa::Program& program, const machine::Machine& machine,
                               isa::Environment environment,
                               std::span<const isa::Instruction> decoded_as)
    : program_(&program), machine_(&machine), environment_(environment),
      plan_(make_window_plan(machine)), predictor_(machine, program.isa),
      hierarchy_(machine.caches), rules_(rules_of(plan_, dynamic())) {
  environment_.misaligned = machine.misaligned;
  environment_.undeclared = machine.undeclared;
  const std::span<const isa::Instruction> seen = decoded_as.empty() ? program.code : decoded_as;
  STALLSCOPE_CHECK(seen.size() == program.code.size(), "decoders see every instruction");
  std::vector<std::size_t> first;
  for (const isa::Instruction& instruction : seen) {
    first.push_back(planned_.size());
    append(planned_, plan_, isa::crack(instruction, rules_), serialises(instruction));
  }
  first.push_back(planned_.size());
  if (plan_.fuses)
    plan_pairs(seen);
  for (const PlannedOp& op : planned_)
    used_ports_ |= op.ports;
  own_ = static_cast<std::uint32_t>(program.code.size());
  for (std::uint32_t i = 0; i < own_; ++i)
    decoded_.push_back(decode(i, std::span(planned_).subspan(first[i], first[i + 1] - first[i])));
}

/// x86 classifies read-modify-write instructions as atomic, but only those with a lock prefix
/// serialise.
bool OutOfOrderCore::serialises(const isa::Instruction& instruction) const {
  return dynamic().serialise &&
         (instruction.op_class == isa::OpClass::system ||
          (instruction.op_class == isa::OpClass::atomic && !isa::is_x86(instruction.op)));
}

void OutOfOrderCore::plan_pairs(std::span<const isa::Instruction> seen) {
  const std::vector<isa::Instruction>& code = program_->code;
  pairs_.resize(code.size());
  for (std::size_t i = 0; i + 1 < code.size(); ++i) {
    if (code[i].pc + code[i].size != code[i + 1].pc || !isa::fuses(seen[i], seen[i + 1], rules_))
      continue;
    pairs_[i].first = static_cast<std::uint32_t>(planned_.size());
    append(planned_, plan_, isa::crack_pair(seen[i], seen[i + 1], rules_), false);
    pairs_[i].count = static_cast<std::uint32_t>(planned_.size()) - pairs_[i].first;
  }
}

OutOfOrderCore::Decoded OutOfOrderCore::decode(std::uint32_t index,
                                               std::span<const PlannedOp> parts) const {
  const isa::Instruction& instruction = program_->instruction(index);
  Decoded decoded;
  decoded.first = parts.data();
  decoded.instruction = &instruction;
  decoded.count = static_cast<std::uint8_t>(parts.size());
  decoded.is_control = isa::is_control(instruction.op_class);
  decoded.begins_pair = !micro_ops_of_pair(index).empty();
  decoded.lacks_port = std::any_of(parts.begin(), parts.end(),
                                   [](const PlannedOp& part) { return part.lacks_port; });
  decoded.has_temporaries = std::any_of(
      parts.begin(), parts.end(), [](const PlannedOp& part) { return part.writes_temporaries; });
  decoded.fences_code = instruction.op == isa::Op::fence_i;
  const std::vector<isa::Instruction>& code = program_->code;
  decoded.followed = std::size_t{index} + 1 < code.size() &&
                     code[index + 1].pc == instruction.pc + instruction.size &&
                     instruction.op_class != isa::OpClass::system && !decoded.fences_code;
  decoded.is_plain = decoded.followed && !decoded.is_control && !decoded.begins_pair &&
                     !decoded.lacks_port && !decoded.has_temporaries;
  return decoded;
}

std::span<const PlannedOp> OutOfOrderCore::plan_written(std::uint32_t index) const {
  std::vector<PlannedOp>& planned = written_[index];
  if (planned.empty())
    append(planned, plan_, isa::crack(program_->instruction(index), rules_),
           serialises(program_->instruction(index)));
  return planned;
}

/// The first physical registers hold the architectural registers, in their order; the others go to
/// the free list.
void OutOfOrderCore::share_out_registers(OutOfOrderState& state) const {
  for (RegId reg = 0; reg < kRegisterKinds * kArchitectural; ++reg)
    state.rename_map[reg].physical = reg % kArchitectural;
  const std::array<unsigned, kRegisterKinds> count{dynamic().integer_registers,
                                                   dynamic().fp_registers};
  for (unsigned kind = 0; kind < kRegisterKinds; ++kind)
    for (unsigned i = kArchitectural; i < count[kind]; ++i)
      state.free_lists[kind].release(static_cast<std::uint16_t>(i));
}

OutOfOrderState OutOfOrderCore::initial_state() const {
  OutOfOrderState state;
  state.arch = isa::initial_state(*program_);
  state.committed = state.arch.regs;
  state.predictor = predictor_.initial_state(std::min<unsigned>(
      kMaxPredictionsInFlight,
      dynamic().reorder_entries + dynamic().fetch_queue + unsigned{isa::kMaxCracked}));
  state.rob.slot_mask = plan_.slots - 1;
  state.completions.clear();
  state.memory = hierarchy_.caches().warm ? warm_state(hierarchy_, *program_, environment_)
                                          : hierarchy_.initial_state();
  if (dynamic().renaming == machine::Renaming::physical)
    share_out_registers(state);
  state.fetch.gaps.fill({Reason::fill});
  state.ledger.at(LedgerPoint::fetch).width = dynamic().fetch_width;
  state.ledger.at(LedgerPoint::issue).width = dynamic().dispatch_width;
  state.ledger.at(LedgerPoint::retire).width = plan_.counted_width;
  state.ledger.at(LedgerPoint::ports).width = plan_.issue_width;
  state.dispatch_gap = {Reason::fill};
  if (dynamic().store_set_cycles != 0)
    state.lsq.store_sets.forgotten_at = dynamic().store_set_cycles;
  return state;
}

trace::Ledger ledger_of(const OutOfOrderState& state) {
  trace::Ledger ledger = state.ledger;
  ledger.at(LedgerPoint::retire).use_lost(state.uncounted);
  return ledger;
}

/// Schedules the completion events that deferred completions have omitted.
void OutOfOrderCore::materialise_deferred(OutOfOrderState& state) const {
  state.reported.fill(kNothingReported);
  for (std::uint64_t position = state.rob.oldest; position < state.rob.end; ++position) {
    const Slot slot = state.slot_at(position);
    WindowOp& op = state.at(position);
    if (op.progress != Progress::timed)
      continue;
    if (op.written_at <= state.cycle) {
      op.progress = Progress::written;
    } else if (op.ends_at <= state.cycle) {
      op.progress = Progress::executed;
      state.completions.executed.insert(slot);
    } else {
      op.progress = Progress::executing;
      state.completions.schedule(state.rob, slot, op.ends_at, state.cycle);
    }
  }
}

void OutOfOrderCore::leave_breakpoint(OutOfOrderState& state) const {
  STALLSCOPE_CHECK(state.stop == StopReason::breakpoint && state.rob.oldest == state.rob.end,
                   "no breakpoint instruction has stopped this run");
  state.leave_breakpoint();
  state.fetch.stopped = false;
}

template void OutOfOrderCore::run(OutOfOrderState&, trace::RecordingSink&, std::uint64_t) const;

} // namespace stallscope::core
