#pragma once

// Branches and traps, as every core handles them: fetch on a wrong path behind a mispredicted
// branch, its resolution, the redirect that follows, and the end of fetch. `State` is the state of
// a core; `Branch` is its record of a branch or jump in flight.

#include "core/common/fetch_control.hpp"
#include "core/units/branch_predictor.hpp"
#include "isa/executor.hpp"
#include "timeline/reason.hpp"

#include <cstdint>

namespace stallscope::core {

/// The reason of slots lost behind a branch or jump to `pc`: the end of the program when it leads
/// there, otherwise `why`.
inline Reason reason_behind(const isa::Program& program, const isa::ArchState& arch,
                            std::uint64_t pc, Reason why) {
  return is_end(program, arch, pc) ? Reason::drain : why;
}

/// Counts a conditional branch resolved on the right path.
template <class Counters> void count_branch(Counters& counters, bool mispredicted) {
  ++counters.branches;
  counters.mispredictions += mispredicted ? 1 : 0;
}

/// A branch or jump has been executed: on the right path the predictor learns its outcome; a
/// redirect, which takes effect in the next cycle, is requested unless fetch has followed the
/// outcome. True when this is the redirect now pending.
template <class State, class Learn>
bool resolve_branch(State& s, bool wrong_path, bool is_followed, const Redirect& to, Learn learn) {
  if (!wrong_path)
    learn();
  return !is_followed && s.fetch.request_redirect(to);
}

/// Restores the functional state and the predictor to the checkpoint of a branch behind which
/// fetch goes on to another address. `outcome`: the path that fetch follows.
template <class Predictor, class State, class Branch>
void restore_checkpoint(const Predictor& predictor, State& s, const isa::Instruction& instruction,
                        const Branch& branch, const Outcome& outcome) {
  roll_back(s.arch, s.undo, branch.undo_mark);
  predictor.discard_behind(s.predictor, instruction, branch.prediction, outcome);
}

/// The redirect has taken effect. `ends_wrong_path`: fetch is on the right path again.
template <class State, class Branch>
void end_redirect(State& s, Branch& branch, bool ends_wrong_path) {
  branch.followed_pc = s.fetch.redirect.pc;
  s.fetch.left_code = false;
  s.fetch.redirect.pending = false;
  if (ends_wrong_path)
    s.speculation = {};
}

/// The right path has reached the end of the program, an exit system call, a breakpoint or a fault.
template <class State> void stop_fetch(State& s, const isa::Effect& effect, std::uint64_t pc) {
  s.fetch.stopped = true;
  s.end_right_path(effect, pc);
}

/// Handles a trap of the instruction just executed, or of a pc without an instruction (`op`: none):
/// on the right path the trap ends the program or is taken by the program's handler. `gap` becomes
/// the cause of the slots lost until then.
template <class State>
void note_trap(State& s, const isa::Effect& effect, std::uint64_t pc, bool wrong_path, OpId op,
               Cause& gap) {
  if (!wrong_path && effect.trap != isa::Trap::none)
    stop_fetch(s, effect, pc);
  if (effect.exception)
    gap = s.fetch.wait_for_handler(op);
}

} // namespace stallscope::core
