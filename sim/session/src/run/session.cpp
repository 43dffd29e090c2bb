#include "session/session.hpp"

#include "base/check.hpp"
#include "session/runner.hpp"
#include "simulation/collecting_sink.hpp"
#include "simulation/scout.hpp"

#include <algorithm>

namespace stallscope::session {

using core::StopReason;

Session::Session(std::shared_ptr<const isa::Program> program,
                 std::shared_ptr<const machine::Machine> machine, std::string input,
                 CheckpointBudget budget)
    : program_(std::move(program)), machine_(std::move(machine)), input_(std::move(input)),
      first_input_(input_.size()),
      output_(std::make_unique<CollectingSink>(nullptr, kStandardOutputBytes)),
      simulation_(Simulation::of(*program_, *machine_,
                                 isa::Environment{.input = input_, .output = output_.get()})),
      distance_(budget.first_distance_cycles), budget_(budget) {
  STALLSCOPE_CHECK(distance_ > 0, "checkpoints are at least one cycle apart");
  maybe_checkpoint();
}

Session::~Session() = default;

// ---- time
// ----------------------------------------------------------------------------------------------------------

/// Simulates to a cycle, applying logged edits and saving checkpoints on the way.
void Session::advance(std::uint64_t until_cycle, trace::RecordingSink* recorder, Leaves leaves) {
  const std::uint64_t grid = leaves == Leaves::fine_ones_too ? fine_distance() : 0;
  while (!stopped() && cycle() < until_cycle) {
    std::uint64_t next = until_cycle;
    const std::uint64_t here = cycle();
    const auto edit = std::find_if(edits_.begin(), edits_.end(),
                                   [here](const Edit& e) { return e.cycle > here; });
    if (edit != edits_.end())
      next = std::min(next, edit->cycle);
    next = std::min(next, (here / distance_ + 1) * distance_);
    if (grid != 0)
      next = std::min(next, (here / grid + 1) * grid);
    if (recorder != nullptr)
      simulation_->step(next, *recorder);
    else
      simulation_->run(next);
    if (cycle() == next)
      for (auto e = edit; e != edits_.end() && e->cycle == next; ++e)
        apply(*e);
    maybe_checkpoint();
    if (grid != 0 && cycle() % grid == 0)
      maybe_fine_checkpoint();
  }
}

/// advance() that continues after the breakpoint instructions that were continued on the first
/// pass.
void Session::replay(std::uint64_t until_cycle, trace::RecordingSink* recorder, Leaves leaves) {
  const auto left_here = [this](const Edit& e) {
    return e.kind == Edit::Kind::leave_breakpoint && e.cycle == cycle();
  };
  advance(until_cycle, recorder, leaves);
  while (cycle() < until_cycle && simulation_->stop() == StopReason::breakpoint &&
         std::any_of(edits_.begin(), edits_.end(), left_here)) {
    simulation_->leave_breakpoint();
    advance(until_cycle, recorder, leaves);
  }
}

/// Continues after the breakpoint instruction that has stopped the run, if any. Logged as an edit,
/// so that a replay repeats it.
void Session::leave_breakpoint() {
  if (simulation_->stop() != StopReason::breakpoint)
    return;
  Edit edit;
  edit.kind = Edit::Kind::leave_breakpoint;
  edit.cycle = cycle();
  const auto known = std::find_if(edits_.begin(), edits_.end(), [&](const Edit& e) {
    return e.kind == edit.kind && e.cycle == edit.cycle;
  });
  if (known == edits_.end())
    edits_.insert(std::upper_bound(edits_.begin(), edits_.end(), edit,
                                   [](const Edit& a, const Edit& b) { return a.cycle < b.cycle; }),
                  edit);
  simulation_->leave_breakpoint();
}

bool Session::step() {
  leave_breakpoint();
  const std::uint64_t before = cycle();
  advance(before + 1);
  return cycle() > before;
}

bool Session::step_back() {
  if (cycle() == 0)
    return false;
  seek(cycle() - 1);
  return true;
}

void Session::seek(std::uint64_t cycle) {
  // Also for seeks forwards, because a later checkpoint can be nearer.
  restore_before(cycle);
  replay(cycle, nullptr, Leaves::fine_ones_too);
}

/// The last checkpoint at or before a cycle, unless the present state is between them.
void Session::restore_before(std::uint64_t cycle) {
  const auto after = std::upper_bound(
      checkpoints_.begin(), checkpoints_.end(), cycle,
      [](std::uint64_t wanted, const Checkpoint& c) { return wanted < c.state->cycle(); });
  STALLSCOPE_CHECK(after != checkpoints_.begin(), "the checkpoint of cycle 0 is gone");
  const Simulation::Checkpoint* found = std::prev(after)->state.get();
  for (const std::unique_ptr<Simulation::Checkpoint>& fine : fine_)
    if (fine->cycle() <= cycle && fine->cycle() > found->cycle())
      found = fine.get();
  const std::uint64_t here = simulation_->cycle();
  // For a stopped run, the state of its last cycle is the preceding one.
  if (here >= found->cycle() && (stopped() ? here < cycle : here <= cycle))
    return;
  simulation_->restore(*found);
  show_input(simulation_->cycle());
}

Pause Session::run(std::uint64_t until_cycle, const std::function<bool()>& keep_going) {
  return go_on(until_cycle, nullptr, keep_going);
}

Pause Session::run_to(const Condition& condition, const std::function<bool()>& keep_going) {
  return condition.kind == Condition::Kind::cycle ? go_on(condition.value, nullptr, keep_going)
                                                  : go_on(kNever.value, &condition, keep_going);
}

Pause Session::go_on(std::uint64_t until_cycle, const Condition* until,
                     const std::function<bool()>& keep_going) {
  constexpr std::uint64_t kSliceCycles = 65'536;
  hit_.reset();
  if (cycle() < until_cycle)
    leave_breakpoint();
  std::vector<Condition> conditions = breakpoints_;
  if (until != nullptr)
    conditions.push_back(*until);
  Scout scout(*simulation_, conditions);
  repeat_.reset();
  const bool to_the_end = until_cycle == kNever.value;
  std::optional<RepeatWatch> watch; // created once no more external input is pending
  while (!stopped() && cycle() < until_cycle) {
    const std::uint64_t slice = cycle() + std::min(until_cycle - cycle(), kSliceCycles);
    while (!stopped() && cycle() < slice) {
      // Edits may change anything: before the last edit, every cycle is checked.
      const bool alone = edits_.empty() || edits_.back().cycle <= cycle();
      std::uint64_t quiet = alone ? scout.quiet_cycles() : 0;
      if (to_the_end && alone) {
        if (!watch)
          watch.emplace(*simulation_, conditions);
        if (watch->is_over()) {
          repeat_ = watch->repeat();
          return Pause::repeats;
        }
        quiet = std::min(quiet, watch->quiet_cycles());
      }
      if (quiet > 1) {
        advance(std::min(slice, cycle() + quiet));
        continue;
      }
      const std::vector<bool> held = lasting_breakpoints();
      advance(cycle() + 1);
      if (stopped())
        break;
      if (until != nullptr && holds(*until, *simulation_))
        return Pause::reached;
      if (find_hit(held))
        return Pause::breakpoint;
    }
    if (keep_going && !keep_going())
      return Pause::interrupted;
  }
  return stopped() ? Pause::stopped : Pause::reached;
}

/// By breakpoint: the condition held before this cycle and still holds, so that it does not stop
/// the run again.
std::vector<bool> Session::lasting_breakpoints() const {
  std::vector<bool> held(breakpoints_.size());
  for (std::size_t i = 0; i < held.size(); ++i)
    held[i] = is_lasting(breakpoints_[i].kind) && holds(breakpoints_[i], *simulation_);
  return held;
}

bool Session::find_hit(const std::vector<bool>& held) {
  for (std::size_t i = 0; i < breakpoints_.size() && !hit_; ++i)
    if (!held[i] && holds(breakpoints_[i], *simulation_))
      hit_ = breakpoints_[i];
  return hit_.has_value();
}

Timeline Session::record(std::uint64_t from, std::uint64_t to) {
  const std::unique_ptr<Simulation::Checkpoint> present = simulation_->save();
  from = std::max<std::uint64_t>(from, 1);
  seek(from - 1 - std::min(from - 1, simulation_->record_lead()));
  trace::RecordingSink sink;
  simulation_->begin_record(sink);
  replay(from - 1, &sink);
  const std::uint64_t first = cycle() + 1;
  const RecordStart start = simulation_->record_start();
  replay(to, &sink);
  sink.covered(Cycle{first}, Cycle{std::max(cycle(), first - 1) + 1});
  simulation_->restore(*present);
  show_input(cycle());
  Timeline timeline = trace::build_timeline(sink.log(), simulation_->lanes());
  timeline.start = start;
  return timeline;
}

std::string_view Session::output() const {
  return std::string_view(output_->text()).substr(0, simulation_->arch().output_bytes);
}

// ---- checkpoints
// ---------------------------------------------------------------------------------------------------

/// Saves the present state when it is on the checkpoint grid and after all checkpoints.
void Session::maybe_checkpoint() {
  const bool first = checkpoints_.empty();
  if (!first &&
      (stopped() || cycle() % distance_ != 0 || checkpoints_.back().state->cycle() >= cycle()))
    return;
  Checkpoint checkpoint;
  checkpoint.state = simulation_->save();
  checkpoint.bytes =
      checkpoint.state->bytes_beyond(first ? nullptr : checkpoints_.back().state.get());
  checkpoint_bytes_ += checkpoint.bytes;
  checkpoints_.push_back(std::move(checkpoint));
  while (checkpoints_.size() > 1 &&
         (checkpoints_.size() > budget_.max_checkpoints || checkpoint_bytes_ > budget_.max_bytes))
    thin();
}

/// Distance of the fine checkpoints of a seek, in cycles; 0: none.
std::uint64_t Session::fine_distance() const {
  if (budget_.fine_checkpoints == 0)
    return 0;
  const std::uint64_t distance =
      std::max(budget_.fine_distance_cycles, distance_ / budget_.fine_checkpoints);
  return distance < distance_ ? distance : 0;
}

/// Saves the present state as a fine checkpoint, and drops the oldest one above the limit.
void Session::maybe_fine_checkpoint() {
  const auto here = [this](const std::unique_ptr<Simulation::Checkpoint>& c) {
    return c->cycle() == cycle();
  };
  if (stopped() || cycle() % distance_ == 0 || std::any_of(fine_.begin(), fine_.end(), here))
    return;
  fine_.push_back(simulation_->save());
  if (fine_.size() > budget_.fine_checkpoints)
    fine_.erase(fine_.begin());
}

/// Drops every second checkpoint and doubles the distance, so that the rest stay evenly spaced.
void Session::thin() {
  distance_ *= 2;
  std::vector<Checkpoint> kept;
  for (Checkpoint& checkpoint : checkpoints_)
    if (checkpoint.state->cycle() % distance_ == 0)
      kept.push_back(std::move(checkpoint));
  checkpoint_bytes_ = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    kept[i].bytes = kept[i].state->bytes_beyond(i == 0 ? nullptr : kept[i - 1].state.get());
    checkpoint_bytes_ += kept[i].bytes;
  }
  checkpoints_ = std::move(kept);
}

// ---- edits
// ---------------------------------------------------------------------------------------------------------

/// Discards everything after the present cycle: edits, output and checkpoints.
void Session::branch_off() {
  const std::uint64_t here = cycle();
  while (!checkpoints_.empty() && checkpoints_.back().state->cycle() >= here) {
    checkpoint_bytes_ -= checkpoints_.back().bytes;
    checkpoints_.pop_back();
  }
  std::erase_if(fine_, [here](const auto& checkpoint) { return checkpoint->cycle() >= here; });
  edits_.erase(std::remove_if(edits_.begin(), edits_.end(),
                              [here](const Edit& e) { return e.cycle > here; }),
               edits_.end());
  output_->truncate(simulation_->arch().output_bytes);
}

void Session::apply(const Edit& edit) {
  switch (edit.kind) {
  case Edit::Kind::set_register:
    simulation_->write_register(edit.reg, edit.value);
    return;
  case Edit::Kind::set_memory:
    simulation_->write_memory(edit.address, edit.bytes);
    return;
  case Edit::Kind::add_input:
    show_input(edit.cycle);
    return;
  case Edit::Kind::leave_breakpoint: // applied when the run stops at the breakpoint: see replay
    return;
  }
}

namespace {

Edit edit_now(Edit::Kind kind, std::uint64_t cycle) {
  Edit edit;
  edit.kind = kind;
  edit.cycle = cycle;
  return edit;
}

} // namespace

void Session::set_register(RegId reg, std::uint64_t value) {
  branch_off();
  Edit edit = edit_now(Edit::Kind::set_register, cycle());
  edit.reg = reg;
  edit.value = value;
  apply(edit);
  edits_.push_back(std::move(edit));
  maybe_checkpoint();
}

void Session::set_memory(std::uint64_t address, std::vector<std::uint8_t> bytes) {
  branch_off();
  Edit edit = edit_now(Edit::Kind::set_memory, cycle());
  edit.address = address;
  edit.bytes = std::move(bytes);
  apply(edit);
  edits_.push_back(std::move(edit));
  maybe_checkpoint();
}

void Session::add_input(std::string text) {
  branch_off();
  input_.resize(first_input_);
  for (const Edit& edit : edits_)
    input_ += edit.input;
  input_ += text;
  Edit edit = edit_now(Edit::Kind::add_input, cycle());
  edit.input = std::move(text);
  edits_.push_back(std::move(edit));
  show_input(cycle());
  maybe_checkpoint();
}

/// Gives the guest the input that had been supplied by a given cycle.
void Session::show_input(std::uint64_t cycle) {
  std::size_t bytes = first_input_;
  for (const Edit& edit : edits_)
    if (edit.kind == Edit::Kind::add_input && edit.cycle <= cycle)
      bytes += edit.input.size();
  simulation_->set_input(std::string_view(input_).substr(0, bytes));
}

// ---- breakpoints
// ---------------------------------------------------------------------------------------------------

void Session::add_breakpoint(Condition condition) {
  breakpoints_.push_back(std::move(condition));
}

bool Session::remove_breakpoint(std::size_t index) {
  if (index >= breakpoints_.size())
    return false;
  breakpoints_.erase(breakpoints_.begin() + static_cast<std::ptrdiff_t>(index));
  return true;
}

} // namespace stallscope::session
