#pragma once

#include "isa/executor.hpp"
#include "session/condition.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace stallscope::session {

class Simulation;

/// Proof of an infinite loop: after `since` instructions the architectural state (pc, registers,
/// CSRs, memory, platform) recurs every `period` instructions, independent of any input. Traps to
/// the program's own handler count as instructions here.
struct Repeat {
  std::uint64_t since = 0;
  std::uint64_t period = 0;
  std::uint64_t pc = 0; ///< pc of the first instruction that repeats
  /// The run is ended after this many instructions: the same on every machine and host.
  std::uint64_t end = 0;
};

/// Detects with certainty that a program never ends.
///
/// After 512, 1024, 2048 ... instructions (or some time before twice that number) it executes a
/// copy of the state ahead for 1/256 of the instructions so far (at least 4096), until the state
/// equals the copy's initial state. The overhead is below 1 % of a long run. A period of P
/// instructions is found after 256 P instructions (with the next power of two), periods up to 4096
/// at once: longest_period_found. The start of the
/// repetition is found by executing the program once more. Everything depends on instruction
/// counts, never on time.
///
/// A repetition is not certain, and not reported, when an instruction of the period depends on the
/// cycle or the instruction count (reads of counters or clocks), or waits for input that may still
/// arrive.
///
/// With conditions at which the run stops, a repetition is reported only if no instruction of the
/// period may fulfil one: then none will ever hold. (A machine that completes several instructions
/// a
/// cycle need not show each value of a register; one that occurs in the period may be seen later.)
class RepeatFinder {
public:
  explicit RepeatFinder(const isa::Program& program, std::vector<Condition> conditions = {});

  /// Instructions and traps executed.
  [[nodiscard]] static std::uint64_t executed(const isa::ArchState& state) {
    return state.instructions + state.exceptions;
  }
  /// The instruction count of the next check; the check must come before twice that count.
  [[nodiscard]] std::uint64_t next_look() const { return next_look_; }
  /// Checks a right-path state; `environment` is that of the program's run.
  [[nodiscard]] std::optional<Repeat> look(const isa::ArchState& state,
                                           const isa::Environment& environment);

private:
  const isa::Program& program_;
  std::vector<Condition> conditions_;
  std::uint64_t next_look_;
};

/// The longest period with which a program may repeat so that the repetition is found, and ends the
/// run, within `instructions`; 0: no repetition is found.
[[nodiscard]] std::uint64_t longest_period_found(std::uint64_t instructions);

/// RepeatFinder for a simulation, which is checked at intervals.
class RepeatWatch {
public:
  /// `conditions`: those at which the run stops. A repetition does not end the run before a cycle
  /// named by a condition.
  explicit RepeatWatch(const Simulation& simulation, const std::vector<Condition>& conditions = {});

  /// Number of cycles that may pass before the next call of `is_over`; 0: call it in the next
  /// cycle.
  [[nodiscard]] std::uint64_t quiet_cycles() const;
  /// The program repeats forever, and its run ends in the present cycle.
  [[nodiscard]] bool is_over();
  /// The repetition found, even when the run ends only later.
  [[nodiscard]] const std::optional<Repeat>& repeat() const { return repeat_; }

private:
  const Simulation& simulation_;
  RepeatFinder finder_;
  bool has_conditions_;
  std::uint64_t last_cycle_ = 0; ///< the last cycle named by a condition
  std::optional<Repeat> repeat_;
};

/// Cycles of a period of a repetition, from one fetch of its first instruction to the next. Periods
/// can differ on machines that fetch several instructions a cycle.
struct RoundCycles {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};
/// The cycles of the periods after the present cycle, found by simulating a copy further.
[[nodiscard]] RoundCycles cycles_of_rounds(const Simulation& simulation, const Repeat& repeat);

/// The cycle in which the instruction with this number of predecessors (traps to handlers included)
/// is fetched, found by simulating from the start again; the present cycle when it has not been
/// fetched.
[[nodiscard]] std::uint64_t cycle_behind(const Simulation& simulation, std::uint64_t executed);

} // namespace stallscope::session
