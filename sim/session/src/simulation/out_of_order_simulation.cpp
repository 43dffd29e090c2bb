#include "simulation/out_of_order_simulation.hpp"

#include "core/out_of_order/occupancy.hpp"
#include "core/out_of_order/structures.hpp"
#include "core/units/unit_counts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope::session {

using core::WindowOp;

namespace {

/// The store-data micro-op of a store that wrote memory; the result of a store-conditional shows
/// whether it did.
bool writes(const isa::Program& program, const WindowOp& op) {
  if (!op.planned->writes_data)
    return false;
  const isa::Op what = program.instruction(op.instruction).op;
  const bool conditional = what == isa::Op::sc_w || what == isa::Op::sc_d;
  return !conditional || op.planned->op.write_count == 0 || op.results[0] == 0;
}

} // namespace

/// Tests the micro-ops of the window, oldest first, until the test succeeds.
template <class Test> bool OutOfOrderSimulation::any_in_window(Test test) const {
  for (std::uint64_t at = state_->rob.oldest; at < state_->rob.end; ++at)
    if (test(state_->at(at)))
      return true;
  return false;
}

/// Micro-ops retire in order; without a reorder buffer they leave the window at write-back.
unsigned OutOfOrderSimulation::retire_width() const {
  // A fused pair shares one slot: maximum number of micro-ops of a pair.
  constexpr unsigned kFused = 2 * isa::kMaxCracked;
  return core_.dynamic().speculates() ? core_.plan().retire_width * kFused : core::kWindowSlots;
}

std::vector<trace::MicroOpPart> OutOfOrderSimulation::parts_of(std::uint32_t instruction) const {
  const std::span<const core::PlannedOp> parts = core_.micro_ops_of(instruction);
  std::vector<trace::MicroOpPart> made;
  if (parts.size() < 2)
    return made;
  for (const core::PlannedOp& part : parts) {
    switch (part.op.kind) {
    case isa::CrackedKind::compute:
      made.push_back({std::string(isa::name(part.op.op_class))});
      break;
    case isa::CrackedKind::load:
      made.push_back({"load", trace::DataAccess::load});
      break;
    case isa::CrackedKind::store_address:
      made.push_back({"store address", trace::DataAccess::store});
      break;
    case isa::CrackedKind::store_data:
      made.push_back({"store data", trace::DataAccess::store});
      break;
    case isa::CrackedKind::store:
      made.push_back({"store", trace::DataAccess::store});
      break;
    case isa::CrackedKind::branch:
      made.push_back({"branch"});
      break;
    }
    made.back().shares_slot = part.slots == 0;
  }
  return made;
}

isa::ArchState OutOfOrderSimulation::right_path() const {
  isa::ArchState arch = state_->arch;
  if (!state_->speculation.active)
    return arch;
  std::uint64_t at = state_->branch_queue.oldest;
  const auto entry = [&]() -> const core::BranchEntry& { return state_->branch_queue.at(at); };
  while (at < state_->branch_queue.end && entry().id != state_->speculation.branch)
    ++at;
  STALLSCOPE_CHECK(at < state_->branch_queue.end, "the branch of a wrong path is in the window");
  isa::UndoLog undo = state_->undo;
  roll_back(arch, undo, entry().undo_mark);
  arch.pc = entry().actual_pc;
  return arch;
}

OpId OutOfOrderSimulation::oldest_op() const {
  return state_->rob.oldest == state_->rob.end ? state_->next_op
                                               : state_->at(state_->rob.oldest).id;
}

/// Without a reorder buffer a micro-op retires at write-back in timeline and ledger, but the core
/// counts it only when all older ones are written and its slot is freed. Limits and commit logs use
/// the core's count.
OutOfOrderSimulation::Retired OutOfOrderSimulation::retired_by_now() const {
  Retired retired{state_->counters.retired, state_->counters.retired_micro_ops};
  if (core_.dynamic().speculates())
    return retired;
  (void)any_in_window([&](const WindowOp& op) {
    const bool written = op.progress == core::Progress::written ||
                         (op.progress == core::Progress::timed && op.written_at <= state_->cycle);
    if (written && !op.faulting) {
      ++retired.micro_ops;
      retired.instructions += op.planned->op.last ? op.instructions : 0;
    }
    return false;
  });
  return retired;
}

/// Micro-ops in the window have been executed functionally and are therefore subtracted.
std::uint64_t OutOfOrderSimulation::completed() const {
  std::uint64_t done = state_->arch.instructions;
  (void)any_in_window([&](const WindowOp& op) {
    done -= op.planned->op.last && !op.wrong_path && !op.faulting ? op.instructions : 0;
    return false;
  });
  return done;
}

Simulation::Totals OutOfOrderSimulation::totals() const {
  const core::OutOfOrderCounters& counters = state_->counters;
  const Retired retired = retired_by_now();
  std::vector<trace::UnitCount> units =
      core::unit_counts(machine(), state_->predictor, state_->memory);
  if (core_.dynamic().disambiguation == machine::Disambiguation::predict)
    units.push_back({"load_replays", "loads replayed that read too early", counters.replays});
  units.push_back({"returns", "returns", counters.returns});
  units.push_back(
      {"return_mispredictions", "mispredictions of returns", counters.return_mispredictions});
  units.push_back({"indirect_jumps", "other indirect jumps", counters.indirect_jumps});
  units.push_back({"indirect_mispredictions", "mispredictions of other indirect jumps",
                   counters.indirect_mispredictions});
  for (trace::UnitCount& unit : core::occupancy_counts(core_, *state_))
    units.push_back(std::move(unit));
  return {.cycles = state_->cycle,
          .instructions = retired.instructions,
          .micro_ops = retired.micro_ops,
          .wrong_path_ops = counters.flushed,
          .branches = counters.branches,
          .mispredictions = counters.mispredictions,
          .ledger = core::ledger_of(*state_),
          .unit_counts = std::move(units)};
}

std::vector<trace::StructureView> OutOfOrderSimulation::structures() const {
  const auto copy = std::make_unique<core::OutOfOrderState>(*state_);
  core_.materialise_deferred(*copy);
  return core::structures_of(core_, *copy);
}

bool OutOfOrderSimulation::any_fetched(const std::function<bool(std::uint32_t)>& test) const {
  return any_in_window([&](const WindowOp& op) {
    return op.planned->op.first && !op.wrong_path && op.id >= state_->fetch.first_of_cycle &&
           (test(op.instruction) || (op.instructions > 1 && test(op.instruction + 1)));
  });
}

/// Memory is accessed in the last cycle of a load's or store's execution; with split stores, by the
/// store-data micro-op.
bool OutOfOrderSimulation::any_access(const std::function<bool(const Access&)>& test) const {
  return any_in_window([&](const WindowOp& op) {
    return !op.wrong_path && op.bytes != 0 && op.ends_at == state_->cycle &&
           op.progress >= core::Progress::executing &&
           (op.planned->is_load || op.planned->writes_data) &&
           test({op.instruction, op.address, op.bytes, writes(program(), op)});
  });
}

void OutOfOrderSimulation::write_results(RegId reg, std::uint64_t value) {
  for (std::uint64_t at = state_->rob.oldest; at < state_->rob.end; ++at) {
    WindowOp& op = state_->at(at);
    for (unsigned d = 0; d < op.planned->op.write_count; ++d)
      if (op.planned->op.writes[d] == reg)
        op.results[d] = value;
  }
}

} // namespace stallscope::session
