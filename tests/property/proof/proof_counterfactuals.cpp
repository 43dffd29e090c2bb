#include "core/counterfactual.hpp"
#include "property/proof/proof.hpp"
#include "property/proof/proof_fetch.hpp"
#include "property/proof/proof_in_order.hpp"
#include "property/proof/proof_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace stallscope::property {

using core::Outlook;
using machine::Machine;

namespace {

/// Another obstacle of an operation than the one that is named: an operand that comes earlier.
std::vector<Cause> others_of(const core::OutOfOrderCore&, const core::OutOfOrderState& state,
                             OpId id, const Cause& named) {
  std::vector<Cause> others;
  for (std::uint64_t at = state.rob.oldest; at < state.rob.end; ++at) {
    const core::WindowOp& op = state.at(at);
    if (op.id != id || op.progress == core::Progress::fetched)
      continue;
    for (unsigned i = 0; i < op.planned->op.read_count; ++i)
      if ((op.missing >> i & 1U) != 0)
        others.push_back(
            {Reason::raw, op.planned->op.reads[i].reg, state.rob.ops[op.operands[i].slot].id});
  }
  std::erase_if(others, [&](const Cause& other) { return other.culprit == named.culprit; });
  return others;
}

std::vector<Cause> others_of(const core::InOrderCore& core, const core::InOrderState& state,
                             OpId id, const Cause& named) {
  std::vector<Cause> others;
  for (const core::InFlightOp& op : state.ops) {
    if (op.id != id || named.why == Reason::read_port) // for one of the operands
      continue;
    const isa::MicroOp& micro_op = core.program().micro_op(op.micro_op);
    for (unsigned i = 0; i < micro_op.read_count; ++i)
      if ((op.missing >> i & 1U) != 0 && op.producers[i])
        others.push_back({Reason::raw, micro_op.reads[i].reg, op.producers[i]});
  }
  std::erase_if(others, [&](const Cause& other) { return other.culprit == named.culprit; });
  return others;
}

void materialise_deferred(const core::OutOfOrderCore& core, core::OutOfOrderState& state) {
  core.materialise_deferred(state);
}
void materialise_deferred(const core::InOrderCore&, core::InOrderState&) {}

void look_at_room(const core::OutOfOrderCore& core, const core::OutOfOrderState& state,
                  const Timeline& timeline, Proof& proof) {
  prove_fetch_room(core, state, timeline, proof);
}
void look_at_room(const core::InOrderCore& core, const core::InOrderState& state,
                  const Timeline& timeline, Proof& proof) {
  prove_room(core, state, timeline, proof);
}

/// What is removed concerns the operation alone: nothing of others is changed, but whether a branch
/// is decided that it waits for. On dynamic machines others give up entries and stand aside.
bool keeps_others(const core::OutOfOrderState&, const core::OutOfOrderState&, OpId) {
  return true;
}
bool keeps_others(const core::InOrderState& before, const core::InOrderState& after, OpId op) {
  for (std::size_t i = 0; i < before.ops.size(); ++i) {
    const core::InFlightOp& was = before.ops[i];
    const core::InFlightOp& is = after.ops[i];
    if (was.id && was.id != op &&
        (was.id != is.id || was.lane != is.lane || was.missing != is.missing ||
         was.producers != is.producers || was.ready_at != is.ready_at ||
         was.written != is.written || was.leaving != is.leaving))
      return false;
  }
  return true;
}

template <class Core, class State>
void look(const Core& core, const State& state, const Timeline& timeline, Proof& proof) {
  const std::uint64_t cycle = state.cycle + 1;
  for (const OpRow& row : timeline.rows) {
    const Span* const now = span_at(timeline, row, cycle);
    if (now == nullptr || now->begin > Cycle{cycle} || row.begin >= Cycle{cycle} ||
        now->cause.why == Reason::none)
      continue;
    const auto fail = [&](const std::string& problem) {
      proof.problems.push_back(fmt::format("cycle {}: #{} on {} is held for {}: {}", cycle,
                                           row.op.value, timeline.lanes[now->lane].name,
                                           words(now->cause), problem));
    };
    const Outlook with = outlook(core, state, row.op);
    if (with.moves || !(with.cause == now->cause)) {
      fail(with.moves ? "a copy of the state goes on" : "in a copy for " + words(with.cause));
      continue;
    }
    const auto copy = std::make_unique<State>(state);
    if (!core::remove_obstacle(core, *copy, row.op, with.cause)) {
      ++proof.unproven_cells[static_cast<std::size_t>(with.cause.why)];
      continue;
    }
    if (!keeps_others(state, *copy, row.op))
      fail("without that others are changed, too");
    const Outlook without = outlook(core, *copy, row.op);
    ++proof.cells;
    proof.goes_on += without.moves ? 1 : 0;
    if (!without.moves && without.cause == with.cause)
      fail("without that it is held for the same");
    if (!without.moves && without.cause.why == Reason::unit_busy && !without.cause.culprit)
      fail("behind that is a unit, and nobody who has it");
    for (const Cause& other : others_of(core, state, row.op, with.cause)) {
      const std::optional<Outlook> same = outlook_without(core, state, row.op, other);
      if (!same)
        continue;
      ++proof.others;
      // In order an operand that is there has to be read, which takes a port.
      const bool lacks_port = !same->moves && same->cause.why == Reason::read_port;
      if (same->moves || (!(same->cause == with.cause) && !lacks_port))
        fail(fmt::format("without {} {}", words(other),
                         same->moves ? "it goes on" : "for " + words(same->cause)));
    }
  }
}

template <class Core, class State>
void look_around(const Core& core, const Timeline& timeline, Random& random, unsigned looks,
                 Proof& proof) {
  const std::uint64_t cycles = timeline.end_cycle.value - 1;
  std::set<std::uint64_t> chosen;
  for (unsigned i = 0; i < looks; ++i)
    chosen.insert(random.next() % cycles);
  auto state = std::make_unique<State>(core.initial_state());
  trace::NullSink nothing;
  for (const std::uint64_t cycle : chosen) {
    core.run(*state, nothing, cycle);
    if (state->stop != core::StopReason::running || state->cycle != cycle)
      return;
    auto copy = std::make_unique<State>(*state);
    materialise_deferred(core, *copy);
    look(core, *copy, timeline, proof);
    look_at_room(core, *copy, timeline, proof);
  }
}

} // namespace

void prove_counterfactuals(const isa::Program& program, const Machine& machine,
                           const Timeline& timeline, Random& random, unsigned looks, Proof& proof) {
  if (timeline.end_cycle.value < 2)
    return;
  if (machine.dynamic)
    look_around<core::OutOfOrderCore, core::OutOfOrderState>(
        core::OutOfOrderCore(program, machine, environment_of(machine)), timeline, random, looks,
        proof);
  else
    look_around<core::InOrderCore, core::InOrderState>(
        core::InOrderCore(program, machine, environment_of(machine)), timeline, random, looks,
        proof);
}

} // namespace stallscope::property
